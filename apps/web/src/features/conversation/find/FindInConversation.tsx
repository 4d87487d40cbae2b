import { chatIdOf, toRoomMessage } from "@balcao/contracts/chats";
import type { FoundMessagesView, MessageView } from "@balcao/contracts/messages";
import Close from "@mui/icons-material/Close";
import SearchOffRounded from "@mui/icons-material/SearchOffRounded";
import SearchRounded from "@mui/icons-material/SearchRounded";
import IconButton from "@mui/material/IconButton";
import useMediaQuery from "@mui/material/useMediaQuery";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "../../../lib/announcer";
import { call } from "../../../lib/api";
import { Marked } from "../../../lib/marks";
import { toFullDate, toListTime } from "../../../lib/time";
import { useSettled } from "../../../lib/useSettled";
import { EmptyState, ErrorCard, SEARCH_DELAY_MS, SearchField, SmallThumb } from "../../../ui";
import { Dialog } from "../../../ui/Dialog";
import type { Room } from "../room";
import "./find.css";
import { toFoundText } from "./foundText";

interface FindPanelProps {
  readonly roomId: number;
  readonly contactName: string;
  readonly titleId: string;
  readonly onJump: (messageId: string) => void;
  readonly onClose: () => void;
}

/** The text that is typed, and the text that is searched for 500 ms after the last key (CONV-046). */
function useSought() {
  const [text, setText] = useState("");
  const [refused, setRefused] = useState(false);
  const typed = text.trim();
  const { settled: sought, settleNow } = useSettled(typed, typed === "" ? 0 : SEARCH_DELAY_MS);
  const change = (next: string) => {
    setText(next);
    setRefused(false);
  };
  /** Searches at once; false when there is nothing new to search for. */
  const searchNow = (): boolean => {
    setRefused(typed === "");
    settleNow();
    return typed !== sought;
  };
  return { text, sought, refused, change, searchNow };
}

async function findMessages(roomId: number, messageToSearch: string, signal: AbortSignal): Promise<FoundMessagesView> {
  const chatId = chatIdOf(roomId);
  if (chatId === null) return call("messages", "search", { params: { ticketId: roomId }, query: { messageToSearch } }, { signal });
  const { messages, partial } = await call("chats", "search", { params: { chatId }, query: { messageToSearch } }, { signal });
  return { messages: messages.map(toRoomMessage), partial };
}

/** The messages of a ticket or chat that contain a text, newest first, at most 100. */
const messageSearchQuery = (roomId: number, text: string) =>
  queryOptions({
    queryKey: ["messageSearch", roomId, text],
    queryFn: ({ signal }) => findMessages(roomId, text, signal),
    staleTime: 10_000,
  });

/** What was found, which stays while the next search runs; the count is announced. */
function useFoundMessages(roomId: number, sought: string) {
  const { t } = useTranslation("search");
  const isAsked = sought !== "";
  const query = useQuery({
    ...messageSearchQuery(roomId, sought),
    enabled: isAsked,
    placeholderData: (before) => (isAsked ? before : undefined),
  });
  const found = isAsked ? query.data : undefined;
  const settled = found !== undefined && !query.isFetching;
  const count = found?.messages.length ?? 0;
  useEffect(() => {
    if (settled) announce(count === 0 ? t("find.none") : t("find.found", { count }));
  }, [settled, count, sought, t]);
  return { query, found, settled };
}

