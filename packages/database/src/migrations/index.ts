import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isAside } from "../backup/schemaSwap.js";
import { addPartitionsOn } from "../partitions/index.js";
import { checkServer, SchemaRefused } from "./checkServer.js";
import type { Migration } from "./migration.js";
import { people } from "./0001-people.js";
import { conversations } from "./0002-conversations.js";
import { journals } from "./0003-journals.js";
import { notes } from "./0004-notes.js";
import { sessionKeys } from "./0005-sessionKeys.js";
import { connectionGaps } from "./0007-connectionGaps.js";
import { reactions } from "./0008-reactions.js";
import { lateNews } from "./0009-lateNews.js";
import { standIns } from "./0010-standIns.js";
import { mediaJobs } from "./0011-mediaJobs.js";
import { sessionWorkers } from "./0012-sessionWorkers.js";
import { templateReviews } from "./0013-templateReviews.js";
import { gapsResolved } from "./0014-gapsResolved.js";
import { gapHistory } from "./0015-gapHistory.js";
import { accountChecks } from "./0016-accountChecks.js";
import { retention } from "./0017-retention.js";
import { keptPromises } from "./0018-keptPromises.js";
import { sealedEdits } from "./0019-sealedEdits.js";
import { droppedByMeta } from "./0020-droppedByMeta.js";
import { messageSearch } from "./0021-messageSearch.js";
import { auditRelated } from "./0022-auditRelated.js";
import { quickAnswers } from "./0023-quickAnswers.js";
import { historyOwners } from "./0024-historyOwners.js";
import { waitingSince } from "./0025-waitingSince.js";
import { messageTraces } from "./0026-messageTraces.js";
import { adSource } from "./0027-adSource.js";
import { flow } from "./0028-flow.js";
import { ratings } from "./0029-ratings.js";
import { protocols } from "./0030-protocols.js";
import { questions } from "./0031-questions.js";
import { contactMessages } from "./0032-contactMessages.js";
import { administration } from "./0033-administration.js";
import { sendRuns } from "./0034-sendRuns.js";
import { chats } from "./0035-chats.js";
import { pushes } from "./0036-pushes.js";
import { dashboard } from "./0037-dashboard.js";
import { reports } from "./0038-reports.js";
import { sendProtection } from "./0039-sendProtection.js";
import { transcriptions } from "./0040-transcriptions.js";
import { backups } from "./0041-backups.js";
import { connectionActivity } from "./0042-connectionActivity.js";
import { sessionPresence } from "./0043-sessionPresence.js";
import { mergesAndJobs } from "./0044-mergesAndJobs.js";
import { sendContents } from "./0045-sendContents.js";
import { laneFunctions } from "./0046-laneFunctions.js";
import { contactSearch } from "./0047-contactSearch.js";
import { orphansOfSends } from "./0048-orphansOfSends.js";
import { oneRecount } from "./0049-oneRecount.js";
import { commentMentions } from "./0050-commentMentions.js";
import { manyRows } from "./0051-manyRows.js";
import { shortPendingList } from "./0052-shortPendingList.js";
import { partitionKeys } from "./0053-partitionKeys.js";
import { liveEventDays } from "./0054-liveEventDays.js";
import { auditYears } from "./0055-auditYears.js";
import { auditArchives } from "./0056-auditArchives.js";
import { rowFacts } from "./0057-rowFacts.js";
import { quickAnswerScopes } from "./0059-quickAnswerScopes.js";
import { lastMessageMedia } from "./0060-lastMessageMedia.js";
import { quickAnswerFiles } from "./0062-quickAnswerFiles.js";
import { auditFilters } from "./0063-auditFilters.js";
import { sparserIndexes } from "./0064-sparserIndexes.js";
import { auditSends } from "./0065-auditSends.js";
import { laneAcks } from "./0066-laneAcks.js";
import { choresOfNumbers } from "./0070-choresOfNumbers.js";
import { pushObjects } from "./0073-pushObjects.js";
import { addressAges } from "./0075-addressAges.js";
import { sendDestinations } from "./0076-sendDestinations.js";
import { endsAndLocks } from "./0077-endsAndLocks.js";
import { messageKeys } from "./0078-messageKeys.js";
import { plannedParts } from "./0080-plannedParts.js";
import { convertedFiles } from "./0081-convertedFiles.js";
import { numberSearch } from "./0082-numberSearch.js";
import { canonicalNumbers } from "./0083-canonicalNumbers.js";
import { unknownEvents } from "./0084-unknownEvents.js";
import { temporaryPasswords } from "./0087-temporaryPasswords.js";
import { endedJobs } from "./0089-endedJobs.js";

export { OLDEST_POSTGRES, SchemaRefused } from "./checkServer.js";
export type { Migration } from "./migration.js";

