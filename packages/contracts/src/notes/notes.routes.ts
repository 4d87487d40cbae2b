import { route } from "../route/route.js";
import { notePaths } from "./notes.paths.js";

/**
 * A change of the product. `link` is always an https page of another site; `publishedAt` is an ISO
 * 8601 instant.
 */
export interface NoteView {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly link: string | null;
  readonly publishedAt: string;
}

export interface NoteListView {
  readonly notes: readonly NoteView[];
  readonly count: number;
}

/** Update notes, newest first. */
export const noteRoutes = {
  list: route<NoteListView>()(notePaths.list, { policy: "signedIn", toInput: () => null }),
} as const;
