import { MOVING_KINDS, type MovingCount, type MovingKind, type MovingSource } from "@balcao/domain/moving";
import { RepairableError } from "@balcao/platform/errors";
import { READERS } from "./chatwootRows.js";
import { createChatwootCalls, type ChatwootCalls } from "./chatwootCalls.js";
import { idOf, isNote, messageParts, noteRow, SMALL, toJson, toList, type Json, type MessagePart } from "./chatwootApiRows.js";
import { listContacts, listRatings, listTagLinks, listTickets, readMessages, withSenders, type ListedTicket } from "./chatwootLists.js";
import type { Row } from "./foreignSource.js";

interface ChatwootApiOptions {
  readonly address: string;
  readonly token: string;
  /** Which account of several. */
  readonly company: string | null;
  /** The name of its runs in the journal; by default the host's. */
  readonly name: string | null;
  /** Whether conversations of every inbox come, and not only those of WhatsApp. */
  readonly allInboxes: boolean;
  readonly now: Date;
  /** Waits so many milliseconds; for tests. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

const BATCH = 2_000;
const FILES_BATCH = 50;
/** Conversations whose messages are read at once. */
const AT_ONCE = 4;

const PATHS = { people: "/agents", queues: "/teams", tags: "/labels", quickAnswers: "/canned_responses" } as const;
const isSmall = (kind: MovingKind): kind is keyof typeof PATHS => kind in PATHS;

/**
 * Reads an account of Chatwoot by its published API, with the token of an administrator: what the database would give, without lines whose
 * conversation is gone. Throws RepairableError where it is not clear what to read.
 */
export async function openChatwootApi(options: ChatwootApiOptions): Promise<MovingSource> {
  const { address, token, name, wait, now } = options;
  const calls = createChatwootCalls({ address, token, ...(wait !== undefined && { wait }) });
  const id = await accountOf(calls, options.company);
  const account = `/api/v1/accounts/${id}`;
  const once = oneReading(calls, account, await inboxesOf(calls, account, options.allInboxes));
  const texts = messageReading(calls, account, once.tickets);
  const files = new Map<string, string>();
  return {
    name: `chatwoot:${name ?? new URL(address).host}:${id}`,
    connections: async () => {
      const tickets = await once.tickets();
      return once.inboxes.map((inbox) => ({
        sourceKey: idOf(inbox["id"]) ?? "",
        name: typeof inbox["name"] === "string" ? inbox["name"] : (idOf(inbox["id"]) ?? ""),
        tickets: tickets.filter(({ row }) => row["inbox_id"] === idOf(inbox["id"])).length,
      }));
    },
    counts: async () => {
      const counts = {} as Record<MovingKind, MovingCount>;
      const counted = await texts.count();
      for (const kind of MOVING_KINDS)
        counts[kind] =
          kind === "messages" || kind === "notes" || kind === "files"
            ? counted[kind]
            : { rows: (await once.rows(kind)).length, characters: 0 };
      return counts;
    },
    async *read<K extends MovingKind>(kind: K, after: string | null) {
      const batches =
        kind === "messages" || kind === "notes" || kind === "files"
          ? texts.read(kind, after, files)
          : inBatches(await once.rows(kind), kind, after);
      for await (const { rows, place } of batches) yield { rows: rows.map((row) => READERS[kind](row, now)), place };
    },
    openFile: async (key) => {
      const at = files.get(key);
      const bytes = at === undefined ? null : await calls.file(at);
      return bytes === null
        ? null
        : (async function* () {
            await Promise.resolve();
            yield bytes;
          })();
    },
    close: () => Promise.resolve(),
  };
}

interface Batch {
  readonly rows: readonly Row[];
  readonly place: string;
}

const placeOf = (row: Row | undefined): string => (typeof row?.["place"] === "string" ? row["place"] : "");

/** Rows after a place; those of a tag's contact come again. */
async function* inBatches(all: readonly Row[], kind: MovingKind, after: string | null): AsyncGenerator<Batch> {
  await Promise.resolve();
  const place = Number((after ?? "").split(":")[0] || -1);
  const rest = all.filter(({ place: at }) => {
    const own = Number(String(at).split(":")[0]);
    return kind === "tagLinks" ? own >= place : own > place;
  });
  for (let from = 0; from < rest.length; from += BATCH) {
    const rows = rest.slice(from, from + BATCH);
    yield { rows, place: placeOf(rows.at(-1)) };
  }
}

/** What is read once in a run: lists whole, because their pages move while the other system works. */
function oneReading(calls: ChatwootCalls, account: string, inboxes: readonly Json[]) {
  const kept = new Map<string, Promise<unknown>>();
  const keep = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const known = (kept.get(key) as Promise<T> | undefined) ?? read();
    kept.set(key, known);
    return known;
  };
  const wanted = new Set(inboxes.flatMap(({ id }) => idOf(id) ?? []));
  const tickets = () => keep("tickets", () => listTickets(calls, account, wanted));
  const tags = () => keep("labels", async () => toList(await calls.get(`${account}${PATHS.tags}`)));
  const contacts = () =>
    keep("contacts", async () => withSenders(calls, account, (await listContacts(calls, account)).rows, await tickets()));
  const rowsOf = async (kind: MovingKind): Promise<readonly Row[]> => {
    if (kind === "contacts") return (await contacts()).rows;
    if (kind === "tagLinks")
      return listTagLinks(calls, account, { tags: await tags(), tickets: await tickets(), contacts: await contacts() });
    if (kind === "tickets") return (await tickets()).map(({ row }) => row);
    if (kind === "ratings") return sorted((await listRatings(calls, account)).map(SMALL.ratings));
    if (!isSmall(kind)) return [];
    const list = kind === "tags" ? await tags() : toList(await calls.get(account + PATHS[kind]));
    return sorted(list.map(SMALL[kind]));
  };
  return { inboxes, tickets, rows: (kind: MovingKind) => keep(`rows ${kind}`, () => rowsOf(kind)) };
}

