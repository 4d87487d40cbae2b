import { previewText, withSignature } from "@balcao/domain/texts";
import { openingState, type TicketFacts } from "@balcao/domain/tickets";
import { plannedComment, type PlanFailure } from "@balcao/domain/schedules";
import { getKnownContact, type KnownContact } from "@balcao/database/contacts";
import { getPlannedRows, listDuePlanned, lockPlanned, settlePlanned, type PlannedRow } from "@balcao/database/schedules";
import type { Database } from "@balcao/database/sql";
import { addMessagesToTicket, insertTicket, lockLiveTicket, lockTicket, type LockedTicket } from "@balcao/database/tickets";
import { openDirectory, toActor } from "../../ground/directory/index.js";
import type { Services, Unit } from "../../ground/kernel/index.js";
import { recordMentions } from "../../inbox/mentions/index.js";
import { insertComment, insertOutgoing, toContents, type Destination, type OutgoingContent } from "../../inbox/outgoing/index.js";
import { mayOnTicket, recordTicketChange } from "../../inbox/tickets/index.js";
import { DUE_BATCH, passDue } from "./passDue.js";
import { acceptsTexts, createFill, findDestination } from "../sendRuns/index.js";

/**
 * Sends the messages of conversations that are due, each once: its row is locked and settled in the transaction that stores the message
 * [D-273]. Several workers may call it at once, and one that cannot be sent stops no other. Returns whether there may be more.
 */
export const sendDuePlanned = (services: Services): Promise<boolean> =>
  passDue(services, {
    list: (now, limit) => listDuePlanned(services.database.sql, now, limit),
    work: (unit, id, now) => sendOne(unit, services, id, now),
    failure: "a planned message could not be sent; the next pass tries again",
  });

async function sendOne(unit: Unit, services: Services, id: number, now: Date): Promise<void> {
  const [known] = await getPlannedRows(unit, [id]);
  if (!known) return;
  // Whoever changes or cancels it locks its ticket first, too.
  const live = known.connectionId === null ? null : await lockLiveTicket(unit, known.contactId, known.connectionId);
  const place = live ?? (await lockTicket(unit, known.ticketId));
  const planned = await lockPlanned(unit, id);
  if (!planned?.plannedAt || planned.plannedAt > now) return;
  // Its ticket was moved meanwhile; the next pass locks where it is now.
  if (planned.contactId !== known.contactId || planned.connectionId !== known.connectionId) return;
  const judged = await judge(unit, services, planned, live);
  const failure = typeof judged === "string" ? judged : null;
  if (typeof judged !== "string") await store(unit, services, { planned, live, ...judged });
  else if (place) await tellAuthor(unit, services, { planned, ticket: place, failure: judged });
  await settlePlanned(unit, id, failure);
  await unit.live("planned", { id, action: "update" });
}

interface Failed {
  readonly planned: PlannedRow;
  /** Where it would have gone, or where it was scheduled. */
  readonly ticket: LockedTicket;
  readonly failure: PlanFailure;
}

/** Says in the conversation that a message did not leave, and mentions its author, who may not be looking [D-331]. */
async function tellAuthor(unit: Unit, services: Services, { planned, ticket, failure }: Failed): Promise<void> {
  const { id: scheduleId, authorId } = planned;
  services.logger.info({ scheduleId, ticketId: ticket.id, failure }, "a planned message was not sent");
  if (authorId === null) return;
  const mentioned = [{ id: authorId, name: nameOf(services, authorId) }];
  const { defaultLanguage } = services.directory.current().settings;
  const body = plannedComment(nameOf(services, authorId), failure, defaultLanguage);
  const messageId = await insertComment(unit, ticket, { body, userId: null, mentioned, now: services.clock.now() });
  await recordMentions(unit, services, { authorId: null, ticket, messageId, mentioned });
  await recordTicketChange(unit, ticket, ticket, { created: [messageId] });
}

interface Judged {
  readonly contact: KnownContact;
  readonly to: Destination;
  readonly contents: readonly OutgoingContent[];
}

