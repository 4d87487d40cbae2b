import { createHash } from "node:crypto";
import { sealAuditEntries } from "@balcao/database/audit";
import { deleteUnownedFiles } from "@balcao/database/files";
import { deleteOldIdempotencyKeys } from "@balcao/database/idempotency";
import { deleteOldInboundEvents } from "@balcao/database/intake";
import { countParkedEvents, wakeForgottenLanes } from "@balcao/database/lanes";
import { deleteOldLiveEvents } from "@balcao/database/live";
import { deleteOldSends } from "@balcao/database/outbox";
import { deleteOldSentKeys } from "@balcao/database/sessionKeys";
import { deleteEndedSessions, deleteOldLoginFailures } from "@balcao/database/sessions";
import { foldTicketCells } from "@balcao/database/tickets";
import type { House } from "../kernel/index.js";
import type { SessionKeeper } from "../sessions/index.js";

const UNOWNED_HOURS = 24;
/** Raw news of gateways, and those whose message never came (P-28). */
const JOURNAL_DAYS = { appliedDays: 30, orphanDays: 7 } as const;
const OUTBOX_DAYS = 90;
/** How long a recipient may ask for a message again (gateways.md A.13). */
const SENT_DAYS = 14;

/** Folds count deltas into their cells (ARCHITECTURE 17). Due each second; safe when two processes do it. */
export async function foldCounts(house: House): Promise<void> {
  await foldTicketCells(house.database.sql);
}

/** Seals audit entries that are not yet sealed, a thousand at a time (ARCHITECTURE 15). */
export async function sealAudit(house: House): Promise<boolean> {
  const sealed = await house.database.transaction((tx) =>
    sealAuditEntries(tx, (previous, lines) => {
      const hash = createHash("sha256").update(previous);
      for (const line of lines) hash.update(line).update("\n");
      return hash.digest();
    }),
  );
  return sealed > 0;
}

/** The nets under lossy wake-ups: forgotten lanes are woken, hand-offs of dead holders are taken back. */
export async function sweep(house: House, keeper: SessionKeeper): Promise<void> {
  await wakeForgottenLanes(house.database.sql);
  const parked = await countParkedEvents(house.database.sql);
  if (parked > 0) house.logger.warn({ parked }, "inbound events are parked after five tries");
  for (const kept of keeper.sessions()) await kept.dispatcher.releaseStale();
}

/**
 * Deletes what has served its time, in small steps (P-28): live events, request keys and ended sessions after a day, raw news after thirty, sends
 * that went out after ninety, failed sign-ins, copies of what was sent, files that no message took. Messages stay.
 */
export async function deleteExpired(house: House): Promise<void> {
  let above = 0;
  do above = await deleteOldLiveEvents(house.database.sql, above);
  while (above > 0);
  while ((await deleteOldIdempotencyKeys(house.database.sql)) > 0);
  while ((await deleteEndedSessions(house.database.sql)) > 0);
  while ((await deleteOldInboundEvents(house.database.sql, JOURNAL_DAYS)) > 0);
  while ((await deleteOldSends(house.database.sql, OUTBOX_DAYS)) > 0);
  await deleteOldLoginFailures(house.database.sql);
  while ((await deleteOldSentKeys(house.database.sql, SENT_DAYS)) > 0);
  for (const path of await deleteUnownedFiles(house.database.sql, UNOWNED_HOURS)) await house.files.remove(path);
  await house.files.removeAbandoned();
}
