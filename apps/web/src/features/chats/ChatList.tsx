import AddRounded from "@mui/icons-material/AddRounded";
import ForumOutlined from "@mui/icons-material/ForumOutlined";
import Button from "@mui/material/Button";
import Switch from "@mui/material/Switch";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { chatListQuery, joinChatPages } from "../../lib/data/chats";
import { useSelf } from "../../lib/session";
import { usePreference } from "../../lib/storage";
import { useSettled } from "../../lib/useSettled";
import { EmptyState, ErrorCard, SEARCH_DELAY_MS, SearchField } from "../../ui";
import { Tooltip } from "../../ui/Tooltip";
import { ChatRow } from "./ChatRow";
import "./chatList.css";

interface ChatListProps {
  readonly selectedId: number | null;
  readonly onOpen: (chatId: number) => void;
  readonly onNew: () => void;
}

/** The internal chats: search, "show all" for administrators, and the list (CHAT-001, INBOX-009, INBOX-031). */
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
