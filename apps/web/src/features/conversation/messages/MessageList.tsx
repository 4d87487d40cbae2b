import type { MessageView } from "@balcao/contracts/messages";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useImperativeHandle, useRef, type Ref } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { call, toErrorText } from "../../../lib/api";
import { messagesQuery, putMessage } from "../../../lib/data/messages";
import { onceEach } from "../../../lib/onceEach";
import { queryClient } from "../../../lib/queryClient";
import { toasts } from "../../../lib/toasts";
import { Badge, Glyph, Spinner, toBadgeText } from "../../../ui";
import type { Room } from "../room";
import { DayPill, type DayPillHandle } from "./DayPill";
import { MessageItem } from "./MessageItem";
import { MessageOverlays, useOverlays } from "./MessageOverlays";
import { isReplyable } from "./messageRights";
import type { MessageRow } from "./messageRows";
import { runIfPossible } from "./reasonedAction";
import type { MessageWindow } from "../useMessageWindow";
import { useDrawn } from "./useDrawn";
import { useFeedScroll } from "./useFeedScroll";
import { useJump } from "./useJump";
import type { MessageChanges } from "./useMessageChanges";
import { useMessageGestures } from "./useMessageGestures";
import type { MessageTools } from "./useMessageTools";
import { useRowFocus } from "./useRowFocus";
import { isSelectable } from "./useSelection";
import "./messages.css";
import "./quote.css";
import "./media.css";
import "./cards.css";
import "./audio.css";
import "./comment.css";
import "./failure.css";
import "./tools.css";
import "./reactions.css";

/** How many pixels of the old page stay visible after scrolling by a page. */
const PAGE_OVERLAP_PX = 60;

export interface MessageListHandle {
  readonly scrollBy: (pages: number) => void;
  readonly toEnd: () => void;
}

export interface MessageListProps {
  readonly room: Room;
  readonly rows: readonly MessageRow[];
  readonly messageWindow: MessageWindow;
  readonly mayReply: boolean;
  readonly onReply: (message: MessageView) => void;
  /** Shows the templates of the connection; undefined where it has none or none can be sent now. */
  readonly onTemplates: (() => void) | undefined;
  readonly onStartConversation: ((contact: { readonly name: string; readonly number: string }) => void) | undefined;
  readonly onAtEnd: (atEnd: boolean) => void;
  readonly self: { readonly id: number; readonly name: string };
  readonly handle: Ref<MessageListHandle>;
  readonly tools: MessageTools;
  readonly changes: MessageChanges;
}

/** Resends or discards a message that may or may not have been sent. */
function settle(message: MessageView, action: "resend" | "discard"): void {
  call("messages", "settle", { params: { messageId: Number(message.id) }, body: { action } }).then(
    (settled) => putMessage(queryClient, settled),
    (error: unknown) => toasts.error(toErrorText(error)),
  );
}

/**
 * The messages of a conversation, oldest first, paged backwards and updated by events (CONV-025).
 */
