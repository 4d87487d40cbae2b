import { getKnownContact, isOptedOut, type KnownContact } from "@balcao/database/contacts";
import {
  getMergedContact,
  lockNextRecipient,
  lockNextRun,
  replaceRecipient,
  setRecipientHanded,
  setRecipientSkipped,
  takeTurn,
  type NextRecipient,
} from "@balcao/database/sendRuns";
import { lockLiveTicket, lockTicketOfMessage, type LockedTicket } from "@balcao/database/tickets";
import type { Services, Unit } from "../kernel/index.js";
import { nextContent } from "./runContent.js";
import { createFill, findDestination, writeToContact } from "./writeToContact.js";

/** `skipped` needs no turn of the connection, so that the next recipient follows at once. */
export type HandOver = "handed" | "skipped" | "none";

/**
 * Decides about the next recipient of a connection: its message goes into the outbox, in the
 * contact's live ticket without changing it, or in a new closed one [D-185]. Rows are locked in the
 * order run, recipient, ticket, turn of the connection.
 */
export async function handOverNext(unit: Unit, services: Services, connectionId: number): Promise<HandOver> {
  const run = await lockNextRun(unit, connectionId);
  const listed = run && (await lockNextRecipient(unit, run.id));
  if (!run || listed === null) return "none";
  const contact = await findContact(unit, run.id, listed.contactId);
  if (typeof contact === "string") return skip(unit, run.id, listed.contactId, contact);
  if (await isOptedOut(unit, contact.id)) return skip(unit, run.id, contact.id, "optedOut");
  const live = await lockLiveTicket(unit, contact.id, connectionId);
  const to = await findDestination(unit, services, { contact, connectionId, live });
  if (to === null) return skip(unit, run.id, contact.id, "unreachable");
  const { userId } = run;
  const fill = createFill(services, { contact, live, userId });
  const next = await nextContent(unit, services, run, { ...listed, contactId: contact.id, to, fill });
  if (typeof next === "string") return skip(unit, run.id, contact.id, next);
  if (!(await takeTurn(unit, connectionId))) return "none";
  const ticket = live ?? (await recordOf(unit, listed));
  const { messageId } = await writeToContact(unit, services, { runId: run.id, content: next.content, userId, contact, ticket, to });
  await setRecipientHanded(unit, run.id, { contactId: contact.id, messageId, rest: next.rest });
  return "handed";
}

/** The closed ticket of the message before, so that the parts of one send are together; null before the first one. */
const recordOf = async (unit: Unit, { partsLeft, messageId }: NextRecipient): Promise<LockedTicket | null> =>
  partsLeft > 0 && messageId !== null ? lockTicketOfMessage(unit, messageId) : null;

async function skip(unit: Unit, runId: number, contactId: number, reason: string): Promise<HandOver> {
  await setRecipientSkipped(unit, runId, contactId, reason);
  return "skipped";
}

/** The recipient as it is now, or why it gets nothing: it may have been deleted, or merged with another one. */
async function findContact(unit: Unit, runId: number, listed: number): Promise<KnownContact | "gone" | "duplicate"> {
  const known = await getKnownContact(unit, listed);
  if (known) return known;
  const keptId = await getMergedContact(unit, listed);
  const kept = keptId === null ? null : await getKnownContact(unit, keptId);
  if (!kept) return "gone";
  return (await replaceRecipient(unit, runId, listed, kept.id)) ? kept : "duplicate";
}
