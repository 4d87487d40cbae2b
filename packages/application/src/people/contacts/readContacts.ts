import { AppError } from "@balcao/contracts/errors";
import type { ContactListView, ContactView } from "@balcao/contracts/contacts";
import {
  getContactRow,
  listAllContacts,
  searchContacts,
  searchContactsAfter,
  type ContactPlace,
  type ContactRow,
} from "@balcao/database/contacts";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { presenterFor } from "../../inbox/tickets/index.js";
import { contactView } from "./contactView.js";

const PAGE_SIZE = 20;
/** Further contacts are not counted. */
const MOST_COUNTED = 1_000;

interface ContactListInput {
  readonly search: string;
  readonly pageNumber: number;
  /** Reads by place instead of by page number: null for the first page (added). */
  readonly after?: ContactPlace | null | undefined;
  readonly all: boolean;
  readonly ignoreGroups: boolean;
}

/** Lists contacts by name: one page, or all of them with few fields [API-045, D-129, D-031]. */
export async function listContacts(
  services: Services,
  ctx: Ctx,
  { search, pageNumber, after, all, ignoreGroups }: ContactListInput,
): Promise<ContactListView> {
  const filter = { search: search.trim(), includeGroups: !ignoreGroups };
  const { sql } = services.database;
  if (all) return { contacts: await listAllContacts(sql, filter), hasMore: false };
  const presenter = presenterFor(services, ctx);
  const toPage = (rows: readonly ContactRow[]): ContactListView => ({
    contacts: rows.slice(0, PAGE_SIZE).map((row) => contactView(row, presenter)),
    hasMore: rows.length > PAGE_SIZE,
  });
  if (after === undefined)
    return toPage(await searchContacts(sql, { ...filter, offset: (pageNumber - 1) * PAGE_SIZE, limit: PAGE_SIZE + 1 }));
  const { rows, count } = await searchContactsAfter(sql, { ...filter, after, limit: PAGE_SIZE + 1 });
  const last = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1] : undefined;
  return {
    ...toPage(rows),
    cursor: last ? writePlace(last) : null,
    count: Math.min(count, MOST_COUNTED),
    hasUncounted: count > MOST_COUNTED,
  };
}

const writePlace = ({ begins, nameKey, id }: ContactPlace): string => `${begins ? "1" : "0"}~${id}~${nameKey}`;

/** Returns one contact [API-046]. */
export async function getContact(
  services: Services,
  ctx: Pick<Ctx, "actor" | "sessionId">,
  { contactId }: { readonly contactId: number },
): Promise<ContactView> {
  const row = await getContactRow(services.database.sql, contactId);
  if (!row) throw new AppError("ERR_NO_CONTACT_FOUND");
  return contactView(row, presenterFor(services, ctx));
}
