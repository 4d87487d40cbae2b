import { readScore, type Score } from "@balcao/domain/ratings";
import type { KnownContact } from "@balcao/database/contacts";
import type { OpenRating } from "@balcao/database/ratings";
import type { LockedTicket } from "@balcao/database/tickets";
import { answerMessage, answerOnPhone, applyOptOut, applyScore, findRating, mayRateFrom, type FlowResult } from "../flow/index.js";
import type { LaneChanges } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import type { MessageEvent } from "./toDraft.js";

/** A score that a customer wrote, and the question that it may answer. */
export interface WrittenScore {
  readonly score: Score;
  readonly rating: OpenRating;
}

interface StoredMessage {
  readonly ticket: LockedTicket;
  readonly before: LockedTicket | null;
  /** It was accepted before its ticket was closed: nobody answers it by itself. */
  readonly isLate: boolean;
  readonly contact: KnownContact;
  readonly written: WrittenScore | null;
  readonly stored: Parameters<LaneChanges["addMessage"]>[2];
}

/** Whether a message is the phone owner's, a group's or history: it gets no answer and rates nothing. */
export function isUnanswered({ ref, live }: MessageEvent): boolean {
  return ref.fromMe || ref.chat.group !== undefined || !live;
}

/** Reads the score of a message for which a question is open; null for all other messages. */
export async function readWrittenScore(step: LaneStep, event: MessageEvent, contactId: number): Promise<WrittenScore | null> {
  const text = textOf(event);
  const score = text === null || isUnanswered(event) || step.isRetried ? null : readScore(text);
  if (score === null) return null;
  const { tx, services, connectionId, now } = step;
  const rating = await findRating(tx, services, { contactId, connectionId, now });
  // What was accepted before the question answers something else.
  const isBefore = rating !== null && rating.ticketEndedAt !== null && step.receivedAt < rating.ticketEndedAt;
  return rating && !isBefore ? { score, rating } : null;
}

/** Records a stored message with what the flow answers. */
export async function answerByFlow(step: LaneStep, event: MessageEvent, message: StoredMessage, changes: LaneChanges): Promise<void> {
  const { ticket, before, stored, written } = message;
  const { tx, services, eventId } = step;
  if (isUnanswered(event) || step.isRetried || message.isLate) return recordUnanswered(step, event, message, changes);
  // An answer is never shown above its message, whatever the clock of the network says.
  const now = step.now > event.sentAt ? step.now : event.sentAt;
  const answering = { ...message, eventId, text: textOf(event), rowId: rowOf(event), now };
  const rates = written !== null && (await mayRateFrom(tx, services, answering, written.rating));
  const rated = rates ? await applyScore(tx, services, { ticket, ...written, eventId, now }) : null;
  const settled = rated ?? (await optOut(step, event, message, changes));
  const answered = settled ?? (await answerMessage(tx, services, answering));
  changes.addMessage(answered.ticket, before, readIfDone(stored, settled));
  changes.addAnswers(answered, now);
}

/** Records a message that gets no answer. One that a person has just typed on the phone ends the automatic answers. */
async function recordUnanswered(step: LaneStep, event: MessageEvent, message: StoredMessage, changes: LaneChanges): Promise<void> {
  const { ticket, before, stored, isLate } = message;
  const { ref, live } = event;
  const isTyped = ref.fromMe && ref.chat.group === undefined && live && !step.isRetried && !isLate;
  const typed = isTyped ? await answerOnPhone(step.tx, step.services, { ...step, ticket }) : null;
  const optedOut = await optOut(step, event, message, changes);
  const after = optedOut?.ticket ?? typed?.ticket ?? ticket;
  changes.addMessage(after, before, readIfDone(stored, optedOut));
  if (typed) changes.ticket(after, before).updated.push(...typed.withdrawn);
}

/** A score or an opt-out that closed its ticket is read: nobody has anything to do. */
const readIfDone = (stored: StoredMessage["stored"], settled: FlowResult | null): StoredMessage["stored"] =>
  settled?.ticket.status === "closed" ? { ...stored, unread: false } : stored;

/** Records that the contact wants no more mass sends, with the answer to it; null when the message does not say so. */
async function optOut(step: LaneStep, event: MessageEvent, { ticket, before, contact }: StoredMessage, changes: LaneChanges) {
  if (event.ref.fromMe || event.ref.chat.group !== undefined || step.isRetried) return null;
  const now = step.now > event.sentAt ? step.now : event.sentAt;
  const place = {
    ticket,
    before,
    contact,
    text: textOf(event),
    sentAt: event.sentAt,
    eventId: step.eventId,
    now,
    isLive: !isUnanswered(event),
  };
  const result = await applyOptOut(step.tx, step.services, place);
  if (result) changes.addContact(contact.id, "update");
  return result;
}

/** The tapped row of a list; null for everything else. */
const rowOf = ({ content }: MessageEvent): string | null => (content.kind === "text" ? (content.rowId ?? null) : null);

/** The words of a message, or null for one without. */
function textOf({ content }: MessageEvent): string | null {
  if (content.kind === "text") return content.body;
  return content.kind === "media" && content.caption !== "" ? content.caption : null;
}
