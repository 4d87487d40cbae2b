import type { ChatView } from "@balcao/contracts/chats";
import type { MentionView } from "@balcao/contracts/mentions";
import type { TicketView } from "@balcao/contracts/tickets";
import { pathOf, tagOf } from "@balcao/domain/notifications";
import NotificationsOutlined from "@mui/icons-material/NotificationsOutlined";
import IconButton from "@mui/material/IconButton";
import Popover from "@mui/material/Popover";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { ptOnly } from "../../i18n/literals";
import { chatTitle, counterpartOf } from "../../lib/chatTitle";
import { unreadChatsQuery } from "../../lib/data/chats";
import { newMentionsQuery } from "../../lib/data/mentions";
import { unreadTicketsQuery } from "../../lib/data/unreadTickets";
import { useSelf } from "../../lib/session";
import { toFullDate, toListTime } from "../../lib/time";
import { Avatar, Badge, ErrorCard, setUnreadInTitle, toBadgeText } from "../../ui";
import "./bell.css";

/** A row of the bell: a ticket or a chat with unread messages, or a mention. */
interface BellEntry {
  readonly key: string;
  readonly address: string;
  readonly name: string;
  readonly picture: string | null;
  readonly text: string;
  readonly updatedAt: string;
  /** The number of unread messages; null for a mention. */
  readonly unread: number | null;
}

interface Unread {
  readonly tickets: readonly TicketView[];
  readonly chats: readonly ChatView[];
  readonly mentions: readonly MentionView[];
}

/** What the rows say of people. */
interface BellWords {
  readonly deleted: (name: string) => string;
  readonly mention: (author: string, text: string) => string;
}

/** Everything unread, and who mentioned the person, newest first (SHELL-040, SHELL-042). */
function toBellEntries({ tickets, chats, mentions }: Unread, selfId: number, words: BellWords): readonly BellEntry[] {
  const ofTickets = tickets.map(({ id, contact, lastMessage, updatedAt, unreadMessages }): BellEntry => {
    const { name, profilePicUrl: picture } = contact;
    return { key: `ticket-${id}`, address: `/tickets/${id}`, name, picture, text: lastMessage, updatedAt, unread: unreadMessages };
  });
  const ofChats = chats.map((chat): BellEntry => ({
    key: `chat-${chat.id}`,
    address: `/tickets/0/${chat.id}`,
    name: chatTitle(chat, selfId, words.deleted),
    picture: counterpartOf(chat, selfId)?.profilePicUrl ?? null,
    text: chat.lastMessage,
    updatedAt: chat.updatedAt,
    unread: chat.messagesUnread,
  }));
  const ofMentions = mentions.map(({ messageId, ticketId, author, text, createdAt, contact }): BellEntry => {
    const target = { kind: "mention", id: ticketId, messageId: Number(messageId) } as const;
    return {
      key: tagOf(target),
      address: pathOf(target),
      name: contact.name,
      picture: contact.profilePicUrl,
      text: author.id ? words.mention(author.name, text) : text,
      updatedAt: createdAt,
      unread: null,
    };
  });
  return [...ofMentions, ...ofTickets, ...ofChats].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
}

const ICONS = { read: "/favicon.svg", unread: "/faviconUnread.svg" } as const;

/** Puts a dot on the icon of the tab while messages wait. */
function showUnreadInIcon(isUnread: boolean): void {
  document.querySelector('link[rel="icon"]')?.setAttribute("href", isUnread ? ICONS.unread : ICONS.read);
}

/**
 * The bell: the number of tickets and chats with unread messages and of mentions, and the list of
 * them (SHELL-040…SHELL-043).
 */
export function Bell() {
  const { t, i18n } = useTranslation();
  const titleId = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data, error, isPending, refetch } = useQuery(unreadTicketsQuery);
  const entries = useEntries(data?.tickets ?? []);
  const count = entries.length;
  useEffect(() => setUnreadInTitle(count), [count]);
  useEffect(() => showUnreadInIcon(count > 0), [count]);
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={count > 0 ? t("bell.openWithCount", { count }) : t("bell.open")}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <NotificationsOutlined />
        {count > 0 && (
          <Badge corner tone="attention" className="bellBadge">
            {toBadgeText(count)}
          </Badge>
        )}
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { role: "dialog", "aria-labelledby": titleId, sx: { width: 360, maxHeight: 350, marginTop: "8px" } } }}
      >
        <h2 id={titleId} className="bellTitle">
          {t("bell.title")}
        </h2>
        {error && !data && (
          <div className="bellError">
            <ErrorCard title={t("bell.title")} error={error} onRetry={() => void refetch()} />
          </div>
        )}
        {isPending && [0, 1, 2].map((row) => <div key={row} className="bellSkeleton" aria-hidden="true" />)}
        {data && count === 0 && <p className="bellEmpty">{ptOnly.noNotifications}</p>}
        <ul>
          {entries.map(({ key, address, name, picture, text, updatedAt, unread }) => (
            <li key={key}>
              <Link className="bellRow" to={address} onClick={close}>
                <Avatar name={name} src={picture} size={36} />
                <span className="bellName ellipsis">{name}</span>
                <time className="bellTime" dateTime={updatedAt} title={toFullDate(updatedAt, i18n.language)}>
                  {toListTime(updatedAt)}
                </time>
                <span className="bellText ellipsis">{text}</span>
                <BellCount unread={unread} />
              </Link>
            </li>
          ))}
        </ul>
      </Popover>
    </>
  );
}

/** Everything unread, with what belongs to chats and mentions as far as it is loaded. */
function useEntries(tickets: readonly TicketView[]): readonly BellEntry[] {
  const { t } = useTranslation();
  const { data: chats } = useQuery(unreadChatsQuery);
  const { data: mentions } = useQuery(newMentionsQuery);
  const self = useSelf();
  return toBellEntries({ tickets, chats: chats?.chats ?? [], mentions: mentions ?? [] }, self.id, {
    deleted: (name) => t("bell.deleted", { name }),
    mention: (author, text) => t("bell.mention", { author, text }),
  });
}

/** How many messages of a row are unread; a mention has a sign instead, because its text says what it is. */
function BellCount({ unread }: Pick<BellEntry, "unread">) {
  const { t } = useTranslation();
  return (
    <Badge tone="primary" className="bellCount">
      <span aria-hidden="true">{unread === null ? "@" : toBadgeText(unread)}</span>
      {unread !== null && <span className="visuallyHidden">{t("bell.unread", { count: unread })}</span>}
    </Badge>
  );
}
