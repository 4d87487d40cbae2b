import { type Actor, matches } from "@balcao/domain/access";
import { historyCondition } from "@balcao/domain/messages";
import type { Arrived, NoticePlace, PushTexts } from "@balcao/domain/notifications";
import { previewText } from "@balcao/domain/texts";
import { ALERT_LANGUAGES, alertText, toAlertLanguage, type AlertLanguage } from "@balcao/contracts/health";
import { noticeText } from "@balcao/contracts/noticeWords";
import { getAlerts } from "@balcao/database/alerts";
import { getChatMessageRows, getChatRowsByIds } from "@balcao/database/chats";
import { toHistoryFacts, type MessageRow } from "@balcao/database/messages";
import { getNotices, listToldUsers } from "@balcao/database/notices";
import { insertPushEvent } from "@balcao/database/push";
import type { Sql } from "@balcao/database/sql";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import { readNotices } from "../notices/index.js";
import { readTicketMessages, toTicketFacts } from "../tickets/index.js";

/** A new message with what a push shows of it. */
export interface Pushable {
  /** The id of its row. */
  readonly objectId: number;
  readonly arrived: Arrived;
  readonly title: string;
  readonly text: string;
  /** What nobody wrote, in each language; the company may keep other texts out of pushes. */
  readonly texts?: PushTexts;
  /** Whether a person sees the message, besides being concerned by it. */
  readonly seenBy: (actor: Actor) => boolean;
}

type LoadPushables = (sql: Sql, snapshot: DirectorySnapshot, ids: readonly number[]) => Promise<readonly Pushable[]>;

/** What may be pushed, by the kind of its row; another kind of message is another line. */
const PUSH_KINDS = {
  ticket: loadTicketMessages,
  chat: loadChatMessages,
  message: loadNotices("message"),
  massSend: loadNotices("massSend"),
  schedule: loadNotices("schedule"),
  target: loadNotices("target"),
  alert: loadAlerts,
} as const satisfies Readonly<Record<string, LoadPushables>>;

export type PushKind = keyof typeof PUSH_KINDS;

const isPushKind = (kind: string): kind is PushKind => Object.hasOwn(PUSH_KINDS, kind);

/**
 * Records in the transaction of a message that a worker must consider pushing it. Whom it
 * concerns is decided there.
 */
export const recordPush = (tx: Sql, kind: PushKind, messageId: number): Promise<void> => insertPushEvent(tx, { kind, objectId: messageId });

/** Reads the messages of one kind; a kind of a newer version has none. */
export async function loadPushables(
  sql: Sql,
  snapshot: DirectorySnapshot,
  kind: string,
  ids: readonly number[],
): Promise<readonly Pushable[]> {
  return isPushKind(kind) ? PUSH_KINDS[kind](sql, snapshot, ids) : [];
}

async function loadTicketMessages(sql: Sql, snapshot: DirectorySnapshot, ids: readonly number[]): Promise<readonly Pushable[]> {
  return (await readTicketMessages(sql, ids)).map(
    ({ message, ticket }) =>
      ({
        objectId: message.id,
        arrived: { kind: "ticket", id: ticket.id, facts: toTicketFacts(ticket), fromMe: message.fromMe, at: message.sentAt.getTime() },
        title: ticket.contactName,
        text: ticket.isGroup ? withAuthor(message) : previewText(message),
        seenBy: (actor) => matches(historyCondition(actor, snapshot.histories), toHistoryFacts(message)),
      }) as const,
  );
}

/** Pushes a notice to those who have not looked at it and may see what it is about, in the language of each browser [D-430]. */
function loadNotices(kind: NoticePlace["kind"]): LoadPushables {
  return async (sql, snapshot, ids) => {
    const keys = ids.map((id) => `${kind}-${id}`);
    const [told, notices] = [await listToldUsers(sql, keys), await readNotices(sql, await getNotices(sql, keys))];
    return notices.map(({ key, at, seenBy, toView }) => {
      const view = toView({ fileUrl: () => "" });
      const userIds = told.filter((each) => each.key === key).map(({ userId }) => userId);
      const ofSend =
        view.place.kind === "message" || view.place.kind === "target"
          ? {}
          : { texts: inEachLanguage((each) => noticeText(each, { ...view, text: "" })) };
      return {
        objectId: view.place.id,
        arrived: { ...view.place, userIds, at: at.getTime() },
        ...noticeText(toAlertLanguage(snapshot.settings.defaultLanguage, "pt"), view),
        ...ofSend,
        seenBy: (actor) => seenBy(actor, snapshot),
      };
    });
  };
}

/** Pushes an alert to administrators. */
async function loadAlerts(sql: Sql, { settings }: DirectorySnapshot, ids: readonly number[]): Promise<readonly Pushable[]> {
  return (await getAlerts(sql, ids)).map((alert) => ({
    objectId: alert.id,
    arrived: { kind: "alert", id: alert.id, at: alert.createdAt.getTime() },
    // For a browser whose service worker is older.
    ...alertText(toAlertLanguage(settings.defaultLanguage, "pt"), alert),
    texts: inEachLanguage((each) => alertText(each, alert)),
    seenBy: () => true,
  }));
}

const inEachLanguage = (text: (language: AlertLanguage) => PushTexts[string]): PushTexts =>
  Object.fromEntries(ALERT_LANGUAGES.map((each) => [each, text(each)]));

async function loadChatMessages(sql: Sql, { users }: DirectorySnapshot, ids: readonly number[]): Promise<readonly Pushable[]> {
  const messages = (await getChatMessageRows(sql, ids)).filter(({ isDeleted }) => !isDeleted);
  const chats = new Map((await getChatRowsByIds(sql, [...new Set(messages.map(({ chatId }) => chatId))])).map((row) => [row.id, row]));
  return messages.flatMap(({ id, chatId, senderId, type, body, createdAt }) => {
    const chat = chats.get(chatId);
    if (!chat) return [];
    const author = users.get(senderId)?.name ?? "";
    const text = previewText({ type, body });
    return [
      {
        objectId: id,
        arrived: {
          kind: "chat",
          id: chatId,
          memberIds: chat.people.map(({ userId }) => userId),
          authorId: senderId,
          at: createdAt.getTime(),
        },
        title: chat.groupName ?? author,
        text: chat.isGroup ? `${author}: ${text}` : text,
        seenBy: () => true,
      } as const,
    ];
  });
}

const withAuthor = (message: MessageRow): string =>
  message.contactName === null ? previewText(message) : `${message.contactName}: ${previewText(message)}`;
