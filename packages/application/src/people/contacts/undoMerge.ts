import { nameOfDoer } from "../../ground/directory/index.js";
import { AppError } from "@balcao/contracts/errors";
import type { ContactMergeView, ContactView } from "@balcao/contracts/contacts";
import type { AuditNote } from "@balcao/contracts/log";
import {
  listLaterTickets,
  listMerges,
  lockContacts,
  lockContactTickets,
  lockMerge,
  restoreFoldedTicket,
  restoreMergedContact,
  unfoldPlanned,
  unfoldTicket,
  type MergeRow,
} from "@balcao/database/contacts";
import { listContactTagIds } from "@balcao/database/tags";
import { getNewestMessage, lockTicket, raiseTicketVersion, setTicketPreview } from "@balcao/database/tickets";
import { command, recordTagCounts, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { mayOnTicket, recordTicketChange, toTicketFacts } from "../../inbox/tickets/index.js";
import { getContact } from "./readContacts.js";
import { refuseHiddenTickets } from "./deleteContact.js";

/** Later tickets than these stay with the contact. */
const MOST_LATER = 100;

/** Lists the merges into a contact that can be undone, with the tickets that came after each and that the person may open (added). */
export async function listContactMerges(
  services: Services,
  ctx: Ctx,
  { contactId }: { readonly contactId: number },
): Promise<readonly ContactMergeView[]> {
  const { sql } = services.database;
  const directory = services.directory.current();
  const { queues, connections } = directory;
  const merges = await listMerges(sql, contactId);
  const views: ContactMergeView[] = [];
  for (const { id, at, userId, goneName, goneNumber, goneEmail, ticketIds } of merges) {
    const later = (await listLaterTickets(sql, id, MOST_LATER)).filter((ticket) =>
      mayOnTicket(services, ctx, "ticket:open", toTicketFacts(ticket)),
    );
    views.push({
      id,
      createdAt: at.toISOString(),
      user: userId === null ? null : (nameOfDoer(directory, userId, ctx.actor) ?? ""),
      name: goneName,
      number: goneNumber,
      email: goneEmail,
      tickets: ticketIds.length,
      laterTickets: later.map(({ id: ticketId, status, createdAt, queueId, connectionId }) => ({
        id: ticketId,
        status,
        createdAt: createdAt.toISOString(),
        queue: queueId === null ? null : (queues.get(queueId)?.name ?? null),
        whatsapp: connectionId === null ? null : (connections.get(connectionId)?.name ?? null),
      })),
    });
  }
  return views;
}

interface UndoInput {
  readonly contactId: number;
  readonly mergeId: number;
  /** Tickets after the merge that go to the restored contact; the others stay. */
  readonly ticketIds: readonly number[];
  readonly note: AuditNote | null;
}

/**
 * Undoes a merge (added): the other contact comes back with its addresses, tickets, messages and
 * fields, and a message that has addresses of both does not merge them again. Messages that came
 * later into a ticket stay with it. Throws ERR_NOT_FOUND for a merge that was undone, and what
 * `refuseHiddenTickets` throws.
 */
export async function undoMerge(services: Services, ctx: Ctx, { contactId, mergeId, ticketIds, note }: UndoInput): Promise<ContactView> {
  const restoredId = await command(services, ctx, async (unit) => {
    const tickets = await lockContactTickets(unit, contactId);
    await lockContacts(unit, [contactId]);
    const merge = await lockMerge(unit, mergeId, contactId);
    if (!merge) throw new AppError("ERR_NOT_FOUND");
    refuseHiddenTickets(services, ctx, tickets);
    const moved = await restoreMergedContact(unit, mergeId, ticketIds);
    const unfolded = await unfold(unit, merge);
    for (const id of new Set([...moved, ...unfolded])) {
      const ticket = await raiseTicketVersion(unit, id);
      await recordTicketChange(unit, ticket, ticket, { historyMoved: unfolded.has(id) });
    }
    await unit.live("contact", { id: merge.goneId, action: "create" });
    await unit.live("contact", { id: contactId, action: "update" });
    await recordTagCounts(unit, await listContactTagIds(unit, merge.goneId));
    const audit = { action: "contact.unmerge" as const, contactId, description: `${merge.goneName} is another person again`, note };
    return { audit, result: merge.goneId };
  });
  return getContact(services, ctx, { contactId: restoredId });
}

/** Moves messages back into the tickets that the merge emptied; returns the tickets that changed. */
async function unfold(unit: Unit, { id: mergeId, folded }: Pick<MergeRow, "id" | "folded">): Promise<ReadonlySet<number>> {
  const changed = new Set<number>();
  for (const each of folded) {
    if (!(await lockTicket(unit, each.into))) continue;
    if (each.ticket !== undefined) await restoreFoldedTicket(unit, mergeId, each.ticket);
    // The emptied ticket may belong to the other contact, which was locked with its tickets.
    if (!(await lockTicket(unit, each.from))) continue;
    for (const id of await unfoldPlanned(unit, each)) await unit.live("planned", { id, action: "update" });
    if ((await unfoldTicket(unit, each)) === 0) continue;
    for (const id of [each.from, each.into]) {
      await setTicketPreview(unit, id, await getNewestMessage(unit, id));
      changed.add(id);
    }
  }
  return changed;
}
