import { one, statement, type Sql } from "../sql/index.js";

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
