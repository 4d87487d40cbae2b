import { createContext } from "react";

/** Whether the item that a dialog changes was deleted by somebody meanwhile: the dialog says so, and saves nothing. */
export const ItemGone = createContext(false);
