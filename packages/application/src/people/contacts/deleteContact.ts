import type { ContactDeletedView, ContactsClearedView } from "@balcao/contracts/contacts";
import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import {
  countUnusedContacts,
  deleteContactRow,
  deleteUnusedContacts,
  lockContactTickets,
  type DoomedTicket,
  type UnusedContacts,
} from "@balcao/database/contacts";
import { Contact } from "@balcao/database/models";
import { listContactTagIds } from "@balcao/database/tags";
import { command, recordTagCounts, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { refuseContactWithProtocol } from "../../inbox/protocols/index.js";
import { mayOnTicket, toTicketFacts } from "../../inbox/tickets/index.js";

/** Contacts examined per transaction, so that none holds locks for long. */
const STEP = 1_000;

/**
 * Refuses to delete or merge a contact whose conversations are not all the person's to decide about, administrators excepted [D-267]:
 * ERR_CONTACT_HIDDEN_TICKETS, with their number, where the person may not open one, ERR_CONTACT_ATTENDED while somebody else attends
 * one. The caller has locked all tickets of the contact.
 */
export function refuseHiddenTickets(services: Services, ctx: Ctx, tickets: readonly DoomedTicket[]): void {
  if (ctx.actor.profile === "admin") return;
  const hidden = tickets.filter((ticket) => !mayOnTicket(services, ctx, "ticket:open", toTicketFacts(ticket)));
  if (hidden.length > 0)
    throw new AppError("ERR_CONTACT_HIDDEN_TICKETS", {
      sentence: `Este contato tem ${hidden.length} conversa(s) que você não pode abrir. Peça a um administrador.`,
      details: [{ field: "tickets", rule: String(hidden.length) }],
    });
  if (tickets.some(({ status, userId }) => status === "open" && userId !== null && userId !== ctx.actor.id))
    throw new AppError("ERR_CONTACT_ATTENDED");
}

interface DeleteContactInput {
  readonly contactId: number;
  readonly note: AuditNote | null;
}

/**
 * Deletes a contact with its tickets and messages in one transaction; their files follow a day later
 * [API-056], and counts them. Throws ERR_CONTACT_HAS_PROTOCOL for a contact with a protocol, and what
 * `refuseHiddenTickets` throws.
 */
export async function deleteContact(services: Services, ctx: Ctx, { contactId, note }: DeleteContactInput): Promise<ContactDeletedView> {
  const counts = await command(services, ctx, async (unit) => {
    // Tickets before the contact, as everywhere else: a message of this person may be arriving.
    const tickets = await lockContactTickets(unit, contactId);
    const contact = await Contact.findByPk(contactId, { transaction: unit.orm, lock: true });
    if (!contact) throw new AppError("ERR_NO_CONTACT_FOUND");
    await refuseContactWithProtocol(unit, contactId);
    refuseHiddenTickets(services, ctx, tickets);
    const tagIds = await listContactTagIds(unit, contactId);
    const gone = { tickets: tickets.length, messages: await deleteContactRow(unit, contactId) };
    for (const ticket of tickets) await recordDeletedTicket(unit, ticket);
    await unit.live("contact", { id: contactId, action: "delete" });
    await recordTagCounts(unit, tagIds);
    const named = contact.number === null ? contact.name : `${contact.name} (${contact.number})`;
    const description = `${named}: ${gone.tickets} tickets, ${gone.messages} messages`;
    return { audit: { action: "contact.delete", contactId, description, note }, result: gone };
  });
  return { message: "Contact deleted", ...counts };
}

async function recordDeletedTicket(unit: Unit, ticket: DoomedTicket): Promise<void> {
  const payload = { before: toTicketFacts(ticket), after: null, version: ticket.version + 1, createdMessages: [], updatedMessages: [] };
  await unit.live("ticket", { change: "deleted", ...payload }, ticket.id);
}

interface ClearContactsInput {
  /** Only counts, for the question before. */
  readonly dryRun: boolean;
  readonly note: AuditNote | null;
}

/**
 * Deletes the contacts that nothing refers to: no ticket, no redirect, no schedule and no mass send that has yet to reach them; groups
 * stay [API-055, D-136].
 * Browsers read their lists again once, because there may be 100,000 of them.
 */
export async function clearContacts(services: Services, ctx: Ctx, { dryRun, note }: ClearContactsInput): Promise<ContactsClearedView> {
  if (dryRun) return toCounted(await countUnusedContacts(services.database.sql));
  let deleted = 0;
  let lastId: number | null = 0;
  while (lastId !== null) {
    const afterId: number = lastId;
    const step = await command(services, ctx, async (unit) => ({
      audit: "unchanged",
      result: await deleteUnusedContacts(unit, afterId, STEP),
    }));
    deleted += step.deleted;
    lastId = step.lastId;
  }
  await command(services, ctx, async (unit) => {
    await unit.live("contacts", {});
    return { audit: { action: "contact.clear", description: `${deleted} contacts deleted`, note }, result: null };
  });
  const left = toCounted(await countUnusedContacts(services.database.sql));
  return { deleted, kept: left.deleted + left.kept };
}

function toCounted({ unused, withTags, withExtraInfo, withPicture, ...keptFor }: UnusedContacts): ContactsClearedView {
  const kept = Object.values(keptFor).reduce((sum, count) => sum + count, 0);
  return { deleted: unused, kept, details: { withTags, withExtraInfo, withPicture, keptFor } };
}
