import { can } from "@balcao/domain/access";
import { canonicalPhone } from "@balcao/domain/contacts";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { ContactView } from "@balcao/contracts/contacts";
import type { AuditNote } from "@balcao/contracts/log";
import { addContactAddresses, findContactByAddress, setContactRedirects } from "@balcao/database/contacts";
import { Contact, ContactExtra } from "@balcao/database/models";
import { changeContactTags } from "@balcao/database/tags";
import { createCommand, recordTagCounts, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { readContactNumber } from "../../ground/phoneNumbers/index.js";
import { NO_REDIRECTS, toRedirects, type RedirectFields } from "./contactRedirects.js";
import { confirmNumber, phoneAddresses } from "./contactNumber.js";
import { getContact } from "./readContacts.js";

interface CreateContactInput {
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly autoReply: boolean;
  readonly extraInfo: readonly { readonly name: string; readonly value: string }[];
  readonly tagIds: readonly number[];
  readonly redirects: RedirectFields;
  readonly note: AuditNote | null;
}

/**
 * Creates a contact by number [API-047]: as people write it, one contact per number in
 * all its forms. The network confirms the number if one of our connections can
 * ask; otherwise this check is skipped.
 */
export async function createContact(services: Services, ctx: Ctx, input: CreateContactInput): Promise<ContactView> {
  const typed = await readContactNumber(services, input.number);
  const { note, ...facts } = input;
  const redirects = toRedirects(services.directory.current(), ctx, input.redirects, NO_REDIRECTS);
  const address = await confirmNumber(services, ctx, typed);
  const contactId = await createCommand(services, ctx, facts, async (unit) => {
    const id = await insertContact(unit, facts, address);
    await setContactRedirects(unit, id, redirects);
    await unit.live("contact", { id, action: "create" });
    return { audit: { action: "contact.create", contactId: id, note }, result: id };
  });
  return getContact(services, ctx, { contactId });
}

interface FindContactInput {
  readonly name: string;
  readonly number: string;
  readonly email: string;
}

/**
 * Returns the contact with this number, in any of its forms, or creates it
 * [API-049, D-130]. Everybody may search; creating needs the right to add contacts, else
 * ERR_NO_PERMISSION [D-127].
 */
export async function findOrCreateContact(services: Services, ctx: Ctx, input: FindContactInput): Promise<ContactView> {
  const typed = await readContactNumber(services, input.number);
  const find = () => findContactByAddress(services.database.sql, phoneAddresses(typed));
  const known = await find();
  if (known) return getContact(services, ctx, { contactId: known.id });
  if (!can(ctx.actor, "contacts:add")) throw new AppError("ERR_NO_PERMISSION");
  try {
    return await createContact(services, ctx, { ...input, autoReply: true, extraInfo: [], tagIds: [], redirects: {}, note: null });
  } catch (error) {
    // Another request created it in the meantime.
    const other = error instanceof AppError && error.code === "ERR_DUPLICATED_CONTACT" ? await find() : null;
    if (!other) throw error;
    return getContact(services, ctx, { contactId: other.id });
  }
}

async function insertContact(unit: Unit, input: Omit<CreateContactInput, "note" | "redirects">, address: string): Promise<number> {
  const number = canonicalPhone(address);
  if (await findContactByAddress(unit, phoneAddresses(number))) throw new AppError("ERR_DUPLICATED_CONTACT");
  const row = await Contact.create(
    { name: input.name.trim(), number, email: input.email.trim().toLowerCase(), autoReply: input.autoReply, origin: "person" },
    { transaction: unit.orm },
  );
  await addContactAddresses(unit, row.id, [{ connectionId: 0, kind: "phone", value: address }]);
  await ContactExtra.bulkCreate(
    input.extraInfo.map(({ name, value }) => ({ contactId: row.id, name, value })),
    { transaction: unit.orm },
  );
  if (!(await changeContactTags(unit, row.id, { added: input.tagIds, removed: [] }))) throw invalidField("tagIds", "exists");
  await recordTagCounts(unit, input.tagIds);
  return row.id;
}
