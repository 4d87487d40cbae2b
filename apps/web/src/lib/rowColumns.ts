import type { ViewColumn } from "@balcao/domain/savedViews";
import { createContext } from "react";

/** What the rows of the list around show by the choice of a view (D-611); null for what every list shows. */
export const RowColumns = createContext<readonly ViewColumn[] | null>(null);
