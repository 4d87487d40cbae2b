import { lazyWithTexts } from "../../../i18n/lazyWithTexts";

/** The dialog of a saved view, loaded when it is opened. */
export const ViewFormDialog = lazyWithTexts(["views", "search", "closing"], () =>
  import("./ViewFormDialog").then((door) => door.ViewFormDialog),
);
