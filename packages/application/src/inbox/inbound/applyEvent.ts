import { insertChore } from "@balcao/database/chores";
import { isSinceGap } from "@balcao/database/connectionGaps";
import { findContactByAddress, renameFromNetwork } from "@balcao/database/contacts";
import { writeSessionHint } from "@balcao/database/leases";
import {
  addMessageReceipts,
  getEditKey,
  getReadMessageId,
  listKnownSends,
  raiseMessageAcks,
  setMessageDeleted,
  setMessageEdited,
  setMessageEditUnreadable,
  setMessagePricing,
  setMessageReaction,
  type StoredEditKey,
} from "@balcao/database/messages";
import { bindSend, confirmSends, failSends } from "@balcao/database/outbox";
import { lockLiveTicket, lockTicket, lockTicketsOfAck } from "@balcao/database/tickets";
import { yieldsToBan } from "@balcao/domain/connections";
import { networkName } from "@balcao/domain/contacts";
import { peerKey, peerOfKey, type EditKey, type InboundEvent, type MessageRef, type ReactionTarget } from "@balcao/domain/messages";
import { SESSION_WAKE } from "../../ground/kernel/index.js";
import { messageSecretContext } from "../intake/index.js";
import { applyAddressChange } from "./applyAddressChange.js";
import { applyCall, reactorKey } from "./applyCall.js";
import { applyAccountNotice, applyHandover, applyMarketing } from "./applyNotices.js";
import { applyMessage } from "./applyMessage.js";
import { findInConversation } from "./findInConversation.js";
import type { LaneChanges } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import { addressKeys, resolveContact } from "./resolveContact.js";

/**
 * The result of an event: `done`; `orphan` when its message is not stored yet; `dropped` when
 * it is history from before the gap, which is deleted.
 */
export type EventFate = "done" | "orphan" | "dropped";

type EventOf<K extends InboundEvent["kind"]> = Extract<InboundEvent, { kind: K }>;
type Applier<E> = (step: LaneStep, event: E, changes: LaneChanges) => Promise<EventFate>;

/**
 * Decrypts an edit with the secret that came with its message, and applies it. If that fails, the
 * message keeps its text and is marked. Returns "orphan" while the message itself is unreadable,
 * because its secret may still arrive.
 */
async function applySealedEdit(
  step: LaneStep,
  { sealed, at }: Extract<InboundEvent, { kind: "sealedEdit" }>,
  messageId: number,
): Promise<{ readonly id: number; readonly ticketId: number } | "orphan" | null> {
  const stored = await getEditKey(step.tx, messageId);
  if (stored?.isUnreadable) return "orphan";
  const key = stored && openKey(step, stored);
  const text = key && step.openEdit(sealed, key);
  return text === null ? setMessageEditUnreadable(step.tx, messageId, at) : setMessageEdited(step.tx, messageId, text, at);
}

function openKey({ services, connectionId }: LaneStep, { secretSealed, dedupeKey, author }: StoredEditKey): EditKey | null {
  if (secretSealed === null || dedupeKey === null) return null;
  try {
    const secret = services.sealer.open(secretSealed, messageSecretContext(connectionId, dedupeKey));
    return { secret, author: author.flatMap((key) => peerOfKey(key) ?? []) };
  } catch (error) {
    services.logger.error({ err: error, connectionId }, "the secret of a message could not be opened");
    return null;
  }
}

/** What each kind of event does. */
const APPLIERS: { readonly [K in InboundEvent["kind"]]: Applier<EventOf<K>> } = {
  message: async (step, event, changes) => {
    if (event.recovered && !(await isSinceGap(step.tx, step.connectionId, event.sentAt))) return "dropped";
    return applyMessage(step, event, changes);
  },
  ack: applyAck,
  edited: (step, event, changes) => onTarget(step, event.target, changes, (id) => setMessageEdited(step.tx, id, event.text, event.at)),
  sealedEdit: (step, event, changes) => onTarget(step, event.target, changes, (id) => applySealedEdit(step, event, id)),
  revoked: (step, event, changes) =>
    onTarget(step, event.target, changes, (id) => setMessageDeleted(step.tx, id, { at: event.at, userId: null })),
  reaction: (step, event, changes) =>
    onTarget(step, event.target, changes, (id) =>
      setMessageReaction(step.tx, id, { by: reactorKey(event), emoji: event.emoji, at: event.at, userId: null }),
    ),
  readOnPhone: applyReadOnPhone,
  contactChanged: applyContactChange,
  groupChanged: (step, { group, subject }, changes) =>
    applyContactChange(step, { peer: group, name: subject, pictureChanged: false }, changes),
  sessionHint: applySessionHint,
  accountNotice: applyAccountNotice,
  templateStatus: async ({ tx, connectionId }, { name, language, status, category, reason }) => {
    // The event has only these fields; the chore reads the whole template and records the live
    // event.
    const review = { name, language, status, category, reason };
    await insertChore(tx, { connectionId, kind: "templateReview", subject: `${name}:${language}`, input: { review } });
    return "done";
  },
  call: async (step, event, changes) => {
    await applyCall(step, event, changes);
    return "done";
  },
  handover: applyHandover,
  savedContact: async (step, { peer, name }, changes) => {
    const { contact, change } = await resolveContact(step, peer, name);
    if (change) changes.addContact(contact.id, change);
    return "done";
  },
  marketing: applyMarketing,
  addressChanged: async (step, event, changes) => {
    await applyAddressChange(step, event, changes);
    return "done";
  },
  // Its journal row is read with the first message that follows.
  chatOpened: async () => "done",
  unknown: async ({ tx, connectionId }, { asksState }) => {
    if (asksState) tx.wake(SESSION_WAKE.event(connectionId));
    return "done";
  },
  ignored: async () => "done",
};

