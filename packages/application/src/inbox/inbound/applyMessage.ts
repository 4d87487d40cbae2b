import { insertChore } from "@balcao/database/chores";
import { findJournalled, findPlace, type InboundPlace } from "@balcao/database/lanes";
import {
  forgetUnreadContent,
  getMessageRows,
  insertContactMessage,
  insertMessage,
  keepUnreadContent,
  setMessageContent,
} from "@balcao/database/messages";
import { keepTicketAd, lockTicket, type LockedTicket } from "@balcao/database/tickets";
import { unreadContentContext } from "../intake/index.js";
import { noteWhoAnswers } from "./applyNotices.js";
import { answerByFlow, isUnanswered, readWrittenScore } from "./answerByFlow.js";
import { fillMessage } from "./fillMessage.js";
import { conversationKeys, findInConversation } from "./findInConversation.js";
import { followMedia, followPicture, laterMs } from "./followUps.js";
import type { LaneChanges } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import { nameMentions } from "./mentionNames.js";
import { isOtherFile } from "./otherFile.js";
import { CAPABILITIES } from "@balcao/domain/connections";
import { isOwnWords } from "@balcao/domain/flow";
import { openedKey } from "@balcao/domain/messages";
import { bindEcho, confirmSends } from "@balcao/database/outbox";
import { type MessageEvent, toDraft } from "./toDraft.js";
import { addLateQuote, findQuote, isQuoteLate } from "./quoted.js";
import { addressKeys, numberOf, ownKeys, resolveContact, type ResolvedContact } from "./resolveContact.js";
import { resolveTicket } from "./resolveTicket.js";
import { wakeTicket } from "../tickets/index.js";

/** Whether a message of ours comes back from the network: it proves that it went out, and changes nothing else (P-1). */
async function isOwnEcho(step: LaneStep, event: MessageEvent, changes: LaneChanges): Promise<boolean> {
  if (!event.ref.fromMe) return false;
  return (await isKnownSend(step, event)) || (await isEchoOfUnansweredSend(step, event, changes));
}

async function isKnownSend({ tx, connectionId }: LaneStep, event: MessageEvent): Promise<boolean> {
  const known = await findInConversation(tx, connectionId, { ...event.ref, fromMe: true });
  if (known) await confirmSends(tx, connectionId, [event.ref.externalId]);
  return known !== null;
}

/**
 * Binds an echo to a send without an answer: where the network chooses ids, such a send comes back
 * as if typed on the phone.
 */
async function isEchoOfUnansweredSend(
  { tx, services, connectionId }: LaneStep,
  event: MessageEvent,
  changes: LaneChanges,
): Promise<boolean> {
  const api = services.directory.current().connections.get(connectionId)?.api;
  if (api === undefined || CAPABILITIES[api].chosenId) return false;
  const { content, ref, sentAt } = event;
  if (content.kind !== "text" && content.kind !== "media") return false;
  const bound = await bindEcho(tx, connectionId, {
    chats: await conversationKeys(tx, connectionId, ref.chat),
    externalId: ref.externalId,
    body: content.kind === "text" ? content.body : content.caption,
    hasFile: content.kind === "media",
    sentAt,
  });
  const ticket = bound && (await lockTicket(tx, bound.ticketId));
  if (bound && ticket) changes.ticket(ticket, ticket).updated.push(bound.id);
  return bound !== null;
}

/**
 * Stores a message that was received, or typed on the phone: contact, ticket, row, and chores for
 * what must be fetched. A message that is already stored changes nothing, except that one of ours
 * coming back proves that it was sent. Returns "orphan" when the id of the message that it quotes may still come.
 */
export async function applyMessage(step: LaneStep, event: MessageEvent, changes: LaneChanges): Promise<"done" | "orphan"> {
  const isGroup = event.ref.chat.group !== undefined;
  if (isGroup && step.services.directory.current().settings.CheckMsgIsGroup) return "done";
  const seen = await findPlaceOf(step, event);
  if (await isStoredAlready(step, event, seen, changes)) return "done";
  const waited = seen.isStored && event.quotedExternalId !== null ? await addLateQuote(step, event, changes) : null;
  return waited ?? storeMessage(step, event, seen, changes);
}

