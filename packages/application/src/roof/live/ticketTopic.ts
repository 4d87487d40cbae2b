import type { Actor } from "@balcao/domain/access";
import { bucketOf, rightsClassOf, type ListedFacts } from "@balcao/domain/tickets";
import type { AppMessageEvent, BotTicketEvent, TicketEvent } from "@balcao/contracts/live";
import { getMessageRows, toHistoryFacts, type MessageRow } from "@balcao/database/messages";
import { getTicketRowsByIds } from "@balcao/database/tickets";
import type { TicketLivePayload } from "../../ground/kernel/index.js";
import { messageView } from "../../inbox/messages/index.js";
import { ticketView, toShownRows, type Presenter } from "../../inbox/tickets/index.js";
import { createAudience, peopleIn, type LoadedTicketEvent, type TicketAudience } from "./audience.js";
import type { Joins, Listener, LiveMessage } from "./listener.js";
import { NOTHING, type Topic } from "./topic.js";

export const ticketTopic: Topic<TicketLivePayload> = {
  load: async (sql, snapshot, events) => {
    const ticketIds = [...new Set(events.flatMap(({ ticketId }) => ticketId ?? []))];
    const messageIds = [...new Set(events.flatMap(({ payload }) => [...payload.createdMessages, ...payload.updatedMessages]))];
    const [tickets, messages] = await Promise.all([
      getTicketRowsByIds(sql, ticketIds)
        .then((rows) => toShownRows(sql, snapshot, rows))
        .then((rows) => new Map(rows.map((row) => [row.id, row]))),
      messageIds.length === 0 ? null : getMessageRows(sql, messageIds).then((rows) => new Map(rows.map((row) => [row.id, row]))),
    ]);
    const rowsOf = (ids: readonly number[]): MessageRow[] => ids.flatMap((id) => messages?.get(id) ?? []);
    return ({ ticketId, payload }, directory) => {
      if (ticketId === null) return { classOf: () => NOTHING, present: () => [] };
      const created = rowsOf(payload.createdMessages);
      const loaded = { ticketId, payload, row: tickets.get(ticketId) ?? null, created, updated: rowsOf(payload.updatedMessages) };
      const audienceOf = createAudience(loaded, directory.current().settings);
      return {
        classOf: createClasses(loaded, audienceOf),
        present: ({ actor, joins, presenter }) => presentTicket(loaded, audienceOf(actor), joins, presenter),
      };
    };
  },
};

/**
 * Creates the classes of a ticket event: the people named in it each on their own, everybody else by
 * their rights, and each by the joins that cover this event.
 */
export function createClasses(
  event: LoadedTicketEvent,
  audienceOf: (actor: Actor) => TicketAudience,
): (listener: Pick<Listener, "actor" | "joins">) => string {
  const named = peopleIn(event);
  return ({ actor, joins }) => {
    const { sawBefore, seesNow, listBefore, listAfter } = audienceOf(actor);
    if (!sawBefore && !seesNow) return NOTHING;
    const isListed = (list: string | null): boolean => list !== null && joins.lists.has(list);
    const joined = [isListed(listBefore), isListed(listAfter), joins.boxes.has(event.ticketId), joins.notification];
    return `${joined.map(Number).join("")} ${named.has(actor.id) ? actor.id : ""} ${rightsClassOf(actor)}`;
  };
}

/**
 * Returns the messages of a ticket's event for one socket, by its joins (ADR 6): first
 * that it left a list, then its current state.
 */
export function presentTicket(
  loaded: LoadedTicketEvent,
  audience: TicketAudience,
  joins: Joins,
  presenter: Presenter,
): readonly LiveMessage[] {
  const { payload, ticketId } = loaded;
  switch (payload.change) {
    case "deleted":
      return [
        ...(audience.sawBefore && isCovered(audience, joins, ticketId) ? [ticket({ action: "delete", ticketId })] : []),
        ...presentBot(loaded, audience, presenter),
      ];
    case "read":
      return audience.seesNow && isCovered(audience, joins, ticketId)
        ? [ticket({ action: "updateUnread", ticketId, version: payload.version })]
        : [];
    case "changed":
      return [
        ...(hasLeft(audience, joins, ticketId) ? [ticket({ action: "delete", ticketId })] : []),
        ...presentChange(loaded, audience, joins, presenter),
        ...presentBot(loaded, audience, presenter),
      ];
  }
}

