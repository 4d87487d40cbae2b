import { openSearchPool, SearchAbandoned, type AskSearch, type SearchPool } from "../search/index.js";
import { one, openReadPool, sqlStateOf, statement, type PoolUse, type Sql } from "../sql/index.js";

/** What makes a database the same on a primary and its replicas. */
interface Identity {
  /** Chosen by initdb, and copied with the files. */
  readonly system: string;
  readonly database: number;
}

/** A place in the log, in bytes from its beginning. */
interface PrimaryPlace extends Identity {
  /** All up to here has been written to the disk, and may have been sent to replicas. */
  readonly lsn: number;
}

export interface ReplicaPlace {
  readonly isReplica: boolean;
  readonly isSameDatabase: boolean;
  /** All up to here can be read; 0 where nothing is replayed. */
  readonly lsn: number;
}

const DATABASE = "(SELECT oid::bigint FROM pg_database WHERE datname = current_database())";
const primaryPlace = statement<PrimaryPlace>(
  "replica_primary_place",
  `SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint AS lsn, system_identifier::text AS system, ${DATABASE} AS database
   FROM pg_control_system()`,
);
const replicaPlace = statement<ReplicaPlace>(
  "replica_place",
  `SELECT pg_is_in_recovery() AS "isReplica", system_identifier::text = $1 AND ${DATABASE} = $2 AS "isSameDatabase",
     coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::bigint AS lsn
   FROM pg_control_system()`,
);

export const readPrimaryPlace = (sql: Sql): Promise<PrimaryPlace> => one(sql.run(primaryPlace));
export const readReplicaPlace = (sql: Sql, { system, database }: Identity): Promise<ReplicaPlace> =>
  one(sql.run(replicaPlace, [system, database]));

/** Reads go to the primary while the replica is behind by more than this, in milliseconds. */
const MOST_LAG_MS = 30_000;
/** After a failed read no other one asks the replica for this long, in milliseconds. */
const REST_MS = 10_000;
/** A replica that does not accept a connection, or answer whether it is well, within this time, in milliseconds, is not waited for. */
const CONNECT_MS = 3_000;
/** A statement without an answer for this long, in milliseconds, was lost on the way: the server ends its own after 15 s. */
const ANSWER_MS = 17_000;
const QUERY_CANCELED = "57014";

/**
 * `ok`: it answers reads. `behind`: by more than 30 s, or nobody knows yet by how much. `unreachable`: it did not answer, or broke a
 * read off. `promoted`: it is a server of its own now. `foreign`: it is no copy of this database.
 */
type ReplicaState = "ok" | "behind" | "unreachable" | "promoted" | "foreign";

/** A streaming replica for reads that may be some seconds old. What it cannot answer, the primary answers. */
export interface ReadReplica {
  /** Runs `work`, which only reads, on the replica; on the primary while that cannot be used, and once more there when it fails. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Does the same for the work of a search, under the rules of SearchPool. */
  search<T>(signal: AbortSignal | undefined, work: (ask: AskSearch) => Promise<T>): Promise<T>;
  state(): ReplicaState;
  /**
   * Looks how the replica is; to be called every few seconds. When it does not answer, reads that wait for it run on the primary.
   * Rejects when the primary does not answer.
   */
  check(): Promise<void>;
  use(): PoolUse;
  close(): Promise<void>;
}

interface ReadReplicaOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly poolSize: number;
  readonly searchPoolSize: number;
  readonly primary: { readonly sql: Sql; readonly search: SearchPool };
  /** Milliseconds of a clock that is never set. */
  readonly monotonic: () => number;
  readonly onPoolError: (error: Error) => void;
  /** Called when the state changes; `error` is what the replica failed with. */
  readonly onState: (state: ReplicaState, error: unknown) => void;
}

/** How old the replica is: it knows everything of the newest moment whose place in the primary's log it has replayed. */
function createAge(monotonic: () => number) {
  let marks: readonly { readonly at: number; readonly lsn: number }[] = [];
  let reachedAt = -Infinity;
  return {
    note: (at: number, lsn: number): void => void (marks = [...marks, { at, lsn }]),
    reach: (replayed: number): void => {
      reachedAt = marks.reduce((newest, { at, lsn }) => (lsn <= replayed ? Math.max(newest, at) : newest), reachedAt);
      marks = marks.filter(({ at }) => at > reachedAt && monotonic() - at <= MOST_LAG_MS);
    },
    isFresh: (): boolean => monotonic() - reachedAt <= MOST_LAG_MS,
  };
}

