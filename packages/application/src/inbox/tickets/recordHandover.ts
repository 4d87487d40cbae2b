import { matches } from "@balcao/domain/access";
import { handoverText, type Handover } from "@balcao/domain/texts";
import { notificationCondition } from "@balcao/domain/tickets";
import { setTicketUnread, type LockedTicket } from "@balcao/database/tickets";
import { toActor, type DirectorySnapshot } from "../../ground/directory/index.js";
import type { Services, Unit } from "../../ground/kernel/index.js";
import { tellPeople, withdrawHandovers } from "../../ground/notices/index.js";
import { insertComment } from "../outgoing/index.js";
import { toTicketFacts } from "./ticketView.js";

interface Given {
  readonly ticket: LockedTicket;
  /** What is said about it, or why a rule did it; an empty text for nothing. */
  readonly note: string;
  /** Null when the product itself gave it on. */
  readonly authorId: number | null;
  readonly now: Date;
  /** It came back from being snoozed. */
  readonly isAwake?: true;
  /** Neither pushed nor counted as unread: what caused it is. */
  readonly isSilent?: boolean;
}

/**
 * Stores the line of a conversation given to somebody in its ticket, with the note, and tells those whom it concerns [D-272, D-330]. The ticket
 * is unread afterwards, unless its author keeps it. Returns the ticket and the line's id.
 */
export async function recordHandover(
  unit: Unit,
  services: Services,
  { ticket, note, authorId, now, isAwake, isSilent = false }: Given,
): Promise<{ ticket: LockedTicket; messageId: number }> {
  const directory = services.directory.current();
  const handover = { ...toHandover(directory, ticket, note), ...(isAwake && { isAwake }) };
  const body = handover.note ?? handoverText(authorId === null ? null : (directory.users.get(authorId)?.name ?? ""), handover);
  const messageId = await insertComment(unit, ticket, { body, userId: authorId, handover, now });
  if (isSilent || (authorId !== null && ticket.userId === authorId)) return { ticket, messageId };
  await withdrawHandovers(unit, ticket.id);
  await tellPeople(unit, { kind: "handover", about: { messageId }, userIds: concernedBy(directory, ticket, authorId), at: now });
  return { ticket: (await setTicketUnread(unit, ticket.id)) ?? ticket, messageId };
}

/** Whom a customer's message in the ticket would concern, but for the author [D-098]. */
function concernedBy(directory: DirectorySnapshot, ticket: LockedTicket, authorId: number | null): readonly number[] {
  const facts = toTicketFacts(ticket);
  return [...directory.users.keys()].filter((id) => {
    const actor = id === authorId ? null : toActor(directory, id);
    return actor !== null && matches(notificationCondition(actor, directory.settings), facts);
  });
}

/** Whom the ticket belongs to now, under the names of this moment. */
function toHandover({ queues, users }: DirectorySnapshot, { userId, queueId }: LockedTicket, note: string): Handover {
  const named = (id: number, name: string | undefined) => ({ id, name: name ?? "" });
  return {
    user: userId === null ? null : named(userId, users.get(userId)?.name),
    queue: named(queueId ?? 0, queues.get(queueId ?? 0)?.name),
    note: note === "" ? null : note,
  };
}