/** In order. A released migration never changes. */
export const MIGRATIONS = [
  people,
  conversations,
  journals,
  notes,
  sessionKeys,
  connectionGaps,
  reactions,
  lateNews,
  standIns,
  mediaJobs,
  sessionWorkers,
  templateReviews,
  gapsResolved,
  gapHistory,
  accountChecks,
  retention,
  keptPromises,
  sealedEdits,
  droppedByMeta,
  messageSearch,
  auditRelated,
  quickAnswers,
  historyOwners,
  waitingSince,
  messageTraces,
  adSource,
  flow,
  ratings,
  protocols,
  questions,
  contactMessages,
  administration,
  sendRuns,
  chats,
  pushes,
  dashboard,
  reports,
  sendProtection,
  transcriptions,
  backups,
  connectionActivity,
  sessionPresence,
  mergesAndJobs,
  sendContents,
  laneFunctions,
  contactSearch,
  orphansOfSends,
  oneRecount,
  commentMentions,
  manyRows,
  shortPendingList,
  partitionKeys,
  liveEventDays,
  auditYears,
  auditArchives,
  rowFacts,
  quickAnswerScopes,
  lastMessageMedia,
  quickAnswerFiles,
  auditFilters,
  sparserIndexes,
  auditSends,
  laneAcks,
  choresOfNumbers,
  pushObjects,
  addressAges,
  sendDestinations,
  endsAndLocks,
  messageKeys,
  plannedParts,
  convertedFiles,
  numberSearch,
  canonicalNumbers,
  unknownEvents,
  temporaryPasswords,
  endedJobs,
] as const satisfies readonly Migration[];

/** Of who migrates. Any number works, but it must be the same in every version. */
export const RUNNER_LOCK = 727_001;
/** How long a process waits before it asks again whether the other one has ended. */
const TURN_PAUSE_MS = 200;

/** Returns the names of what has run. Refuses a schema that a newer version has migrated, and one in the middle of a restore. */
async function checkSchema(client: pg.Client, isRestore: boolean): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>("SELECT name FROM schema_migration ORDER BY name DESC");
  const newer = rows.find(({ name }) => !MIGRATIONS.some((migration) => migration.name === name));
  if (newer) {
    throw new SchemaRefused(
      `The database was migrated by a newer version of Balcão (${newer.name}), which this version could damage. ` +
        "Start that version again, or restore the backup that was made before the upgrade.",
    );
  }
  if (!isRestore && (await isAside(client)))
    throw new SchemaRefused(
      "A restore of this database was interrupted. Run npm run restore again, or with --undo to have the state before it; nothing was lost.",
    );
  return new Set(rows.map(({ name }) => name));
}

interface MigrationOptions {
  /** Receives the name of each step before it runs. */
  readonly onStep?: (step: string) => void;
  /** Runs these migrations only: those of a backup. */
  readonly only?: readonly string[];
  /** The caller is the restore, which keeps the earlier installation aside. */
  readonly isRestore?: boolean;
  /** Ends the wait for another process. */
  readonly signal?: AbortSignal;
  /** How long a server may take to accept the connection; 10 s by default. */
  readonly connectMs?: number;
}

/**
 * Takes the lock of the runner when no other process has it. It asks again and again, because an
 * index that the other one builds CONCURRENTLY would wait for the statement of a waiter: a deadlock.
 */
async function waitForTurn(client: pg.Client, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [RUNNER_LOCK]);
    if (rows[0]?.taken === true) return;
    await sleep(TURN_PAUSE_MS, undefined, signal && { signal });
  }
}

/**
 * Migrates the schema to the current version and returns the names of the new steps, on a connection
 * without a statement timeout, because indexes of big tables take long. Several processes may call it
 * at once: one runs, the others wait. Throws SchemaRefused before any change.
 */
export async function runMigrations(
  url: string,
  { onStep = () => undefined, only, isRestore = false, signal, connectMs = 10_000 }: MigrationOptions = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: "balcao-migrations", connectionTimeoutMillis: connectMs });
  // A lost connection fails the current statement, or the next one.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SET statement_timeout = 0; SET lock_timeout = '3s'");
    await checkServer(client);
    await waitForTurn(client, signal);
    await client.query(
      "CREATE TABLE IF NOT EXISTS schema_migration (name text PRIMARY KEY, executed_at timestamptz NOT NULL DEFAULT now())",
    );
    const executed = await checkSchema(client, isRestore);
    const wanted = MIGRATIONS.filter(({ name }) => only === undefined || only.includes(name));
    const done = wanted.every(({ name }) => executed.has(name)) ? [] : await runNew(client, wanted, onStep);
    await addPartitionsOn(client);
    return done;
  } finally {
    await client.end();
  }
}

/** The runner is loaded only where something is new: at most starts nothing is, and it keeps 4 MB. */
async function runNew(client: pg.Client, wanted: readonly Migration[], onStep: (step: string) => void): Promise<string[]> {
  const { runPending } = await import("./runPending.js");
  return runPending(client, wanted, onStep);
}
