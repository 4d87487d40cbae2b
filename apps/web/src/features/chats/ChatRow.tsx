import { chatRoomId, type ChatView } from "@balcao/contracts/chats";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { chatTitle, counterpartOf } from "../../lib/chatTitle";
import { useStatusOf } from "../../lib/data/users";
import { toFullDate, toListTime } from "../../lib/time";
import { Avatar, Badge, GroupAvatar, flag, toBadgeText } from "../../ui";
import { useDraft } from "../conversation";

interface ChatRowProps {
  readonly chat: ChatView;
  readonly selfId: number;
  readonly selected: boolean;
  readonly onOpen: (chatId: number) => void;
}

/** One chat of the list: its name, the last message and who wrote it, the time, what is unread. */
export const ChatRow = memo(function ChatRow({ chat, selfId, selected, onOpen }: ChatRowProps) {
  const { t, i18n } = useTranslation(["chats", "common"]);
  const name = chatTitle(chat, selfId, (person) => t("deleted", { name: person }));
  const { messagesUnread: unread } = chat;
  const other = counterpartOf(chat, selfId);
  const statusOf = useStatusOf();
  const status = other ? statusOf(other.id) : undefined;
  return (
    <button
      type="button"
      className="chatRow"
      data-chat-id={chat.id}
      data-unread={flag(unread > 0)}
      aria-current={selected || undefined}
      onClick={() => onOpen(chat.id)}
    >
      {chat.isGroup ? <GroupAvatar /> : <Avatar name={name} src={other?.profilePicUrl} presence={status} />}
      <span className="chatRowText">
        <span className="ticketLine">
          <span className="ticketName ellipsis">{name}</span>
          {status !== undefined && status !== "offline" && <span className="visuallyHidden">{t(`common:account.status.${status}`)}</span>}
          <time dateTime={chat.updatedAt} title={toFullDate(chat.updatedAt, i18n.language)}>
            {toListTime(chat.updatedAt)}
          </time>
        </span>
        <span className="ticketLine">
          <Preview chat={chat} selfId={selfId} selected={selected} />
          {unread > 0 && (
            <Badge tone="primary">
              <span aria-hidden="true">{toBadgeText(unread)}</span>
              <span className="visuallyHidden">{t("unreadCount", { count: unread })}</span>
            </Badge>
          )}
        </span>
      </span>
    </button>
  );
});

/** The draft, or the last message, with its author in a group and for own ones. */
function Preview({ chat, selfId, selected }: Pick<ChatRowProps, "chat" | "selfId" | "selected">) {
  const { t } = useTranslation("chats");
  const draft = useDraft(selfId, chatRoomId(chat.id));
  if (draft && !selected)
    return <span className="ticketPreview ticketDraft ellipsis">{t("draft", { text: draft.text || draft.fileNames.join(", ") })}</span>;
  const author = chat.users.find(({ id }) => id === chat.lastSenderId);
  const by = chat.lastSenderId === selfId ? t("you") : chat.isGroup ? author?.name : undefined;
  return (
    <span className="ticketPreview ellipsis">
      {by === undefined || chat.lastMessage === "" ? chat.lastMessage : `${by}: ${chat.lastMessage}`}
    </span>
  );
}
