import type { ContactView } from "@balcao/contracts/contacts";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import type { ListChange } from "@balcao/contracts/route";
import {
  deleteOptOut,
  findContactByAddress,
  insertOptOut,
  moveContactAddresses,
  readContactRedirects,
  setContactRedirects,
} from "@balcao/database/contacts";
import { Contact, ContactAddress, ContactExtra } from "@balcao/database/models";
import { changeContactTags, listContactTagIds, listTagNames } from "@balcao/database/tags";
import { canonicalPhone, digitsOf, isSamePhone } from "@balcao/domain/contacts";
import type { AuditEntry } from "../../ground/audit/index.js";
import {
  command,
  describeList,
  recordTagCounts,
  refuseChangedRows,
  resolveList,
  type Ctx,
  type Services,
  type Unit,
} from "../../ground/kernel/index.js";
import { readContactNumber } from "../../ground/phoneNumbers/index.js";
import { confirmNumber, phoneAddresses } from "./contactNumber.js";
import { namesRedirects, NO_REDIRECTS, toRedirects, type RedirectFields } from "./contactRedirects.js";
import { getContact } from "./readContacts.js";

interface ContactChanges {
  readonly name?: string | undefined;
  readonly number?: string | undefined;
  readonly email?: string | undefined;
  readonly autoReply?: boolean | undefined;
  readonly tags: ListChange | null;
  readonly extraInfo?: readonly { readonly name: string; readonly value: string }[] | undefined;
  /** The extra fields that the person saw. */
  readonly expectedExtraInfo?: readonly { readonly name: string; readonly value: string }[] | undefined;
  readonly redirects: RedirectFields;
}

interface ChangeContactInput {
  readonly contactId: number;
  readonly fields: ContactChanges;
  readonly note: AuditNote | null;
}

/**
 * Changes the given fields of a contact [API-048]. A name that a person gave is no longer replaced by
 * the network's, and the number of a group stays.
 */
export async function changeContact(services: Services, ctx: Ctx, { contactId, fields, note }: ChangeContactInput): Promise<ContactView> {
  const known = await getContact(services, ctx, { contactId });
  const address = known.isGroup ? null : await newAddress(services, ctx, known.number, fields.number);
  await command(services, ctx, async (unit) => {
    const row = await Contact.findByPk(contactId, { transaction: unit.orm, lock: true });
    if (!row) throw new AppError("ERR_NO_CONTACT_FOUND");
    await saveFields(unit, row, fields);
    const description = await saveTags(unit, row, fields.tags);
    await saveRedirects(services, ctx, unit, { contactId, fields: fields.redirects });
    if (address !== null) await moveTo(unit, row, address);
    await unit.live("contact", { id: contactId, action: "update" });
    return { audit: { action: "contact.change", contactId, description, note }, result: null };
  });
  return getContact(services, ctx, { contactId });
}

/** The registered form of a new number; null when the number stays. */
async function newAddress(services: Services, ctx: Ctx, known: string | null, typed: string | undefined): Promise<string | null> {
  // The digits that the contact has are its number, whatever the company's country would make of them.
  const isKnown = (number: string): boolean => known !== null && isSamePhone(number, known);
  if (typed === undefined || typed === "" || isKnown(digitsOf(typed))) return null;
  const digits = await readContactNumber(services, typed);
  return isKnown(digits) ? null : confirmNumber(services, ctx, digits);
}

async function saveFields(unit: Unit, row: Contact, fields: ContactChanges): Promise<void> {
  const { name, email, autoReply, extraInfo, expectedExtraInfo } = fields;
  const isRenamed = name !== undefined && name !== row.name;
  await row.update(
    {
      ...(isRenamed && { name, nameFromNetwork: false }),
      ...(email !== undefined && { email: email.toLowerCase() }),
      ...(autoReply !== undefined && { autoReply }),
    },
    { transaction: unit.orm },
  );
  if (!extraInfo) return;
  const stored = await ContactExtra.findAll({ where: { contactId: row.id }, transaction: unit.orm });
  refuseChangedRows(
    stored.map((extra) => ({ name: extra.name, value: extra.value })),
    expectedExtraInfo,
    extraInfo,
  );
  await ContactExtra.destroy({ where: { contactId: row.id }, transaction: unit.orm });
  await ContactExtra.bulkCreate(
    extraInfo.map((extra) => ({ ...extra, contactId: row.id })),
    { transaction: unit.orm },
  );
}

