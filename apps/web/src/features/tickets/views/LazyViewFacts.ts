import { lazy } from "react";

/** What the row of a view shows, loaded with the first view that says so. */
export const ViewFacts = lazy(() => import("./ViewFacts").then((door) => ({ default: door.ViewFacts })));
