import type { ContactListView, ContactView } from "@balcao/contracts/contacts";
import { AppError } from "@balcao/contracts/errors";
import {
  getContactRow,
  listAllContacts,
  listNarrowedContacts,
  searchContacts,
  searchContactsAfter,
  type ContactNarrowing,
  type ContactOrigin,
  type ContactPlace,
  type ContactRow,
} from "@balcao/database/contacts";
import { ticketCondition } from "@balcao/domain/tickets";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { companyNumbers } from "../../ground/phoneNumbers/index.js";
import { presenterFor, type Presenter } from "../../inbox/tickets/index.js";

const PAGE_SIZE = 20;
/** Further contacts are not counted. */
const MOST_COUNTED = 1_000;

interface NarrowingInput {
  readonly tagIds: readonly number[];
  readonly queueIds: readonly number[];
  readonly origin: ContactOrigin | null;
  /** Numbers of another country than the company's [D-263]. */
  readonly isUnlikely: boolean;
}

/** Converts a contact to its wire fields. */
export function contactView(row: ContactRow, { fileUrl }: Pick<Presenter, "fileUrl">): ContactView {
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    email: row.email,
    profilePicUrl: row.pictureFileId === null ? null : fileUrl(row.pictureFileId),
    isGroup: row.isGroup,
    respostaAutomatica: row.autoReply,
    tags: row.tags,
    extraInfo: row.extras,
    queue: row.queueIds,
    user: row.userIds,
    redirect: row.redirects,
    optOut: row.optOut && { ...row.optOut, at: new Date(row.optOut.at).toISOString() },
  };
}

interface ContactListInput {
  readonly search: string;
  readonly pageNumber: number;
  /** Reads by place instead of by page number: null for the first page (added). */
  readonly after?: ContactPlace | null | undefined;
  readonly all: boolean;
  readonly ignoreGroups: boolean;
  /** Which contacts (added), in lists by place. */
  readonly narrowing: NarrowingInput;
}

/** Lists contacts by name: one page, or all of them with few fields [API-045, D-129, D-031]. */
export async function listContacts(
  services: Services,
  ctx: Ctx,
  { search, pageNumber, after, all, ignoreGroups, narrowing }: ContactListInput,
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
  const step = { ...filter, after, limit: PAGE_SIZE + 1 };
  const narrowed = await toNarrowing(services, ctx, narrowing);
  const { rows, count } = await (narrowed ? listNarrowedContacts(sql, step, narrowed) : searchContactsAfter(sql, step));
  const last = rows.length > PAGE_SIZE ? rows[PAGE_SIZE - 1] : undefined;
  return {
    ...toPage(rows),
    cursor: last ? writePlace(last) : null,
    count: Math.min(count, MOST_COUNTED),
    hasUncounted: count > MOST_COUNTED,
  };
}

/**
 * What narrows a list; null where nothing does. Conversations in a queue are those that the person may open, so
 * that the list says nothing about others [D-355].
 */
async function toNarrowing(
  services: Services,
  { actor }: Pick<Ctx, "actor">,
  { tagIds, queueIds, origin, isUnlikely }: NarrowingInput,
): Promise<ContactNarrowing | null> {
  if (tagIds.length === 0 && queueIds.length === 0 && origin === null && !isUnlikely) return null;
  const { settings } = services.directory.current();
  return {
    tagIds,
    origin,
    talkedIn: queueIds.length === 0 ? null : { queueIds, condition: ticketCondition("ticket:list", actor, settings) },
    notOfCode: isUnlikely ? (await companyNumbers(services)).code : null,
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
