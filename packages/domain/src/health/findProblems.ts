import type { SessionStatus } from "../connections/index.js";

/** What the health page knows of one connection. */
export interface ConnectionFacts {
  readonly id: number;
  readonly status: SessionStatus;
  /** Whether it should be connected. */
  readonly wanted: boolean;
  readonly lastEventAt: Date | null;
  /**
   * Conversations to which messages were sent since the last event, an hour to a day ago; only of connectors whose gateway calls
   * our webhook, and counted up to some.
   */
  readonly unanswered: number;
  /** Messages to be sent, and how long the oldest has waited. */
  readonly waiting: number;
  readonly oldestSeconds: number;
  /** Messages whose outcome is unknown. */
  readonly unknown: number;
  readonly parked: number;
  /** How many bad things its network says of the account, and how bad the worst is. */
  readonly notices: number;
  readonly isStopped: boolean;
  /** Sends of the last 15 minutes that were refused, and that went out; the latter counted where there are refused ones. */
  readonly refused: number;
  readonly sent: number;
}

/** How the api that answers sees the read replica. */
export type ReplicaHealth = "ok" | "behind" | "unreachable" | "promoted" | "foreign";

/** A table in partitions of time. */
interface PartitionFacts {
  /** Up to when it has partitions; null where it has none. */
  readonly until: Date | null;
  /** How long before its first row a partition should be there. */
  readonly leastAheadMs: number;
  /** Whether it has rows of a time without a partition. */
  readonly hasStrays: boolean;
}

export interface HealthFacts {
  readonly now: Date;
  readonly connections: readonly ConnectionFacts[];
  readonly lanes: { readonly waiting: number; readonly oldestSeconds: number };
  readonly workers: number;
  readonly apis: number;
  /** Processes that ended without a word, and whose place no other one has taken. */
  readonly lost: number;
  readonly redis: "up" | "down" | "off";
  /** Whether Redis deletes keys when it is full. */
  readonly isRedisEvicting: boolean;
  readonly database: {
    readonly connections: number;
    readonly connectionsAllowed: number;
    readonly openTransaction: { readonly program: string; readonly seconds: number } | null;
  };
  readonly partitions: readonly PartitionFacts[];
  /** Null where there is no read replica. */
  readonly replica: ReplicaHealth | null;
  /** Whether the volume of a data folder of any process is nearly full. */
  readonly isDiskLow: boolean;
  /** Whether the place of files can be used, a bucket or the data folder. */
  readonly areFilesUsable: boolean;
  /** Outgoing webhooks that rest without anybody having said so. */
  readonly hooksStopped: number;
  /** Null before the first backup. */
  readonly lastBackupAt: Date | null;
  readonly installedAt: Date;
}

export type ProblemKind =
  | "noWorker"
  | "noApi"
  | "processLost"
  | "diskLow"
  | "filesAway"
  | "lanesLate"
  | "databaseFull"
  | "openTransaction"
  | "partitionsLate"
  | "replicaUnreachable"
  | "replicaBehind"
  | "replicaForeign"
  | "redisDown"
  | "redisEvicts"
  | "backupOld"
  | "backupNever"
  | "loggedOut"
  | "down"
  | "webhookDead"
  | "hooksStopped"
  | "silent"
  | "outboxLate"
  | "sendsRefused"
  | "parked"
  | "accountNotice"
  | "unknown";

/** One thing that is not well. `bad`: work has stopped; `attention`: somebody should look. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly level: "bad" | "attention";
  /** The connection that it is about; null for the installation. */
  readonly connectionId: number | null;
  /** How many, or how many seconds; null where there is nothing to count. */
  readonly value: number | null;
}

/** From these ages on work counts as late, in seconds. */
const LATE_LANE = 30;
const STOPPED_LANE = 300;
const LATE_SEND = 120;
/** A share of the server's connections. */
const FULL = 0.9;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The last backup should be of last night: for the health page, the doctor and the alert. */
export const OLD_BACKUP_MS = 36 * HOUR_MS;
/** A new installation should be backed up within its first week. */
const NO_BACKUP_MS = 7 * DAY_MS;
/** So many refused sends are no coincidence, when they are this share of all, or half of them. */
const REFUSED_SENDS = 3;
const REFUSED_SHARE = 0.2;
/** Each message causes events at its gateway; so many conversations without any are no coincidence. */
export const UNANSWERED_CONVERSATIONS = 3;
/** A connected number without an event for this long, while another had one within the last hour. */
const SILENT_MS = 6 * HOUR_MS;

/** Whether the partitions of a table are made too late: no row is refused, but what has none is neither dropped nor archived as a whole. */
export const isPartitionLate = (now: Date, { until, leastAheadMs, hasStrays }: PartitionFacts): boolean =>
  hasStrays || until === null || until.getTime() - now.getTime() < leastAheadMs;