export function MessageList(props: MessageListProps) {
  const { room, rows, messageWindow, mayReply, onReply, onAtEnd, handle, tools, changes } = props;
  const { selection } = tools;
  const { target, hasNewer, returned, toNewest, jump } = messageWindow;
  const { hasOlder, fetchOlder, fetchNewer } = usePaging(messageWindow);
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const openAtId = target?.id ?? null;
  const feed = useFeedScroll({ list, scroller, rows, hasOlder, hasNewer, fetchOlder, fetchNewer, openAtId, openAtEnd: returned });
  const toEnd = hasNewer ? toNewest : feed.toEnd;
  const pill = useRef<DayPillHandle>(null);
  const overlays = useOverlays();
  const mayReplyTo = (message: MessageView) => mayReply && isReplyable(message);
  const focus = useRowFocus({
    rows,
    list,
    scroller,
    onToggle: selection.active ? selection.toggle : null,
    onEndSelection: selection.end,
    onMenu: overlays.openMenu,
    letters: {
      r: (message) => mayReplyTo(message) && onReply(message),
      e: (message) => runIfPossible(changes.actionsFor(message).edit),
      Delete: (message) => runIfPossible(changes.actionsFor(message).remove),
    },
  });

  const gestures = useMessageGestures({ rows, off: selection.active, onMenu: overlays.openMenu, mayReplyTo, onReply });
  const blinkId = useJump({ rows, target, toRow: feed.toRow, focusRow: focus.focusRow, activate: focus.activate });
  const jumpToQuoted = useCallback((id: string) => jump(id, { focus: true }), [jump]);
  const drawn = useDrawn({ count: rows.length, tabStop: focus.tabStop, atNewest: !feed.away });

  useEffect(() => onAtEnd(feed.atEnd), [feed.atEnd, onAtEnd]);
  useImperativeHandle(handle, () => ({
    scrollBy: (pages) => list.current?.scrollBy(pages * (list.current.viewportSize - PAGE_OVERLAP_PX)),
    toEnd,
  }));

  return (
    <div className="messagesFrame">
      <div
        ref={scroller}
        className="messages"
        data-region="messages"
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
        onBlur={focus.look}
        {...gestures}
      >
        <div className="messagesSpacer" />
        <Virtualizer
          ref={list}
          as="ol"
          item="li"
          data={rows}
          shift={feed.shift}
          {...drawn}
          scrollRef={scroller}
          onScroll={(offset) => {
            feed.onScroll(offset);
            pill.current?.follow(offset);
          }}
          onScrollEnd={() => {
            pill.current?.rest();
            focus.look();
          }}
          onResize={feed.onResize}
        >
          {onceEach((row: MessageRow, index) => (
            <MessageItem
              key={row.key}
              row={row}
              api={room.ticksOf}
              inGroup={room.isGroup}
              contactName={room.name}
              focusable={index === focus.tabStop}
              blinking={row.message.id === blinkId}
              mayReply={mayReplyTo(row.message)}
              selecting={selection.active && isSelectable(row.message)}
              selected={selection.has(row.message.id)}
              onSelect={selection.toggle}
              onReply={onReply}
              onMenu={overlays.openMenu}
              onFailure={overlays.openFailure}
              onJump={jumpToQuoted}
              onShowMedia={overlays.showMedia}
              onSettle={settle}
              onStartConversation={props.onStartConversation}
            />
          ))}
        </Virtualizer>
      </div>
      <DayPill list={list} rows={rows} handle={pill} />
      <OlderNote roomId={room.id} messageWindow={messageWindow} />
      {feed.away && <ToNewest count={hasNewer ? room.unread : feed.newCount} onClick={toEnd} />}
      <MessageOverlays {...{ overlays, room, rows, mayReply, onReply, tools, changes }} self={props.self} onTemplates={props.onTemplates} />
    </div>
  );
}

/** Reads the pages before and after the loaded messages, one at a time: a page that is asked for meanwhile is not read. */
function usePaging({ query: { fetchNextPage, fetchPreviousPage, hasNextPage } }: MessageWindow) {
  return {
    hasOlder: hasNextPage,
    fetchOlder: () => void fetchNextPage({ cancelRefetch: false }),
    fetchNewer: () => void fetchPreviousPage({ cancelRefetch: false }),
  };
}

interface OlderNoteProps {
  readonly roomId: number;
  readonly messageWindow: MessageWindow;
}

/**
 * Shown while older messages are being loaded. A search for one of them can be cancelled. It watches
 * the reading by itself, so that the conversation is not rendered when a page is asked for.
 */
function OlderNote({ roomId, messageWindow: { anchor, searching, cancel: onCancel } }: OlderNoteProps) {
  const { t } = useTexts("conversation");
  const reads = useInfiniteQuery({ ...messagesQuery(roomId, anchor), refetchOnMount: false });
  if (!searching && !reads.isFetchingNextPage && !reads.isFetchingPreviousPage) return null;
  return (
    <p className="messagesOlder" role="status">
      <Spinner size={18} />
      <span className={searching ? "" : "visuallyHidden"}>{t(searching ? "jump.searching" : "message.loadingOlder")}</span>
      {searching && (
        <button type="button" onClick={onCancel}>
          {t("jump.cancel")}
        </button>
      )}
    </p>
  );
}

/** The button to the newest message, with the number of messages that arrived since. */
function ToNewest({ count, onClick }: { readonly count: number; readonly onClick: () => void }) {
  const { t } = useTexts("conversation");
  return (
    <button
      type="button"
      className="toNewest"
      aria-label={count > 0 ? t("message.toNewestWithCount", { count }) : t("message.toNewest")}
      onClick={onClick}
    >
      <Glyph name="arrowDown" size={24} />
      {count > 0 && (
        <Badge corner hidden tone="primary" className="toNewestCount">
          {toBadgeText(count)}
        </Badge>
      )}
    </button>
  );
}
