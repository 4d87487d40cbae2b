import type { ListedFacts } from "@balcao/domain/tickets";
import { previewMedia, previewText } from "@balcao/domain/texts";
import type { MessageType } from "@balcao/domain/messages";
import { listReceivedIds } from "@balcao/database/messages";
import { addReceivedToTicket, raiseTicketVersion, setTicketReadUpTo, type LockedTicket } from "@balcao/database/tickets";
import type { FlowResult } from "../flow/index.js";
import { WAKE, type Unit } from "../../ground/kernel/index.js";
import { followPreview, recordTicketChange, recordTicketRead, toTicketFacts } from "../tickets/index.js";

interface TicketChanges {
  before: ListedFacts | null;
  ticket: LockedTicket;
  created: number[];
  updated: number[];
  /** Those of `updated` whose text changed: the ticket's preview may show one of them. */
  textChanged: number[];
  newest: { type: MessageType; body: string; at: Date; isOurs: boolean; seconds?: number | null } | null;
  inboundId: number | null;
  unread: number;
  /** The last unread message of the batch. */
  unreadId: number | null;
  /** The last message that is the customer's own words. */
  wordsId: number | null;
  /** The phone's owner answered. */
  isAnswer: boolean;
  /** When the last answer was given. */
  answeredAt: Date | null;
  /** The customer's first message after the last answer. */
  waitingFrom: Date | null;
  /** The last message that the phone's owner has read; 0 for none. */
  readUpTo: number;
}

/** A stored message as a batch records it. */
interface AddedMessage {
  readonly id: number;
  readonly type: MessageType;
  readonly body: string;
  readonly at: Date;
  readonly inboundId: number | null;
  readonly unread: boolean;
  readonly seconds?: number | null;
  /** The customer's, and no answer to an automatic question (D-340). */
  readonly isOwnWords?: boolean;
}

/**
 * The effects of one event on a batch. They are merged into the batch only after the event's
 * savepoint is released, so that a failed event has none.
 */
export class LaneChanges {
  readonly tickets = new Map<number, TicketChanges>();
  readonly contacts = new Map<number, "create" | "update">();
  /** True when an unreadable message was filled: events that wait for it are tried again. */
  hasFilled = false;

  ticket(ticket: LockedTicket, before: ListedFacts | null): TicketChanges {
    const known = this.tickets.get(ticket.id);
    if (known) {
      known.ticket = ticket;
      return known;
    }
    const fresh: TicketChanges = {
      before,
      ticket,
      created: [],
      updated: [],
      textChanged: [],
      newest: null,
      inboundId: null,
      unread: 0,
      unreadId: null,
      wordsId: null,
      isAnswer: false,
      answeredAt: null,
      waitingFrom: null,
      readUpTo: 0,
    };
    this.tickets.set(ticket.id, fresh);
    return fresh;
  }

  addMessage(ticket: LockedTicket, before: ListedFacts | null, message: AddedMessage): void {
    const changes = this.ticket(ticket, before);
    changes.created.push(message.id);
    const { type, body, at, inboundId, seconds = null } = message;
    if (!changes.newest || at >= changes.newest.at) changes.newest = { type, body, at, isOurs: inboundId === null, seconds };
    changes.inboundId = message.inboundId ?? changes.inboundId;
    if (message.unread) {
      changes.unread += 1;
      changes.unreadId = message.id;
    }
    if (message.isOwnWords === true) changes.wordsId = message.id;
    const isAnswer = message.inboundId === null;
    addWait(changes, { isAnswer, answeredAt: isAnswer ? at : null, waitingFrom: isAnswer ? null : at });
  }

  /** Adds a message of the phone's history: it is neither unread nor an answer, and nobody waits because of it. */
  addHistory(ticket: LockedTicket, before: ListedFacts | null, { id, type, body, at, inboundId, seconds = null }: AddedMessage): void {
    const changes = this.ticket(ticket, before);
    changes.created.push(id);
    if (!changes.newest || at >= changes.newest.at) changes.newest = { type, body, at, isOurs: inboundId === null, seconds };
  }

  /** Adds automatic texts and comments. Texts show in lists, but do not end the customer's wait. */
  addAnswers({ ticket, texts, comments }: FlowResult, at: Date): void {
    if (texts.length + comments.length === 0) return;
    const changes = this.ticket(ticket, ticket);
    changes.created.push(...texts.map(({ id }) => id), ...comments);
    const last = texts.at(-1);
    if (last && (!changes.newest || at >= changes.newest.at)) changes.newest = { type: "text", body: last.body, at, isOurs: true };
  }

