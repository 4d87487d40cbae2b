import { AppError } from "@balcao/contracts/errors";
import type { ContactListView, ContactView } from "@balcao/contracts/contacts";
import { getContactRow, listAllContacts, searchContacts } from "@balcao/database/contacts";
import type { Ctx, House } from "../kernel/index.js";
import { presenterFor } from "../tickets/index.js";
import { contactView } from "./contactView.js";

const PAGE_SIZE = 20;

interface ContactListInput {
  readonly search: string;
  readonly pageNumber: number;
  readonly all: boolean;
  readonly ignoreGroups: boolean;
}

/** Contacts by name, a page or all in short (API-045, D-129, D-031). */
export async function listContacts(
  house: House,
  ctx: Ctx,
  { search, pageNumber, all, ignoreGroups }: ContactListInput,
): Promise<ContactListView> {
  const filter = { search: search.trim(), includeGroups: !ignoreGroups };
  const { sql } = house.database;
  if (all) return { contacts: await listAllContacts(sql, filter), hasMore: false };
  const rows = await searchContacts(sql, { ...filter, offset: (pageNumber - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 });
  const presenter = presenterFor(house, ctx.sessionId);
  return { contacts: rows.slice(0, PAGE_SIZE).map((row) => contactView(row, presenter)), hasMore: rows.length > PAGE_SIZE };
}

/** One contact (API-046). */
export async function getContact(
  house: House,
  ctx: Pick<Ctx, "sessionId">,
  { contactId }: { readonly contactId: number },
): Promise<ContactView> {
  const row = await getContactRow(house.database.sql, contactId);
  if (!row) throw new AppError("ERR_NO_CONTACT_FOUND");
  return contactView(row, presenterFor(house, ctx.sessionId));
}
