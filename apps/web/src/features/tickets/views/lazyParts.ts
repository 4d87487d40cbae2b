import { lazy } from "react";
import { lazyWithTexts } from "../../../i18n/lazyWithTexts";

/** What the row of a view shows, loaded with the first view that says so. */
export const ViewFacts = lazy(() => import("./ViewFacts").then((door) => ({ default: door.ViewFacts })));

/** The dialog of a saved view, loaded when it is opened. */
export const ViewFormDialog = lazyWithTexts(["views", "search", "closing"], () =>
  import("./ViewFormDialog").then((door) => door.ViewFormDialog),
);