/** Applies one event within its savepoint. Throws only where trying again may help. */
export function applyEvent(step: LaneStep, event: InboundEvent, changes: LaneChanges): Promise<EventFate> {
  // The compiler cannot see that a kind's applier takes the events of that kind.
  const apply = APPLIERS[event.kind] as Applier<InboundEvent>;
  return apply(step, event, changes);
}

/**
 * A hint may be a replay, so its content is not trusted: the session's keeper asks the gateway
 * and shows the reason only if the session is down.
 */
async function applySessionHint(
  { tx, services, connectionId }: LaneStep,
  { hint, reason, until }: EventOf<"sessionHint">,
): Promise<EventFate> {
  if (reason !== undefined) {
    services.logger.warn({ connectionId, hint, reason }, "a gateway reported a fault");
    await writeSessionHint(tx, connectionId, { reason, until: until ?? null }, yieldsToBan(reason));
  }
  tx.wake(SESSION_WAKE.event(connectionId));
  return "done";
}

/** Stores what the network charges for the messages of an ack, where it says so (D-312). */
async function keepPricing(
  { tx, connectionId }: Pick<LaneStep, "tx" | "connectionId">,
  { externalIds, pricing }: EventOf<"ack">,
): Promise<void> {
  if (pricing) await setMessagePricing(tx, connectionId, externalIds, pricing);
}

/**
 * Raises acks, never lowers them; an ack of a message of ours proves that it was sent, whatever its
 * state. The message is found by its provider id, or by our outbox id, which some networks
 * return; an ack without a message waits.
 */
async function applyAck({ tx, connectionId }: LaneStep, event: EventOf<"ack">, changes: LaneChanges): Promise<EventFate> {
  const [externalId] = event.externalIds;
  // Lock tickets, then sends, then messages, as `recordSettledSends` does: otherwise the two could
  // deadlock. They are asked in one round trip, and run in this order: a message whose id is stored
  // after the search for known ones is not raised, so its ack waits.
  const [tickets, known, changed] = await Promise.all([
    lockTicketsOfAck(tx, connectionId, event.externalIds, event.outboxId),
    event.outboxId !== null &&
      externalId !== undefined &&
      bindSend(tx, connectionId, { outboxId: event.outboxId, externalId, error: event.error }),
    event.ack > 0 && confirmSends(tx, connectionId, event.externalIds),
    listKnownSends(tx, connectionId, event.externalIds),
    raiseMessageAcks(tx, connectionId, event.externalIds, event),
  ]).then(([locked, , , found, raised]) => [locked, found, raised] as const);
  await keepPricing({ tx, connectionId }, event);
  if (event.by !== null && event.ack > 1)
    await addMessageReceipts(tx, connectionId, event.externalIds, { reader: peerKey(event.by), ack: event.ack, at: event.at });
  if (event.ack === -1 && changed.length > 0)
    await failSends(
      tx,
      changed.map(({ id }) => id),
      event.error,
    );
  for (const ticket of tickets) {
    const updated = changed.filter(({ ticketId }) => ticketId === ticket.id).map(({ id }) => id);
    if (updated.length > 0) changes.ticket(ticket, ticket).updated.push(...updated);
  }
  return changed.length > 0 || known.length > 0 ? "done" : "orphan";
}

async function onTarget(
  { tx, connectionId }: LaneStep,
  target: MessageRef | ReactionTarget,
  changes: LaneChanges,
  change: (id: number) => Promise<{ id: number; ticketId: number } | "orphan" | null>,
): Promise<EventFate> {
  const found = await findInConversation(tx, connectionId, target);
  if (!found) return "orphan";
  const ticket = await lockTicket(tx, found.ticketId);
  const changed = await change(found.id);
  if (changed === "orphan") return "orphan";
  if (ticket && changed) changes.addTextChange(ticket, changed.id);
  return "done";
}

/** Marks as read what the owner has read on the phone; later messages stay unread. */
async function applyReadOnPhone({ tx, connectionId }: LaneStep, event: EventOf<"readOnPhone">, changes: LaneChanges): Promise<EventFate> {
  const contact = await findContactByAddress(tx, addressKeys(connectionId, event.chat));
  const live = contact && (await lockLiveTicket(tx, contact.id, connectionId));
  const messageId = live && (await getReadMessageId(tx, connectionId, live, event));
  if (live && messageId !== null) changes.addReadUpTo(live, messageId);
  return "done";
}

async function applyContactChange(
  { tx, connectionId }: LaneStep,
  event: Pick<EventOf<"contactChanged">, "peer" | "name" | "pictureChanged">,
  changes: LaneChanges,
): Promise<EventFate> {
  const contact = await findContactByAddress(tx, addressKeys(connectionId, event.peer));
  if (!contact) return "done";
  if (event.name !== null && (await renameFromNetwork(tx, contact.id, networkName(event.name)))) changes.addContact(contact.id, "update");
  if (event.pictureChanged)
    await insertChore(tx, {
      connectionId,
      kind: "fetchPicture",
      subject: String(contact.id),
      input: { contactId: contact.id, peer: event.peer },
    });
  return "done";
}
