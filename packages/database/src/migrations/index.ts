import { endedJobs } from "./0089-endedJobs.js";
import { aiAnswers } from "./0090-aiAnswers.js";
import { lanesTogether } from "./0091-lanesTogether.js";
import { restsOfConnections } from "./0092-restsOfConnections.js";
import { refusedSends } from "./0093-refusedSends.js";
import { sessionKeyCopies } from "./0094-sessionKeyCopies.js";
import { firstAnswers } from "./0095-firstAnswers.js";
import { metaAgent } from "./0096-metaAgent.js";
import { accountNotices } from "./0097-accountNotices.js";
import { unreadContents } from "./0098-unreadContents.js";
import { messagePricing } from "./0099-messagePricing.js";
import { recordsApart } from "./0100-recordsApart.js";
import { recordsOfBefore } from "./0101-recordsOfBefore.js";
import { givenRights } from "./0102-givenRights.js";
import { plannedMessages } from "./0103-plannedMessages.js";
import { templateFiles } from "./0104-templateFiles.js";
import { alerts } from "./0105-alerts.js";
import { tagCounts } from "./0106-tagCounts.js";
import { quarantine } from "./0107-quarantine.js";
import { customersWords } from "./0108-customersWords.js";
import { waitingOrder } from "./0109-waitingOrder.js";
import { queueHours } from "./0110-queueHours.js";
import { contactOrigins } from "./0111-contactOrigins.js";
import { numberChecks } from "./0112-numberChecks.js";
import { filmCodecs } from "./0113-filmCodecs.js";
import { pausedSchedules } from "./0114-pausedSchedules.js";
import { notices } from "./0115-notices.js";
import { snooze } from "./0116-snooze.js";
import { erasures } from "./0117-erasures.js";
import { quickAnswerTexts } from "./0118-quickAnswerTexts.js";
import { secondFactor } from "./0119-secondFactor.js";
import { pictureFacts } from "./0120-pictureFacts.js";
import { closing } from "./0121-closing.js";
import { targets } from "./0122-targets.js";
import { dueOrder } from "./0123-dueOrder.js";
import { shares } from "./0124-shares.js";
import { guests } from "./0125-guests.js";
import { deeds } from "./0126-deeds.js";
import { savedViews } from "./0127-savedViews.js";
import { apiTokens } from "./0128-apiTokens.js";
import { passwordLinks } from "./0129-passwordLinks.js";
import { outgoingHooks } from "./0130-outgoingHooks.js";
import { moving } from "./0131-moving.js";
import { viewColumns } from "./0132-viewColumns.js";
import { adsAndMacros } from "./0133-adsAndMacros.js";
import { panelTokens } from "./0136-panelTokens.js";
import { erasedRows } from "./0137-erasedRows.js";
import { outsideSends } from "./0139-outsideSends.js";
import { providerSignIn } from "./0141-providerSignIn.js";
import { passkeys } from "./0142-passkeys.js";
import { movedTickets } from "./0143-movedTickets.js";
import { movingReports } from "./0144-movingReports.js";
import { provenSessions } from "./0146-provenSessions.js";
import { programRecords } from "./0147-programRecords.js";
import { hooksOfTokens } from "./0148-hooksOfTokens.js";
import { severalAddresses } from "./0149-severalAddresses.js";
import { unreadKeys } from "./0152-unreadKeys.js";
import { contactPages } from "./0153-contactPages.js";
import { baseline } from "./baseline.js";
import type { Migration } from "./migration.js";
import { asRecordedNow } from "./replaced.js";
import { runList, type MigrationOptions } from "./runList.js";
import { one, statement, type Sql } from "../sql/index.js";

export { OLDEST_POSTGRES, SchemaRefused } from "./checkServer.js";
export type { Migration } from "./migration.js";
export { asRecordedNow, findOlder, PASSAGE, REPLACED } from "./replaced.js";
export { RUNNER_LOCK } from "./runList.js";

/** In order. A released migration never changes. */
export const MIGRATIONS: readonly Migration[] = [
  baseline,
  // What came after schema.sql, one file each.
  endedJobs,
  aiAnswers,
  lanesTogether,
  restsOfConnections,
  refusedSends,
  sessionKeyCopies,
  firstAnswers,
  metaAgent,
  accountNotices,
  unreadContents,
  messagePricing,
  recordsApart,
  recordsOfBefore,
  givenRights,
  plannedMessages,
  templateFiles,
  alerts,
  tagCounts,
  quarantine,
  customersWords,
  waitingOrder,
  queueHours,
  contactOrigins,
  numberChecks,
  filmCodecs,
  pausedSchedules,
  notices,
  snooze,
  erasures,
  quickAnswerTexts,
  secondFactor,
  pictureFacts,
  closing,
  targets,
  dueOrder,
  shares,
  guests,
  deeds,
  savedViews,
  apiTokens,
  passwordLinks,
  outgoingHooks,
  moving,
  viewColumns,
  adsAndMacros,
  panelTokens,
  erasedRows,
  outsideSends,
  providerSignIn,
  passkeys,
  movedTickets,
  movingReports,
  provenSessions,
  programRecords,
  hooksOfTokens,
  severalAddresses,
  unreadKeys,
  contactPages,
];

/**
 * Migrates the schema to the current version and returns the names of the new steps, on a connection
 * without a statement timeout, because indexes of big tables take long. Several processes may call it
 * at once: one runs, the others wait. Throws SchemaRefused before any change.
 */
export const runMigrations = (url: string, options: MigrationOptions = {}): Promise<string[]> => runList(url, MIGRATIONS, options);

const known = statement<{ exists: boolean }>("migrations_known", "SELECT to_regclass('public.schema_migration') IS NOT NULL AS exists");
const recorded = statement<{ name: string }>("migrations_recorded", "SELECT name FROM public.schema_migration");

/** The migrations of this version that a database with an installation lacks, in order; none for an empty database. */
export async function listPending(sql: Sql): Promise<string[]> {
  const rows = (await one(sql.run(known))).exists ? await sql.run(recorded) : [];
  if (rows.length === 0) return [];
  const done = new Set(asRecordedNow(rows.map(({ name }) => name)));
  return MIGRATIONS.map(({ name }) => name).filter((name) => !done.has(name));
}
