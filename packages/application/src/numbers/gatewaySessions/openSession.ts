import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { ConnectorApi, SessionStatus } from "@balcao/domain/connections";
import { clearSessionHint, readSessionHint, writeSessionStatus } from "@balcao/database/leases";
import type { GatewayConnector, GatewaySession, SessionHost, SessionReport } from "@balcao/gateways/port";
import { newUuid } from "@balcao/platform/ids";
import { acceptDelivery } from "../../inbox/intake/index.js";
import { inUnit, type Services } from "../../ground/kernel/index.js";
import { followGap } from "./followGap.js";
import { changeAccount, readAccount } from "./sessionAccount.js";
import { createSessionKeys } from "./sessionKeys.js";

/** How often a gateway is asked for the status of a session, in milliseconds. */
export interface SessionPace {
  readonly connectedMs: number;
  readonly unconnectedMs: number;
  /** How often a connected number is checked for gaps to recover. */
  readonly lookBackMs: number;
}

export const SESSION_PACE: SessionPace = { connectedMs: 20_000, unconnectedMs: 5_000, lookBackMs: 15_000 };

export interface SessionSurroundings {
  readonly services: Services;
  readonly connectors: ReadonlyMap<ConnectorApi, GatewayConnector>;
  /** The origin at which gateways reach our webhooks. */
  readonly webhookBaseUrl: string;
  /** Folder for files during their download. */
  readonly temporaryFolder: string;
  /** Folder for the files that connectors keep on disk, one subfolder per connection. */
  readonly sessionFolder: string;
  readonly holder: string;
  /** Overrides of `SESSION_PACE`. */
  readonly pace?: Partial<SessionPace> | undefined;
}

/** The path that a connection's gateway posts its webhooks to. */
function webhookPath(name: string): string {
  return `/api/whatsapp/meow/webhook/${encodeURIComponent(name)}_token`;
}

/** The right of this process to drive a connection, until another epoch begins. */
export interface HeldLease {
  readonly connectionId: number;
  readonly epoch: number;
}

/**
 * Opens a connection's session in this process under the `epoch` of its lease. Returns null when
 * the connection does not exist or this process has no connector for its kind.
 */
export async function openSession(
  around: SessionSurroundings,
  lease: HeldLease,
  onReport: (stored: StoredState) => void,
): Promise<GatewaySession | null> {
  const { services, connectors, webhookBaseUrl } = around;
  const connection = (await services.directory.refresh()).connections.get(lease.connectionId);
  const connector = connection && connectors.get(connection.api);
  if (!connection || !connector) return null;
  const account = await readAccount(services, lease.connectionId);
  const { id, name, api } = connection;
  return connector.open(
    { id, name, api, account, webhookUrl: `${webhookBaseUrl}${webhookPath(name)}` },
    createHost(around, lease, onReport),
  );
}

/** What a connector gets from us: where its reports, events, keys and files go. */
function createHost(around: SessionSurroundings, lease: HeldLease, onReport: (stored: StoredState) => void): SessionHost {
  const { services, holder, temporaryFolder, sessionFolder } = around;
  const { connectionId, epoch } = lease;
  return {
    hint: async () => (await readSessionHint(services.database.sql, connectionId))?.reason ?? null,
    forgetHint: () => clearSessionHint(services.database.sql, connectionId),
    report: async (report) => {
      onReport(await storeReport(around, lease, report));
    },
    remember: async (changes) => {
      await inUnit(services, (unit) => changeAccount(unit, services, connectionId, changes));
    },
    accept: async (events) => {
      await acceptDelivery(services, { id: connectionId }, { events, files: [] });
    },
    keys: createSessionKeys(services, { connectionId, owner: holder, epoch }),
    temporaryPath: async () => path.join(await makeFolder(temporaryFolder), newUuid()),
    lastingFolder: () => makeFolder(path.join(sessionFolder, String(connectionId))),
    log: (level, text, facts = {}) => services.logger[level]({ ...facts, connectionId }, text),
  };
}

async function makeFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** A session's state, and until when it rests. */
export interface StoredState {
  readonly status: SessionStatus;
  readonly until: Date | null;
}

/**
 * Stores the status that a gateway reported, if this process still holds the lease, and records a
 * live event when something changed [CONN-024]. A reason of a webhook, with its end, counts more.
 */
export async function storeReport(
  { services, holder }: SessionSurroundings,
  { connectionId, epoch }: HeldLease,
  report: SessionReport,
): Promise<StoredState> {
  return inUnit(services, async (unit) => {
    const { status, qrcode, phone, battery } = report;
    const hint = status === "DISCONNECTED" ? await readSessionHint(unit, connectionId) : null;
    const { reason, until = null } = hint ?? report;
    const before = await writeSessionStatus(
      unit,
      { connectionId, owner: holder, epoch },
      { status, qrcode, number: phone, battery, reason, until },
    );
    if (status === "CONNECTED" && before !== null) await clearSessionHint(unit, connectionId);
    const hasChanged = await followGap(unit, { connectionId, epoch, before }, { status, reason });
    if (before !== null && before !== status) logChange(services, { connectionId, before, status, reason });
    if (before !== null || hasChanged) await unit.live("session", { id: connectionId, action: "update" });
    return { status, until };
  });
}

interface StatusChange {
  readonly connectionId: number;
  readonly before: string;
  readonly status: string;
  readonly reason: string | null;
}

/** A reason is a code, followed by what the network said; only the code is logged. */
function logChange({ logger }: Services, { reason, ...change }: StatusChange): void {
  const facts = { ...change, reason: reason === null ? null : (/^\w+/.exec(reason)?.[0] ?? null) };
  if (change.status === "LOGGEDOUT") logger.warn(facts, "a number was logged out");
  else if (change.before === "CONNECTED") logger.warn(facts, "a number is no longer connected");
  else logger.info(facts, "a number changed its status");
}
