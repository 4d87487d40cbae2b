import type { MessageView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { previewText } from "@balcao/domain/texts";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "../../lib/announcer";
import { call } from "../../lib/api";
import { joinMessagePages } from "../../lib/data/messagePages";
import { toClock } from "../../lib/time";
import { toMessageRows, toUnreadMark, type UnreadMark } from "./messages/messageRows";
import { toLocalMessage, useOutgoing } from "./outbox";
import type { Room } from "./room";
import type { MessageWindow } from "./useMessageWindow";

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
  return { rows, stored };
}

const onVisibility = (listener: () => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};

/** Marks messages as read while the tab is visible and the end of the list is on screen (D-076). */
export function useReading(ticket: TicketView, selfId: number, atEnd: boolean): void {
  const visible = useSyncExternalStore(onVisibility, () => !document.hidden);
  const reads = ticket.isGroup || ticket.userId === selfId;
  const due = visible && atEnd && reads && ticket.unreadMessages > 0;
  useEffect(() => {
    if (!due) return;
    const timer = setTimeout(
      () => void call("messages", "list", { params: { ticketId: ticket.id }, query: {} }).catch(() => undefined),
      600,
    );
    return () => clearTimeout(timer);
  }, [due, ticket.id, ticket.unreadMessages]);
}

const BURST_MS = 2_000;
const BURST = 3;

/** Announces new received messages to screen readers; several at once as a number. */
export function useSpokenMessages(messages: readonly MessageView[], contactName: string): void {
  const { t } = useTranslation("conversation");
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
