import type { Row } from "./foreignSource.js";
import type { ChatwootCalls } from "./chatwootCalls.js";
import { contactRow, idOf, isActivity, ticketRow, toJson, toList, type Json } from "./chatwootApiRows.js";

/** A page that moves while it is read may lack somebody: the list is read so often until it has as many as are counted. */
const PASSES = 3;

const byId = (one: Row, other: Row): number => Number(one["id"]) - Number(other["id"]);

interface Pages {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** How many there are, as a page says. */
  readonly countOf: (page: Json) => unknown;
}

/** Every row of a list in pages, each once. */
async function readPages({ get }: ChatwootCalls, { path, query, countOf }: Pages): Promise<ReadonlyMap<string, Json>> {
  const found = new Map<string, Json>();
  let counted = 0;
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (let page = 1; ; page += 1) {
      const answer = toJson(await get(path, { ...query, page: String(page) }));
      const rows = toList(answer["data"] ?? answer);
      const count = countOf(toJson(answer["data"] ?? answer));
      if (typeof count === "number") counted = count;
      for (const row of rows) {
        const id = idOf(row["id"]);
        if (id !== null) found.set(id, row);
      }
      if (rows.length === 0) break;
    }
    if (found.size >= counted) break;
  }
  return found;
}

/** The contacts of an account with the fields of the database, and the ids of the inboxes in which each has an address. */
export interface ListedContacts {
  readonly rows: ReadonlyMap<string, Row>;
  readonly numberedIn: ReadonlySet<string>;
}

export async function listContacts(calls: ChatwootCalls, account: string): Promise<ListedContacts> {
  const countOf = (page: Json): unknown => toJson(page["meta"])["count"];
  const listed = await readPages(calls, { path: `${account}/contacts`, query: { sort: "name" }, countOf });
  const numbered = [...listed.values()].filter(({ phone_number: number }) => typeof number === "string" && number !== "");
  const inboxes = numbered.flatMap((row) => toList(row["contact_inboxes"]).flatMap((each) => idOf(toJson(each["inbox"])["id"]) ?? []));
  return { rows: new Map([...listed].map(([id, row]) => [id, contactRow(row)])), numberedIn: new Set(inboxes) };
}

/** All contacts that come, and the words of the labels of those that no list has. */
export interface AllContacts {
  readonly rows: readonly Row[];
  readonly labels: ReadonlyMap<string, readonly unknown[]>;
}

/** Contacts without a number, an e-mail and an identifier are in no list: those who wrote are asked for one by one. */
export async function withSenders(
  calls: ChatwootCalls,
  account: string,
  listed: ReadonlyMap<string, Row>,
  tickets: readonly ListedTicket[],
): Promise<AllContacts> {
  const missing = new Set(tickets.flatMap(({ row }) => idOf(row["contact_id"]) ?? []).filter((id) => !listed.has(id)));
  const rows = [...listed.values()];
  const labels = new Map<string, readonly unknown[]>();
  for (const id of missing) {
    const found = toJson(toJson(await calls.get(`${account}/contacts/${id}`))["payload"]);
    if (idOf(found["id"]) === null) continue;
    rows.push(contactRow(found));
    labels.set(id, toWords(toJson(await calls.get(`${account}/contacts/${id}/labels`))["payload"]));
  }
  return { rows: rows.sort(byId), labels };
}

const toWords = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

/** A conversation with the words of its labels. */
export interface ListedTicket {
  readonly id: string;
  readonly row: Row;
  readonly labels: readonly unknown[];
}

export async function listTickets(calls: ChatwootCalls, account: string, inboxes: ReadonlySet<string>): Promise<ListedTicket[]> {
  const query = { status: "all", assignee_type: "all", sort_by: "created_at_asc" };
  const countOf = (page: Json): unknown => toJson(page["meta"])["all_count"];
  const listed = await readPages(calls, { path: `${account}/conversations`, query, countOf });
  const tickets = [...listed].map(([id, json]): ListedTicket => {
    return { id, row: ticketRow(json), labels: toWords(json["labels"]) };
  });
  return tickets.filter(({ row }) => inboxes.has(idOf(row["inbox_id"]) ?? "")).sort((one, other) => byId(one.row, other.row));
}

interface Labelled {
  readonly tags: readonly Json[];
  readonly tickets: readonly ListedTicket[];
  readonly contacts: AllContacts;
}

/** Tags are of contacts here: those of a conversation go to its contact. */
export async function listTagLinks(calls: ChatwootCalls, account: string, { tags, tickets, contacts }: Labelled): Promise<Row[]> {
  const links = new Map<string, Row>();
  const add = (contact: string, tag: string): unknown => links.set(`${contact}:${tag}`, { place: `${contact}:${tag}`, contact, tag });
  for (const { id, title } of tags) {
    const tag = idOf(id);
    if (tag === null || typeof title !== "string") continue;
    const countOf = (page: Json): unknown => toJson(page["meta"])["count"];
    const tagged = await readPages(calls, { path: `${account}/contacts`, query: { sort: "name", "labels[]": title }, countOf });
    for (const contact of tagged.keys()) add(contact, tag);
    for (const [contact, labels] of contacts.labels) if (labels.includes(title)) add(contact, tag);
    for (const { row, labels } of tickets) if (labels.includes(title)) add(idOf(row["contact_id"]) ?? "0", tag);
  }
  return [...links.values()].sort(
    (one, other) => Number(one["contact"]) - Number(other["contact"]) || Number(one["tag"]) - Number(other["tag"]),
  );
}

/** The ratings of an account; none where its plan or its version has no survey. */
export async function listRatings({ get }: ChatwootCalls, account: string): Promise<Json[]> {
  const found = new Map<string, Json>();
  for (let page = 1; ; page += 1) {
    const rows = toList(await get(`${account}/csat_survey_responses`, { page: String(page) }));
    const before = found.size;
    for (const row of rows) found.set(idOf(row["id"]) ?? "", row);
    if (found.size === before) return [...found.values()];
  }
}

/** The messages of a conversation without the lines of the product itself, the oldest first; pages go back from the newest. */
export async function readMessages({ get }: ChatwootCalls, account: string, ticket: string): Promise<Json[]> {
  const found = new Map<number, Json>();
  for (let before: number | null = null; ;) {
    const page = toList(await get(`${account}/conversations/${ticket}/messages`, before === null ? {} : { before: String(before) }));
    const ids = page.map(({ id }) => Number(id)).filter(Number.isSafeInteger);
    for (const message of page) if (Number.isSafeInteger(Number(message["id"]))) found.set(Number(message["id"]), message);
    const oldest = Math.min(...ids);
    // A server that knows no `before` answers the same page again.
    if (ids.length === 0 || oldest === before || (before !== null && oldest > before)) break;
    before = oldest;
  }
  const atOf = ({ created_at: at }: Json): number => (typeof at === "number" ? at : 0);
  return [...found.values()]
    .filter((message) => !isActivity(message))
    .sort((one, other) => atOf(one) - atOf(other) || Number(one["id"]) - Number(other["id"]));
}
