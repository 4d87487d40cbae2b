import { route } from "../route/route.js";
import { notePaths } from "./notes.paths.js";

/** Something new in the product. `link` leads to a page outside, always https; `publishedAt` is an instant in ISO 8601. */
export interface NoteView {
  readonly id: number;
  readonly title: string;
  readonly text: string;
  readonly link: string | null;
  readonly publishedAt: string;
}

export interface NoteListView {
  readonly notes: readonly NoteView[];
  /** How many notes there are. */
  readonly count: number;
}

/** Update notes, newest first (API-093, SHELL-046, D-021). */
export const noteRoutes = {
  list: route<NoteListView>()(notePaths.list, { policy: "signedIn", toHouse: () => null }),
} as const;
