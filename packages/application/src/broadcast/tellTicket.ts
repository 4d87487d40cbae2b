import type { TicketFacts } from "@balcao/domain/tickets";
import type { AppMessageEvent, BotTicketEvent, TicketEvent } from "@balcao/contracts/realtime";
import { messageView } from "../messages/index.js";
import { ticketView, type Presenter } from "../tickets/index.js";
import type { TicketAudience } from "./audience.js";
import type { Joins, Telling } from "./listener.js";
import type { TicketNews } from "./readNews.js";

/** What a socket is told of a ticket's news, by its joins (ARCHITECTURE 8): first that it left a list, then what it is now. */
export function tellTicket(news: TicketNews, audience: TicketAudience, joins: Joins, presenter: Presenter): Telling[] {
  const { payload, ticketId, row } = news;
  const inBox = joins.boxes.has(ticketId);
  if (payload.change === "deleted")
    return audience.sawBefore && isCovered(audience, joins, inBox) ? [ticket({ action: "delete", ticketId })] : [];
  if (payload.change === "read")
    return audience.seesNow && isCovered(audience, joins, inBox)
      ? [ticket({ action: "updateUnread", ticketId, version: payload.version })]
      : [];

  const told: Telling[] = [];
  const isLost = audience.sawBefore && !audience.seesNow;
  const hasMoved = audience.listBefore !== null && audience.listBefore !== audience.listAfter;
  const leavesList = audience.sawBefore && (isLost || hasMoved) && audience.listBefore !== null && joins.lists.has(audience.listBefore);
  if (leavesList || (isLost && (inBox || joins.notification))) told.push(ticket({ action: "delete", ticketId }));
  if (!audience.seesNow || !row) return [...told, ...tellBot(news, audience, presenter)];

  const isHere = inBox || (audience.listAfter !== null && joins.lists.has(audience.listAfter)) || (joins.notification && audience.ringsFor);
  if (isHere) {
    const view = ticketView(row, presenter);
    const hasMessages = news.created.length + news.updated.length > 0;
    if (!hasMessages || !sameFacts(payload.before, payload.after)) told.push(ticket({ action: "update", ticket: view, ticketId }));
    const contact = { id: view.contact.id, name: view.contact.name };
    for (const message of news.created)
      told.push(appMessage({ action: "create", message: messageView(message, presenter), ticket: view, contact }));
    for (const message of news.updated)
      told.push(appMessage({ action: "update", message: messageView(message, presenter), ticket: view, contact }));
  }
  return [...told, ...tellBot(news, audience, presenter)];
}

/** Bot lists need no join: `reload` takes a ticket off them (RT-009, D-233). */
function tellBot({ payload, ticketId, row }: TicketNews, audience: TicketAudience, presenter: Presenter): Telling[] {
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

const ticket = (event: TicketEvent): Telling => ({ name: "ticket", event });
const appMessage = (event: AppMessageEvent): Telling => ({ name: "appMessage", event });
const bot = (event: BotTicketEvent): Telling => ({ name: "ticketBot", event });
