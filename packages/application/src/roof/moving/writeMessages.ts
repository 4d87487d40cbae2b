import { DELIVERY_BY_ACK, type MessageType } from "@balcao/domain/messages";
import { cleanText, type MovedMessage, type MovedNote, type MovedRating } from "@balcao/domain/moving";
import { previewMedia, previewText } from "@balcao/domain/texts";
import {
  findByExternal,
  insertMovedMessages,
  insertMovedRatings,
  listItems,
  listTicketPlaces,
  previewMoved,
  takeMessageIds,
  type NewItem,
  type NewMessage,
  type Preview,
  type TicketPlace,
} from "@balcao/database/moving";
import type { Sql } from "@balcao/database/sql";
import { OWN_AUTHOR } from "../../inbox/outgoing/index.js";
import { contactsByKey, numberOf } from "./writeContacts.js";
import { leave, put, type Scene, type Writer } from "./scene.js";

const FILES: ReadonlySet<MessageType> = new Set<MessageType>(["image", "audio", "video", "document", "sticker"]);

/** Where rows about tickets go, by the keys of the tickets. */
async function placesByKey({ run }: Scene, tx: Sql, keys: readonly (string | null)[]): Promise<ReadonlyMap<string, TicketPlace>> {
  const items = [...(await listItems(tx, run.sourceId, "tickets", [...new Set(keys.filter((key) => key !== null))])).values()];
  const places = await listTicketPlaces(
    tx,
    items.map(({ id }) => id).filter((id) => id > 0),
  );
  return new Map(items.flatMap(({ key, id }) => (places.has(id) ? [[key, places.get(id)] as const] : []))) as ReadonlyMap<
    string,
    TicketPlace
  >;
}

const lengthOf = (text: string): number => [...text].length;

interface Placed {
  readonly row: MovedMessage;
  readonly place: TicketPlace;
  readonly sentAt: Date;
  /** The conversation and the author as the network names them. */
  readonly chat: string;
  readonly author: string;
}

/** The authors of messages, by the keys of their contacts and people. */
interface Authors {
  readonly contacts: ReadonlyMap<string, number>;
  readonly people: ReadonlyMap<string, number>;
  readonly queues: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<string, string>;
}

/** Who wrote a message: the contact, or the person of ours, whose name is kept where the person is not here. */
function authorOf({ row, place }: Placed, { contacts, people, names }: Authors): Pick<NewMessage, "contactId" | "userId" | "details"> {
  if (!row.fromMe)
    return { contactId: place.isGroup ? (contacts.get(row.authorKey ?? "") ?? null) : place.contactId, userId: null, details: null };
  const userId = people.get(row.personKey ?? "") ?? null;
  const writtenBy = userId === null ? names.get(row.personKey ?? "") : undefined;
  return { contactId: null, userId, details: writtenBy === undefined ? null : { writtenBy } };
}

/** A file is not taken over with its message: it shows as one that could not be had, by its name. */
const fileOf = ({ type, mime, media }: MovedMessage): Pick<NewMessage, "mediaState" | "media"> =>
  FILES.has(type)
    ? { mediaState: "failed", media: { mime, fileName: media === null ? null : cleanText(media), voice: type === "audio", seconds: null } }
    : { mediaState: null, media: null };

/** The texts before edits, one after the other: an edit whose time is not known came right after the one before. */
function editsOf({ row: { edits = [] }, sentAt }: Placed): NewMessage["edits"] {
  let last = sentAt.getTime();
  return edits.map(({ body, at }) => {
    last = Math.max(last + 1, at?.getTime() ?? 0);
    return { body: cleanText(body), at: new Date(last) };
  });
}

const toMessage = (placed: Placed, id: number, quotedId: number | null, authors: Authors): NewMessage => {
  const { row, place, sentAt, chat, author } = placed;
  const edits = editsOf(placed);
  return {
    ...authorOf(placed, authors),
    ...fileOf(row),
    id,
    ticketId: place.id,
    connectionId: place.connectionId,
    chat,
    author,
    fromMe: row.fromMe,
    externalId: row.externalId,
    queueId: authors.queues.get(row.queueKey ?? "") ?? place.queueId,
    ownerId: place.userId,
    type: row.type,
    body: cleanText(row.body),
    ack: row.fromMe ? Math.max(-1, Math.min(4, Math.trunc(row.ack))) : 0,
    quotedId,
    isEdited: row.isEdited || edits.length > 0,
    edits,
    isDeleted: row.isDeleted,
    sentAt,
  };
};

