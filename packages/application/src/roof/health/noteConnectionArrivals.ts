import { noteArrivals } from "@balcao/database/health";
import type { Services } from "../../ground/kernel/index.js";

/** Notes when the newest event of each connection was stored. Run it every few seconds. */
export const noteConnectionArrivals = ({ database }: Services): Promise<void> => noteArrivals(database.sql);
