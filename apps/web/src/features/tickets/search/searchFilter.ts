import type { TicketSearchQuery } from "../../../lib/data/ticketSearch";

/** Contacts are searched from this many characters on (CONST-010). */
export const MIN_CONTACT_LENGTH = 3;
/** Shorter texts are searched in the names of contacts only (ADR 41). */
const MIN_MESSAGE_LENGTH = 3;

/** The texts that have a field and a chip of their own, in their order; the words of each are `filters` of the texts `search`. */
export const FIELD_FILTERS = ["contact", "connection", "queue"] as const;
export type FieldFilter = (typeof FIELD_FILTERS)[number];
/** The texts that a person types, and the names under which the address keeps them. */
const TEXT_FILTERS = ["message", ...FIELD_FILTERS] as const;
export type TextFilter = (typeof TEXT_FILTERS)[number];

/** What is searched for; all given filters must match. */
export interface SearchFilter extends Readonly<Record<TextFilter, string>> {
  readonly queueIds: readonly number[];
  readonly userId: number | null;
  readonly tagIds: readonly number[];
  /** Why it was closed: an id, the word of an automatic reason, or `none`; empty for whatever was. */
  readonly reason: string;
  /** Began with an advertisement. */
  readonly fromAd: boolean;
  /** The id of that advertisement; empty for any. */
  readonly ad: string;
}

const NAMES: Readonly<Record<TextFilter, string>> = { message: "text", contact: "contact", connection: "connection", queue: "queue" };
const LONGEST_TEXT = 200;
const LONGEST_AD = 500;

const readIds = (text: string | null): readonly number[] => [
  ...new Set((text ?? "").split(",").flatMap((part) => (/^[1-9]\d{0,8}$/.test(part) ? [Number(part)] : []))),
];

/** Reads the filter from the query of the address; what is not valid counts as absent. */
export function readFilter(query: URLSearchParams): SearchFilter {
  const text = (filter: TextFilter) => (query.get(NAMES[filter]) ?? "").slice(0, LONGEST_TEXT);
  return {
    message: text("message"),
    contact: text("contact"),
    connection: text("connection"),
    queue: text("queue"),
    queueIds: readIds(query.get("queues")),
    userId: readIds(query.get("user"))[0] ?? null,
    tagIds: readIds(query.get("tags")),
    reason: /^\w{1,20}$/.exec(query.get("reason") ?? "")?.[0] ?? "",
    fromAd: query.get("fromAd") === "true",
    ad: (query.get("ad") ?? "").slice(0, LONGEST_AD),
  };
}

/** The query of the address of a search. */
export function writeFilter(filter: SearchFilter): URLSearchParams {
  const query = new URLSearchParams({ tab: "search" });
  for (const name of TEXT_FILTERS) if (filter[name].trim() !== "") query.set(NAMES[name], filter[name].trim());
  if (filter.queueIds.length > 0) query.set("queues", filter.queueIds.join());
  if (filter.userId !== null) query.set("user", String(filter.userId));
  if (filter.tagIds.length > 0) query.set("tags", filter.tagIds.join());
  if (filter.reason !== "") query.set("reason", filter.reason);
  if (filter.ad !== "") query.set("ad", filter.ad);
  else if (filter.fromAd) query.set("fromAd", "true");
  return query;
}

/**
 * The request of a search; null when nothing is asked for. Queues by part of their name and chosen
 * queues are one filter of the call, so with both the chosen ones narrow the named ones.
 */
export function toRequest(filter: SearchFilter): TicketSearchQuery | null {
  const { message, connection, queue, queueIds, userId, tagIds } = filter;
  const contact = filter.contact.length < MIN_CONTACT_LENGTH ? "" : filter.contact;
  const request: TicketSearchQuery = {
    ...(message !== "" && { searchParam: message }),
    ...(contact !== "" && { searchContact: contact }),
    ...(connection !== "" && { searchWhatsapp: connection }),
    ...(queue !== "" && { searchQueue: queue, ...(queueIds.length > 0 && { queueIds: [...queueIds] }) }),
    ...(queue === "" && queueIds.length > 0 && { searchQueue: queueIds.join() }),
    ...(userId !== null && { searchUser: [userId] }),
    ...(tagIds.length > 0 && { searchTag: [...tagIds] }),
    ...reasonOf(filter),
    ...originOf(filter),
  };
  return Object.keys(request).length === 0 ? null : request;
}

const reasonOf = ({ reason }: SearchFilter): TicketSearchQuery => (reason === "" ? {} : { searchReason: reason });

const originOf = ({ fromAd, ad }: SearchFilter): TicketSearchQuery => (ad !== "" ? { searchAd: ad } : fromAd ? { searchFromAd: true } : {});

/** The words to mark in the results: short texts are looked for in the names of contacts. */
export function toMarks({ message, contact }: SearchFilter): { readonly message: string; readonly contact: string } {
  const isShort = message !== "" && message.length < MIN_MESSAGE_LENGTH;
  return { message: isShort ? "" : message, contact: isShort && contact === "" ? message : contact };
}

/** Whether the text is looked for in the names of contacts only. */
export const searchesNames = ({ message }: SearchFilter): boolean => message !== "" && message.length < MIN_MESSAGE_LENGTH;
