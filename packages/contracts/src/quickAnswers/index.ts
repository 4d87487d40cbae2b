import type { QuickAnswerScope } from "@balcao/domain/quickAnswers";
import { path } from "../route/route.js";

/** A text that is sent often, with a file where one belongs to it (QUICK-007). `mediaUrl` is a signed address. */
export interface QuickAnswerView {
  readonly id: number;
  readonly shortcut: string;
  readonly message: string;
  readonly mediaUrl: string | null;
  /** The first half of the file's MIME type (QUICK-002). */
  readonly mediaType: "image" | "audio" | "video" | "application" | null;
  /** Added field: the file's own name. */
  readonly mediaName: string | null;
  /** Added fields: who has it, the queue where it is one's, and how often it was inserted into a message. */
  readonly scope: QuickAnswerScope;
  readonly queueId: number | null;
  readonly usedCount: number;
}

/** A page of 20, by shortcut (D-031, D-165). */
export interface QuickAnswerListView {
  readonly quickAnswers: readonly QuickAnswerView[];
  readonly hasMore: boolean;
  readonly count: number;
}

export const quickAnswerPaths = {
  list: path("GET", "/quickAnswers"),
  get: path("GET", "/quickAnswers/:quickAnswerId"),
  create: path("POST", "/quickAnswers"),
  change: path("PUT", "/quickAnswers/:quickAnswerId"),
  use: path("POST", "/quickAnswers/:quickAnswerId/use"),
  delete: path("DELETE", "/quickAnswers/:quickAnswerId"),
} as const;
