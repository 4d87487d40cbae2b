import type { CONTACT_ORIGINS, ContactListView, ContactShortView, ContactView } from "@balcao/contracts/contacts";
import type { OneContactEvent } from "@balcao/contracts/live";
import type { TicketView } from "@balcao/contracts/tickets";
import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { call } from "../api";
import { updateNames } from "./names";

/** One contact with its tags and extra information. */
export const contactQuery = (contactId: number) =>
  queryOptions({
    queryKey: ["contact", contactId],
    queryFn: ({ signal }) => call("contacts", "get", { params: { contactId } }, { signal }),
    meta: { live: true },
  });

const ticketsKey = (contactId: number) => ["contactTickets", contactId];

/** The tickets of a contact that the person may open, newest first. */
export const contactTicketsQuery = (contactId: number) =>
  infiniteQueryOptions({
    queryKey: ticketsKey(contactId),
    queryFn: ({ pageParam, signal }) =>
      call("tickets", "ofContact", { params: { contactId }, query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.hasMore ? page.tickets.at(-1)?.id : undefined),
    meta: { live: true },
  });

const LIST = ["contacts", "list"] as const;

/** What narrows the list of contacts; empty for all. */
export interface ContactNarrowing {
  readonly tagId: string;
  readonly queueId: string;
  readonly origin: "" | (typeof CONTACT_ORIGINS)[number];
  readonly unlikely: boolean;
}

const toQuery = ({ tagId, queueId, origin, unlikely }: ContactNarrowing) => ({
  ...(tagId !== "" && { tagIds: [Number(tagId)] }),
  ...(queueId !== "" && { queueIds: [Number(queueId)] }),
  ...(origin !== "" && { origin }),
  ...(unlikely && { unlikely }),
});

/** All contacts. */
export const NO_NARROWING: ContactNarrowing = { tagId: "", queueId: "", origin: "", unlikely: false };

/** The contacts whose name, number or e-mail has the text, page by page; those whose name begins with it come first. */
export const contactsQuery = (search: string, narrowing: ContactNarrowing = NO_NARROWING) =>
  infiniteQueryOptions({
    queryKey: [...LIST, search, narrowing],
    queryFn: ({ pageParam, signal }) =>
      call("contacts", "list", { query: { searchParam: search, cursor: pageParam, ...toQuery(narrowing) } }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.cursor ?? undefined,
    placeholderData: (before) => before,
    meta: { live: true },
  });

const isWhole = (contact: ContactView | ContactShortView): contact is ContactView => "tags" in contact;

/** Loaded pages as the one list they are. */
export function joinContacts(pages: readonly ContactListView[]): readonly ContactView[] {
  const seen = new Set<number>();
  return pages.flatMap(({ contacts }) => contacts.filter(isWhole)).filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** A loaded contact after an event: what is shown changes or goes at once, and the first page is read again for a new one. */
export function updateContact(client: QueryClient, event: OneContactEvent): void {
  const { queryKey } = contactQuery(event.contactId);
  if (event.action === "delete") {
    client.removeQueries({ queryKey, type: "inactive" });
    dropPairs(client, event.contactId);
  } else {
    client.setQueryData(queryKey, (loaded) => loaded && event.contact);
    const { id, name, number } = event.contact;
    if (event.action === "update") updateNames(client, "contact", { id, name, number });
  }
  const change = (known: ContactView | ContactShortView): readonly (ContactView | ContactShortView)[] => {
    if (known.id !== event.contactId) return [known];
    return event.action === "delete" ? [] : [event.contact];
  };
  client.setQueriesData<InfiniteData<ContactListView>>(
    { queryKey: LIST },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, contacts: page.contacts.flatMap(change) })) },
  );
  void client.invalidateQueries({ queryKey: LIST });
  void client.invalidateQueries({ queryKey: mergesQuery(event.contactId).queryKey });
}

/** Reads everything about contacts again after many of them changed. */
export function reloadContacts(client: QueryClient): void {
  for (const queryKey of [["contacts"], ["contact"], ["tags"]]) void client.invalidateQueries({ queryKey });
}

/** Reads the loaded tickets of a contact again after a ticket of it changed. */
export function updateContactTickets(client: QueryClient, { contactId }: Pick<TicketView, "contactId">): void {
  void client.invalidateQueries({ queryKey: ticketsKey(contactId) });
}

/** The contacts that have a text in name, number or e-mail, for the warning about duplicates; none for an empty text. */
export const duplicatesQuery = (text: string) =>
  queryOptions({
    queryKey: ["contacts", "duplicates", text],
    queryFn: async ({ signal }) => (await call("contacts", "list", { query: { searchParam: text } }, { signal })).contacts.filter(isWhole),
    enabled: text !== "",
  });

/** Pairs of contacts that may be one person. It costs the server some work, so it is read seldom. */
export const duplicatePairsQuery = queryOptions({
  queryKey: ["contactDuplicates"],
  queryFn: ({ signal }) => call("contacts", "duplicates", {}, { signal }),
  staleTime: 300_000,
});

/** The merges into a contact that can be undone. */
export const mergesQuery = (contactId: number) =>
  queryOptions({
    queryKey: ["contactMerges", contactId],
    queryFn: ({ signal }) => call("contacts", "merges", { params: { contactId } }, { signal }),
  });

/** What merging the other contact into this one would do. */
export const mergePreviewQuery = (contactId: number, otherId: number) =>
  queryOptions({
    queryKey: ["contactMergePreview", contactId, otherId],
    queryFn: ({ signal }) => call("contacts", "previewMerge", { params: { contactId, otherId } }, { signal }),
    gcTime: 0,
  });

/** Takes the pairs of a contact that is gone off the loaded list. */
function dropPairs(client: QueryClient, contactId: number): void {
  client.setQueryData(duplicatePairsQuery.queryKey, (list) => {
    const pairs = list?.pairs.filter(({ kept, other }) => kept.id !== contactId && other.id !== contactId);
    return list && pairs && { count: list.count - (list.pairs.length - pairs.length), pairs };
  });
}

/** Reads the suggestions and merges again after one of them was decided. */
export function reloadMerges(client: QueryClient): void {
  for (const queryKey of [["contactDuplicates"], ["contactMerges"]]) void client.invalidateQueries({ queryKey });
}
