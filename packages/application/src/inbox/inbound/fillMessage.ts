import type { MessageRef } from "@balcao/domain/messages";
import { fillUnreadableMessage, listUnreadableMessages, type UnreadableMessage } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { lockTicket } from "@balcao/database/tickets";
import { OWN_AUTHOR } from "../outgoing/index.js";
import { conversationKeys } from "./findInConversation.js";
import type { LaneChanges } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import { nameMentions } from "./mentionNames.js";
import { findQuote } from "./quoted.js";
import { toDraft, type MessageEvent } from "./toDraft.js";

/**
 * Stores the content of a message that was stored as unreadable, in whichever ticket it is. Returns
 * the message, or null when there is none to fill.
 */
export async function fillMessage(step: LaneStep, event: MessageEvent, changes: LaneChanges): Promise<{ readonly id: number } | null> {
  const { tx, connectionId } = step;
  if (event.content.kind === "unreadable") return null;
  const known = await findUnreadable(tx, connectionId, event.ref);
  const ticket = known && (await lockTicket(tx, known.ticketId));
  if (!ticket) return null;
  const quote = await findQuote(step, event, ticket.id);
  const draft = toDraft(await nameMentions(step, event), {
    ticketId: ticket.id,
    queueId: ticket.queueId,
    ownerId: ticket.userId,
    connectionId,
    authorContactId: null,
    ...quote,
    eventId: step.eventId,
  });
  if (!(await fillUnreadableMessage(tx, known.id, draft))) return null;
  changes.addTextChange(ticket, known.id);
  changes.hasFilled = true;
  return known;
}

/**
 * Finds the message under any spelling of its chat and author; in a group only the same author
 * matches.
 */
async function findUnreadable(tx: Sql, connectionId: number, ref: MessageRef): Promise<UnreadableMessage | null> {
  const candidates = await listUnreadableMessages(tx, connectionId, ref.externalId, ref.fromMe);
  if (candidates.length === 0) return null;
  const chats = await conversationKeys(tx, connectionId, ref.chat);
  const authors = ref.fromMe ? [OWN_AUTHOR] : await conversationKeys(tx, connectionId, ref.author);
  return candidates.find(({ chat, author }) => chats.includes(chat) && authors.includes(author)) ?? null;
}
