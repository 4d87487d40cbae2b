import { CONNECTOR_APIS, SESSION_STATUSES, type ConnectorApi, type SessionStatus } from "./connectorApi.js";
import type { SessionAction } from "./sessionActions.js";
import { SESSION_REASONS } from "./sessionReasons.js";
import { REASON_CASES, wayOut, type OwnStep } from "./waysOut.js";

const NAMES: Readonly<Record<ConnectorApi, string>> = { wwebjs: "API 1", baileys: "API 2", meow: "API 3", cloud_api: "Meta" };

const STEPS: Readonly<Record<OwnStep, string>> = {
  works: "sends and receives",
  retries: "connects again after pauses of at most a minute",
  rests: "connects again at the time that the row shows, or within six hours",
  watches: "asks Meta again within ten minutes",
  waits: "waits for a person",
};

const BUTTONS: Readonly<Record<Exclude<SessionAction, "connecting">, string>> = {
  showQr: "QR Code",
  pairCode: "Código de pareamento",
  reconnect: "Reconectar",
  tryAgain: "Tentar novamente",
  newQr: "Novo QR",
  disconnect: "Desconectar",
  setVersion: "Mudar a versão",
};

/** One state of a connector that can occur, with a reason or without. */
export interface StateCase {
  readonly api: ConnectorApi;
  readonly status: SessionStatus;
  readonly reason: string | null;
}

/** Every state with every reason that the connector can have in it. */
export const ALL_STATES: readonly StateCase[] = CONNECTOR_APIS.flatMap((api) =>
  SESSION_STATUSES.flatMap((status) => [
    { api, status, reason: null },
    ...SESSION_REASONS.filter((code) => REASON_CASES[code].apis.includes(api) && REASON_CASES[code].statuses.includes(status)).map(
      (reason) => ({ api, status, reason }),
    ),
  ]),
);

const buttonsOf = (can: readonly SessionAction[]): string =>
  can.flatMap((action) => (action === "connecting" ? [] : [`_${BUTTONS[action]}_`])).join(", ") || "nothing is needed";

/**
 * The table of docs/CONNECTORS.md: connectors that have the same answer share a row. `words` gives
 * the sentence of a key.
 */
export function printWaysOut(words: (sentence: string) => string): string {
  const rows = new Map<string, string[]>();
  for (const { api, status, reason } of ALL_STATES) {
    const { sentence, does, can } = wayOut(api, status, reason);
    const cells = `${status} | ${words(sentence)} | ${STEPS[does]} | ${buttonsOf(can)} |`;
    rows.set(cells, [...(rows.get(cells) ?? []), NAMES[api]]);
  }
  const state = (cells: string): number => SESSION_STATUSES.findIndex((status) => cells.startsWith(`${status} `));
  const lines = [...rows].sort(([a], [b]) => state(a) - state(b)).map(([cells, apis]) => `| ${apis.sort().join(", ")} | ${cells}`);
  return ["| kind | state | the row says | Balcão | buttons |", "| --- | --- | --- | --- | --- |", ...lines].join("\n");
}
