import type { MovedSystem, MovingKind } from "@balcao/domain/moving";
import type { NumberProblem } from "@balcao/domain/phones";
import { path } from "../route/route.js";

/** Why an uploaded file is no exported chat that can be taken over. */
export type ChatProblem = "noZip" | "tooLarge" | "noChat" | "empty" | "spelling" | "language" | "group";

/** What is in an exported chat, and what the person has to say before it is taken over. */
export interface ChatCheckView {
  /** The name of the file. */
  readonly file: string;
  /** Null for a chat that can be taken over; otherwise nothing else is known of it. */
  readonly problem: ChatProblem | null;
  /** Who wrote in it: one or two names or numbers, as the phone shows them. */
  readonly senders: readonly string[];
  /** Which of them is the company; empty where only the customer wrote, and null while the person has to say it. */
  readonly us: string | null;
  /** The customer's name and number; a number that is null has to be said. */
  readonly name: string;
  readonly number: string | null;
  /** What is wrong with the number that was given. */
  readonly numberProblem: NumberProblem | null;
  readonly messages: number;
  /** How many of them are pictures, audios and other files, and of how many the export has no file. */
  readonly media: number;
  readonly mediaMissing: number;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  /** How many are here already, by an import before, and how many were deleted here since, which do not come again. */
  readonly here: number;
  readonly gone: number;
  /** How many files of messages are not here: a later export may have what one without media lacked. */
  readonly filesWaiting: number;
  /** Lines that are left out: those of the app itself, and messages without a time that can be true. */
  readonly appLines: number;
  readonly noTime: number;
}

/** What became of one exported chat: `here` of its `messages` are here now, `made` of them by this import; `gone` were deleted here before it. */
export interface ImportedChatView {
  readonly file: string;
  readonly name: string;
  readonly messages: number;
  readonly here: number;
  readonly made: number;
  readonly gone: number;
  readonly leftOut: number;
  /** Of how many messages the export has files, and how many of these are here. */
  readonly files: number;
  readonly filesHere: number;
}

/** How far an import of another system is with one kind of rows. */
export interface ImportedKindView {
  readonly kind: MovingKind;
  /** How many it has made. */
  readonly made: number;
  /** At its end: how many are here of how many there. */
  readonly here: number | null;
  readonly there: number | null;
  /** What it has left out, by the reasons. */
  readonly leftOut: readonly { readonly reason: string; readonly rows: number }[];
}

/** An import of one chat that can be undone; or one of another system, by the command, which alone undoes it. */
export interface ChatImportView {
  readonly id: number;
  readonly name: string;
  readonly connection: string;
  /** How many messages it has made. */
  readonly messages: number;
  readonly startedAt: string;
  /** Null for one that was stopped or cut before its end. */
  readonly endedAt: string | null;
  /** Whether a later one of the same chat has to be undone before it. */
  readonly hasLater: boolean;
  /** Added: the other system; null for a chat. */
  readonly system: MovedSystem | null;
  /** Added: what another system's import is busy with; null when it does not run. */
  readonly now: MovingKind | null;
  /** Added: how far another system's import is, by the kinds that it has come to. */
  readonly kinds: readonly ImportedKindView[];
}

/** What an undo has deleted. `kept` are conversations that stay, because somebody has done something in them. */
export interface ChatUndoneView {
  readonly messages: number;
  readonly tickets: number;
  readonly contacts: number;
  readonly kept: readonly number[];
}

/** Exported chats of WhatsApp (added, D-622). */
export const chatImportPaths = {
  list: path("GET", "/chatImports"),
  check: path("POST", "/chatImports/check"),
  import: path("POST", "/chatImports"),
  undo: path("POST", "/chatImports/:runId/undo"),
} as const;
