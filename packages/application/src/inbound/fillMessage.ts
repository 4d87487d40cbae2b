import type { MessageRef } from "@balcao/domain/messaging";
import { fillUnreadableMessage, listUnreadableMessages, type UnreadableMessage } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { lockTicket } from "@balcao/database/tickets";
import { OWN_AUTHOR } from "../outgoing/index.js";
import { conversationKeys, findInConversation } from "./findInConversation.js";
import type { LaneNews } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import { nameMentions } from "./mentionNames.js";
import { toDraft, type MessageEvent } from "./toDraft.js";

/**
 * Puts a message's content where it is stored as unreadable, in whichever ticket that is. Answers
 * the message, or null when there is none to fill.
 */
export async function fillMessage(step: LaneStep, event: MessageEvent, news: LaneNews): Promise<{ readonly id: number } | null> {
  const { tx, connectionId } = step;
  const { chat } = event.ref;
  if (event.content.kind === "unreadable") return null;
  const known = await findUnreadable(tx, connectionId, event.ref);
  const ticket = known && (await lockTicket(tx, known.ticketId));
  if (!ticket) return null;
  const quoted =
    event.quotedExternalId === null
      ? null
      : await findInConversation(tx, connectionId, { chat, externalId: event.quotedExternalId, fromMe: null });
  const draft = toDraft(await nameMentions(step, event), {
    ticketId: ticket.id,
    queueId: ticket.queueId,
    connectionId,
    authorContactId: null,
    quotedId: quoted?.ticketId === ticket.id ? quoted.id : null,
    eventId: step.eventId,
  });
  if (!(await fillUnreadableMessage(tx, known.id, draft))) return null;
  news.addRewording(ticket, known.id);
  news.hasFilled = true;
  return known;
}

/** Under whatever spelling of chat and author it is stored; in a group by the same author alone. */
async function findUnreadable(tx: Sql, connectionId: number, ref: MessageRef): Promise<UnreadableMessage | null> {
  const candidates = await listUnreadableMessages(tx, connectionId, ref.externalId, ref.fromMe);
  if (candidates.length === 0) return null;
  const chats = await conversationKeys(tx, connectionId, ref.chat);
  const authors = ref.fromMe ? [OWN_AUTHOR] : await conversationKeys(tx, connectionId, ref.author);
  return candidates.find(({ chat, author }) => chats.includes(chat) && authors.includes(author)) ?? null;
}
