import type { AuditObjectKind } from "./auditAreas.js";

/** What an audit entry is about: the kind of a row, its id, and its name where there still is one. */
export interface AuditSubjectView {
  readonly kind: AuditObjectKind | "message";
  readonly id: number;
  readonly name: string | null;
}

/** One entry of the audit. */
export interface AuditEntryView {
  readonly id: number;
  readonly at: string;
  /** `server` is evidence; `client` is a remark that a browser sent. */
  readonly source: "server" | "client";
  /** `feature.verb`, or `remark`. */
  readonly action: string;
  readonly description: string;
  /** The screen that a remark names. */
  readonly origin: string;
  /** Null for actions of the product itself and of visitors. */
  readonly user: { readonly id: number; readonly name: string | null } | null;
  /** The name of the token by which a program did it; null for people (D-574). */
  readonly token: string | null;
  readonly ip: string | null;
  readonly about: readonly AuditSubjectView[];
}

export interface AuditListView {
  readonly entries: readonly AuditEntryView[];
  /** The id to pass as `before` for the next page; null on the last one. */
  readonly next: number | null;
}

/** The result of verifying a part of the chain. */
export interface AuditVerifyView {
  /** Entries and seals that this call verified. */
  readonly entries: number;
  readonly seals: number;
  /** Entries of these seals that an operator has archived, which are not among `entries`. */
  readonly archived: number;
  /** The seal to pass as `after` in the next call; null when the chain ended or is broken. */
  readonly next: number | null;
  readonly broken: BrokenSealView | null;
}

/** The first seal that its entries no longer match. */
export interface BrokenSealView {
  readonly sealId: number;
  readonly sealedAt: string;
  /** The first entry that was changed or deleted; null where the seal itself was changed. */
  readonly entryId: number | null;
  readonly firstEntryId: number;
  readonly lastEntryId: number;
}