  /** Records that a message was edited, deleted or filled. */
  addTextChange(ticket: LockedTicket, messageId: number): void {
    const changes = this.ticket(ticket, ticket);
    changes.updated.push(messageId);
    changes.textChanged.push(messageId);
  }

  addReadUpTo(ticket: LockedTicket, messageId: number): void {
    const changes = this.ticket(ticket, ticket);
    changes.readUpTo = Math.max(changes.readUpTo, messageId);
  }

  addContact(id: number, action: "create" | "update"): void {
    if (this.contacts.get(id) !== "create") this.contacts.set(id, action);
  }

  /** Merges the changes of a later event into this batch. */
  merge(other: LaneChanges): void {
    for (const [id, changes] of other.tickets) {
      const known = this.tickets.get(id);
      if (!known) {
        this.tickets.set(id, changes);
        continue;
      }
      known.ticket = changes.ticket;
      known.created.push(...changes.created);
      known.updated.push(...changes.updated);
      known.textChanged.push(...changes.textChanged);
      if (changes.newest && (!known.newest || changes.newest.at >= known.newest.at)) known.newest = changes.newest;
      known.inboundId = changes.inboundId ?? known.inboundId;
      known.unread += changes.unread;
      known.unreadId = changes.unreadId ?? known.unreadId;
      known.wordsId = changes.wordsId ?? known.wordsId;
      addWait(known, changes);
      known.readUpTo = Math.max(known.readUpTo, changes.readUpTo);
    }
    for (const [id, action] of other.contacts) this.addContact(id, action);
    this.hasFilled ||= other.hasFilled;
  }

  /** Writes the changes of the whole batch: one update and one live event per ticket. */
  async write(tx: Unit, now: Date): Promise<void> {
    for (const changes of this.tickets.values()) {
      if (changes.readUpTo > 0 && changes.created.length + changes.updated.length === 0) await writeReading(tx, changes);
      else await writeTicket(tx, changes, now);
    }
    for (const [id, action] of this.contacts) await tx.live("contact", { id, action });
  }
}

/** Adds later messages: an answer ends the wait, and the first message after it begins another. */
type Wait = Pick<TicketChanges, "isAnswer" | "answeredAt" | "waitingFrom">;

function addWait(known: Wait, later: Wait): void {
  known.waitingFrom = later.isAnswer ? later.waitingFrom : (known.waitingFrom ?? later.waitingFrom);
  known.isAnswer ||= later.isAnswer;
  known.answeredAt = later.answeredAt ?? known.answeredAt;
}

async function writeTicket(tx: Unit, changes: TicketChanges, now: Date): Promise<void> {
  const changed = changes.newest ? await addReceived(tx, changes, changes.newest, now) : await raiseTicketVersion(tx, changes.ticket.id);
  if (changes.textChanged.length > 0) await followPreview(tx, changes.ticket.id, changes.textChanged);
  // Runs after `addMessagesToTicket`, because it lowers the unread count that includes the batch.
  const read = changes.readUpTo > 0 ? await setTicketReadUpTo(tx, changes.ticket.id, changes.readUpTo) : null;
  const seen = read ? await listReceivedIds(tx, read.id, changed.readMessageId, read.readMessageId) : [];
  const updated = [...changes.updated, ...seen.filter((id) => !changes.created.includes(id))];
  await recordTicketChange(tx, changes.before && toTicketFacts(changes.before), read ?? changed, { created: changes.created, updated });
}

async function addReceived(
  tx: Unit,
  changes: TicketChanges,
  newest: NonNullable<TicketChanges["newest"]>,
  now: Date,
): Promise<LockedTicket> {
  const messages = {
    preview: previewText(newest),
    media: previewMedia(newest),
    at: newest.at > now ? now : newest.at,
    inboundId: changes.inboundId,
    unread: changes.unread,
    isAnswer: changes.isAnswer,
    answeredAt: changes.answeredAt,
    waitingFrom: changes.waitingFrom,
  };
  const received = { isOurs: newest.isOurs, pushedId: changes.unreadId, wordsId: changes.wordsId };
  const { ticket, isPushed } = await addReceivedToTicket(tx, changes.ticket.id, messages, received);
  if (isPushed) tx.wake(WAKE.pushes);
  return ticket;
}

/**
 * Writes a batch that only marks messages as read. Reading everything is one short event; reading a
 * part names the messages.
 */
async function writeReading(tx: Unit, { ticket, readUpTo }: TicketChanges): Promise<void> {
  const read = await setTicketReadUpTo(tx, ticket.id, readUpTo);
  if (!read) return;
  if (read.unread === 0) return recordTicketRead(tx, read);
  const updated = await listReceivedIds(tx, read.id, ticket.readMessageId, read.readMessageId);
  await recordTicketChange(tx, ticket, read, { updated });
}
