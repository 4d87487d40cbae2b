import type { Sql } from "@balcao/database/sql";
import type { House } from "../kernel/index.js";

/** Where and when one journalled event is being applied. */
export interface LaneStep {
  readonly tx: Sql;
  readonly house: House;
  readonly connectionId: number;
  readonly eventId: number;
  readonly now: Date;
}
