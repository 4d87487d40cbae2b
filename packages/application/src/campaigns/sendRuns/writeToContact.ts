import { fillPlaceholders, placeholderValues, previewMedia, previewText } from "@balcao/domain/texts";
import { openingState } from "@balcao/domain/tickets";
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
  { runId, content, userId, contact, ticket: known, to }: Writing,
): Promise<{ readonly messageId: number; readonly ticket: LockedTicket }> {
  const now = services.clock.now();
  const ticket = known ?? (await openRecord(unit, contact, to.connectionId, now));
  const origin = { by: "system", userId, clientKey: null, now, ...(runId !== null && { sendRunId: runId }) } as const;
  const messageId = await insertOutgoing(unit, { ticket, to }, content, origin);
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

/** A ticket that only records the message; the contact's answer opens another one. */
async function openRecord(unit: Unit, { id, isGroup }: KnownContact, connectionId: number, now: Date): Promise<LockedTicket> {
  const ticket = await insertTicket(unit, id, openingState({ from: "campaign" }, { queueId: null, connectionId, isGroup }, now), now);
  if (!ticket) throw new Error("a closed ticket collides with none");
  return ticket;
}
