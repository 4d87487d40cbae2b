import { isSamePhone } from "@balcao/domain/contacts";
import type { QuotedContent } from "@balcao/domain/messages";
import { findContactByAddress } from "@balcao/database/contacts";
import { setMessageQuote } from "@balcao/database/messages";
import { hasSendInFlight } from "@balcao/database/outbox";
import { lockTicket } from "@balcao/database/tickets";
import { findInConversation } from "./findInConversation.js";
import type { LaneChanges } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import { addressKeys } from "./resolveContact.js";
import { toContentColumns, type MessageEvent, type QuotedText } from "./toDraft.js";

/** The id of the message that an event quotes, where that is in the ticket; null otherwise. */
async function findQuotedIn(
  { tx, connectionId }: LaneStep,
  { ref, quotedExternalId }: Pick<MessageEvent, "ref" | "quotedExternalId">,
  ticketId: number,
): Promise<number | null> {
  if (quotedExternalId === null) return null;
  const quoted = await findInConversation(tx, connectionId, { chat: ref.chat, externalId: quotedExternalId, fromMe: null });
  return quoted?.ticketId === ticketId ? quoted.id : null;
}

/** A quotation shows its beginning only. */
const LONGEST_QUOTE = 1_000;

/**
 * What a message quotes: a message of its ticket, or, where the inbox has it nowhere, what its own event says of it (D-480). A
 * message of another ticket is neither, because not everybody who sees this one sees that one.
 */
export async function findQuote(
  step: LaneStep,
  event: MessageEvent,
  ticketId: number,
): Promise<{ readonly quotedId: number | null; readonly quoted: QuotedText | null }> {
  const { ref, quotedExternalId, quoted } = event;
  if (quotedExternalId === null) return { quotedId: null, quoted: null };
  const known = await findInConversation(step.tx, step.connectionId, { chat: ref.chat, externalId: quotedExternalId, fromMe: null });
  if (known !== null) return { quotedId: known.ticketId === ticketId ? known.id : null, quoted: null };
  if (quoted === undefined) return { quotedId: null, quoted: null };
  const { type, body } = toContentColumns(quoted.content);
  const fileName = quoted.content.kind === "media" ? quoted.content.fileName : null;
  const author = await authorOf(step, event, quoted.author);
  return { quotedId: null, quoted: { type, body: body.slice(0, LONGEST_QUOTE), fileName, ...author } };
}

/**
 * Whether our number wrote a quoted message, else who did, where that is a contact. In a conversation of two, somebody without a
 * contact is our number under an address that we do not know it by.
 */
async function authorOf(
  { tx, services, connectionId }: LaneStep,
  { ref }: MessageEvent,
  author: QuotedContent["author"],
): Promise<Pick<QuotedText, "fromMe" | "contact">> {
  const own = services.directory.current().connections.get(connectionId)?.number ?? "";
  if (author === null) return { fromMe: false, contact: null };
  if (author.phone !== undefined && isSamePhone(author.phone, own)) return { fromMe: true, contact: null };
  const found = await findContactByAddress(tx, addressKeys(connectionId, author));
  return found ? { fromMe: false, contact: { id: found.id, name: found.name } } : { fromMe: ref.chat.group === undefined, contact: null };
}

/**
 * Whether a quoted message that was not found may be one of ours that the network has accepted, but whose id is not stored yet.
 * Its event then waits, like an ack that comes too early.
 */
export async function isQuoteLate(step: LaneStep, event: MessageEvent, ticketId: number): Promise<boolean> {
  if (event.quotedExternalId === null) return false;
  // The id may be stored between the first search and this question, so it is searched for again.
  return (await hasSendInFlight(step.tx, step.connectionId, ticketId)) || (await findQuotedIn(step, event, ticketId)) !== null;
}

/** Adds the quoted message to a stored message that waited for it. Returns null when the event's message is not stored. */
export async function addLateQuote(step: LaneStep, event: MessageEvent, changes: LaneChanges): Promise<"done" | "orphan" | null> {
  const known = await findInConversation(step.tx, step.connectionId, event.ref);
  const ticket = known && (await lockTicket(step.tx, known.ticketId));
  if (!ticket) return null;
  const quotedId = await findQuotedIn(step, event, ticket.id);
  if (quotedId === null) return (await isQuoteLate(step, event, ticket.id)) ? "orphan" : "done";
  if (await setMessageQuote(step.tx, known.id, quotedId)) changes.ticket(ticket, ticket).updated.push(known.id);
  return "done";
}
