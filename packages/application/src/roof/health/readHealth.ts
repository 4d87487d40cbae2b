import { countStoppedHooks } from "@balcao/database/hooks";
import { levelOfNotice } from "@balcao/domain/connections";
import { findProblems, type ConnectionFacts } from "@balcao/domain/health";
import type { ConnectionHealthView, HealthView } from "@balcao/contracts/health";
import { readProcesses } from "@balcao/database/alerts";
import { findLastBackup } from "@balcao/database/backup";
import {
  readArrivals,
  readLaneBacklog,
  readPulse,
  readRefused,
  readOutboxBacklog,
  readParkedCounts,
  readServerFacts,
  readUnanswered,
  type Pulse,
} from "@balcao/database/health";
import { listUnknownEvents, type UnknownCount } from "@balcao/database/intake";
import type { DirectoryConnectionRow } from "@balcao/database/directory";
import { countUnreadContents } from "@balcao/database/messages";
import { readCoverage } from "@balcao/database/partitions";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Services } from "../../ground/kernel/index.js";
import { toNoticeView } from "../../numbers/connections/index.js";

/** What the process that answers knows besides the database. */
export interface ProcessFacts {
  readonly version: string;
  readonly redis: () => "up" | "down" | "off";
  readonly isRedisEvicting: () => boolean;
  /** Null when the disk cannot be read. */
  readonly disk: () => Promise<HealthView["disk"]>;
}

/** A transaction that is idle for this time is named. */
const OPEN_SECONDS = 60;

/** Counts the processes at the database and returns the oldest transaction of any program that has been idle for `seconds`, or null. */
export const findPulse = ({ database }: Pick<Services, "database">, seconds = OPEN_SECONDS): Promise<Pulse> =>
  readPulse(database.sql, seconds);

/** What the health page and the alerts are made of. */
async function readFacts(services: Services, process: Omit<ProcessFacts, "version">) {
  const now = services.clock.now();
  const { sql } = services.database;
  const [lanes, server, partitions, backup, disk, areFilesUsable, rows, processes, hooksStopped] = await Promise.all([
    readLaneBacklog(sql),
    readServerFacts(sql, OPEN_SECONDS),
    readCoverage(sql),
    findLastBackup(sql),
    process.disk(),
    services.files.isUsable(),
    readConnectionRows(services),
    readProcesses(sql),
    countStoppedHooks(sql),
  ]);
  const { connections: known } = services.directory.current();
  const connections = toConnectionFacts(known, rows);
  const { bytes, connections: used, connectionsAllowed, openTransaction } = server;
  const database = { bytes, connections: used, connectionsAllowed, openTransaction };
  const redis = process.redis();
  const replica = services.replica?.state() ?? null;
  const { workers, apis, installedAt } = server;
  const stores = { redis, isRedisEvicting: process.isRedisEvicting(), database, partitions, replica, areFilesUsable };
  const problems = findProblems({
    ...{ now, connections, lanes, workers, apis, installedAt, ...stores },
    lost: processes.lost,
    hooksStopped,
    lastBackupAt: backup?.finishedAt ?? null,
    isDiskLow: processes.isDiskLow || disk?.isLow === true,
  });
  return { now, known, connections, lanes, server, database, redis, replica, disk, backup, problems };
}

/** Finds what is not well, for the health page and for alerts alike, with the connections by their ids. */
export async function findCurrentProblems(
  services: Services,
  process: Omit<ProcessFacts, "version">,
): Promise<{ problems: ReturnType<typeof findProblems>; connections: Connections }> {
  const { problems, known } = await readFacts(services, process);
  return { problems, connections: known };
}

/** Reads how the installation is, and what is not well. */
export async function readHealth(services: Services, process: ProcessFacts): Promise<HealthView> {
  const { sql } = services.database;
  const [facts, unread, unreadContents] = await Promise.all([
    readFacts(services, process),
    listUnknownEvents(sql),
    countUnreadContents(sql),
  ]);
  const { now, known, connections, lanes, server, database, redis, replica, disk, backup, problems } = facts;
  return {
    at: now.toISOString(),
    problems: problems.map(({ connectionId, ...problem }) => ({ ...problem, connection: toNamed(known, connectionId) })),
    connections: connections.map((each) => toConnectionView(known, each, unread)),
    unreadContents,
    lanes,
    processes: { apis: server.apis, workers: server.workers },
    redis,
    database,
    replica,
    disk,
    lastBackup: backup ? { at: backup.finishedAt.toISOString(), bytes: backup.bytes } : null,
    versions: { product: process.version, node: globalThis.process.versions.node, postgres: server.version, schema: server.schema },
  };
}

type Connections = DirectorySnapshot["connections"];

async function readConnectionRows({ database: { sql } }: Services) {
  const [outbox, arrivals, parked, unanswered, refused] = await Promise.all([
    readOutboxBacklog(sql),
    readArrivals(sql),
    readParkedCounts(sql),
    readUnanswered(sql),
    readRefused(sql),
  ]);
  return {
    outbox: new Map(outbox.map((row) => [row.connectionId, row])),
    arrivals: new Map(arrivals.map((row) => [row.connectionId, row.lastEventAt])),
    parked: new Map(parked.map((row) => [row.connectionId, row.parked])),
    unanswered: new Map(unanswered.map((row) => [row.connectionId, row.conversations])),
    refused: new Map(refused.map((row) => [row.connectionId, row])),
  };
}

function toConnectionFacts(known: Connections, rows: Awaited<ReturnType<typeof readConnectionRows>>): ConnectionFacts[] {
  return [...known.values()].map(({ id, status, wanted, notices }) => {
    const { queued = 0, handed = 0, unknown = 0, oldestSeconds = 0 } = rows.outbox.get(id) ?? {};
    const lastEventAt = rows.arrivals.get(id) ?? null;
    const [parked, unanswered] = [rows.parked.get(id) ?? 0, rows.unanswered.get(id) ?? 0];
    const { refused = 0, sent = 0 } = rows.refused.get(id) ?? {};
    const levels = notices.map(levelOfNotice).filter((level) => level !== "fact");
    const account = { notices: levels.length, isStopped: levels.includes("bad") };
    const sends = { waiting: queued + handed, oldestSeconds, unknown, refused, sent };
    return { id, status, wanted, lastEventAt, unanswered, parked, ...sends, ...account };
  });
}

function toNamed(known: Connections, id: number | null) {
  return id === null ? null : { id, name: known.get(id)?.name ?? "" };
}

/** What the directory knows; a connection that was deleted meanwhile has nothing. */
function toSessionFacts(row: DirectoryConnectionRow | undefined) {
  if (row === undefined) return { name: "", api: "meow", reason: null, downSince: null, notices: [] } as const;
  const { name, api, statusReason, downSince, notices } = row;
  return { name, api, reason: statusReason, downSince: downSince?.toISOString() ?? null, notices: notices.map(toNoticeView) };
}

function toConnectionView(known: Connections, facts: ConnectionFacts, counts: readonly UnknownCount[]): ConnectionHealthView {
  const { id, status, lastEventAt, waiting, oldestSeconds, unknown, parked } = facts;
  return {
    ...toSessionFacts(known.get(id)),
    id,
    status,
    lastEventAt: lastEventAt?.toISOString() ?? null,
    waiting,
    oldestSeconds,
    unknown,
    parked,
    unread: counts
      .filter(({ connectionId }) => connectionId === id)
      .map(({ name, seen, lastAt }) => ({ name, seen, lastAt: lastAt.toISOString() })),
  };
}
