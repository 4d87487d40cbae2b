import type { ConnectorApi, SessionStatus } from "@balcao/domain/connections";
import type { ProblemKind, ReplicaHealth } from "@balcao/domain/health";
import type { AccountNoticeView } from "../connections/connections.views.js";

/** One thing that is not well. */
export interface ProblemView {
  readonly kind: ProblemKind;
  /** `bad`: work has stopped; `attention`: somebody should look. */
  readonly level: "bad" | "attention";
  /** The connection that it is about; null for the installation. */
  readonly connection: { readonly id: number; readonly name: string } | null;
  /** How many, or how many seconds; null where there is nothing to count. */
  readonly value: number | null;
}

/** How one connection is. */
export interface ConnectionHealthView {
  readonly id: number;
  readonly name: string;
  readonly api: ConnectorApi;
  readonly status: SessionStatus;
  readonly reason: string | null;
  /** Since when a linked number is not connected; null while it is. */
  readonly downSince: string | null;
  /** When its last event was stored, some seconds ago at the latest; null when there was none. */
  readonly lastEventAt: string | null;
  /** Messages that are still to be sent, and how long the oldest has waited. */
  readonly waiting: number;
  readonly oldestSeconds: number;
  /** Messages whose outcome is unknown. */
  readonly unknown: number;
  /** Events that could not be applied. */
  readonly parked: number;
  /** What its network says of the account or number and has not taken back. */
  readonly notices: readonly AccountNoticeView[];
  /** What its provider sent within 30 days and this version does not read, by name, the newest first. */
  readonly unread: readonly UnreadView[];
}

/** Events of one name that are kept as they came and have no effect. */
interface UnreadView {
  readonly name: string;
  readonly seen: number;
  readonly lastAt: string;
}

/** The health of the installation (`GET /health/details`). */
export interface HealthView {
  readonly at: string;
  /** What is not well, the worst first. */
  readonly problems: readonly ProblemView[];
  readonly connections: readonly ConnectionHealthView[];
  /** Messages whose content this version could not read; they can be read again after an update. */
  readonly unreadContents: number;
  /** Conversations with events to apply, and how long the oldest due one has waited. */
  readonly lanes: { readonly waiting: number; readonly oldestSeconds: number };
  /** Processes that said within 30 s in the database that they live. */
  readonly processes: { readonly apis: number; readonly workers: number };
  readonly redis: "up" | "down" | "off";
  /** How the api that answered sees the read replica; null where there is none. */
  readonly replica: ReplicaHealth | null;
  readonly database: {
    readonly bytes: number;
    readonly connections: number;
    readonly connectionsAllowed: number;
    /** A transaction of any program that has been idle for more than a minute. */
    readonly openTransaction: { readonly program: string; readonly seconds: number } | null;
  };
  /** The volume of the data folder of the api that answered; null when it could not be read. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number; readonly isLow: boolean } | null;
  /** The newest complete backup; null when there is none. */
  readonly lastBackup: { readonly at: string; readonly bytes: number } | null;
  /** `schema` is the newest migration. */
  readonly versions: { readonly product: string; readonly node: string; readonly postgres: string; readonly schema: string };
}

/** What became of the test of one way of alerts: `off` where it is not configured, or the person has no subscribed browser. */
export interface AlertTried {
  readonly state: "sent" | "failed" | "off";
  /** Why it failed, in the words of the other side; null otherwise. */
  readonly detail: string | null;
}

/** What became of the test of each way of alerts (`POST /health/alerts/test`). */
export interface AlertTestView {
  readonly push: AlertTried;
  readonly webhook: AlertTried;
  readonly mail: AlertTried;
}

export { alertMail, alertText } from "./alertText.js";
export { ALERT_LANGUAGES, isTimed, problemTitle, toAlertLanguage } from "./problemWords.js";
export type { Told } from "./alertText.js";
export type { AlertLanguage } from "./problemWords.js";