/** Everything is judged when it leaves: author, right, connection, address, whether the network takes free text. */
async function judge(unit: Unit, services: Services, planned: PlannedRow, live: LockedTicket | null): Promise<Judged | PlanFailure> {
  const { authorId, connectionId, contactId } = planned;
  if (authorId === null) return "author";
  const facts = live ?? planned;
  // A process may learn of a right up to five seconds late, and must not stop on the word of that memory.
  const lost = lostBy(services, authorId, facts) && lostBy({ ...services, directory: await openDirectory(unit) }, authorId, facts);
  if (lost !== null) return lost;
  if (connectionId === null || !services.directory.current().connections.has(connectionId)) return "connection";
  const contact = await getKnownContact(unit, contactId);
  const to = contact && (await findDestination(unit, services, { contact, connectionId, live }));
  if (!contact || !to) return "unreachable";
  if (!(await acceptsTexts(unit, services, to, contact.id))) return "windowClosed";
  const contents = toWords(services, { planned, authorId, to, fill: createFill(services, { contact, live, userId: authorId }) });
  return { contact, to, contents };
}

/** What the author has lost since it was scheduled: the account, or the right to write there; null when both hold. */
function lostBy(services: Services, authorId: number, facts: TicketFacts): "author" | "right" | null {
  const actor = toActor(services.directory.current(), authorId);
  if (!actor?.active) return "author";
  return mayOnTicket(services, { actor }, "ticket:write", facts) ? null : "right";
}

interface Wording {
  readonly planned: PlannedRow;
  readonly authorId: number;
  readonly to: Destination;
  readonly fill: (text: string) => string;
}

/** The messages that go to the network, each as long as it takes them. */
function toWords(services: Services, { planned, authorId, to, fill }: Wording): readonly OutgoingContent[] {
  const text = fill(planned.message);
  const isSigned = planned.signed || services.directory.current().settings.forceSign;
  return toContents(to.api, { text: isSigned ? withSignature(text, nameOf(services, authorId)) : text });
}

const nameOf = (services: Services, userId: number): string => services.directory.current().users.get(userId)?.name ?? "";

/** Stores the message in the live ticket without changing it, or in a new closed one of the same queue [D-185]. */
async function store(
  unit: Unit,
  services: Services,
  { planned, live, contact, to, contents }: Judged & { readonly planned: PlannedRow; readonly live: LockedTicket | null },
): Promise<void> {
  const now = services.clock.now();
  const { authorId: userId, queueId } = planned;
  const place = { queueId, connectionId: to.connectionId, isGroup: contact.isGroup };
  const ticket = live ?? (await insertTicket(unit, contact.id, openingState({ from: "schedule" }, place, now), now));
  if (!ticket) throw new Error("a closed ticket collides with none");
  const created: number[] = [];
  for (const content of contents)
    created.push(await insertOutgoing(unit, { ticket, to }, content, { by: "agent", userId, clientKey: null, now }));
  const { type = "conversation", body = "" } = contents.at(-1) ?? {};
  const preview = previewText({ type, body, userName: userId === null ? null : nameOf(services, userId) });
  // Words of before answer nothing that the customer has asked since.
  const after = await addMessagesToTicket(unit, ticket.id, {
    inboundId: null,
    unread: 0,
    isAnswer: false,
    waitingFrom: null,
    preview,
    at: now,
  });
  await recordTicketChange(unit, live, after, { created });
  for (const messageId of created)
    services.logger.info({ ticketId: ticket.id, messageId, scheduleId: planned.id }, "a planned message is queued");
}

/**
 * Sends nothing that is due, because the installation of which a backup was made may have sent it since; each says so in its conversation.
 * Returns how many.
 */
export async function skipDuePlanned(database: Database, now: Date): Promise<number> {
  let skipped = 0;
  for (;;) {
    const due = await listDuePlanned(database.sql, now, DUE_BATCH);
    for (const id of due) await settlePlanned(database.sql, id, "restored");
    skipped += due.length;
    if (due.length < DUE_BATCH) return skipped;
  }
}