function shownOf({ type, body, isDeleted, fromMe, ack, sentAt }: NewMessage): Pick<Preview, "body" | "state" | "media" | "at"> {
  const shown = { type: type as MessageType, body, isDeleted };
  const state = fromMe && !isDeleted ? (DELIVERY_BY_ACK[ack + 1] ?? null) : null;
  return { body: previewText(shown), state, media: previewMedia(shown), at: sentAt };
}

/** The last messages of the tickets of a batch. */
function previewsOf(messages: readonly NewMessage[]): Preview[] {
  const last = new Map<number, Preview>();
  for (const message of messages) {
    const before = last.get(message.ticketId);
    const isNewer = before === undefined || message.sentAt >= before.at;
    const inboundId = message.fromMe ? (before?.inboundId ?? null) : message.id;
    last.set(message.ticketId, { ...(isNewer ? shownOf(message) : before), ticketId: message.ticketId, inboundId, newestId: message.id });
  }
  return [...last.values()];
}

const UNKNOWN = "unknown";

function keysOf({ readNumber }: Scene, row: MovedMessage, place: TicketPlace): Pick<Placed, "chat" | "author"> {
  const chat = place.address ?? UNKNOWN;
  if (row.fromMe || !place.isGroup) return { chat, author: row.fromMe ? OWN_AUTHOR : chat };
  const number = numberOf({ number: row.authorNumber }, readNumber);
  return { chat, author: number === null ? UNKNOWN : `phone:${number}` };
}

/** The messages without those that are in the batch twice, by two tickets of theirs; and which is the first of each of these. */
function withoutDoubles(rows: readonly Placed[]): { added: Placed[]; firstOf: Map<Placed, Placed> } {
  const seen = new Map<string, Placed>();
  const firstOf = new Map<Placed, Placed>();
  const added = rows.filter((each) => {
    const { row, place, chat, author } = each;
    if (row.externalId === null) return true;
    const key = [place.connectionId, chat, author, row.fromMe, row.externalId].join(" ");
    const first = seen.get(key);
    if (first === undefined) seen.set(key, each);
    else firstOf.set(each, first);
    return first === undefined;
  });
  return { added, firstOf };
}

/** Messages: one that is here already by the provider's id is not stored again, whichever system received it first. */
export const writeMessages: Writer<MovedMessage> = async (scene, tx, fresh) => {
  const places = await placesByKey(
    scene,
    tx,
    fresh.map(({ ticketKey }) => ticketKey),
  );
  const out: NewItem[] = [];
  const placed = fresh.flatMap((row): Placed[] => {
    const place = places.get(row.ticketKey ?? "");
    const characters = lengthOf(row.body);
    if (place === undefined) out.push(leave(row.sourceKey, "noTicket", characters));
    else if (row.sentAt === null) out.push(leave(row.sourceKey, "noTime", characters));
    else return [{ row, place, sentAt: row.sentAt, ...keysOf(scene, row, place) }];
    return [];
  });
  const refs = placed.map(({ row, place }) => ({ connectionId: place.connectionId, externalId: row.externalId, fromMe: row.fromMe }));
  const here = await findByExternal(tx, refs);
  const { added, firstOf } = withoutDoubles(placed.filter((_, at) => !here.has(at)));
  const ids = await takeMessageIds(tx, added.length);
  const quoted = await quotedIds(tx, added, ids);
  const authors: Authors = {
    contacts: await contactsByKey(
      scene,
      tx,
      added.map(({ row, place }) => (place.isGroup ? row.authorKey : null)),
    ),
    people: await scene.ours(tx, "people"),
    queues: await scene.ours(tx, "queues"),
    names: added.some(({ row }) => row.personKey !== null) ? await scene.names() : new Map(),
  };
  const messages = added.map((each, at) => toMessage(each, ids[at] ?? 0, quoted.get(at) ?? null, authors));
  const stored = await insertMovedMessages(tx, messages, scene.run.figures ? "counted" : "apart");
  await previewMoved(tx, previewsOf(messages.filter(({ id }) => stored.has(id))));
  const idOf = new Map(added.map((each, at) => [each, ids[at] ?? 0]));
  const items = placed.map((each, at): NewItem => {
    const known = here.get(at) ?? idOf.get(firstOf.get(each) ?? each);
    if (here.has(at) || firstOf.has(each)) return put(each.row.sourceKey, known ?? 0, false);
    const id = idOf.get(each);
    return id !== undefined && stored.has(id)
      ? put(each.row.sourceKey, id, true)
      : leave(each.row.sourceKey, "twice", lengthOf(each.row.body));
  });
  return { items: [...out, ...items] };
};

