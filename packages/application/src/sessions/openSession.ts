import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { ConnectorApi } from "@balcao/domain/connections";
import { clearSessionHint, readSessionHint, writeSessionStatus } from "@balcao/database/leases";
import type { GatewayConnector, GatewaySession, SessionReport } from "@balcao/gateways/port";
import { newUuid } from "@balcao/platform/ids";
import { acceptDelivery } from "../intake/index.js";
import { inUnit, type House } from "../kernel/index.js";
import { followGap } from "./followGap.js";
import { changeAccount, readAccount } from "./sessionAccount.js";
import { createSessionKeys } from "./sessionKeys.js";

/** How often a gateway is asked how a session is, in milliseconds. */
export interface SessionPace {
  readonly connectedMs: number;
  readonly unconnectedMs: number;
  /** How often the gaps of a connected number are looked at. */
  readonly lookBackMs: number;
}

export const SESSION_PACE: SessionPace = { connectedMs: 20_000, unconnectedMs: 5_000, lookBackMs: 15_000 };

export interface SessionSurroundings {
  readonly house: House;
  readonly connectors: ReadonlyMap<ConnectorApi, GatewayConnector>;
  /** Where gateways reach our webhooks, an origin. */
  readonly webhookBaseUrl: string;
  /** Folder for bytes that are being fetched. */
  readonly temporaryFolder: string;
  /** Folder of what connectors keep on disk, one folder per connection. */
  readonly sessionFolder: string;
  readonly holder: string;
  /** Where it is not the usual one. */
  readonly pace?: Partial<SessionPace> | undefined;
}

/** The path that a connection's gateway posts to (API-028). */
export function webhookPath(name: string): string {
  return `/api/whatsapp/meow/webhook/${encodeURIComponent(name)}_token`;
}

/** Opens a connection's session in this process, under the epoch of its lease; null when no connector here knows its kind. */
export async function openSession(
  around: SessionSurroundings,
  connectionId: number,
  epoch: number,
  onReport: (report: SessionReport) => void,
): Promise<GatewaySession | null> {
  const { house, holder, connectors, webhookBaseUrl, temporaryFolder, sessionFolder } = around;
  const connection = (await house.directory.refresh()).connections.get(connectionId);
  const connector = connection && connectors.get(connection.api);
  if (!connection || !connector) return null;
  const account = await readAccount(house, connectionId);
  return connector.open(
    {
      id: connectionId,
      name: connection.name,
      api: connection.api,
      account,
      webhookUrl: `${webhookBaseUrl}${webhookPath(connection.name)}`,
    },
    {
      report: async (report) => {
        await storeReport(around, connectionId, epoch, report);
        onReport(report);
      },
      remember: async (changes) => {
        await inUnit(house, (unit) => changeAccount(unit, house, connectionId, changes));
      },
      accept: async (events) => {
        await acceptDelivery(house, connection, { events, files: [] });
      },
      keys: createSessionKeys(house, { connectionId, owner: holder, epoch }),
      temporaryPath: async () => {
        await mkdir(temporaryFolder, { recursive: true, mode: 0o700 });
        return path.join(temporaryFolder, newUuid());
      },
      lastingFolder: async () => {
        const folder = path.join(sessionFolder, String(connectionId));
        await mkdir(folder, { recursive: true, mode: 0o700 });
        return folder;
      },
      log: (level, text, facts = {}) => house.logger[level]({ ...facts, connectionId }, text),
    },
  );
}

/** Writes what a gateway says of a session, if the lease is still ours, and tells browsers (CONN-024). */
export async function storeReport(
  { house, holder }: SessionSurroundings,
  connectionId: number,
  epoch: number,
  report: SessionReport,
): Promise<void> {
  await inUnit(house, async (unit) => {
    const { status, qrcode, phone, battery } = report;
    const reason = status === "DISCONNECTED" ? ((await readSessionHint(unit, connectionId)) ?? report.reason) : report.reason;
    const before = await writeSessionStatus(unit, connectionId, holder, epoch, { status, qrcode, number: phone, battery, reason });
    if (status === "CONNECTED" && before !== null) await clearSessionHint(unit, connectionId);
    const hasNews = await followGap(unit, { connectionId, epoch, before }, { status, reason });
    if (before === "CONNECTED" && status !== "CONNECTED")
      house.logger.warn({ connectionId, status, reason }, "a number is no longer connected");
    if (before !== null || hasNews) await unit.live("session", { id: connectionId, action: "update" });
  });
}
