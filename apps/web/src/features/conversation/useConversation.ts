import { chatIdOf } from "@balcao/contracts/chats";
import type { MessageView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { commentIn, previewText } from "@balcao/domain/texts";
import { useEffect, useMemo, useRef, useState } from "react";
import { useTexts } from "../../i18n/useTexts";
import { announce } from "../../lib/announcer";
import { call } from "../../lib/api";
import { joinMessagePages } from "../../lib/data/messagePages";
import { LOOK_MS, useNoticesSeen, useVisible } from "../../lib/data/notices";
import { toClock } from "../../lib/time";
import { toMessageRows, toUnreadMark, type UnreadMark } from "./messages/messageRows";
import { toFailures, type DeliveryStates } from "./messages/messageState";
import { toLocalId, useOutgoing, type OutgoingMessage } from "./outbox";
import type { Room } from "./room";
import type { MessageWindow } from "./useMessageWindow";

const typeOf = ({ file, body, ticketId }: OutgoingMessage): MessageView["mediaType"] => {
  if (!file && chatIdOf(ticketId) !== null) return "chat";
  if (!file) return commentIn(body) === null ? "conversation" : "comment";
  const kind = file.blob.type.split("/")[0];
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "document";
};

/** The message as the list shows it until the api has it. */
function toLocalMessage(message: OutgoingMessage): MessageView {
  const failed = message.state === "failed";
  return {
    id: toLocalId(message),
    body: (chatIdOf(message.ticketId) === null ? commentIn(message.body) : null) ?? message.body,
    fromMe: true,
    mediaType: typeOf(message),
    mediaUrl: message.fileUrl,
    mediaUrlLiteral: null,
    ack: failed ? -1 : 0,
    read: true,
    createdAt: message.createdAt,
    quotedMsg: message.quoted,
    isEdited: false,
    editUnreadable: false,
    editedMsg: null,
    isDeleted: false,
    forward: false,
    errorLog: message.error ? { code: message.error.code, title: "", message: message.error.message, details: "" } : null,
    templateData: null,
    dataJson: null,
    downloadAttempts: 0,
    ticketId: message.ticketId,
    contact: null,
    userId: message.userId,
    userName: message.userName,
    media: message.file && {
      state: "ready",
      mime: message.file.blob.type,
      thumbUrl: null,
      fileName: message.file.name,
      size: message.file.blob.size,
      width: null,
      height: null,
      seconds: message.voice?.seconds ?? null,
      voice: Boolean(message.voice),
      peaks: message.voice?.peaks ?? null,
      voiceFault: null,
      quarantined: false,
    },
    sending: failed ? "failed" : "queued",
    clientKey: message.clientKey,
    transcription: null,
    mentions: message.mentions ?? [],
    handover: null,
    reactions: [],
  };
}

/**
 * The loaded messages of a room as rows. Messages that are still being sent follow when the end
 * is loaded.
 */
export function useConversation(room: Pick<Room, "id" | "unread">, { query, hasNewer }: Pick<MessageWindow, "query" | "hasNewer">) {
  const outgoing = useOutgoing(room.id);
  const stored = useMemo(() => joinMessagePages(query.data?.pages ?? []).messages, [query.data]);
  const messages = useMemo(() => {
    if (hasNewer) return stored;
    const arrived = new Set(stored.map((message) => message.clientKey));
    return [...stored, ...outgoing.filter((message) => !arrived.has(message.clientKey)).map(toLocalMessage)];
  }, [stored, outgoing, hasNewer]);

  // The mark before the new messages stays where it was when the conversation was opened.
  const [unreadAtOpening] = useState(room.unread);
  const [mark, setMark] = useState<UnreadMark | null | undefined>(undefined);
  if (mark === undefined && query.data && !hasNewer) setMark(toUnreadMark(stored, unreadAtOpening, query.hasNextPage));
  const rows = useMemo(() => toMessageRows(messages, mark ?? null), [messages, mark]);
  return { rows, stored, messages };
}

interface Shown {
  /** Its messages are loaded. */
  readonly loaded: boolean;
  readonly atEnd: boolean;
}

/**
 * Marks messages as read while the tab is visible and the end of the list is on screen, and
 * the person's notices as seen wherever the list is.
 */
export function useReading(ticket: TicketView, selfId: number, { loaded, atEnd }: Shown): void {
  useNoticesSeen((place) => "ticketId" in place && place.ticketId === ticket.id, loaded);
  const visible = useVisible();
  const reads = ticket.isGroup || ticket.userId === selfId;
  const due = visible && loaded && atEnd && reads && ticket.unreadMessages > 0;
  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(
      () => void call("messages", "list", { params: { ticketId: ticket.id }, query: {} }).catch(() => undefined),
      LOOK_MS,
    );
    return () => clearTimeout(timer);
  }, [due, ticket.id, ticket.unreadMessages]);
}

const BURST_MS = 2_000;
const BURST = 3;

/** Announces what happens in a room to screen readers: new messages of its newest part, and failures of ours (B4.9). */
export function useSpokenNews(
  newest: readonly MessageView[],
  messages: readonly MessageView[],
  room: Pick<Room, "name" | "ticksOf">,
): void {
  useSpokenMessages(newest, room.name);
  useSpokenFailures(messages, room.ticksOf);
}

/** Announces new received messages; several at once as a number. */
function useSpokenMessages(messages: readonly MessageView[], contactName: string): void {
  const { t } = useTexts("conversation");
  const lastId = useRef<string | undefined>(undefined);
  const recent = useRef<readonly number[]>([]);
  useEffect(() => {
    const last = messages.at(-1);
    const before = lastId.current;
    lastId.current = last?.id;
    if (before === undefined || !last || last.id === before || last.fromMe || !messages.some((message) => message.id === before)) return;
    const now = Date.now();
    recent.current = [...recent.current.filter((at) => now - at < BURST_MS), now];
    const author = last.contact?.name ?? contactName;
    if (recent.current.length > BURST) announce(t("message.burst", { count: recent.current.length, author }));
    else announce(`${author}, ${toClock(last.createdAt)}: ${previewText({ type: last.mediaType, body: last.body }).slice(0, 140)}`);
  }, [messages, contactName, t]);
}

/** Announces messages of ours that fail while the room is shown. */
function useSpokenFailures(messages: readonly MessageView[], api: Room["ticksOf"]): void {
  const { t } = useTexts("conversation");
  const known = useRef<DeliveryStates>(new Map());
  useEffect(() => {
    const { failed, states } = toFailures(known.current, messages, api);
    known.current = states;
    for (const { mediaType, body, userName } of failed)
      announce(t("message.notSent", { text: previewText({ type: mediaType, body, userName }).slice(0, 140) }));
  }, [messages, api, t]);
}
