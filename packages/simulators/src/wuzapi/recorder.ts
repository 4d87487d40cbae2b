import { createHash } from "node:crypto";

/**
 * One HTTP request of a connector and its answer; long strings are replaced by their length and
 * hash.
 */
export interface RecordedRequest {
  readonly kind: "request";
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly token: string;
  readonly body: unknown;
  status: number;
  answer: unknown;
  /** The fault rule that was applied, if any. */
  fault: string;
}

/** One attempt to deliver a webhook. */
export interface RecordedWebhook {
  readonly kind: "webhook";
  readonly at: number;
  readonly userId: string;
  readonly type: string;
  readonly attempt: number;
  readonly url: string;
  readonly signed: boolean;
  readonly payload: unknown;
  /** HTTP status, or 0 when the connection failed. */
  status: number;
  error: string;
}

/** An entry of the recorder. */
export type RecordedEntry = RecordedRequest | RecordedWebhook;

const KEPT_CHARACTERS = 2_048;

/** Keeps the latest requests and webhook attempts. */
export interface Recorder<Kept = RecordedEntry> {
  add<Entry extends Kept>(entry: Entry): Entry;
  list(): readonly Kept[];
  clear(): void;
}

/** An empty recorder for at most `most` entries. */
export function createRecorder<Kept = RecordedEntry>(most = 5_000): Recorder<Kept> {
  let entries: Kept[] = [];
  return {
    add(entry) {
      entries.push(entry);
      if (entries.length > most) entries = entries.slice(-most / 2);
      return entry;
    },
    list: () => entries,
    clear() {
      entries = [];
    },
  };
}

/** The same value with every string over 2,048 characters replaced by its length and SHA-256. */
export function shorten(value: unknown): unknown {
  if (typeof value === "string") {
    if (value.length <= KEPT_CHARACTERS) return value;
    return `<${value.length} characters, sha256 ${createHash("sha256").update(value).digest("hex")}>`;
  }
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner)]));
  }
  return value;
}