/** Whether the ticket went out of sight, or out of a list that the socket has joined. */
function hasLeft({ sawBefore, seesNow, isGuest, listBefore, listAfter }: TicketAudience, joins: Joins, ticketId: number): boolean {
  if (!sawBefore) return false;
  const isLost = !seesNow;
  const leavesList = listBefore !== null && (isLost || listBefore !== listAfter) && joins.lists.has(listBefore);
  return leavesList || (isLost && (joins.boxes.has(ticketId) || joins.notification || isGuest));
}

/**
 * Returns the current ticket and the messages that the person sees, for sockets that have joined.
 */
function presentChange(
  { payload, ticketId, row, created, updated }: LoadedTicketEvent,
  audience: TicketAudience,
  joins: Joins,
  presenter: Presenter,
): LiveMessage[] {
  if (!audience.seesNow || !row || !isJoined([audience.listAfter], audience, joins, ticketId)) return [];
  const view = ticketView(row, presenter);
  const contact = { id: view.contact.id, name: view.contact.name };
  const message = (action: "create" | "update") => (each: MessageRow) =>
    appMessage({ action, message: messageView(each, presenter), ticket: view, contact });
  // There were events that this person did not receive, while the ticket was invisible to them.
  const cameIntoSight = payload.historyMoved === true || (payload.before !== null && !audience.sawBefore);
  const seen = (messages: readonly MessageRow[]) => messages.filter((each) => presenter.sees(toHistoryFacts(each)));
  const messages = [...seen(created).map(message("create")), ...seen(updated).map(message("update"))];
  const isMessagesOnly = messages.length > 0 && hasSameFacts(payload.before, payload.after);
  return [
    ...(isMessagesOnly && !cameIntoSight
      ? []
      : [ticket({ action: "update", ticket: view, ticketId, ...(cameIntoSight && { cameIntoSight }) })]),
    ...messages,
  ];
}

/** Bot lists need no join; `reload` removes a ticket from them [RT-009, D-233]. */
function presentBot({ ticketId, row }: LoadedTicketEvent, { wasInBot, isInBot }: TicketAudience, presenter: Presenter): LiveMessage[] {
  if (isInBot && row) return [bot({ action: wasInBot ? "update" : "create", ticket: ticketView(row, presenter), ticketId })];
  return wasInBot ? [bot({ action: "reload", ticketId })] : [];
}

const isCovered = (audience: TicketAudience, joins: Joins, ticketId: number): boolean =>
  isJoined([audience.listBefore, audience.listAfter], audience, joins, ticketId);

/** Whether a join covers the ticket: it is open there, one of the lists is joined, or it rings. A guest needs none. */
function isJoined(lists: readonly (string | null)[], { ringsFor, isGuest }: TicketAudience, joins: Joins, ticketId: number): boolean {
  const inList = lists.some((list) => list !== null && joins.lists.has(list));
  return joins.boxes.has(ticketId) || inList || isGuest || (joins.notification && ringsFor);
}

/** Whether a ticket stayed where it is, with whom it is. */
export function hasSameFacts(before: ListedFacts | null, after: ListedFacts | null): boolean {
  if (!before || !after) return false;
  const sameGuests = before.guestIds?.join() === after.guestIds?.join();
  return sameGuests && bucketOf(before) === bucketOf(after) && before.queueId === after.queueId && before.userId === after.userId;
}

const ticket = (event: TicketEvent): LiveMessage => ({ name: "ticket", event });
const appMessage = (event: AppMessageEvent): LiveMessage => ({ name: "appMessage", event });
const bot = (event: BotTicketEvent): LiveMessage => ({ name: "ticketBot", event });
