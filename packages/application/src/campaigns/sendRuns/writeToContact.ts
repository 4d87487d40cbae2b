import { fillPlaceholders, placeholderValues, previewMedia, previewText } from "@balcao/domain/texts";
import { openingState, type TicketOrigin } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { KnownContact } from "@balcao/database/contacts";
import { addMessagesToTicket, insertTicket, type LockedTicket } from "@balcao/database/tickets";
import type { Services, Unit } from "../../ground/kernel/index.js";
import { insertOutgoing, toDestination, type Destination, type OutgoingContent } from "../../inbox/outgoing/index.js";
import { recordTicketChange } from "../../inbox/tickets/index.js";

interface Place {
  readonly contact: KnownContact;
  readonly connectionId: number;
  readonly live: LockedTicket | null;
}

/** Where the message goes; null when the contact has no address there. */
export async function findDestination(unit: Unit, services: Services, { contact, connectionId, live }: Place): Promise<Destination | null> {
  const { connections } = services.directory.current();
  const ticket = live ?? { id: 0, contactId: contact.id, connectionId, queueId: null, userId: null };
  try {
    return await toDestination(unit, ticket, (id) => connections.get(id)?.api);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Makes the function that fills the placeholders of a text for a contact. */
export function createFill(
  services: Services,
  { contact, live, userId }: Pick<Place, "contact" | "live"> & Pick<Writing, "userId">,
): (text: string) => string {
  const { users, queues, settings } = services.directory.current();
  const names = {
    user: (userId === null ? undefined : users.get(userId)?.name) ?? "",
    queue: (!live || live.queueId === null ? undefined : queues.get(live.queueId)?.name) ?? "",
  };
  const facts = { name: contact.name, number: contact.number ?? "", ...names };
  const values = placeholderValues(facts, services.clock.now(), settings.timeZone);
  return (text) => fillPlaceholders(text, values);
}

interface Writing {
  /** Null for a test. */
  readonly runId: number | null;
  /** What a new ticket is called that only holds the message. */
  readonly origin: TicketOrigin;
  readonly content: OutgoingContent;
  /** Who sends. */
  readonly userId: number | null;
  readonly contact: KnownContact;
  /** The contact's live ticket, or the one of the part before; null for a new one. */
  readonly ticket: LockedTicket | null;
  readonly to: Destination;
}

/**
 * Stores a message for sending in a ticket without changing it, or in a new closed one. Returns
 * the message's id and the ticket.
 */
export async function writeToContact(
  unit: Unit,
  services: Services,
  writing: Writing,
): Promise<{ readonly messageId: number; readonly ticket: LockedTicket }> {
  const { runId, content, userId, ticket: known, to } = writing;
  const now = services.clock.now();
  const ticket = known ?? (await openRecord(unit, writing, now));
  const author = { by: "system", userId, clientKey: null, now, ...(runId !== null && { sendRunId: runId }) } as const;
  const messageId = await insertOutgoing(unit, { ticket, to }, content, author);
  const said = {
    media: previewMedia(content),
    inboundId: null,
    unread: 0,
    isAnswer: false,
    waitingFrom: null,
    preview: previewText(content),
    at: now,
  };
  const after = await addMessagesToTicket(unit, ticket.id, said);
  await recordTicketChange(unit, known, after, { created: [messageId] });
  return { messageId, ticket: after };
}

/** A ticket that only records the message and counts nowhere; the contact's answer opens it or another one (D-185, D-268). */
async function openRecord(unit: Unit, { contact, origin, to }: Writing, now: Date): Promise<LockedTicket> {
  const place = { queueId: null, connectionId: to.connectionId, isGroup: contact.isGroup };
  const ticket = await insertTicket(unit, contact.id, openingState({ from: origin }, place, now), now);
  if (!ticket) throw new Error("a closed ticket collides with none");
  return ticket;
}