/** Changes the tags, and returns what the audit says: the contact, and the tags that were added and removed. */
async function saveTags(unit: Unit, { id, name }: Contact, tags: ListChange | null): Promise<string> {
  if (!tags) return name;
  const changed = resolveList(await listContactTagIds(unit, id), tags);
  if (!(await changeContactTags(unit, id, changed))) throw invalidField("tagIds", "exists");
  await recordTagCounts(unit, [...changed.added, ...changed.removed]);
  return describeList(changed, new Map((await listTagNames(unit)).map((tag) => [tag.id, tag])), name);
}

/** Gives a contact tags beside those that it has, as a part of something larger; returns its audit entry. */
export async function addContactTags(unit: Unit, contactId: number, tagIds: readonly number[]): Promise<AuditEntry> {
  const row = await Contact.findByPk(contactId, { transaction: unit.orm, lock: true });
  if (!row) throw new AppError("ERR_NO_CONTACT_FOUND");
  const description = await saveTags(unit, row, { added: tagIds, removed: [] });
  await unit.live("contact", { id: contactId, action: "update" });
  return { action: "contact.change", contactId, description };
}

interface RedirectChange {
  readonly contactId: number;
  readonly fields: RedirectFields;
}

async function saveRedirects(services: Services, ctx: Ctx, unit: Unit, { contactId, fields }: RedirectChange): Promise<void> {
  if (!namesRedirects(fields)) return;
  const present = (await readContactRedirects(unit, contactId)) ?? NO_REDIRECTS;
  await setContactRedirects(unit, contactId, toRedirects(services.directory.current(), ctx, fields, present));
}

/**
 * Gives a contact another number. The addresses beside a former number are removed, because they
 * belong to its owner; without one they stay.
 */
async function moveTo(unit: Unit, { id: contactId, number: formerNumber }: Contact, address: string): Promise<void> {
  const number = canonicalPhone(address);
  const owner = await findContactByAddress(unit, phoneAddresses(number));
  if (owner && owner.id !== contactId) throw new AppError("ERR_DUPLICATED_CONTACT");
  const former = formerNumber === null ? [] : await ContactAddress.findAll({ where: { contactId }, transaction: unit.orm });
  const gained = [{ connectionId: 0, kind: "phone", value: address }];
  const left = former.filter(({ kind, value }) => kind !== "phone" || value !== address);
  if (!(await moveContactAddresses(unit, contactId, { left, gained, number }))) throw new AppError("ERR_DUPLICATED_CONTACT");
}

interface ContactId {
  readonly contactId: number;
}

/**
 * Makes the handler that records that a contact wants no mass sends and schedules, or that it gets
 * them again (added calls). A repeat changes nothing and keeps the first date.
 */
export const changeOptOut =
  (action: "optOut" | "optIn") =>
  async (services: Services, ctx: Ctx, { contactId }: ContactId): Promise<ContactView> => {
    await command(services, ctx, async (unit) => {
      const contact = await Contact.findByPk(contactId, { transaction: unit.orm, lock: true });
      if (!contact || contact.isGroup) throw new AppError("ERR_NO_CONTACT_FOUND");
      const isChanged =
        action === "optOut"
          ? await insertOptOut(unit, contactId, { at: ctx.now, reason: "person", word: "" })
          : await deleteOptOut(unit, contactId);
      if (!isChanged) return { audit: "unchanged", result: null };
      await unit.live("contact", { id: contactId, action: "update" });
      return { audit: { action: `contact.${action}`, contactId, description: contact.name }, result: null };
    });
    return getContact(services, ctx, { contactId });
  };
