import { readArchiveFailing, readBackupAge } from "@balcao/database/backup";
import { noteArrivals, readArrivals, readLaneBacklog, readOutboxBacklog, readRefused } from "@balcao/database/health";
import type { ReadReplica } from "@balcao/database/replica";
import type { PoolUse } from "@balcao/database/sql";
import type { Metrics } from "@balcao/platform/metrics";
import type { VolumeGuard } from "@balcao/platform/volumes";
import type { Services } from "../../ground/kernel/index.js";

/** Stored state is read at most this often, however many programs ask for the metrics. */
const KEPT_MS = 2_000;

/** Exports how the pools of this process are used. */
export function collectPoolUse({ state, onPrint }: Metrics, pools: Readonly<Record<string, { use(): PoolUse }>>): void {
  onPrint(() => {
    for (const [pool, { use }] of Object.entries(pools))
      for (const [name, connections] of Object.entries<number>({ ...use() })) state.poolConnections.set({ pool, state: name }, connections);
  });
}

/** Exports whether this process is connected to Redis, where one is configured. */
export function collectRedis({ state, onPrint }: Metrics, status: () => "up" | "down" | "off"): void {
  onPrint(() => {
    const redis = status();
    if (redis !== "off") state.redisUp.set({ purpose: "messages" }, Number(redis === "up"));
  });
}

/** Exports how full the disk of this process is; an unreadable one leaves the values as they were. */
export function collectDisk({ state, onPrint }: Metrics, { use }: Pick<VolumeGuard, "use">): void {
  onPrint(async () => {
    const disk = await use();
    if (disk === null) return;
    state.diskFreeBytes.set(disk.freeBytes);
    state.diskLow.set(Number(disk.isLow));
  });
}

/** Exports how this process sees the read replica, where there is one, and how its connections are used. */
export function collectReplica(metrics: Metrics, replica: ReadReplica | null): void {
  if (replica === null) return;
  collectPoolUse(metrics, { replica });
  metrics.onPrint(() => {
    metrics.state.replicaState.reset();
    metrics.state.replicaState.set({ state: replica.state() }, 1);
  });
}

/**
 * Exports what the installation has stored: backlogs of lanes and outbox, connections, parked
 * events, the age of its backup. While the database does not answer, the values of its last answer remain.
 */
export function collectState(services: Pick<Services, "database" | "directory" | "clock">, { state, onPrint }: Metrics): void {
  let readAt = -Infinity;
  onPrint(async () => {
    const now = services.clock.monotonic();
    if (now - readAt < KEPT_MS) return;
    state.databaseUp.set(0);
    const { sql } = services.database;
    const [lanes, outbox, arrivals, backupAge, isArchiveFailing, refused] = await Promise.all([
      readLaneBacklog(sql),
      readOutboxBacklog(sql),
      readArrivals(sql),
      readBackupAge(sql),
      readArchiveFailing(sql),
      readRefused(sql),
    ]);
    readAt = now;
    state.databaseUp.set(1);
    state.backupAgeSeconds.set(backupAge);
    state.walArchiveFailing.set(Number(isArchiveFailing));
    state.lanesWaiting.set(lanes.waiting);
    state.laneOldestSeconds.set(lanes.oldestSeconds);
    state.outboxMessages.reset();
    state.outboxOldestSeconds.reset();
    for (const { connectionId, oldestSeconds, ...counts } of outbox) {
      const connection = String(connectionId);
      state.outboxOldestSeconds.set({ connection }, oldestSeconds);
      for (const [name, messages] of Object.entries(counts)) state.outboxMessages.set({ connection, state: name }, messages);
    }
    state.sendsRefused.reset();
    state.sendsRefusedShare.reset();
    for (const { connectionId, refused: count, sent } of refused) {
      state.sendsRefused.set({ connection: String(connectionId) }, count);
      state.sendsRefusedShare.set({ connection: String(connectionId) }, count / (count + sent));
    }
    state.connectionLastEvent.reset();
    for (const { connectionId, lastEventAt } of arrivals)
      state.connectionLastEvent.set({ connection: String(connectionId) }, lastEventAt.getTime() / 1_000);
  });
  onPrint(() => setConnections(services, state));
}

/** The directory is at most five seconds old. */
function setConnections({ directory }: Pick<Services, "directory">, state: Metrics["state"]): void {
  const connections = [...directory.current().connections.values()];
  state.connections.reset();
  state.parkedEvents.reset();
  for (const { id, api, status, parkedEvents } of connections) {
    state.connections.inc({ connector: api, status });
    state.parkedEvents.set({ connection: String(id) }, parkedEvents);
  }
  state.connectionsDown.set(connections.filter(({ wanted, status }) => wanted && status !== "CONNECTED").length);
}

/** Notes when the newest event of each connection was stored. Run it every few seconds. */
export const noteConnectionArrivals = ({ database }: Services): Promise<void> => noteArrivals(database.sql);
