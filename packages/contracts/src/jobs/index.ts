import { path } from "../route/route.js";

/** The kinds of work that a person starts and that goes on when the browser leaves. */
export const JOB_KINDS = [
  "chatImport",
  "contactImport",
  "delegationImport",
  "fileCheck",
  "figureRecount",
  "ticketChange",
  "userImport",
] as const;
export type JobKind = (typeof JOB_KINDS)[number];
/** A job of the person who asks: the running ones, and the last one of each kind for 24 hours. */
export interface JobView {
  readonly id: number;
  readonly kind: JobKind;
  /** `failed` also when its process has ended; what was written stays. */
  readonly state: "running" | "done" | "cancelled" | "failed";
  readonly done: number;
  readonly total: number;
  /** What it did, by the names of the call's answer; null while it runs. */
  readonly result: Readonly<Record<string, number>> | null;
  /** What the person had lost when a cancelled job was ended; null when she stopped it herself. */
  readonly endedBy: "session" | "account" | "right" | null;
  readonly createdAt: string;
}

export const jobPaths = {
  list: path("GET", "/jobs"),
  stop: path("POST", "/jobs/:jobId/stop"),
  dismiss: path("DELETE", "/jobs/:jobId"),
} as const;
