import { canonicalPhone } from "@balcao/domain/contacts";
import { peerKey, peerOfKey, type PeerId } from "@balcao/domain/messages";
import { getKnownContact, isOptedOut, type KnownContact } from "@balcao/database/contacts";
import {
  countUnregistered,
  endQueuedRecipients,
  getMergedContact,
  lockNextRecipient,
  lockNextRun,
  replaceRecipient,
  setRecipientHanded,
  setRecipientSkipped,
  setRunState,
  takeTurn,
  type NextRecipient,
  type NumberCheck,
  type PacedRun,
  wasReached,
} from "@balcao/database/sendRuns";
import { lockLiveTicket, lockTicketOfMessage, type LockedTicket } from "@balcao/database/tickets";
import { recordSystemAudit } from "../../ground/audit/index.js";
import type { Services, Unit } from "../../ground/kernel/index.js";
import type { Destination } from "../../inbox/outgoing/index.js";
import { checkNumber } from "./checkNumbers.js";
import { isHeldNow, tellOfHeld } from "./held.js";
import { recordRun } from "./reportRuns.js";
import { nextContent } from "./runContent.js";
import { createFill, findDestination, writeToContact } from "./writeToContact.js";

/** `skipped` needs no turn of the connection, so that the next recipient follows at once; `ask` names the run whose next numbers are to be asked about. */
export type HandOver = "handed" | "skipped" | "none" | { readonly ask: number };

/**
 * Decides about the next recipient of a connection: its message goes into the outbox, in the
 * contact's live ticket without changing it, or in a new closed one. No phone is reached
 * twice by a run. Rows are locked in the order run, recipient, ticket, turn of the connection.
 */
export async function handOverNext(unit: Unit, services: Services, connectionId: number): Promise<HandOver> {
  const run = await lockNextRun(unit, connectionId);
  const listed = run && (await lockNextRecipient(unit, run.id));
  if (!run || listed === null) return "none";
  if (await isHeldNow(unit, services, run)) return hold(unit, services, run);
  const contact = await findContact(unit, run.id, listed.contactId);
  if (typeof contact === "string") return skip(unit, run.id, listed.contactId, contact);
  if (await isOptedOut(unit, contact.id)) return skip(unit, run.id, contact.id, "optedOut");
  const live = await lockLiveTicket(unit, contact.id, connectionId);
  const to = await findUnreached(unit, services, { runId: run.id, chat: listed.chat }, { contact, connectionId, live });
  if (typeof to === "string") return skip(unit, run.id, contact.id, to);
  const check = await checkNumber(unit, services, { run, connectionId, contactId: contact.id });
  if (check !== "go") return answerCheck(unit, run.id, contact.id, check);
  const { userId, origin } = run;
  const fill = createFill(services, { contact, live, userId });
  const next = await nextContent(unit, services, run, { ...listed, contactId: contact.id, to, fill });
  if (typeof next === "string") return skip(unit, run.id, contact.id, next);
  if (!(await takeTurn(unit, connectionId))) return "none";
  const ticket = live ?? (await recordOf(unit, listed));
  const { messageId } = await writeToContact(unit, services, { runId: run.id, origin, content: next.content, userId, contact, ticket, to });
  await setRecipientHanded(unit, run.id, {
    contactId: contact.id,
    messageId,
    rest: next.rest,
    destination: canonicalPeerKey(to.peer),
  });
  return "handed";
}

/**
 * Stops a run whose person has lost the right to send to many: a mass send is paused until somebody with the right lets it go on, a
 * schedule's run ends, because its next one may be long after (D-307).
 */
async function hold(unit: Unit, services: Services, run: PacedRun): Promise<HandOver> {
  await setRunState(unit, run.id, run.scheduleId === null ? "paused" : "cancelled", services.clock.now());
  if (run.scheduleId !== null) await endQueuedRecipients(unit, run.id, "cancelled", "noRight");
  await recordSystemAudit(unit, "massSend.hold", {
    related: { kind: run.scheduleId === null ? "massSend" : "schedule", id: run.scheduleId ?? run.id },
    subjectUserId: run.userId,
  });
  await tellOfHeld(unit, services, run, { reason: "noRight" });
  await recordRun(unit, run);
  return "skipped";
}

/** The closed ticket of the message before, so that the parts of one send are together; null before the first one. */
const recordOf = async (unit: Unit, { partsLeft, messageId }: NextRecipient): Promise<LockedTicket | null> =>
  partsLeft > 0 && messageId !== null ? lockTicketOfMessage(unit, messageId) : null;

/** One text per phone, with or without the ninth digit, and per opaque address. */
const canonicalPeerKey = (peer: PeerId): string => peerKey(peer.phone === undefined ? peer : { phone: canonicalPhone(peer.phone) });

/**
 * Where the recipient's message goes: where an earlier one of several went, which is `chat`, else where
 * answers go, unless the run has been there.
 */
async function findUnreached(
  unit: Unit,
  services: Services,
  { runId, chat }: { readonly runId: number; readonly chat: string | null },
  place: Parameters<typeof findDestination>[2],
): Promise<Destination | "unreachable" | "duplicate"> {
  const to = await findDestination(unit, services, place);
  if (to === null) return "unreachable";
  if (chat !== null) return { ...to, peer: peerOfKey(chat) ?? to.peer };
  return (await wasReached(unit, runId, place.contact.id, canonicalPeerKey(to.peer))) ? "duplicate" : to;
}

async function skip(unit: Unit, runId: number, contactId: number, reason: string): Promise<HandOver> {
  await setRecipientSkipped(unit, runId, contactId, reason);
  return "skipped";
}

/** What follows where a message may not go yet, or not at all: a recipient whom the network has not counts among those who are left out. */
async function answerCheck(unit: Unit, runId: number, contactId: number, check: Exclude<NumberCheck, "go">): Promise<HandOver> {
  if (check !== "missing") return check === "ask" ? { ask: runId } : "none";
  await countUnregistered(unit, runId);
  return skip(unit, runId, contactId, "unregistered");
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
