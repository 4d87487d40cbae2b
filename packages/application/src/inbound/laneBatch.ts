import type { TicketFacts } from "@balcao/domain/tickets";
import { previewText } from "@balcao/domain/texts";
import type { MessageType } from "@balcao/domain/messaging";
import { listReceivedIds } from "@balcao/database/messages";
import { addMessagesToTicket, raiseTicketVersion, setTicketReadUpTo, type LockedTicket } from "@balcao/database/tickets";
import type { Unit } from "../kernel/index.js";
import { followPreview, recordTicketChange, recordTicketRead, toTicketFacts } from "../tickets/index.js";

interface TicketNews {
  before: TicketFacts | null;
  ticket: LockedTicket;
  created: number[];
  updated: number[];
  /** Of these the words changed: the preview may be one of them. */
  reworded: number[];
  newest: { type: MessageType; body: string; at: Date } | null;
  inboundId: number | null;
  unread: number;
  /** Up to where the phone's owner has read; 0 when nothing is known. */
  readUpTo: number;
}

/** What one event adds to a batch. Taken over only when the event's savepoint is released, so that a failed event leaves no trace. */
export class LaneNews {
  readonly tickets = new Map<number, TicketNews>();
  readonly contacts = new Map<number, "create" | "update">();
  /**
   * The content of a message came that could not be read before: what waits for it is tried again.
   */
  hasFilled = false;

  ticket(ticket: LockedTicket, before: TicketFacts | null): TicketNews {
    const known = this.tickets.get(ticket.id);
    if (known) {
      known.ticket = ticket;
      return known;
    }
    const fresh: TicketNews = {
      before,
      ticket,
      created: [],
      updated: [],
      reworded: [],
      newest: null,
      inboundId: null,
      unread: 0,
      readUpTo: 0,
    };
    this.tickets.set(ticket.id, fresh);
    return fresh;
  }

  addMessage(
    ticket: LockedTicket,
    before: TicketFacts | null,
    message: { id: number; type: MessageType; body: string; at: Date; inboundId: number | null; unread: boolean },
  ): void {
    const news = this.ticket(ticket, before);
    news.created.push(message.id);
    if (!news.newest || message.at >= news.newest.at) news.newest = { type: message.type, body: message.body, at: message.at };
    news.inboundId = message.inboundId ?? news.inboundId;
    if (message.unread) news.unread += 1;
  }

  /** A message was edited, deleted or filled. */
  addRewording(ticket: LockedTicket, messageId: number): void {
    const news = this.ticket(ticket, ticket);
    news.updated.push(messageId);
    news.reworded.push(messageId);
  }

  addReading(ticket: LockedTicket, messageId: number): void {
    const news = this.ticket(ticket, ticket);
    news.readUpTo = Math.max(news.readUpTo, messageId);
  }

  addContact(id: number, action: "create" | "update"): void {
    if (this.contacts.get(id) !== "create") this.contacts.set(id, action);
  }

  /** Takes over what a later event brought. */
  absorb(other: LaneNews): void {
    for (const [id, news] of other.tickets) {
      const known = this.tickets.get(id);
      if (!known) {
        this.tickets.set(id, news);
        continue;
      }
      known.ticket = news.ticket;
      known.created.push(...news.created);
      known.updated.push(...news.updated);
      known.reworded.push(...news.reworded);
      if (news.newest && (!known.newest || news.newest.at >= known.newest.at)) known.newest = news.newest;
      known.inboundId = news.inboundId ?? known.inboundId;
      known.unread += news.unread;
      known.readUpTo = Math.max(known.readUpTo, news.readUpTo);
    }
    for (const [id, action] of other.contacts) this.addContact(id, action);
    this.hasFilled ||= other.hasFilled;
  }

  /** Writes tickets and live events of the whole batch: one of each per ticket. */
  async write(tx: Unit, now: Date): Promise<void> {
    for (const news of this.tickets.values()) {
      if (news.readUpTo > 0 && news.created.length + news.updated.length === 0) await writeReading(tx, news);
      else await writeTicket(tx, news, now);
    }
    for (const [id, action] of this.contacts) await tx.live("contact", { id, action });
  }
}

async function writeTicket(tx: Unit, news: TicketNews, now: Date): Promise<void> {
  const changed = news.newest
    ? await addMessagesToTicket(tx, news.ticket.id, {
        preview: previewText(news.newest),
        at: news.newest.at > now ? now : news.newest.at,
        inboundId: news.inboundId,
        unread: news.unread,
      })
    : await raiseTicketVersion(tx, news.ticket.id);
  if (news.reworded.length > 0) await followPreview(tx, news.ticket.id, news.reworded);
  // Only now: what stays unread is counted from the batch's own messages too.
  const read = news.readUpTo > 0 ? await setTicketReadUpTo(tx, news.ticket.id, news.readUpTo) : null;
  const seen = read ? await listReceivedIds(tx, read.id, changed.readMessageId, read.readMessageId) : [];
  const updated = [...news.updated, ...seen.filter((id) => !news.created.includes(id))];
  await recordTicketChange(tx, news.before && toTicketFacts(news.before), read ?? changed, { created: news.created, updated });
}

/** A reading alone: of everything it is one short event, of a part it names the messages. */
async function writeReading(tx: Unit, { ticket, readUpTo }: TicketNews): Promise<void> {
  const read = await setTicketReadUpTo(tx, ticket.id, readUpTo);
  if (!read) return;
  if (read.unread === 0) return recordTicketRead(tx, read);
  const updated = await listReceivedIds(tx, read.id, ticket.readMessageId, read.readMessageId);
  await recordTicketChange(tx, ticket, read, { updated });
}
