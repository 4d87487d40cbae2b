import { findLastBackup } from "@balcao/database/backup";
import {
  readSchemaFacts,
  readServerFacts,
  readWorkFacts,
  type SchemaFacts,
  type ServerFacts,
  type WorkFacts,
} from "@balcao/database/doctor";
import { readPulse, readUnanswered, type Pulse } from "@balcao/database/health";
import { OLDEST_POSTGRES, PASSAGE } from "@balcao/database/migrations";
import { readCoverage, type PartitionCoverage } from "@balcao/database/partitions";
import { readPrimaryPlace, readReplicaPlace, type ReplicaPlace } from "@balcao/database/replica";
import { getAllowedConnections, listConnectionUse, openReadPool, type ConnectionUse, type Sql } from "@balcao/database/sql";
import { isPartitionLate, OLD_BACKUP_MS, UNANSWERED_CONVERSATIONS } from "@balcao/domain/health";
import type { Sealer } from "@balcao/platform/secrets";
import { countEarlierSeals } from "../seals/index.js";
import { checkSealedKeys, databaseSentence } from "../startup/index.js";
import { fault, ok, reasonOf, warning, type Finding } from "./finding.js";

/** One api, one worker, and what is left for psql, backups and migrations. */
const LEAST_CONNECTIONS = 25;
const CLOCK_WARNING_MS = 2_000;
const CLOCK_FAULT_MS = 30_000;
/** No open transaction is asked for here. */
const OPEN_SECONDS = 86_400;
const HOUR_MS = 60 * 60_000;

export function serverFindings({ major, isReadOnly, isUtf8, now }: ServerFacts, ourNow: Date): Finding[] {
  const apartMs = Math.abs(now.getTime() - ourNow.getTime());
  const apart = `The clocks of this machine and of the database differ by ${(apartMs / 1_000).toFixed(1)} s.`;
  const setClock = "Let both machines set their clocks by NTP (timedatectl set-ntp true).";
  return [
    major < OLDEST_POSTGRES
      ? fault("PostgreSQL", `It is version ${major}.`, `Use version ${OLDEST_POSTGRES} or newer: back up, install it, restore.`)
      : ok("PostgreSQL", `Version ${major}.`),
    isReadOnly
      ? fault("database", "It can only be read: it is a replica.", "Name the main server in DATABASE_URL.")
      : ok("database", "It can be written."),
    isUtf8
      ? ok("encoding", "UTF-8.")
      : fault("encoding", "The database is not in UTF-8.", "Create it with -E UTF8 and restore a backup into it."),
    apartMs > CLOCK_FAULT_MS
      ? fault("clock", apart, setClock)
      : apartMs > CLOCK_WARNING_MS
        ? warning("clock", apart, setClock)
        : ok("clock", "The same as the database's."),
  ];
}

export function connectionFinding(allowed: number, use: readonly ConnectionUse[]): Finding {
  const taken = use.reduce((sum, { connections }) => sum + connections, 0);
  const sentence = `PostgreSQL allows ${allowed} connections; running programs have or may open ${taken}.`;
  const remedy = "Raise max_connections and restart PostgreSQL, or run fewer processes: each api has 15, each worker 7 to 13.";
  if (allowed < LEAST_CONNECTIONS || taken > allowed) return fault("connections", sentence, remedy);
  return taken > allowed * 0.9 ? warning("connections", sentence, remedy) : ok("connections", sentence);
}

/** Without a worker nothing is received from numbers and nothing is sent; without either, nothing runs here. */
export function processFinding({ apis, workers }: Pick<Pulse, "apis" | "workers">): Finding {
  const sentence = `${apis} api(s) and ${workers} worker(s) run.`;
  if (apis === 0 && workers === 0) return warning("processes", sentence, "Start Balcão, if it should run now.");
  if (workers === 0) return fault("processes", sentence, "Start a worker: without one nothing is received and nothing is sent.");
  return apis === 0 ? fault("processes", sentence, "Start an api: without one nobody can sign in.") : ok("processes", sentence);
}

export function schemaFinding({ isEmpty, pending, newer, older, isAside }: SchemaFacts): Finding {
  if (isAside)
    return fault(
      "schema",
      "A restore was interrupted.",
      "Run npm run restore (in a container node dist/commands/restore.js) again: it begins anew, and nothing was lost.",
    );
  if (newer !== null)
    return fault(
      "schema",
      `A newer version has migrated the database (${newer}).`,
      "Start that version, or restore the backup made before the upgrade.",
    );
  if (older !== null)
    return fault(
      "schema",
      `It is the one of an old version (${older}), from which only versions up to the commit ${PASSAGE} migrate.`,
      `Pass through it: git checkout ${PASSAGE}, npm start once until the page answers, stop it, then start this version.`,
    );
  if (isEmpty) return warning("schema", "The database is empty.", "Start Balcão once, or restore a backup.");
  if (pending > 0) return warning("schema", `${pending} migration(s) are missing.`, "They run at the next start of an api or worker.");
  return ok("schema", "It is the one of this version.");
}