/** The messages that these quote: of the same batch, or here. */
async function quotedIds(tx: Sql, rows: readonly Placed[], ids: readonly number[]): Promise<Map<number, number>> {
  const within = new Map(rows.map(({ row, place }, at) => [`${place.connectionId ?? 0} ${row.externalId ?? ""}`, ids[at] ?? 0]));
  const found = new Map<number, number>();
  const asked: { readonly at: number; readonly connectionId: number | null; readonly externalId: string; readonly fromMe: boolean }[] = [];
  rows.forEach(({ row, place }, at) => {
    if (row.quotedId === null) return;
    const own = within.get(`${place.connectionId ?? 0} ${row.quotedId}`);
    if (own !== undefined && own !== ids[at]) found.set(at, own);
    else for (const fromMe of [true, false]) asked.push({ at, connectionId: place.connectionId, externalId: row.quotedId, fromMe });
  });
  if (asked.length > 0) for (const [place, id] of await findByExternal(tx, asked)) found.set(asked[place]?.at ?? -1, id);
  return found;
}

function noteProblem({ text, at }: MovedNote, place: TicketPlace | undefined): string | null {
  if (place === undefined) return "noTicket";
  if (at === null) return "noTime";
  return text.trim() === "" ? "empty" : null;
}

/** Notes become comments of colleagues; one whose person is not here begins with the name. */
export const writeNotes: Writer<MovedNote> = async (scene, tx, fresh) => {
  const places = await placesByKey(
    scene,
    tx,
    fresh.map(({ ticketKey }) => ticketKey),
  );
  const [people, names] = [await scene.ours(tx, "people"), await scene.names()];
  const ids = await takeMessageIds(tx, fresh.length);
  const items: NewItem[] = [];
  const messages = fresh.flatMap((note, index): NewMessage[] => {
    const { sourceKey, ticketKey, personKey, text, at } = note;
    const [place, id] = [places.get(ticketKey ?? ""), ids[index] ?? 0];
    const problem = noteProblem(note, place);
    if (problem !== null || place === undefined || at === null) {
      items.push(leave(sourceKey, problem ?? ""));
      return [];
    }
    items.push(put(sourceKey, id, true));
    const userId = people.get(personKey ?? "") ?? null;
    const name = userId === null ? names.get(personKey ?? "") : undefined;
    const { connectionId, queueId } = place;
    const body = cleanText(name === undefined ? text : `${name}: ${text}`);
    return [{ ...COMMENT, id, ticketId: place.id, connectionId, userId, queueId, ownerId: place.userId, body, sentAt: at }];
  });
  await insertMovedMessages(tx, messages, scene.run.figures ? "counted" : "apart");
  return { items };
};

const COMMENT = {
  chat: "unknown",
  author: OWN_AUTHOR,
  fromMe: true,
  externalId: null,
  contactId: null,
  type: "comment",
  ack: 0,
  quotedId: null,
  isEdited: false,
  edits: [],
  isDeleted: false,
  mediaState: null,
  media: null,
  details: null,
} as const;

export const writeRatings: Writer<MovedRating> = async (scene, tx, fresh) => {
  const places = await placesByKey(
    scene,
    tx,
    fresh.map(({ ticketKey }) => ticketKey),
  );
  const people = await scene.ours(tx, "people");
  const items: NewItem[] = [];
  const rows = fresh.flatMap(({ sourceKey, ticketKey, personKey, rate, at }) => {
    const place = places.get(ticketKey ?? "");
    const isRate = rate !== null && Number.isInteger(rate) && rate >= 1 && rate <= 5;
    if (place === undefined || at === null || !isRate) {
      items.push(leave(sourceKey, place === undefined ? "noTicket" : at === null ? "noTime" : "rate"));
      return [];
    }
    return [{ sourceKey, ticketId: place.id, userId: people.get(personKey ?? "") ?? place.userId, rate, at }];
  });
  const ids = await insertMovedRatings(tx, rows, scene.run.figures ? "counted" : "apart");
  rows.forEach(({ sourceKey }, at) => items.push(ids[at] === undefined ? leave(sourceKey, "noTicket") : put(sourceKey, ids[at], true)));
  return { items };
};
