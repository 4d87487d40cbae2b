import { getNewestMessageId, getPreviewFacts, toHistoryFacts, type RecordedRow } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { setTicketRecovered, type LockedTicket, type TicketRow } from "@balcao/database/tickets";
import { matches } from "@balcao/domain/access";
import { historyCondition, restrictsHistory, sharedHistory, type HistoryCondition, type HistoryFacts } from "@balcao/domain/messages";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/** Where a ticket is, and whose. */
type TicketOwnership = Pick<TicketRow, "queueId" | "userId">;

/** Which messages of a ticket the person sees, by the connections of now. */
export function historyFor(services: Services, { actor }: Pick<Ctx, "actor">): HistoryCondition {
  return historyCondition(actor, services.directory.current().histories);
}

/** Which messages may go into a text that is recorded at a ticket in this place, where others read it. */
export function sharedHistoryFor(services: Services, { actor }: Pick<Ctx, "actor">, place: TicketOwnership): HistoryCondition {
  const { queueId, userId } = place;
  return sharedHistory(actor, { queueId, ownerId: userId }, services.directory.current().histories);
}

/** Whether the person sees a message of a ticket that they may open. */
export function seesMessage(services: Services, ctx: Pick<Ctx, "actor">, message: RecordedRow): boolean {
  return matches(historyFor(services, ctx), toHistoryFacts(message));
}

/**
 * A ticket's row with the facts of the message that its preview is made of; null where everybody
 * may see it.
 */
export interface ShownTicketRow extends TicketRow {
  readonly previewFacts: HistoryFacts | null;
}

/**
 * Rows as views show them. Facts of previews are read only where a connection restricts its
 * history.
 */
export async function toShownRows(sql: Sql, { histories }: DirectorySnapshot, rows: readonly TicketRow[]): Promise<ShownTicketRow[]> {
  const restricted = rows.filter(({ connectionId }) => restrictsHistory(histories, connectionId)).map(({ id }) => id);
  const facts = restricted.length === 0 ? null : await getPreviewFacts(sql, restricted);
  return rows.map((row) => ({ ...row, previewFacts: facts?.get(row.id) ?? null }));
}

/**
 * What a transfer does to the sight of the messages so far: recovered, they are seen by the
 * new queue and person; otherwise what an earlier transfer recovered is taken back; without effect
 * where the connection shows all of the history. Returns whether anybody's sight may have changed.
 */
export async function recoverHistory(
  tx: Sql,
  services: Services,
  { before, after }: { readonly before: LockedTicket; readonly after: LockedTicket },
  recovers: boolean,
): Promise<boolean> {
  const { histories } = services.directory.current();
  const isRestricted = restrictsHistory(histories, after.connectionId);
  const upTo = recovers && isRestricted ? await getNewestMessageId(tx, after.id) : 0;
  if (upTo !== before.recoveredMessageId) await setTicketRecovered(tx, after.id, upTo);
  const wasRestricted = restrictsHistory(histories, before.connectionId);
  const moved = upTo !== before.recoveredMessageId || before.connectionId !== after.connectionId;
  return moved && (isRestricted || wasRestricted);
}
