import { Gauge, type Registry } from "prom-client";

/** Gauges of what the whole installation has stored; every api exports the same values. */
export type StateGauges = Readonly<{
  /** 1 while the database answers, else 0: the other gauges are then those of the last answer. */
  databaseUp: Gauge;
  /** How long ago this process wrote into the database that it lives; before the first time, since its start. */
  beatAgeSeconds: Gauge;
  /** 1 while this process is connected to Redis, else 0; nothing where none is configured. */
  redisUp: Gauge<"purpose">;
  /** Connections of this process to PostgreSQL; `state` is used, idle or waiting. */
  poolConnections: Gauge<"pool" | "state">;
  /** 1 for the present state of the read replica; nothing where there is none. */
  replicaState: Gauge<"state">;
  /** What is free on the disk of an api's data folder, and 1 when sends and uploads are refused for it, else 0. */
  diskFreeBytes: Gauge;
  diskLow: Gauge;
  /** How old the last backup is; without one, the installation. */
  backupAgeSeconds: Gauge;
  /** 1 while PostgreSQL archives its write-ahead log and its last attempt failed, else 0. */
  walArchiveFailing: Gauge;
  /** Conversations with events to apply. */
  lanesWaiting: Gauge;
  /** How long the conversation that is due for longest has waited. */
  laneOldestSeconds: Gauge;
  /** Inbound events that could not be applied and wait for an administrator. */
  parkedEvents: Gauge<"connection">;
  /** Connections by kind and status. */
  connections: Gauge<"connector" | "status">;
  /** Connections that should be connected and are not. */
  connectionsDown: Gauge;
  /** When the last event of a connection was stored. */
  connectionLastEvent: Gauge<"connection">;
  /** Messages in the outbox; `state` is queued, handed or unknown. */
  outboxMessages: Gauge<"connection" | "state">;
  /** How long the oldest message that is queued or handed has waited. */
  outboxOldestSeconds: Gauge<"connection">;
  /** Sends of the last 15 minutes that were refused; connections without any have no value. */
  sendsRefused: Gauge<"connection">;
  /** Their share of all that ended in those minutes. */
  sendsRefusedShare: Gauge<"connection">;
}>;

export function createStateGauges(registers: Registry[]): StateGauges {
  const plain = (name: string, help: string): Gauge => new Gauge({ name: `balcao_${name}`, help, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[]): Gauge<L> =>
    new Gauge({ name: `balcao_${name}`, help, labelNames, registers });
  return {
    databaseUp: plain("database_up", "Whether the database answered the last question of this process"),
    beatAgeSeconds: plain("beat_age_seconds", "How long ago this process wrote into the database that it lives"),
    // A gauge without labels would be exported as 0 where there is no Redis.
    redisUp: gauge("redis_up", "Whether this process is connected to Redis", ["purpose"]),
    poolConnections: gauge("pool_connections", "Connections of this process to PostgreSQL", ["pool", "state"]),
    replicaState: gauge("replica_state", "How this process sees the read replica", ["state"]),
    diskFreeBytes: plain("disk_free_bytes", "What is free on the disk of the data folder of this process"),
    diskLow: plain("disk_low", "Whether sends and uploads are refused because that disk is nearly full"),
    backupAgeSeconds: plain("backup_age_seconds", "How old the last backup is, or the installation without one"),
    walArchiveFailing: plain("wal_archive_failing", "Whether the last attempt of PostgreSQL to archive its write-ahead log failed"),
    lanesWaiting: plain("lanes_waiting", "Conversations with events to apply"),
    laneOldestSeconds: plain("lane_oldest_seconds", "How long the conversation that is due for longest has waited"),
    parkedEvents: gauge("parked_events", "Inbound events that wait for an administrator", ["connection"]),
    connections: gauge("connections", "Connections by kind and status", ["connector", "status"]),
    connectionsDown: plain("connections_down", "Connections that should be connected and are not"),
    connectionLastEvent: gauge("connection_last_event_timestamp_seconds", "When the last event of a connection was stored", ["connection"]),
    outboxMessages: gauge("outbox_messages", "Messages to be sent, or whose outcome is unknown", ["connection", "state"]),
    outboxOldestSeconds: gauge("outbox_oldest_seconds", "How long the oldest message to be sent has waited", ["connection"]),
    sendsRefused: gauge("sends_refused", "Sends of the last 15 minutes that were refused", ["connection"]),
    sendsRefusedShare: gauge("sends_refused_share", "The share of refused sends among those of the last 15 minutes", ["connection"]),
  };
}
