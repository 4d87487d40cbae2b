import { readPrimaryPlace, readReplicaPlace, type ReplicaPlace } from "@balcao/database/replica";
import { openReadPool, type Sql } from "@balcao/database/sql";
import { fault, ok, reasonOf, warning, type Finding } from "./finding.js";

/** A replica that follows is some kilobytes of log behind; more than this takes it seconds. */
const MOST_BYTES_BEHIND = 64 * 1024 ** 2;
const LIMITS = { connectMs: 5_000, answerMs: 5_000 } as const;

/** Judges where a replica is in the log, whose main server has written `lsn` bytes. */
export function replicaFinding({ isReplica, isSameDatabase, lsn: replayed }: ReplicaPlace, lsn: number): Finding {
  const unset = "or unset DATABASE_REPLICA_URL: the main server answers meanwhile.";
  if (!isSameDatabase)
    return fault("replica", "It is no copy of the database of DATABASE_URL.", `Name a streaming replica of that server, ${unset}`);
  if (!isReplica) return fault("replica", "It is a main server of its own.", `Make a new replica of the server of DATABASE_URL, ${unset}`);
  const behind = Math.max(0, lsn - replayed);
  const sentence = `It is ${(behind / 1024 ** 2).toFixed(1)} MB of log behind the main server.`;
  return behind > MOST_BYTES_BEHIND
    ? warning("replica", sentence, "See pg_stat_replication on the main server, and what holds the replica up (docs/OPERATIONS.md).")
    : ok("replica", sentence);
}

/** Examines the replica of DATABASE_REPLICA_URL, where there is one. Nothing is changed. */
export async function examineReplica(url: string | undefined, primary: Sql): Promise<Finding[]> {
  if (url === undefined) return [];
  const { sql, close } = openReadPool({ url, applicationName: "balcao-doctor", poolSize: 1, ...LIMITS });
  try {
    const { lsn, ...identity } = await readPrimaryPlace(primary);
    return [replicaFinding(await readReplicaPlace(sql, identity), lsn)];
  } catch (error) {
    const remedy = "Check DATABASE_REPLICA_URL and that both servers run: the main server answers meanwhile.";
    return [warning("replica", `It cannot be used (${reasonOf(error)}).`, remedy)];
  } finally {
    await close();
  }
}
