import { chatRoomId, type ChatView } from "@balcao/contracts/chats";
import AddRounded from "@mui/icons-material/AddRounded";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import Button from "@mui/material/Button";
import Switch from "@mui/material/Switch";
import { useInfiniteQuery } from "@tanstack/react-query";
import { memo, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { chatTitle, counterpartOf } from "../../lib/chatTitle";
import { chatListQuery, joinChatPages } from "../../lib/data/chats";
import { useStatusOf } from "../../lib/data/users";
import { useSelf } from "../../lib/session";
import { usePreference } from "../../lib/storage";
import { toFullDate, toListTime } from "../../lib/time";
import { useSettled } from "../../lib/useSettled";
import { Avatar, Badge, EmptyState, ErrorCard, flag, GroupAvatar, SEARCH_DELAY_MS, SearchField, toBadgeText } from "../../ui";
import { Tooltip } from "../../ui/Tooltip";
import { useDraft } from "../conversation";
import "./chatList.css";

interface ChatRowProps {
  readonly chat: ChatView;
  readonly selfId: number;
  readonly selected: boolean;
  readonly onOpen: (chatId: number) => void;
}

/** One chat of the list: its name, the last message and who wrote it, the time, what is unread. */
const ChatRow = memo(function ChatRow({ chat, selfId, selected, onOpen }: ChatRowProps) {
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

interface ChatListProps {
  readonly selectedId: number | null;
  readonly onOpen: (chatId: number) => void;
  readonly onNew: () => void;
}

/** The internal chats: search, "show all" for administrators, and the list (CHAT-001, INBOX-009). */
export function ChatList({ selectedId, onOpen, onNew }: ChatListProps) {
  const { t } = useTranslation("chats");
  const self = useSelf();
  const isAdmin = self.profile === "admin";
  const [stored, setStored] = usePreference("balcao-chats-all", ["on", "off"]);
  const showAll = isAdmin && stored === "on";
  const { text, setText, sought } = useSought();
  return (
    <div className="chatList">
      <div className="inboxTools">
        <div className="chatSearch">
          <SearchField label={t("search")} value={text} onChange={setText} />
        </div>
        {isAdmin && (
          <Tooltip describeChild title={t("showAllHelp")}>
            <label className="inboxShowAll">
              {t("showAll")}
              <Switch checked={showAll} onChange={(_event, on) => setStored(on ? "on" : "off")} />
            </label>
          </Tooltip>
        )}
        <Tooltip title={t("new.action")}>
          <Button variant="tonal" size="small" className="inboxNew" aria-label={t("new.action")} onClick={onNew}>
            <AddRounded />
          </Button>
        </Tooltip>
      </div>
      {selectedId === null && <p className="noChat">{t("none")}</p>}
      <Rows key={`${showAll} ${sought}`} showAll={showAll} search={sought} selectedId={selectedId} onOpen={onOpen} onNew={onNew} />
    </div>
  );
}

/** The text that is typed, and the one that is searched for 500 ms after the last key. */
function useSought() {
  const [text, setText] = useState("");
  const typed = text.trim();
  const { settled: sought } = useSettled(typed, typed === "" ? 0 : SEARCH_DELAY_MS);
  return { text, setText, sought };
}

/** Moves the focus between the rows. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(".chatRow")];
  const next = rows[rows.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** From so many rows before the end on, the next page is read. */
const AHEAD = 10;

interface RowsProps extends ChatListProps {
  readonly showAll: boolean;
  readonly search: string;
}

/** The chats that match, drawn as far as they are on the screen. */
function Rows({ showAll, search, selectedId, onOpen, onNew }: RowsProps) {
  const { t } = useTranslation("chats");
  const self = useSelf();
  const query = useInfiniteQuery(chatListQuery({ showAll, search }));
  const chats = useMemo(() => joinChatPages(query.data?.pages ?? []).chats, [query.data]);
  const virtual = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const onScroll = () => {
    const list = virtual.current;
    if (!list || !hasNextPage || isFetchingNextPage) return;
    if (list.findItemIndex(list.scrollOffset + list.viewportSize) >= chats.length - AHEAD) void fetchNextPage();
  };
  if (query.isPending) return <div className="chatSkeleton" aria-busy="true" />;
  return (
    <>
      {query.error && (
        <div className="chatListNote">
          <ErrorCard title={t("listNotLoaded")} error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
      {chats.length === 0 && !query.error && (
        <div className="emptyList">
          <EmptyState icon={ForumOutlined} title={t(search === "" ? "empty" : "nothing")}>
            {search === "" && (
              <Button size="small" onClick={onNew}>
                {t("new.action")}
              </Button>
            )}
          </EmptyState>
        </div>
      )}
      <div ref={scroller} className="ticketListScroller" hidden={chats.length === 0} onKeyDown={onArrow} data-region="list">
        <Virtualizer ref={virtual} as="ul" item="li" data={chats} itemSize={68} bufferSize={400} scrollRef={scroller} onScroll={onScroll}>
          {(chat) => <ChatRow key={chat.id} chat={chat} selfId={self.id} selected={chat.id === selectedId} onOpen={onOpen} />}
        </Virtualizer>
      </div>
    </>
  );
}