function workFindings({ parkedEvents, unknownSends, numbersAway }: WorkFacts): Finding[] {
  const count = (name: string, found: number, what: string, remedy: string): Finding =>
    found === 0 ? ok(name, "None.") : warning(name, `${found} ${what}.`, remedy);
  return [
    count(
      "parked events",
      parkedEvents,
      "received event(s) could not be applied",
      "Try them again or discard them on the page Connections.",
    ),
    count(
      "unknown sends",
      unknownSends,
      "message(s) may or may not have gone out",
      "Send them again or discard them in their conversations.",
    ),
    count("numbers", numbersAway, "number(s) are not connected", "The page Connections says why, and links them again."),
  ];
}

/** A gateway reports what becomes of each message: where no event came since many were sent, its webhooks do not reach us. */
function webhookFinding(unanswered: readonly { readonly conversations: number }[]): Finding {
  const dead = unanswered.filter(({ conversations }) => conversations >= UNANSWERED_CONVERSATIONS).length;
  if (dead === 0) return ok("webhooks", "Gateways answer what is sent.");
  return warning(
    "webhooks",
    `${dead} connected number(s) sent messages more than an hour ago, and their gateway has reported nothing since.`,
    "Check that the gateway reaches WEBHOOK_BASE_URL (WuzAPI) or PUBLIC_URL/api/webhook/meta (Meta's app); docs/CONNECTORS.md.",
  );
}

function partitionFinding(coverage: readonly PartitionCoverage[], now: Date): Finding {
  const late = coverage.filter((each) => isPartitionLate(now, each)).map(({ table }) => table);
  if (late.length === 0) return ok("partitions", "They are made ahead.");
  return warning(
    "partitions",
    `Those of ${late.join(" and ")} are late, or there are rows outside of them. Nothing is lost or refused.`,
    "Let a worker with the role timers run: it makes them every ten minutes. Where one does, its log says what is in the way; docs/OPERATIONS.md.",
  );
}

export function backupFinding(finishedAt: Date | null, now: Date): Finding {
  if (finishedAt === null)
    return warning(
      "backup",
      "There has never been one.",
      "npm run backup -- --to /another/disk (in a container node dist/commands/backup.js --to …), every night by cron or a timer.",
    );
  const hours = Math.floor((now.getTime() - finishedAt.getTime()) / HOUR_MS);
  const sentence = `The last one is ${hours} hour(s) old.`;
  return hours * HOUR_MS > OLD_BACKUP_MS
    ? warning(
        "backup",
        sentence,
        "Check the timer that makes them; npm run backup (in a container node dist/commands/backup.js) makes one now.",
      )
    : ok("backup", sentence);
}

async function keyFinding(sql: Sql, sealer: Pick<Sealer, "keyIds">): Promise<Finding> {
  try {
    await checkSealedKeys(sql, sealer);
    return ok("keys", "Every stored key of a number can be opened.");
  } catch (error) {
    return fault("keys", "Stored keys of numbers cannot be opened.", error instanceof Error ? error.message : "");
  }
}

/** Whether the earlier keys of a ring are still needed; nothing where there is one key. */
async function ringFindings(sql: Sql, sealer: Pick<Sealer, "keyIds">): Promise<Finding[]> {
  if (sealer.keyIds.length === 1) return [];
  const left = await countEarlierSeals(sql, sealer);
  return [
    left > 0
      ? ok("earlier key", `${left} value(s) are still sealed with it; a worker seals them anew within ten minutes of its start.`)
      : warning(
          "earlier key",
          "Nothing is sealed with it any more.",
          "npm run rotate-secrets -- --forget-earlier, or take it out of the variable.",
        ),
  ];
}

interface DatabaseToExamine {
  readonly url: string;
  readonly sql: Sql;
  /** Null where the secrets cannot be read, which another finding reports. */
  readonly sealer: Pick<Sealer, "keyIds"> | null;
  readonly now: () => Date;
}

/** Examines the database. Nothing is changed. */
export async function examineDatabase({ url, sql, sealer, now }: DatabaseToExamine): Promise<Finding[]> {
  try {
    const findings = serverFindings(await readServerFacts(sql), now());
    findings.push(connectionFinding(await getAllowedConnections(sql), await listConnectionUse(sql)));
    const schema = await readSchemaFacts(url);
    findings.push(schemaFinding(schema));
    if (schema.isEmpty || schema.isAside || schema.pending > 0) return findings;
    findings.push(processFinding(await readPulse(sql, OPEN_SECONDS)));
    findings.push(partitionFinding(await readCoverage(sql), now()));
    findings.push(...workFindings(await readWorkFacts(sql)), webhookFinding(await readUnanswered(sql)));
    if (sealer) findings.push(await keyFinding(sql, sealer), ...(await ringFindings(sql, sealer)));
    findings.push(backupFinding((await findLastBackup(sql))?.finishedAt ?? null, now()));
    return findings;
  } catch (error) {
    const remedy = databaseSentence(error) ?? "Check DATABASE_URL and that the server runs.";
    return [fault("PostgreSQL", `It cannot be used (${reasonOf(error)}).`, remedy)];
  }
}

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