/** Lists what is not well, the worst first. */
export function findProblems(facts: HealthFacts): Problem[] {
  const problems = [...findOfInstallation(facts), ...facts.connections.flatMap((each) => findOfConnection(facts, each))];
  return problems.sort((a, b) => Number(a.level !== "bad") - Number(b.level !== "bad"));
}

const problem = (kind: ProblemKind, level: Problem["level"], value: number | null = null, connectionId: number | null = null): Problem => ({
  kind,
  level,
  connectionId,
  value,
});

const REPLICA_PROBLEMS: Readonly<Record<Exclude<ReplicaHealth, "ok">, ProblemKind>> = {
  behind: "replicaBehind",
  unreachable: "replicaUnreachable",
  promoted: "replicaForeign",
  foreign: "replicaForeign",
};

const findOfReplica = (replica: HealthFacts["replica"]): Problem | false =>
  replica !== null && replica !== "ok" && problem(REPLICA_PROBLEMS[replica], "attention");

const findOfPartitions = ({ now, partitions }: HealthFacts): Problem | false =>
  partitions.some((each) => isPartitionLate(now, each)) && problem("partitionsLate", "attention");

function findOfBackup({ now, lastBackupAt, installedAt }: HealthFacts): Problem | false {
  const ageMs = now.getTime() - (lastBackupAt ?? installedAt).getTime();
  if (lastBackupAt !== null) return ageMs > OLD_BACKUP_MS && problem("backupOld", "attention", Math.floor(ageMs / HOUR_MS));
  return ageMs > NO_BACKUP_MS && problem("backupNever", "attention", Math.floor(ageMs / DAY_MS));
}

const findOfHooks = ({ hooksStopped }: HealthFacts): Problem | false =>
  hooksStopped > 0 && problem("hooksStopped", "attention", hooksStopped);

function findOfInstallation(facts: HealthFacts): Problem[] {
  const { lanes, workers, apis, lost, redis, isRedisEvicting, database, replica, isDiskLow, areFilesUsable } = facts;
  const { openTransaction, connections, connectionsAllowed } = database;
  return [
    workers === 0 && problem("noWorker", "bad"),
    apis === 0 && problem("noApi", "bad"),
    lost > 0 && problem("processLost", "attention", lost),
    isDiskLow && problem("diskLow", "bad"),
    !areFilesUsable && problem("filesAway", "bad"),
    lanes.oldestSeconds > LATE_LANE && problem("lanesLate", lanes.oldestSeconds > STOPPED_LANE ? "bad" : "attention", lanes.oldestSeconds),
    connections >= FULL * connectionsAllowed && problem("databaseFull", "attention", connections),
    openTransaction !== null && problem("openTransaction", "attention", openTransaction.seconds),
    findOfPartitions(facts),
    findOfReplica(replica),
    redis === "down" && problem("redisDown", "attention"),
    isRedisEvicting && problem("redisEvicts", "attention"),
    findOfBackup(facts),
    findOfHooks(facts),
  ].filter((each) => each !== false);
}

function findOfConnection(facts: HealthFacts, connection: ConnectionFacts): Problem[] {
  const { id, status, wanted, oldestSeconds, parked, unknown, notices, isStopped } = connection;
  const isConnected = status === "CONNECTED";
  return [
    wanted && !isConnected && problem(status === "LOGGEDOUT" ? "loggedOut" : "down", "bad", null, id),
    isConnected && findOfArrivals(facts, connection),
    findOfRefusals(connection),
    isConnected && oldestSeconds > LATE_SEND && problem("outboxLate", "attention", oldestSeconds, id),
    notices > 0 && problem("accountNotice", isStopped ? "bad" : "attention", notices, id),
    parked > 0 && problem("parked", "attention", parked, id),
    unknown > 0 && problem("unknown", "attention", unknown, id),
  ].filter((each) => each !== false);
}

/** Refused sends fail one by one in their conversations; together they say that the number itself is refused. */
function findOfRefusals({ id, refused, sent }: ConnectionFacts): Problem | false {
  const share = refused / (refused + sent);
  if (refused < REFUSED_SENDS || share < REFUSED_SHARE) return false;
  return problem("sendsRefused", share < 0.5 ? "attention" : "bad", refused, id);
}

/** A webhook that says nothing about what was sent is certain; a number without events may only be quiet. */
function findOfArrivals(facts: HealthFacts, connection: ConnectionFacts): Problem | false {
  if (connection.unanswered >= UNANSWERED_CONVERSATIONS) return problem("webhookDead", "bad", null, connection.id);
  return isSilent(facts, connection) && problem("silent", "attention", null, connection.id);
}

/** No event for hours while others have some: its webhooks may not reach us. */
function isSilent({ now, connections }: HealthFacts, { id, lastEventAt }: ConnectionFacts): boolean {
  if (lastEventAt === null || now.getTime() - lastEventAt.getTime() < SILENT_MS) return false;
  return connections.some(
    (other) => other.id !== id && other.lastEventAt !== null && now.getTime() - other.lastEventAt.getTime() < HOUR_MS,
  );
}
