import { can } from "@balcao/domain/access";
import { CAPABILITIES } from "@balcao/domain/connections";
import { canonicalPhone, digitsOf, isContactNumber, phoneForms } from "@balcao/domain/contacts";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { ContactView } from "@balcao/contracts/contacts";
import type { AuditNote } from "@balcao/contracts/log";
import { addContactAddresses, findContactByAddress } from "@balcao/database/contacts";
import { Contact, ContactExtra } from "@balcao/database/models";
import { askGateway } from "../gatewayCalls/index.js";
import { createCommand, type Ctx, type House, type Unit } from "../kernel/index.js";
import { getContact } from "./readContacts.js";

interface CreateContactInput {
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly autoReply: boolean;
  readonly extraInfo: readonly { readonly name: string; readonly value: string }[];
  readonly note: AuditNote | null;
}

/**
 * Creates a contact by number (API-047, D-128): digits, 8 to 50, one contact per number with the Brazilian ninth digit counted as the same. A connected
 * number of ours confirms it at the network when there is one; while none is, the check is skipped.
 */
export async function createContact(house: House, ctx: Ctx, input: CreateContactInput): Promise<ContactView> {
  const typed = digitsOf(input.number);
  if (!isContactNumber(typed)) throw invalidField("number", "digits");
  const address = await confirmNumber(house, ctx, typed);
  const { note, ...facts } = input;
  const contactId = await createCommand(house, ctx, facts, async (unit) => {
    const id = await insertContact(unit, facts, address);
    await unit.live("contact", { id, action: "create" });
    return { audit: { action: "contact.create", contactId: id, note }, result: id };
  });
  return getContact(house, ctx, { contactId });
}

interface FindContactInput {
  readonly name: string;
  readonly number: string;
  readonly email: string;
}

/**
 * The contact with this number, in either form of a Brazilian mobile, else a new one (API-049, D-130). Everybody may ask; making one needs
 * the right to add contacts: ERR_NO_PERMISSION (D-127).
 */
export async function findOrCreateContact(house: House, ctx: Ctx, input: FindContactInput): Promise<ContactView> {
  const typed = digitsOf(input.number);
  if (!isContactNumber(typed)) throw invalidField("number", "digits");
  const find = () => findContactByAddress(house.database.sql, phoneAddresses(typed));
  const known = await find();
  if (known) return getContact(house, ctx, { contactId: known.id });
  if (!can(ctx.actor, "contacts:add")) throw new AppError("ERR_NO_PERMISSION");
  try {
    return await createContact(house, ctx, { ...input, autoReply: true, extraInfo: [], note: null });
  } catch (error) {
    // Somebody else made it meanwhile.
    const other = error instanceof AppError && error.code === "ERR_DUPLICATED_CONTACT" ? await find() : null;
    if (!other) throw error;
    return getContact(house, ctx, { contactId: other.id });
  }
}

/** The addresses under which a phone may be known. */
function phoneAddresses(digits: string) {
  return phoneForms(canonicalPhone(digits)).map((value) => ({ connectionId: 0, kind: "phone", value }));
}

async function insertContact(unit: Unit, input: Omit<CreateContactInput, "note">, address: string): Promise<number> {
  const number = canonicalPhone(address);
  if (await findContactByAddress(unit, phoneAddresses(number))) throw new AppError("ERR_DUPLICATED_CONTACT");
  const row = await Contact.create(
    { name: input.name.trim(), number, email: input.email.trim().toLowerCase(), autoReply: input.autoReply },
    { transaction: unit.orm },
  );
  await addContactAddresses(unit, row.id, [{ connectionId: 0, kind: "phone", value: address }]);
  await ContactExtra.bulkCreate(
    input.extraInfo.map(({ name, value }) => ({ contactId: row.id, name, value })),
    { transaction: unit.orm },
  );
  return row.id;
}

/** The number as the network has it, asked through a connected number that can, else its likely form; a gateway that does not answer does not stop anybody (D-128). */
async function confirmNumber(house: House, ctx: Ctx, digits: string): Promise<string> {
  const connected = [...house.directory.current().connections.values()].filter(
    ({ status, api }) => status === "CONNECTED" && CAPABILITIES[api].numberCheck,
  );
  const asked = connected.find(({ isDefault }) => isDefault) ?? connected[0];
  if (!asked) return canonicalPhone(digits);
  let phone: string | null;
  try {
    ({ phone } = await askGateway(house, ctx, asked.id, "checkNumber", { digits }));
  } catch (error) {
    house.logger.info({ err: error, connectionId: asked.id }, "a number could not be checked");
    return canonicalPhone(digits);
  }
  if (phone === null) throw new AppError("ERR_WAPP_INVALID_CONTACT");
  return phone;
}
