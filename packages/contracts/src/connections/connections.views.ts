import type { ConnectorApi, SessionStatus } from "@balcao/domain/connections";

/** What everyone signed in sees of a connection (D-139). */
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
}

/** A whole connection, for administrators (CONN-021, D-143). Secrets are write-only. */
export interface ConnectionView extends ConnectionShortView {
  readonly qrcode: string | null;
  /** Digits of the linked number (added field). */
  readonly number: string | null;
  /** Why the session is in its state, for people (added field). */
  readonly statusReason: string | null;
  /** Since when a linked number is away; null while it is there (added field, P-10). */
  readonly downSince: string | null;
  /** When messages may have been lost that nobody has seen to yet (added field, P-10). */
  readonly unresolvedGap: UnresolvedGapView | null;
  /** Events of the gateway that could not be applied and wait for an administrator (added field, P-7). */
  readonly parkedEvents: number;
  readonly greetingMessage: string;
  readonly greetingBotMessage: string;
  readonly greetingMessageRedirect: string;
  readonly farewellMessage: string;
  readonly outOfHoursMessage: string;
  readonly transferMessage: string;
  readonly metaIntegration: boolean;
  /** What Meta brought while `metaIntegration` was off and was dropped, and since when (added fields, D-148). */
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
  readonly historyByQueue: boolean;
  readonly historyByUser: boolean;
}

/** The part of a connection that changes while it lives (RT-007, D-232). QR only for administrators. */
export interface ConnectionSessionView {
  readonly id: number;
  readonly status: SessionStatus;
  readonly qrcode: string | null;
  readonly retries: number;
  readonly updatedAt: string;
  readonly statusReason: string | null;
  readonly number: string | null;
  readonly downSince: string | null;
  readonly unresolvedGap: UnresolvedGapView | null;
  /** Events of the gateway that could not be applied and wait for an administrator (added field, P-7). */
  readonly parkedEvents: number;
}

/** The newest time of more than five minutes in which a number was away and that nobody has seen to yet (P-10). */
export interface UnresolvedGapView {
  readonly from: string;
  readonly until: string;
}

/** An event of a gateway that could not be applied after five tries, or not even be stored, for administrators (P-7). */
export interface ParkedEventView {
  readonly id: number;
  /** The gateway's own name of its kind. */
  readonly kind: string;
  readonly receivedAt: string;
  readonly attempts: number;
  /** The fault, as the log says it. */
  readonly reason: string;
}

/** A time in which a linked number was not reached, for administrators (P-10). */
export interface ConnectionGapView {
  readonly id: number;
  readonly from: string;
  /** Null while the number is still away. */
  readonly until: string | null;
  readonly reason: string | null;
  /** How many messages of that time came in afterwards, and when the first and the last of them were sent. */
  readonly recovered: number;
  readonly recoveredFrom: string | null;
  readonly recoveredUntil: string | null;
  /** In how many conversations the network was asked what was said in that time. */
  readonly asked: number;
  /** When somebody said that it was seen to, and who; their name may be gone. */
  readonly resolvedAt: string | null;
  readonly resolvedBy: string | null;
}