async function storeMessage(step: LaneStep, arrived: MessageEvent, seen: InboundPlace, changes: LaneChanges): Promise<"done" | "orphan"> {
  const event = await withOpenedAd(step, arrived, seen);
  const isGroup = event.ref.chat.group !== undefined;
  const people = await resolvePeople(step, event, seen);
  const { contact } = people.chat;
  const written = await readWrittenScore(step, event, contact.id);
  const place = {
    contactId: contact.id,
    isGroup,
    isOld: isUnanswered(event),
    isOurs: event.ref.fromMe,
    historyAt: event.history ? event.sentAt : null,
    rating: written?.rating ?? null,
    locked: seen.ticket,
  };
  const { ticket: found, before, isLate = false } = await resolveTicket(step, place, changes);
  const draft = await draftMessage(step, event, found, people.author.contact.id);
  const { fromMe } = event.ref;
  const messageId = await (fromMe || isGroup ? insertMessage(step.tx, draft) : insertContactMessage(step.tx, draft));
  if (messageId === null) return "done";

  const ticket = await wakeByMessage(step, event, found, changes);
  addPeople(changes, people);
  await keepIfUnread(step, event, messageId);
  const stored = { ...toStored(step, event, { ...draft, id: messageId }), isOwnWords: isCustomersOwn(step, event, ticket) };
  if (event.history) changes.addHistory(ticket, before, stored);
  else await answerByFlow(step, event, { ticket, before, isLate, contact, written, stored }, changes);
  await followMedia(step, event, messageId);
  if (!event.history) await followChat(step, event, people.chat);
  await noteOrigin(step, event, ticket);
  return draft.quotedId === null && (await isQuoteLate(step, event, ticket.id)) ? "orphan" : "done";
}

