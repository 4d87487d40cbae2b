import type { TicketFacts } from "@balcao/domain/tickets";
import type { AppMessageEvent, BotTicketEvent, TicketEvent } from "@balcao/contracts/realtime";
import { getMessageRows, type MessageRow } from "@balcao/database/messages";
import { getTicketRowsByIds } from "@balcao/database/tickets";
import type { TicketLivePayload } from "../kernel/index.js";
import { messageView } from "../messages/index.js";
import { ticketView, type Presenter } from "../tickets/index.js";
import { createAudience, type LoadedTicketEvent, type TicketAudience } from "./audience.js";
import type { Joins, LiveMessage } from "./listener.js";
import type { Topic } from "./topic.js";

export const ticketTopic: Topic<TicketLivePayload> = {
  load: async (sql, events) => {
    const ticketIds = [...new Set(events.flatMap(({ ticketId }) => ticketId ?? []))];
    const messageIds = [...new Set(events.flatMap(({ payload }) => [...payload.createdMessages, ...payload.updatedMessages]))];
    const [tickets, messages] = await Promise.all([
      getTicketRowsByIds(sql, ticketIds).then((rows) => new Map(rows.map((row) => [row.id, row]))),
      messageIds.length === 0 ? null : getMessageRows(sql, messageIds).then((rows) => new Map(rows.map((row) => [row.id, row]))),
    ]);
    const rowsOf = (ids: readonly number[]): MessageRow[] => ids.flatMap((id) => messages?.get(id) ?? []);
    return ({ ticketId, payload }, directory) => {
      if (ticketId === null) return () => [];
      const created = rowsOf(payload.createdMessages);
      const loaded = { ticketId, payload, row: tickets.get(ticketId) ?? null, created, updated: rowsOf(payload.updatedMessages) };
      const audienceOf = createAudience(loaded, directory.current().settings);
      return ({ actor, joins, presenter }) => presentTicket(loaded, audienceOf(actor), joins, presenter);
    };
  },
};

/** What a socket is sent of a ticket's event, by its joins (ARCHITECTURE 8): first that it left a list, then what it is now. */
export function presentTicket(
  loaded: LoadedTicketEvent,
  audience: TicketAudience,
  joins: Joins,
  presenter: Presenter,
): readonly LiveMessage[] {
  const { payload, ticketId } = loaded;
  const inBox = joins.boxes.has(ticketId);
  if (payload.change === "deleted")
    return audience.sawBefore && isCovered(audience, joins, inBox) ? [ticket({ action: "delete", ticketId })] : [];
  if (payload.change === "read")
    return audience.seesNow && isCovered(audience, joins, inBox)
      ? [ticket({ action: "updateUnread", ticketId, version: payload.version })]
      : [];
  const isLost = audience.sawBefore && !audience.seesNow;
  const hasMoved = audience.listBefore !== null && audience.listBefore !== audience.listAfter;
  const leavesList = audience.sawBefore && (isLost || hasMoved) && audience.listBefore !== null && joins.lists.has(audience.listBefore);
  const hasLeft = leavesList || (isLost && (inBox || joins.notification));
  return [
    ...(hasLeft ? [ticket({ action: "delete", ticketId })] : []),
    ...presentChange(loaded, audience, joins, presenter),
    ...presentBot(loaded, audience, presenter),
  ];
}

/** The ticket and its messages of now, for sockets that see it and have joined it. */
function presentChange(
  { payload, ticketId, row, created, updated }: LoadedTicketEvent,
  audience: TicketAudience,
  joins: Joins,
  presenter: Presenter,
): LiveMessage[] {
  if (!audience.seesNow || !row) return [];
  const inList = audience.listAfter !== null && joins.lists.has(audience.listAfter);
  if (!joins.boxes.has(ticketId) && !inList && !(joins.notification && audience.ringsFor)) return [];
  const view = ticketView(row, presenter);
  const contact = { id: view.contact.id, name: view.contact.name };
  const message = (action: "create" | "update") => (each: MessageRow) =>
    appMessage({ action, message: messageView(each, presenter), ticket: view, contact });
  // While it was out of sight there were events that this person did not get.
  const cameIntoSight = payload.before !== null && !audience.sawBefore;
  const isMessagesOnly = created.length + updated.length > 0 && sameFacts(payload.before, payload.after);
  return [
    ...(isMessagesOnly && !cameIntoSight
      ? []
      : [ticket({ action: "update", ticket: view, ticketId, ...(cameIntoSight && { cameIntoSight }) })]),
    ...created.map(message("create")),
    ...updated.map(message("update")),
  ];
}

/** Bot lists need no join: `reload` takes a ticket off them (RT-009, D-233). */
function presentBot({ payload, ticketId, row }: LoadedTicketEvent, audience: TicketAudience, presenter: Presenter): LiveMessage[] {
  const was = payload.before?.status === "bot" && audience.sawBefore;
  const is = payload.after?.status === "bot" && audience.seesNow;
  if (is && row) return [bot({ action: was ? "update" : "create", ticket: ticketView(row, presenter), ticketId })];
  return was ? [bot({ action: "reload", ticketId })] : [];
}

function isCovered(audience: TicketAudience, joins: Joins, inBox: boolean): boolean {
  const inList = [audience.listBefore, audience.listAfter].some((list) => list !== null && joins.lists.has(list));
  return inBox || inList || (joins.notification && audience.ringsFor);
}

function sameFacts(before: TicketFacts | null, after: TicketFacts | null): boolean {
  if (!before || !after) return false;
  return (
    before.status === after.status && before.queueId === after.queueId && before.userId === after.userId && before.isGroup === after.isGroup
  );
}

const ticket = (event: TicketEvent): LiveMessage => ({ name: "ticket", event });
const appMessage = (event: AppMessageEvent): LiveMessage => ({ name: "appMessage", event });
const bot = (event: BotTicketEvent): LiveMessage => ({ name: "ticketBot", event });