const sorted = (rows: readonly Row[]): Row[] =>
  rows.filter(({ id }) => id !== "").sort((one, other) => Number(one["id"]) - Number(other["id"]));

type Tally = Readonly<Record<"messages" | "notes" | "files", number>> & { readonly characters: number };
type TextKind = "messages" | "notes" | "files";

/** What of a conversation's messages is rows of each kind. */
function partsOf(messages: readonly Json[], ticket: string): { readonly messages: readonly MessagePart[]; readonly notes: readonly Row[] } {
  return {
    messages: messages.filter((message) => message["private"] !== true).flatMap((message) => messageParts(message, ticket)),
    notes: messages.filter(isNote).map((message) => noteRow(message, ticket)),
  };
}

/** Messages, notes and files, which are all read with the conversations; where one is known to have none it is not read again. */
function messageReading(calls: ChatwootCalls, account: string, listTicketsOnce: () => Promise<readonly ListedTicket[]>) {
  const tallies = new Map<string, Tally>();
  const readOne = async ({ id }: ListedTicket) => {
    const parts = partsOf(await readMessages(calls, account, id), id);
    const files = parts.messages.filter(({ address }) => address !== null).length;
    const characters = parts.messages.reduce((sum, { row }) => sum + [...String(row["body"])].length, 0);
    tallies.set(id, { messages: parts.messages.length, notes: parts.notes.length, files, characters });
    return { id, ...parts };
  };
  async function* walk(tickets: readonly ListedTicket[]) {
    for (let from = 0; from < tickets.length; from += AT_ONCE) yield* await Promise.all(tickets.slice(from, from + AT_ONCE).map(readOne));
  }
  return {
    async *read(kind: TextKind, after: string | null, files: Map<string, string>): AsyncGenerator<Batch> {
      const place = Number(after || -1);
      const tickets = (await listTicketsOnce()).filter(({ id }) => Number(id) >= place && tallies.get(id)?.[kind] !== 0);
      let rows: Row[] = [];
      let last = "";
      for await (const each of walk(tickets)) {
        rows.push(...rowsOf(kind, each, files));
        last = each.id;
        if (rows.length < (kind === "files" ? FILES_BATCH : BATCH)) continue;
        yield { rows, place: last };
        rows = [];
      }
      if (rows.length > 0) yield { rows, place: last };
    },
    count: async (): Promise<Readonly<Record<TextKind, MovingCount>>> => {
      const tickets = await listTicketsOnce();
      for await (const { id } of walk(tickets.filter(({ id: ticket }) => !tallies.has(ticket)))) void id;
      const known = tickets.flatMap(({ id }) => tallies.get(id) ?? []);
      const sum = (of: keyof Tally): number => known.reduce((all, each) => all + each[of], 0);
      return {
        messages: { rows: sum("messages"), characters: sum("characters") },
        notes: { rows: sum("notes"), characters: 0 },
        files: { rows: sum("files"), characters: 0 },
      };
    },
  };
}

/** Rows of a kind; the addresses of files are kept by their keys. */
function rowsOf(kind: TextKind, { messages, notes }: ReturnType<typeof partsOf>, files: Map<string, string>): readonly Row[] {
  if (kind === "messages") return messages.map(({ row }) => row);
  if (kind === "notes") return notes;
  return messages.flatMap(({ row, address }) => {
    if (address === null) return [];
    const key = String(row["attachment_id"]);
    files.set(key, address);
    return [{ ...row, key }];
  });
}

/** The account that the token's person administers; one of several must be named. */
async function accountOf(calls: ChatwootCalls, wanted: string | null): Promise<string> {
  const accounts = toList(toJson(await calls.get("/api/v1/profile"))["accounts"]);
  const found = wanted === null ? accounts : accounts.filter(({ id }) => idOf(id) === wanted);
  const [only, second] = found;
  const list = accounts.map((each) => `${idOf(each["id"]) ?? ""} (${typeof each["name"] === "string" ? each["name"] : ""})`).join(", ");
  if (only === undefined || second !== undefined) throw new RepairableError(`Name one account of this token by --company: ${list}.`);
  if (only["role"] !== undefined && only["role"] !== "administrator")
    throw new RepairableError("This token is not of an administrator, who alone sees all conversations.");
  return idOf(only["id"]) ?? "";
}

/** The inboxes whose conversations come: those of WhatsApp, and those of programs whose contacts have numbers. */
async function inboxesOf(calls: ChatwootCalls, account: string, all: boolean): Promise<readonly Json[]> {
  const inboxes = toList(await calls.get(`${account}/inboxes`)).filter(({ id }) => idOf(id) !== null);
  const ofPrograms = inboxes.some((inbox) => inbox["channel_type"] === "Channel::Api");
  const numberedIn = !all && ofPrograms ? (await listContacts(calls, account)).numberedIn : new Set<string>();
  const isWanted = ({ id, channel_type: type, medium }: Json): boolean =>
    all ||
    type === "Channel::Whatsapp" ||
    (type === "Channel::TwilioSms" && medium === "whatsapp") ||
    (type === "Channel::Api" && numberedIn.has(idOf(id) ?? ""));
  const wanted = inboxes.filter(isWanted).sort((one, other) => Number(one["id"]) - Number(other["id"]));
  if (wanted.length > 0) return wanted;
  throw new RepairableError(
    "This account has no inbox of WhatsApp: --all-inboxes takes over those of other networks, of contacts with a number.",
  );
}
