import type { ChatView } from "@balcao/contracts/chats";
import type { NoticeView } from "@balcao/contracts/notices";
import { noticeText } from "@balcao/contracts/noticeWords";
import type { TicketView } from "@balcao/contracts/tickets";
import { pathOf } from "@balcao/domain/notifications";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { chatTitle, counterpartOf } from "../../lib/chatTitle";
import { useSelf } from "../../lib/session";
import { toFullDate, toListTime } from "../../lib/time";
import { Avatar, Badge, toBadgeText } from "../../ui";
import type { News } from "./useNews";

/** A row of the bell: a ticket or a chat with unread messages, or a notice. */
interface BellEntry {
  readonly key: string;
  readonly address: string;
  readonly name: string;
  readonly picture: string | null;
  readonly text: string;
  readonly updatedAt: string;
  /** The number of unread messages; null for a notice without any. */
  readonly unread: number | null;
}

const ofTicket = ({ id, contact, lastMessage, updatedAt, unreadMessages }: TicketView): BellEntry => {
  const { name, profilePicUrl: picture } = contact;
  return { key: `ticket-${id}`, address: `/tickets/${id}`, name, picture, text: lastMessage, updatedAt, unread: unreadMessages };
};

const ofChat = (chat: ChatView, selfId: number, deleted: (name: string) => string): BellEntry => ({
  key: `chat-${chat.id}`,
  address: `/tickets/0/${chat.id}`,
  name: chatTitle(chat, selfId, deleted),
  picture: counterpartOf(chat, selfId)?.profilePicUrl ?? null,
  text: chat.lastMessage,
  updatedAt: chat.updatedAt,
  unread: chat.messagesUnread,
});

function ofNotice(notice: NoticeView, language: string): BellEntry {
  const { title, text } = noticeText(language, notice);
  const { id, place, contact, createdAt } = notice;
  return {
    key: id,
    address: pathOf(place),
    name: title,
    picture: contact?.profilePicUrl ?? null,
    text,
    updatedAt: createdAt,
    unread: null,
  };
}

interface BellListProps {
  readonly news: News;
  readonly onClose: () => void;
}

/** Everything unread and of what the person is told, newest first (SHELL-040, SHELL-042, D-430). */
export function BellList({ news: { tickets, chats, notices }, onClose }: BellListProps) {
  const { t, i18n } = useTranslation();
  const self = useSelf();
  const entries = [
    ...notices.map((each) => ofNotice(each, i18n.language)),
    ...tickets.map(ofTicket),
    ...chats.map((each) => ofChat(each, self.id, (name) => t("bell.deleted", { name }))),
  ].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  if (entries.length === 0) return <p className="bellEmpty">{t("bell.empty")}</p>;
  return (
    <ul>
      {entries.map(({ key, address, name, picture, text, updatedAt, unread }) => (
        <li key={key}>
          <Link className="bellRow" to={address} onClick={onClose}>
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
  );
}

/** How many messages of a row are unread; a notice has a sign instead, because its text says what it is. */
function BellCount({ unread }: Pick<BellEntry, "unread">) {
  const { t } = useTranslation();
  return (
    <Badge tone="primary" className="bellCount">
      <span aria-hidden="true">{unread === null ? "!" : toBadgeText(unread)}</span>
      {unread !== null && <span className="visuallyHidden">{t("bell.unread", { count: unread })}</span>}
    </Badge>
  );
}
