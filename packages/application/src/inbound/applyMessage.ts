import { CAPABILITIES } from "@balcao/domain/connections";
import type { PeerId } from "@balcao/domain/messaging";
import { claimFile } from "@balcao/database/files";
import { insertChore } from "@balcao/database/chores";
import { insertMediaJob } from "@balcao/database/mediaJobs";
import { getMessageRows, insertMessage, setMessageContent, setMessageMedia, type MessageDraft } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { bindEcho, confirmSends } from "@balcao/database/outbox";
import { lockTicket } from "@balcao/database/tickets";
import { toCleanName } from "@balcao/platform/files";
import { fillMessage } from "./fillMessage.js";
import { conversationKeys, findInConversation } from "./findInConversation.js";
import type { LaneNews } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import { nameMentions } from "./mentionNames.js";
import { resolveContact } from "./resolveContact.js";
import { resolveTicket } from "./resolveTicket.js";
import { toDraft, type MessageEvent } from "./toDraft.js";

const PICTURE_CHECK_MS = 24 * 60 * 60 * 1000;

/**
 * Stores a received message, or one typed on the phone: contact, ticket, row, and what is to be fetched afterwards. A message that is known
 * already, ours coming back included, changes nothing but our certainty that it went out (P-1).
 */
export async function applyMessage(step: LaneStep, event: MessageEvent, news: LaneNews): Promise<void> {
  const { tx, house, connectionId, now } = step;
  const directory = house.directory.current();
  const isGroup = event.ref.chat.group !== undefined;
  if (isGroup && directory.settings.CheckMsgIsGroup) return;
  const filled = await fillMessage(step, event, news);
  if (filled) return followMedia(step, event, filled.id);
  if (event.recovered && (await findInConversation(tx, connectionId, event.ref))) return;
  if (event.ref.fromMe && ((await isKnownSend(tx, connectionId, event)) || (await isDoubtfulSend(step, event, news)))) return;

  const chat = await resolveContact(tx, connectionId, event.ref.chat, isGroup || event.ref.fromMe ? null : event.authorName, now);
  const author = isGroup && !event.ref.fromMe ? await resolveContact(tx, connectionId, event.ref.author, event.authorName, now) : chat;
  const { ticket, before } = await resolveTicket(tx, directory, { contactId: chat.contact.id, connectionId, isGroup }, now);
  const quoted =
    event.quotedExternalId === null
      ? null
      : await findInConversation(tx, connectionId, { chat: event.ref.chat, externalId: event.quotedExternalId, fromMe: null });
  const draft = toDraft(await nameMentions(step, event), {
    ticketId: ticket.id,
    queueId: ticket.queueId,
    connectionId,
    authorContactId: author.contact.id,
    quotedId: quoted?.ticketId === ticket.id ? quoted.id : null,
    eventId: step.eventId,
  });
  const messageId = await insertMessage(tx, draft);
  if (messageId === null) return step.isRedone ? redoMessage(step, event, draft, news) : undefined;

  if (chat.news) news.addContact(chat.contact.id, chat.news);
  if (author !== chat && author.news) news.addContact(author.contact.id, author.news);
  news.addMessage(ticket, before, {
    id: messageId,
    type: draft.type,
    body: draft.body,
    at: event.sentAt,
    inboundId: event.ref.fromMe ? null : step.eventId,
    unread: !event.ref.fromMe,
  });
  await followMedia(step, event, messageId);
  await followPicture(step, event.ref.chat, chat.contact);
  if (isGroup && chat.news === "create")
    await insertChore(tx, connectionId, "describeGroup", String(chat.contact.id), { contactId: chat.contact.id, peer: event.ref.chat });
}

/** A message that is stored already says anew what its payload says; its file is fetched again where there is none. Nothing is greeted or counted. */
async function redoMessage(step: LaneStep, event: MessageEvent, draft: MessageDraft, news: LaneNews): Promise<void> {
  const { tx, connectionId } = step;
  const known = await findInConversation(tx, connectionId, event.ref);
  const ticket = known && (await lockTicket(tx, known.ticketId));
  if (!ticket || !(await setMessageContent(tx, known.id, draft))) return;
  news.ticket(ticket, ticket).updated.push(known.id);
  const [row] = await getMessageRows(tx, [known.id]);
  if (row?.fileId === null) await followMedia(step, event, known.id);
}

async function isKnownSend(tx: Sql, connectionId: number, event: MessageEvent): Promise<boolean> {
  const known = await findInConversation(tx, connectionId, { ...event.ref, fromMe: true });
  if (known) await confirmSends(tx, connectionId, [event.ref.externalId]);
  return known !== null;
}

/** Where we do not choose ids, a send that was left without an answer comes back as if it had been typed on the phone (M-5). */
async function isDoubtfulSend({ tx, house, connectionId }: LaneStep, event: MessageEvent, news: LaneNews): Promise<boolean> {
  const api = house.directory.current().connections.get(connectionId)?.api;
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
  if (bound && ticket) news.ticket(ticket, ticket).updated.push(bound.id);
  return bound !== null;
}

/** Bytes that came along are claimed now; others are fetched by a chore after the commit, with retries (D-081). */
async function followMedia({ tx, house, connectionId, mediaRefused }: LaneStep, event: MessageEvent, messageId: number): Promise<void> {
  if (event.content.kind !== "media" || event.content.source === null) return;
  const { source, media, fileName, voice } = event.content;
  if (source.at === "store") {
    // The bytes were judged when they came, without their name; now it is known (D-067).
    const isBlocked = house.files.isBlocked(fileName ?? "");
    const file = isBlocked ? null : await claimFile(tx, source.fileId, "message", messageId, fileName ? toCleanName(fileName) : null);
    if (file && media === "audio" && voice) await insertMediaJob(tx, messageId, "measureVoice");
    if (file)
      await setMessageMedia(tx, messageId, {
        fileId: file.id,
        state: "ready",
        error: null,
        attempts: 0,
        facts: file.seconds === null ? null : { seconds: file.seconds },
      });
    else {
      const code = isBlocked ? "ERR_WAPP_DOWNLOAD_MEDIA_DENIED" : (mediaRefused ?? "ERR_WAPP_DOWNLOAD_MEDIA");
      await setMessageMedia(tx, messageId, {
        fileId: null,
        state: "failed",
        error: { code, title: "", message: code, details: "" },
        attempts: 1,
        facts: null,
      });
    }
    return;
  }
  await insertChore(tx, connectionId, "fetchMedia", String(messageId), {
    messageId,
    media,
    fileName,
    voice,
    descriptor: source.descriptor,
  });
}

async function followPicture(
  { tx, connectionId, now }: LaneStep,
  peer: PeerId,
  contact: { readonly id: number; readonly pictureCheckedAt: Date | null },
): Promise<void> {
  const isFresh = contact.pictureCheckedAt !== null && now.getTime() - contact.pictureCheckedAt.getTime() < PICTURE_CHECK_MS;
  if (!isFresh) await insertChore(tx, connectionId, "fetchPicture", String(contact.id), { contactId: contact.id, peer });
}