/** The first message of a conversation with the advertisement from which its chat was opened that day or the day before (D-471). */
async function withOpenedAd(step: LaneStep, event: MessageEvent, { ticket }: InboundPlace): Promise<MessageEvent> {
  const { tx, services, connectionId } = step;
  const isOther = ticket !== null || event.ad !== undefined || event.history === true || event.ref.fromMe;
  if (isOther || services.directory.current().connections.get(connectionId)?.api !== "cloud_api") return event;
  const days = [event.sentAt, new Date(event.sentAt.getTime() - DAY_MS)];
  const payload = await findJournalled(
    tx,
    connectionId,
    days.map((day) => openedKey(event.ref.chat, day)),
  );
  const opened = payload === null ? null : step.readEvent("contact", payload);
  return opened?.kind === "chatOpened" ? { ...event, ad: opened.ad } : event;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Ends the snooze of a ticket whose customer writes: she gets what she waits for (D-440). */
async function wakeByMessage({ tx, services, now }: LaneStep, event: MessageEvent, ticket: LockedTicket, changes: LaneChanges) {
  if (ticket.snooze !== "asleep" || event.ref.fromMe || event.history) return ticket;
  const woken = await wakeTicket(tx, services, ticket, { by: "wrote", isAway: ticket.userId === null, now });
  if (woken === null) return ticket;
  changes.ticket(woken.ticket, ticket).created.push(woken.messageId);
  return woken.ticket;
}

/** A stored message as the changes of its batch record it. */
function toStored(
  { eventId }: LaneStep,
  { ref, sentAt, content, history }: MessageEvent,
  { id, type, body }: Pick<ReturnType<typeof toDraft>, "type" | "body"> & { readonly id: number },
): Parameters<LaneChanges["addMessage"]>[2] {
  const { fromMe } = ref;
  const seconds = content.kind === "media" ? content.seconds : null;
  return { id, type, body, at: sentAt, inboundId: fromMe ? null : eventId, unread: !fromMe && !history, seconds };
}

/** Whether the customer says something, and does not only answer an automatic question (D-340). */
function isCustomersOwn({ services }: LaneStep, { ref, content }: MessageEvent, { flowStep, flowMenu }: LockedTicket): boolean {
  if (ref.fromMe || ref.chat.group !== undefined) return false;
  if (content.kind !== "text") return true;
  const queues = [...services.directory.current().queues.values()];
  return (content.rowId ?? null) === null && isOwnWords(content.body, { step: flowStep, shown: flowMenu, queues });
}

/** What a message says of its ticket: the advertisement that it came from, and who answers. */
async function noteOrigin(step: LaneStep, event: MessageEvent, ticket: LockedTicket): Promise<void> {
  if (event.ad) await keepTicketAd(step.tx, ticket.id, event.ad);
  // Meta delivers to whoever answers: what comes past its agent says that we do.
  if (event.metaAgent) await noteWhoAnswers(step, ticket, event.sentAt);
  else if (event.live && !event.ref.fromMe) await noteWhoAnswers(step, ticket, null);
}

/** The name that the network gives to the contact of a chat; null where it names somebody else. */
const nameOfChat = ({ ref, authorName }: MessageEvent): string | null => (ref.chat.group !== undefined || ref.fromMe ? null : authorName);

function findPlaceOf({ tx, connectionId }: LaneStep, event: MessageEvent): Promise<InboundPlace> {
  const { chat, externalId, fromMe } = event.ref;
  return findPlace(tx, {
    connectionId,
    keys: addressKeys(connectionId, chat),
    own: ownKeys(connectionId, chat).length,
    name: nameOfChat(event),
    number: numberOf(chat),
    externalId,
    fromMe,
  });
}

/** Whether an event is about a message that is stored: fills it, proves that it was sent, or stores it again. */
async function isStoredAlready(step: LaneStep, event: MessageEvent, seen: InboundPlace, changes: LaneChanges): Promise<boolean> {
  if (seen.isStored && (await isOtherFile(step, event, changes))) return true;
  const filled = seen.hasUnreadable ? await fillMessage(step, event, changes) : null;
  if (filled) {
    await followMedia(step, event, filled.id);
    return true;
  }
  if (event.recovered && (await findInConversation(step.tx, step.connectionId, event.ref))) return true;
  return (step.isRedone && (await redoMessage(step, event, changes))) || isOwnEcho(step, event, changes);
}

/** Who the conversation is with and who wrote: in a group they differ, except for messages of our own number. */
interface People {
  readonly chat: ResolvedContact;
  readonly author: ResolvedContact;
}

async function resolvePeople(step: LaneStep, event: MessageEvent, seen: InboundPlace): Promise<People> {
  const { ref, authorName } = event;
  const isGroup = ref.chat.group !== undefined;
  const chat = await resolveContact(step, ref.chat, nameOfChat(event), seen.contact);
  const author = isGroup && !ref.fromMe ? await resolveContact(step, ref.author, authorName) : chat;
  return { chat, author };
}

function addPeople(changes: LaneChanges, { chat, author }: People): void {
  if (chat.change) changes.addContact(chat.contact.id, chat.change);
  if (author !== chat && author.change) changes.addContact(author.contact.id, author.change);
}

async function draftMessage(
  step: LaneStep,
  event: MessageEvent,
  ticket: LockedTicket,
  authorContactId: number | null,
): Promise<ReturnType<typeof toDraft>> {
  const quote = await findQuote(step, event, ticket.id);
  return toDraft(await nameMentions(step, event), {
    ticketId: ticket.id,
    queueId: ticket.queueId,
    ownerId: ticket.userId,
    connectionId: step.connectionId,
    authorContactId,
    ...quote,
    eventId: step.eventId,
  });
}

/** Has the picture of the chat fetched, and what a group is called when it is new. */
async function followChat(step: LaneStep, { ref }: MessageEvent, { contact, change }: ResolvedContact): Promise<void> {
  await followPicture(step, ref.chat, contact);
  if (ref.chat.group !== undefined && change === "create")
    await insertChore(
      step.tx,
      {
        connectionId: step.connectionId,
        kind: "describeGroup",
        subject: String(contact.id),
        input: { contactId: contact.id, peer: ref.chat },
      },
      laterMs(step),
    );
}

/** Keeps the sealed payload of a content that this version cannot read, for the next one (D-276). */
async function keepIfUnread({ tx, services, payload }: LaneStep, { content }: MessageEvent, messageId: number): Promise<void> {
  if (content.kind !== "unsupported" || content.neverSent) return;
  await keepUnreadContent(tx, messageId, services.sealer.seal(JSON.stringify(payload), unreadContentContext(messageId)));
}

/**
 * Stores the content of a stored message again from its payload, and fetches its file if there is
 * none. Greetings and counts are not repeated. Returns false when the message is not stored yet.
 */
async function redoMessage(step: LaneStep, event: MessageEvent, changes: LaneChanges): Promise<boolean> {
  const { tx, connectionId } = step;
  const known = await findInConversation(tx, connectionId, event.ref);
  const ticket = known && (await lockTicket(tx, known.ticketId));
  if (!ticket) return false;
  if (!(await setMessageContent(tx, known.id, await draftMessage(step, event, ticket, null)))) return true;
  if (event.content.kind !== "unsupported") await forgetUnreadContent(tx, known.id);
  changes.ticket(ticket, ticket).updated.push(known.id);
  const [row] = await getMessageRows(tx, [known.id]);
  if (row?.fileId === null) await followMedia(step, event, known.id);
  return true;
}
