import type { Deeds, QuickAnswerScope } from "@balcao/domain/quickAnswers";
import { path } from "../route/route.js";

/** A text that is sent often, with files where some belong to it (QUICK-007). Addresses are signed; `mediaUrl`, `mediaType` and `mediaName` are of the first file. */
export interface QuickAnswerView {
  readonly id: number;
  readonly shortcut: string;
  /** Empty for one that only does something (D-614). */
  readonly message: string;
  readonly mediaUrl: string | null;
  /** The first half of the file's MIME type (QUICK-002). */
  readonly mediaType: "image" | "audio" | "video" | "application" | null;
  /** Added field: the file's own name. */
  readonly mediaName: string | null;
  /** Added field: all its files, in the order in which they are sent; sizes in bytes. */
  readonly medias: readonly QuickAnswerMediaView[];
  /** Added fields: who has it, the queue where it is one's, and how often it was inserted into a message. */
  readonly scope: QuickAnswerScope;
  readonly queueId: number | null;
  readonly usedCount: number;
  /** Added field: the id of who made it, who may always change it. */
  readonly userId: number | null;
  /** Added field: what is done to the conversation after the text; null for nothing (D-531). */
  readonly deeds: Deeds | null;
}

interface QuickAnswerMediaView {
  readonly id: string;
  readonly url: string;
  readonly name: string;
  readonly mimetype: string;
  readonly size: number;
}

/** A page of 20, by shortcut. */
export interface QuickAnswerListView {
  readonly quickAnswers: readonly QuickAnswerView[];
  readonly hasMore: boolean;
  readonly count: number;
}

/** Says in an order of files where a file of the request belongs, among the ids of stored ones. */
export const NEW_FILE = "new";

export const quickAnswerPaths = {
  list: path("GET", "/quickAnswers"),
  get: path("GET", "/quickAnswers/:quickAnswerId"),
  create: path("POST", "/quickAnswers"),
  change: path("PUT", "/quickAnswers/:quickAnswerId"),
  use: path("POST", "/quickAnswers/:quickAnswerId/use"),
  delete: path("DELETE", "/quickAnswers/:quickAnswerId"),
} as const;