/** What the last look and the last failed read say about the replica. */
function createStanding({ monotonic, onState }: Pick<ReadReplicaOptions, "monotonic" | "onState">) {
  const age = createAge(monotonic);
  let restsUntil = -Infinity;
  let found: ReplicaState = "behind";
  const enter = (next: ReplicaState, error?: unknown): void => {
    if (next !== found) onState(next, error);
    found = next;
  };
  const judge = ({ isReplica, isSameDatabase, lsn }: ReplicaPlace): ReplicaState => {
    if (!isSameDatabase) return "foreign";
    if (!isReplica) return "promoted";
    age.reach(lsn);
    return age.isFresh() ? "ok" : "behind";
  };
  return {
    state: (): ReplicaState => (found === "ok" && !age.isFresh() ? "behind" : found),
    note: age.note,
    see: (place: ReplicaPlace): void => {
      const next = judge(place);
      if (next !== "ok" || monotonic() >= restsUntil) enter(next);
    },
    lose: (error: unknown): void => enter("unreachable", error),
    rest: (error: unknown): void => {
      restsUntil = monotonic() + REST_MS;
      enter("unreachable", error);
    },
  };
}

/** Reads that wait for an answer, each of which can be ended before the limit of its connection. */
function createWaitingRoom() {
  const waiting = new Set<(error: unknown) => void>();
  return {
    wait: <T>(read: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        waiting.add(reject);
        void read.then(resolve, reject).finally(() => waiting.delete(reject));
      }),
    endAll: (error: unknown): void => waiting.forEach((reject) => reject(error)),
  };
}

/** Whether one more read must wait for a connection. A read that has just begun may count as waiting while a connection is idle. */
const isFull = ({ used, waiting }: PoolUse, size: number): boolean => used + waiting >= size;

/** Opens the pools of a replica; each connection is made when it is first needed. It is not used before `check` has found it well. */
export function openReadReplica(options: ReadReplicaOptions): ReadReplica {
  const { primary, monotonic } = options;
  const pool = openReadPool({ ...options, connectMs: CONNECT_MS, answerMs: ANSWER_MS });
  // Looks have a connection of their own: those of reads may be busy.
  const look = openReadPool({ ...options, poolSize: 1, connectMs: CONNECT_MS, answerMs: CONNECT_MS });
  const search = openSearchPool({ ...options, size: options.searchPoolSize, connectMs: CONNECT_MS, answerMs: CONNECT_MS });
  const standing = createStanding(options);
  const room = createWaitingRoom();
  const attempt = async <T>(onReplica: () => Promise<T>, onPrimary: () => Promise<T>, isQueued: boolean): Promise<T> => {
    if (standing.state() !== "ok") return onPrimary();
    try {
      return await room.wait(onReplica());
    } catch (error) {
      // These are ends of the read itself: a limit of time, or a person who has gone.
      if (error instanceof SearchAbandoned || sqlStateOf(error) === QUERY_CANCELED) throw error;
      // A read that had to wait for others may have failed because of them; looks say how the server is.
      if (!isQueued) standing.rest(error);
      return onPrimary();
    }
  };

  return {
    read: (work) =>
      attempt(
        () => work(pool.sql),
        () => work(primary.sql),
        isFull(pool.use(), options.poolSize),
      ),
    search: (signal, work) =>
      attempt(
        () => search.run(signal, work),
        () => primary.search.run(signal, work),
        isFull(search.use(), options.searchPoolSize),
      ),
    state: standing.state,
    check: async () => {
      const at = monotonic();
      const { lsn, ...identity } = await readPrimaryPlace(primary.sql);
      standing.note(at, lsn);
      await readReplicaPlace(look.sql, identity).then(standing.see, (error: unknown) => {
        standing.lose(error);
        room.endAll(error);
      });
    },
    use: pool.use,
    close: async () => {
      await Promise.all([pool.close(), look.close(), search.close()]);
    },
  };
}
