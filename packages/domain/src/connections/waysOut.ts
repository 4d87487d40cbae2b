import { CONNECTOR_APIS, type ConnectorApi, type SessionStatus } from "./connectorApi.js";
import { GATEWAY_ERROR_CODES, type GatewayErrorCode } from "./gatewayErrors.js";
import { sessionActions, type SessionAction } from "./sessionActions.js";
import { readSessionReason, type SessionReasonCode } from "./sessionReasons.js";

/**
 * What the product does by itself in a state: `works` sends and receives, `retries` connects again
 * after pauses of at most a minute, `rests` connects again at a stated time or within six hours,
 * `watches` asks the network again, `waits` does nothing before a person or the phone acts.
 */
export type OwnStep = "works" | "retries" | "rests" | "watches" | "waits";

/** Where a reason can appear, and what the product then does. */
interface ReasonCase {
  readonly apis: readonly ConnectorApi[];
  readonly statuses: readonly SessionStatus[];
  readonly does: OwnStep;
}

const on = (apis: readonly ConnectorApi[], statuses: readonly SessionStatus[], does: OwnStep): ReasonCase => ({ apis, statuses, does });

const DOWN = ["DISCONNECTED"] as const;
const ENDED = ["LOGGEDOUT"] as const;
const LINKED = ["CONNECTED"] as const;
const PHONES = ["baileys", "wwebjs", "meow"] as const;
const PROTOCOLS = ["baileys", "meow"] as const;
const BAILEYS = ["baileys"] as const;
const MEOW = ["meow"] as const;
const PAGE = ["wwebjs"] as const;
const META = ["cloud_api"] as const;

/** Every reason with the connectors and states that can have it. */
export const REASON_CASES: Readonly<Record<SessionReasonCode, ReasonCase>> = {
  loggedOut: on(PHONES, ENDED, "waits"),
  codeUnused: on(PHONES, ["TIMEOUT"], "waits"),
  passkeyNeeded: on(PROTOCOLS, ["TIMEOUT"], "waits"),
  gatewayReconnects: on(MEOW, DOWN, "retries"),
  temporaryBan: on(PROTOCOLS, DOWN, "rests"),
  gatewayOutdated: on(MEOW, DOWN, "retries"),
  accountBlocked: on(PROTOCOLS, ENDED, "waits"),
  numberBanned: on(PROTOCOLS, ENDED, "waits"),
  connectorRefused: on(BAILEYS, DOWN, "rests"),
  noMultiDevice: on(BAILEYS, DOWN, "rests"),
  connectionLost: on(BAILEYS, DOWN, "retries"),
  whatsappDown: on(PROTOCOLS, DOWN, "retries"),
  usedElsewhere: on(BAILEYS, DOWN, "rests"),
  sessionBroken: on(BAILEYS, ENDED, "waits"),
  sessionRefused: on(BAILEYS, DOWN, "retries"),
  connectionRefused: on(PROTOCOLS, DOWN, "retries"),
  streamEnded: on(MEOW, DOWN, "retries"),
  gatewayFailed: on(MEOW, DOWN, "retries"),
  restricted: on(BAILEYS, LINKED, "works"),
  capped: on(BAILEYS, LINKED, "works"),
  nearCap: on(BAILEYS, LINKED, "works"),
  libraryUnsafe: on(BAILEYS, DOWN, "retries"),
  libraryUnclear: on(BAILEYS, DOWN, "retries"),
  browserFull: on(PAGE, DOWN, "retries"),
  browserMissing: on(PAGE, DOWN, "retries"),
  browserUnusable: on(PAGE, DOWN, "retries"),
  browserSandbox: on(PAGE, DOWN, "retries"),
  browserLibraries: on(PAGE, DOWN, "retries"),
  browserUnwritable: on(PAGE, DOWN, "retries"),
  pageUnreachable: on(PAGE, DOWN, "retries"),
  pageUnopened: on(PAGE, DOWN, "retries"),
  pageNotReady: on(PAGE, DOWN, "retries"),
  pageSlow: on(PAGE, LINKED, "works"),
  pageLost: on(PAGE, DOWN, "retries"),
  pageConflict: on(PAGE, DOWN, "rests"),
  pageOutdated: on(PAGE, DOWN, "rests"),
  networkBlocked: on(PAGE, DOWN, "retries"),
  termsViolated: on(PAGE, DOWN, "rests"),
  businessTermsViolated: on(PAGE, DOWN, "rests"),
  pageEnded: on(PAGE, DOWN, "retries"),
  metaIncomplete: on(META, DOWN, "watches"),
  metaNumberDead: on(META, DOWN, "watches"),
  metaNumberDoubtful: on(META, LINKED, "works"),
  metaLowQuality: on(META, LINKED, "works"),
  metaNoAccount: on(META, LINKED, "works"),
  metaNotSubscribed: on(META, LINKED, "works"),
  metaFieldsMissing: on(META, LINKED, "works"),
  metaTokenExpired: on(META, DOWN, "watches"),
  metaRefused: on(META, DOWN, "watches"),
  metaFault: on(META, DOWN, "watches"),
  metaDropped: on(META, LINKED, "works"),
  noConnector: on(CONNECTOR_APIS, DOWN, "retries"),
  workersFull: on(CONNECTOR_APIS, DOWN, "retries"),
  unopened: on(CONNECTOR_APIS, DOWN, "retries"),
};

/** What the product does in a state that has no reason. */
const OWN_STEP: Readonly<Record<SessionStatus, OwnStep>> = {
  qrcode: "waits",
  PAIRING: "waits",
  DISCONNECTED: "retries",
  TIMEOUT: "waits",
  OPENING: "retries",
  LOGGEDOUT: "waits",
  CONNECTED: "works",
};

/** The sentence of a state, what the product does in it, and the buttons that lead out of it. */
export interface WayOut {
  /** The key of the sentence: a reason's, an error's of a gateway, or the state's own. */
  readonly sentence: `reason.${SessionReasonCode}` | `errors.${GatewayErrorCode}` | `state.${SessionStatus}`;
  /** What the network said, for the sentence; empty when it said nothing. */
  readonly detail: string;
  readonly does: OwnStep;
  readonly can: readonly SessionAction[];
}

/**
 * What a person reads and can do about a connection in this state. `reason` is as
 * stored; one of an older version counts as none.
 */
export function wayOut(api: ConnectorApi, status: SessionStatus, reason: string | null): WayOut {
  const known = reason === null ? null : readSessionReason(reason);
  const can = sessionActions(api, status, known?.code ?? null);
  if (known) {
    const { statuses, does } = REASON_CASES[known.code];
    return {
      sentence: `reason.${known.code}`,
      detail: known.detail,
      does: statuses.includes(status) ? does : OWN_STEP[status],
      can,
    };
  }
  const code = GATEWAY_ERROR_CODES.find((each) => each === reason);
  return { sentence: code === undefined ? `state.${status}` : `errors.${code}`, detail: "", does: OWN_STEP[status], can };
}
