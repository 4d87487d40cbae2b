import type { AccountSubject, ConnectorApi, SessionStatus } from "@balcao/domain/connections";

/** The fields of a connection that every signed-in person sees. */
export interface ConnectionShortView {
  readonly id: number;
  readonly name: string;
  readonly isDefault: boolean;
  readonly api: ConnectorApi;
  readonly status: SessionStatus;
  readonly battery: number | null;
  readonly retries: number;
  readonly updatedAt: string;
  readonly queues: readonly { readonly id: number; readonly name: string; readonly color: string }[];
  /**
   * Agents see the part of a ticket's history that was recorded in their queues, or while it was
   * theirs.
   */
  readonly historyByQueue: boolean;
  readonly historyByUser: boolean;
}

/**
 * All fields of a connection, for administrators (CONN-021, D-143). Secrets can be written but not
 * read.
 */
export interface ConnectionView extends ConnectionShortView {
  readonly qrcode: string | null;
  /** The digits of the linked phone number (added field). */
  readonly number: string | null;
  /** Why the session is in its state, as a sentence for people (added field). */
  readonly statusReason: string | null;
  /** Until when the session rests before it connects again by itself (added field, D-291). */
  readonly statusReasonUntil: string | null;
  /** Since when the linked connection is down; null while it is up (added field, P-10). */
  readonly downSince: string | null;
  /**
   * The gap in which messages may have been lost, until an administrator resolves it (added field,
   * P-10).
   */
  readonly unresolvedGap: UnresolvedGapView | null;
  /**
   * How many events of the gateway could not be applied and wait for an administrator (added field,
   * P-7).
   */
  readonly parkedEvents: number;
  /** What the network says of the account or number and has not taken back, the oldest first (added field, D-310). */
  readonly notices: readonly AccountNoticeView[];
  readonly greetingMessage: string;
  readonly greetingBotMessage: string;
  readonly greetingMessageRedirect: string;
  readonly farewellMessage: string;
  readonly outOfHoursMessage: string;
  readonly transferMessage: string;
  readonly metaIntegration: boolean;
  /**
   * How many events of Meta were dropped while `metaIntegration` was off, and since when (added
   * fields, D-148).
   */
  readonly metaDropped: number;
  readonly metaDroppedSince: string | null;
  readonly publicIDTypebot: string;
  readonly publicDNSTypebot: string;
  readonly phoneNumberId: string;
  readonly wabaId: string;
  readonly tokenMetaSet: boolean;
  readonly nps: boolean;
  readonly sendList: boolean;
  readonly npsMessage: string;
  readonly npsTksMessage: string;
}

/**
 * The fields of a connection that its session changes (RT-007). Only administrators receive
 * the QR code.
 */
export interface ConnectionSessionView {
  readonly id: number;
  readonly status: SessionStatus;
  readonly qrcode: string | null;
  readonly retries: number;
  readonly updatedAt: string;
  readonly statusReason: string | null;
  readonly statusReasonUntil: string | null;
  readonly number: string | null;
  readonly downSince: string | null;
  readonly unresolvedGap: UnresolvedGapView | null;
  /**
   * How many events of the gateway could not be applied and wait for an administrator (added field,
   * P-7).
   */
  readonly parkedEvents: number;
  /** What the network says of the account or number and has not taken back, the oldest first (added field, D-310). */
  readonly notices: readonly AccountNoticeView[];
}

/** What a network says of an account or number, in its own words, until it takes it back. */
export interface AccountNoticeView {
  readonly subject: AccountSubject;
  /** Which of several of the subject; empty where there is one. */
  readonly object: string;
  readonly type: string;
  readonly detail: string;
  /** When the network said so, and until when it holds by itself. */
  readonly at: string;
  readonly until: string | null;
}

/** The newest gap of more than five minutes that no administrator has resolved. */
export interface UnresolvedGapView {
  readonly from: string;
  readonly until: string;
}

/**
 * For administrators: an event of a gateway that could not be stored, or not be applied in five
 * attempts.
 */
/** Keys of a session that were deleted and can be restored until `until` [D-313]. */
export interface KeyCopyView {
  readonly id: number;
  readonly madeAt: string;
  readonly until: string;
  /** A `KeyCopyReason`. */
  readonly reason: string;
}

export interface ParkedEventView {
  readonly id: number;
  /** The gateway's own name for this kind of event. */
  readonly kind: string;
  readonly receivedAt: string;
  readonly attempts: number;
  /** The error, in the words of the log. */
  readonly reason: string;
}

/** For administrators: a gap, that is a time in which a linked connection was down. */
export interface ConnectionGapView {
  readonly id: number;
  readonly from: string;
  /** Null while the connection is still down. */
  readonly until: string | null;
  readonly reason: string | null;
  /**
   * How many messages of the gap arrived afterwards, and when the first and the last of them were
   * sent.
   */
  readonly recovered: number;
  readonly recoveredFrom: string | null;
  readonly recoveredUntil: string | null;
  /** For how many conversations the network was asked for the history of the gap. */
  readonly asked: number;
  /**
   * When an administrator resolved the gap, and who; the name is null after the user was deleted.
   */
  readonly resolvedAt: string | null;
  readonly resolvedBy: string | null;
}
