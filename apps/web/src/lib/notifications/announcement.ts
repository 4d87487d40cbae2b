import type { ServerEvent } from "@balcao/contracts/live";
import { noticeOf, pathOf, tagOf, type Arrived, type Device, type Recipient } from "@balcao/domain/notifications";
import { previewText } from "@balcao/domain/texts";
import { toClock } from "../time";
import type { Sight } from "./sight";

/** A notification as the browser shows it. */
export interface Shown {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly path: string;
}

/** A message that has arrived, with the words of its notification. */
export interface Announcement {
  readonly arrived: Arrived;
  readonly shown: Shown;
}

/** The announcement of a new message of a ticket; null for changes of messages. Raw data is never shown. */
export function toAnnouncement({ action, message, ticket }: ServerEvent<"appMessage">): Announcement | null {
  if (action !== "create") return null;
  const { id, status, isGroup, queueId, userId, contact } = ticket;
  const at = Date.parse(message.createdAt);
  const facts = { status, isGroup, queueId, userId };
  const arrived: Arrived = { kind: "ticket", id, facts, fromMe: message.fromMe, at };
  const text = previewText({ type: message.mediaType, body: message.body, isDeleted: message.isDeleted, userName: message.userName });
  return { arrived, shown: { title: contact.name, body: toBody(text, at), tag: tagOf(arrived), path: pathOf(arrived) } };
}

/** The announcement of a new message of an internal chat; null for changes of messages. */
export function toChatAnnouncement({ action, message, chat }: ServerEvent<"appMessageChat">): Announcement | null {
  if (action !== "create") return null;
  const { sender } = message;
  const at = Date.parse(message.createdAt);
  const arrived: Arrived = { kind: "chat", id: chat.id, memberIds: chat.users.map(({ id }) => id), authorId: sender.id, at };
  const text = previewText({ type: message.mediaType, body: message.body, isDeleted: message.isDeleted });
  const title = (chat.isGroup ? chat.groupName : null) ?? sender.name;
  const body = toBody(chat.isGroup ? `${sender.name}: ${text}` : text, at);
  return { arrived, shown: { title, body, tag: tagOf(arrived), path: pathOf(arrived) } };
}

/** The announcement of a notice in the language of the person; null when notices are gone. */
export async function toNoticeAnnouncement(event: ServerEvent<"notice">, selfId: number, language: string): Promise<Announcement | null> {
  if (event.action !== "create") return null;
  const { place, createdAt } = event.notice;
  const arrived = { ...place, userIds: [selfId], at: Date.parse(createdAt) };
  const { noticeText } = await import("@balcao/contracts/noticeWords");
  const { title, text } = noticeText(language, event.notice);
  return { arrived, shown: { title, body: toBody(text, arrived.at), tag: tagOf(arrived), path: pathOf(arrived) } };
}

/** The text of a notification, with the time as HH:mm (NOTIF-005). */
const toBody = (text: string, at: number): string => `${text}\n${toClock(at)}`;

/** What an announcement needs of the browser. */
interface Announcer {
  readonly device: () => Omit<Device, "inSight">;
  readonly sight: Pick<Sight, "inSight">;
  readonly ring: () => void;
  readonly show: (shown: Shown) => void;
}

/** Notifies the person of a message, by the rule of the domain; the other tabs are asked only when it would be loud. */
export async function announce({ arrived, shown }: Announcement, recipient: Recipient, by: Announcer): Promise<void> {
  const device = by.device();
  if (!noticeOf(arrived, recipient, { ...device, inSight: [] }).sound) return;
  const notice = noticeOf(arrived, recipient, { ...device, inSight: await by.sight.inSight() });
  if (notice.sound) by.ring();
  if (notice.browser) by.show(shown);
}
