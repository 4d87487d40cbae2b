import { deleteOldAiAnswers } from "@balcao/database/ai";
import { sealAuditEntries } from "@balcao/database/audit";
import { deleteEndedAuthSessions, deleteOldLoginFailures } from "@balcao/database/authSessions";
import { deleteParkedChores } from "@balcao/database/chores";
import { deleteUnownedFiles } from "@balcao/database/files";
import { deleteOldKeyCopies, deleteOldSentKeys } from "@balcao/database/gatewaySessionKeys";
import { deleteOldIdempotencyKeys } from "@balcao/database/idempotency";
import { deleteOldInboundEvents } from "@balcao/database/intake";
import { deleteOldJobs } from "@balcao/database/jobs";
import { countParkedEvents, wakeForgottenLanes } from "@balcao/database/lanes";
import { deleteStrayLiveEvents, detachLiveDay, dropDetachedLiveDays, listOldLiveDays } from "@balcao/database/live";
import { deleteOldSends } from "@balcao/database/outbox";
import { addPartitions, PARTITIONED, readNow, takeTurn } from "@balcao/database/partitions";
import { deleteOldPushDeliveries } from "@balcao/database/push";
import { deleteOldReports } from "@balcao/database/reports";
import { isRepeatable } from "@balcao/database/sql";
import { foldTagCounts } from "@balcao/database/tags";
import { foldTicketCells } from "@balcao/database/tickets";
import { KEY_COPY_DAYS } from "@balcao/domain/connections";
import { REFETCH_MS } from "@balcao/domain/messages";
import { toSealHashes } from "../../ground/audit/index.js";
import type { Services } from "../../ground/kernel/index.js";
import type { SessionKeeper } from "../../numbers/gatewaySessions/index.js";
import { shortenHookLogs } from "../hooks/index.js";

const UNOWNED_HOURS = 24;
/** Days until events whose message never arrived are deleted [P-28]. */
const ORPHAN_DAYS = 7;
const OUTBOX_DAYS = 90;
const AI_ANSWER_DAYS = 30;
/** How long a recipient may ask for a message again. */
const SENT_DAYS = 14;

/**
 * Adds count deltas to their cells (ADR 7). Run it every second; two processes may run it
 * at once.
 */
export async function foldCounts(services: Services): Promise<void> {
  await foldTicketCells(services.database.sql);
  await foldTagCounts(services.database.sql);
}

/**
 * Seals up to a thousand unsealed audit entries (ADR 40). Returns whether there were any.
 */
export async function sealAudit(services: Services): Promise<boolean> {
  const sealed = await services.database.transaction((tx) => sealAuditEntries(tx, toSealHashes));
  return sealed > 0;
}

/**
 * Recovers what lost wake-ups and dead processes left behind: wakes forgotten lanes, and takes back
 * hand-offs of dead holders.
 */
export async function sweep(services: Services, keeper: SessionKeeper): Promise<void> {
  await wakeForgottenLanes(services.database.sql);
  const parked = await countParkedEvents(services.database.sql);
  if (parked > 0) services.logger.warn({ parked }, "inbound events are parked after five tries");
  for (const kept of keeper.sessions()) await kept.dispatcher.releaseStale();
}

type Kept = Pick<Services, "database" | "logger">;

/**
 * What fails is left to the next run: a table that somebody uses for long, or a partition that cannot be made. The default partition
 * takes the rows meanwhile, and nothing else may stop for it.
 */
async function orInNextRun({ logger }: Kept, table: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isRepeatable(error)) logger.info({ table, err: error }, "partitions are in use; they are changed in the next run");
    else logger.error({ table, err: error }, "partitions could not be changed; it is tried again in the next run");
  }
}

/** Creates the partitions of the coming day and year, long before their first row (ADR 34). Several processes may run it at once. */
async function keepPartitions(services: Kept): Promise<void> {
  const { database, logger } = services;
  const now = await readNow(database.sql);
  for (const table of PARTITIONED)
    await orInNextRun(services, table.name, async () => {
      const added = await database.transaction(async (tx) => ((await takeTurn(tx)) ? addPartitions(tx, table, now) : []));
      if (added.length > 0) logger.info({ added }, "partitions were created");
    });
}

/** Drops the days of live events that are older than a day, and deletes what belongs to no day. */
async function retireLiveEvents(services: Kept): Promise<void> {
  const { database } = services;
  await orInNextRun(services, "live_event", async () => {
    await dropDetachedLiveDays(database.sql);
    for (const name of await listOldLiveDays(database.sql, await readNow(database.sql)))
      await database.transaction((tx) => detachLiveDay(tx, name));
    await dropDetachedLiveDays(database.sql);
  });
  let above = 0;
  do above = await deleteStrayLiveEvents(database.sql, above);
  while (above > 0);
}

/**
 * Creates the next partitions, and deletes expired rows: live events by whole days, the others in small steps: idempotency keys
 * and ended sessions after a day, applied events after the days of the setting (30) [P-28], answers of the AI server and copies of keys after 30 days, deliveries of webhooks beyond the last thousand, finished sends after 90, failed sign-ins, copies of
 * sent messages, reports and jobs after a day, and files without a message. Messages are deleted by `keepRetention` alone.
 */
export async function deleteExpired(services: Services): Promise<void> {
  await keepPartitions(services);
  await retireLiveEvents(services);
  while ((await deleteOldIdempotencyKeys(services.database.sql)) > 0);
  while ((await deleteEndedAuthSessions(services.database.sql)) > 0);
  const dayAgo = new Date(services.clock.now().getTime() - 24 * 3_600_000);
  while ((await deleteOldPushDeliveries(services.database.sql, dayAgo)) > 0);
  await shortenHookLogs(services);
  const journal = { appliedDays: services.directory.current().settings.keepJournal, orphanDays: ORPHAN_DAYS };
  while ((await deleteOldInboundEvents(services.database.sql, journal)) > 0);
  while ((await deleteOldSends(services.database.sql, OUTBOX_DAYS)) > 0);
  await deleteOldLoginFailures(services.database.sql);
  while ((await deleteOldSentKeys(services.database.sql, SENT_DAYS)) > 0);
  const keysSince = new Date(services.clock.now().getTime() - KEY_COPY_DAYS * 24 * 3_600_000);
  while ((await deleteOldKeyCopies(services.database.sql, keysSince)) > 0);
  const keptSince = new Date(services.clock.now().getTime() - REFETCH_MS);
  while ((await deleteParkedChores(services.database.sql, keptSince)) > 0);
  while ((await deleteOldAiAnswers(services.database.sql, AI_ANSWER_DAYS)) > 0);
  await deleteOldJobs(services.database.sql);
  for (const path of await deleteOldReports(services.database.sql)) await services.files.remove(path);
  for (const path of await deleteUnownedFiles(services.database.sql, UNOWNED_HOURS)) await services.files.remove(path);
  await services.files.removeAbandoned();
}
