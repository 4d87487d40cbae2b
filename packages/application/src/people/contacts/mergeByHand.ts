import { AppError, invalidField } from "@balcao/contracts/errors";
import type { ContactView, DuplicateListView, MergePreviewView } from "@balcao/contracts/contacts";
import type { AuditNote } from "@balcao/contracts/log";
import {
  countContactHistory,
  getContactRowsByIds,
  listDuplicatePairs,
  lockContacts,
  lockContactTickets,
  markDistinct,
  type DoomedTicket,
} from "@balcao/database/contacts";
import { Contact } from "@balcao/database/models";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { mergeInto, presenterFor } from "../../inbox/tickets/index.js";
import { contactView, getContact } from "./readContacts.js";
import { refuseHiddenTickets } from "./deleteContact.js";

/** The pairs shown at once; further ones follow when these are decided. */
const MOST_PAIRS = 50;

interface Pair {
  /** The contact that stays. */
  readonly contactId: number;
  readonly otherId: number;
}

/** Lists contacts that may be one person: the same phone in two forms, the same e-mail, or the same name with an opaque address (added). */
export async function listDuplicates(services: Services, ctx: Ctx): Promise<DuplicateListView> {
  const { sql } = services.database;
  const pairs = await listDuplicatePairs(sql, MOST_PAIRS);
  const presenter = presenterFor(services, ctx);
  const rows = await getContactRowsByIds(sql, [...new Set(pairs.flatMap(({ keptId, otherId }) => [keptId, otherId]))]);
  const views = new Map(rows.map((row) => [row.id, contactView(row, presenter)]));
  return {
    count: pairs[0]?.count ?? 0,
    pairs: pairs.flatMap(({ keptId, otherId, reason }) => {
      const [kept, other] = [views.get(keptId), views.get(otherId)];
      return kept && other ? [{ kept, other, reason }] : [];
    }),
  };
}

/** What a merge would do: both contacts, and how much of the other one moves (added). */
export async function previewMerge(services: Services, ctx: Ctx, { contactId, otherId }: Pair): Promise<MergePreviewView> {
  refuseSame({ contactId, otherId });
  const [kept, other] = [await getContact(services, ctx, { contactId }), await getContact(services, ctx, { contactId: otherId })];
  refuseGroups([kept, other]);
  return { kept, other, ...(await countContactHistory(services.database.sql, otherId)) };
}

interface MergeInput extends Pair {
  readonly note: AuditNote | null;
}

/**
 * Merges the other contact into this one (added): tickets, addresses, tags, extra information and
 * redirects move; number, e-mail and picture fill what this one does not have. It can be undone. Throws what `refuseHiddenTickets` throws.
 */
export async function mergeByHand(services: Services, ctx: Ctx, { contactId, otherId, note }: MergeInput): Promise<ContactView> {
  refuseSame({ contactId, otherId });
  await command(services, ctx, async (unit) => {
    // Tickets before contacts, as everywhere else: a message of these people may be arriving.
    const tickets: DoomedTicket[] = [];
    for (const id of [contactId, otherId].sort((a, b) => a - b)) tickets.push(...(await lockContactTickets(unit, id)));
    const present = await lockContacts(unit, [contactId, otherId]);
    const [kept, other] = await Promise.all([contactId, otherId].map((id) => Contact.findByPk(id, { transaction: unit.orm })));
    if (present.length < 2 || !kept || !other) throw new AppError("ERR_NO_CONTACT_FOUND");
    refuseGroups([kept, other]);
    refuseHiddenTickets(services, ctx, tickets);
    await mergeInto(unit, { keptId: contactId, goneId: otherId, userId: ctx.actor.id, now: ctx.now });
    const description = `${other.name}${other.number === null ? "" : ` (${other.number})`} → ${kept.name}`;
    return { audit: { action: "contact.merge", contactId, description, note }, result: null };
  });
  return getContact(services, ctx, { contactId });
}

/** Records that two contacts are not one person, so that they are not suggested again (added). */
export async function separateContacts(services: Services, ctx: Ctx, { contactId, otherId }: Pair): Promise<{ message: string }> {
  refuseSame({ contactId, otherId });
  await command(services, ctx, async (unit) => {
    if ((await lockContacts(unit, [contactId, otherId])).length < 2) throw new AppError("ERR_NO_CONTACT_FOUND");
    if (!(await markDistinct(unit, contactId, otherId))) return { audit: "unchanged", result: null };
    return { audit: { action: "contact.separate", contactId, description: `not the same person as contact ${otherId}` }, result: null };
  });
  return { message: "Contacts separated" };
}

function refuseSame({ contactId, otherId }: Pair): void {
  if (contactId === otherId) throw invalidField("otherId", "different");
}

function refuseGroups(contacts: readonly { readonly isGroup: boolean }[]): void {
  if (contacts.some(({ isGroup }) => isGroup)) throw invalidField("otherId", "group");
}