/** Moves the focus between the field and the results. */
function onArrow(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, .findResult")];
  const next = stops[stops.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Searches the messages of a conversation; a result is jumped to (CONV-045). */
function FindPanel({ roomId, contactName, titleId, onJump, onClose }: FindPanelProps) {
  const { t } = useTranslation("search");
  const { text, sought, refused, change, searchNow } = useSought();
  const [shownId, setShownId] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { query, found, settled } = useFoundMessages(roomId, sought);
  const messages = found?.messages ?? [];

  const jump = (message: MessageView) => {
    setShownId(message.id);
    onJump(message.id);
  };
  const onEnter = () => {
    const first = messages[0];
    if (!searchNow() && settled && first) jump(first);
  };
  return (
    <div
      className="find"
      onKeyDown={(event) => {
        onArrow(event);
        if (event.key === "Escape") onClose();
      }}
    >
      <div className="findHead">
        <h3 id={titleId}>{t("find.title")}</h3>
        <IconButton aria-label={t("find.close")} onClick={onClose}>
          <Close />
        </IconButton>
      </div>
      <div className="findField">
        <SearchField
          label={t("find.field")}
          value={text}
          busy={sought !== "" && query.isFetching}
          invalid={refused}
          inputRef={field}
          onChange={change}
          onEnter={onEnter}
        />
        {refused && (
          <p role="alert" className="findRefused">
            {t("find.empty")}
          </p>
        )}
      </div>
      {sought === "" && <EmptyState icon={SearchRounded} heading="h3" title={t("find.hint")} />}
      {query.error && (
        <div className="findError">
          <ErrorCard title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
      {settled && messages.length === 0 && (
        <EmptyState icon={SearchOffRounded} heading="h3" title={t(found?.partial === true ? "find.partial" : "find.none")} />
      )}
      {messages.length > 0 && (
        <Results messages={messages} busy={!settled} contactName={contactName} sought={sought} shownId={shownId} onJump={jump} />
      )}
    </div>
  );
}

/** The api finds this many messages at most. */
const MOST_FOUND = 100;

interface ResultsProps extends Pick<FindPanelProps, "contactName"> {
  readonly messages: readonly MessageView[];
  readonly busy: boolean;
  readonly sought: string;
  /** The result that was jumped to. */
  readonly shownId: string | null;
  readonly onJump: (message: MessageView) => void;
}

/** The messages that were found, and how many. */
function Results({ messages, busy, contactName, sought, shownId, onJump }: ResultsProps) {
  const { t } = useTranslation("search");
  return (
    <>
      <ul className="findResults" aria-label={t("find.results")} aria-busy={busy}>
        {messages.map((message) => (
          <FoundMessage
            key={message.id}
            message={message}
            contactName={contactName}
            sought={sought}
            shown={message.id === shownId}
            onJump={() => onJump(message)}
          />
        ))}
      </ul>
      <p className="findCount">{messages.length < MOST_FOUND ? t("find.found", { count: messages.length }) : t("find.limit")}</p>
    </>
  );
}

interface FoundMessageProps {
  readonly message: MessageView;
  readonly contactName: string;
  readonly sought: string;
  readonly shown: boolean;
  readonly onJump: () => void;
}

/** A found message: who said it, when, and the words around the match. */
function FoundMessage({ message, contactName, sought, shown, onJump }: FoundMessageProps) {
  const { t, i18n } = useTranslation("search");
  const author = message.fromMe ? (message.userName ?? t("find.us")) : (message.contact?.name ?? contactName);
  return (
    <li>
      <button type="button" className="findResult" aria-current={shown || undefined} onClick={onJump}>
        <span className="findLine">
          <b className="ellipsis">{author}</b>
          <time dateTime={message.createdAt} title={toFullDate(message.createdAt, i18n.language)}>
            {toListTime(message.createdAt)}
          </time>
        </span>
        <span className="findLine">
          {message.media?.thumbUrl && <SmallThumb src={message.media.thumbUrl} />}
          <span className="findText">
            <Marked text={toFoundText(message, sought)} sought={sought} />
          </span>
        </span>
      </button>
    </li>
  );
}

interface FindInConversationProps {
  readonly room: Pick<Room, "id" | "name">;
  readonly onJump: (messageId: string) => void;
  readonly onClose: () => void;
}

/** The search of a conversation: beside the messages, or over them on a small screen, where a jump closes it. */
export function FindInConversation({ room, onJump, onClose }: FindInConversationProps) {
  const beside = useMediaQuery("(min-width: 900px)", { noSsr: true });
  const titleId = useId();
  const panel = { roomId: room.id, contactName: room.name, titleId, onClose };
  if (beside) {
    return (
      <aside className="findAside" aria-labelledby={titleId} data-region="find">
        <FindPanel {...panel} onJump={onJump} />
      </aside>
    );
  }
  return (
    <Dialog open fullScreen aria-labelledby={titleId} onClose={onClose}>
      <FindPanel
        {...panel}
        onJump={(messageId) => {
          onClose();
          onJump(messageId);
        }}
      />
    </Dialog>
  );
}
