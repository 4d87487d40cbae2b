import type { MessageView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { useCallback, useEffect, useImperativeHandle, useRef, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { call, toErrorText } from "../../../lib/api";
import { putMessage } from "../../../lib/data/messages";
import { queryClient } from "../../../lib/queryClient";
import { toasts } from "../../../lib/toasts";
import { Glyph, Spinner } from "../../../ui";
import { localKeyOf } from "../outbox";
import { MessageItem } from "./MessageItem";
import { MessageOverlays, useOverlays } from "./MessageOverlays";
import type { MessageRow } from "./messageRows";
import { useFeedScroll } from "./useFeedScroll";
import { useJump } from "./useJump";
import { useRowFocus } from "./useRowFocus";
import "./messages.css";
import "./quote.css";
import "./media.css";
import "./cards.css";
import "./audio.css";
import "./comment.css";
import "./failure.css";
import "./tools.css";
import "./reactions.css";

/** A page jump leaves this much of the old page in sight, in pixels. */
const PAGE_OVERLAP_PX = 60;

export interface MessageListHandle {
  readonly scrollBy: (pages: number) => void;
  readonly toEnd: () => void;
}

export interface MessageListProps {
  readonly ticket: TicketView;
  readonly rows: readonly MessageRow[];
  readonly progressOf: (message: MessageView) => number | null;
  readonly hasOlder: boolean;
  readonly fetchingOlder: boolean;
  readonly fetchOlder: () => Promise<unknown>;
  readonly mayReply: boolean;
  readonly onReply: (message: MessageView) => void;
  readonly onStartConversation: ((contact: { readonly name: string; readonly number: string }) => void) | undefined;
  readonly onAtEnd: (atEnd: boolean) => void;
  readonly self: { readonly id: number; readonly name: string };
  readonly handle: Ref<MessageListHandle>;
}

const isReplyable = (message: MessageView): boolean =>
  message.mediaType !== "comment" && message.mediaType !== "error" && !message.isDeleted && localKeyOf(message) === null;

/** Decides about a message of which nobody knows whether it went out (M-5). */
function settle(message: MessageView, action: "resend" | "discard"): void {
  call("messages", "settle", { params: { messageId: Number(message.id) }, body: { action } }).then(
    (settled) => putMessage(queryClient, settled),
    (error: unknown) => toasts.error(toErrorText(error)),
  );
}

/** The messages of a conversation, oldest first, paged backwards, live (CONV-025, CONV-050). */
export function MessageList(props: MessageListProps) {
  const { ticket, rows, progressOf, hasOlder, fetchingOlder, fetchOlder, mayReply, onReply, onAtEnd, handle } = props;
  const older = useCallback(() => void (fetchingOlder || fetchOlder()), [fetchingOlder, fetchOlder]);
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const feed = useFeedScroll(list, rows, hasOlder, older);
  const jump = useJump({ rows, hasOlder, fetchingOlder, fetchOlder, toRow: feed.toRow });
  const overlays = useOverlays();
  const mayReplyTo = (message: MessageView) => mayReply && isReplyable(message);
  const focus = useRowFocus({
    rows,
    list,
    scroller,
    onMenu: overlays.openMenu,
    onReply: (message) => mayReplyTo(message) && onReply(message),
  });

  useEffect(() => onAtEnd(feed.atEnd), [feed.atEnd, onAtEnd]);
  useImperativeHandle(handle, () => ({
    scrollBy: (pages) => list.current?.scrollBy(pages * (list.current.viewportSize - PAGE_OVERLAP_PX)),
    toEnd: feed.toEnd,
  }));

  return (
    <div className="messagesFrame">
      <div ref={scroller} className="messages" data-region="messages" onKeyDown={focus.onKeyDown} onFocus={focus.onFocus}>
        <div className="messagesSpacer" />
        <Virtualizer
          ref={list}
          as="ol"
          item="li"
          data={rows}
          shift={feed.shift}
          bufferSize={600}
          keepMounted={rows.length > 0 ? [focus.tabStop] : []}
          scrollRef={scroller}
          onScroll={feed.onScroll}
          onResize={feed.onResize}
        >
          {(row, index) => (
            <MessageItem
              key={row.key}
              row={row}
              api={ticket.whatsapp?.api ?? null}
              inGroup={ticket.isGroup}
              contactName={ticket.contact.name}
              focusable={index === focus.tabStop}
              blinking={row.message.id === jump.blinkId}
              progress={progressOf(row.message)}
              mayReply={mayReplyTo(row.message)}
              onReply={onReply}
              onMenu={overlays.openMenu}
              onFailure={overlays.openFailure}
              onJump={jump.jump}
              onShowMedia={overlays.showMedia}
              onSettle={settle}
              onStartConversation={props.onStartConversation}
            />
          )}
        </Virtualizer>
      </div>
      {fetchingOlder && <OlderNote searching={jump.searching} onCancel={jump.cancel} />}
      {feed.away && <ToNewest count={feed.newCount} onClick={feed.toEnd} />}
      <MessageOverlays overlays={overlays} ticket={ticket} rows={rows} self={props.self} mayReplyTo={mayReplyTo} onReply={onReply} />
    </div>
  );
}

/** Older messages are being read, perhaps in search of one; the search can be given up. */
function OlderNote({ searching, onCancel }: { readonly searching: boolean; readonly onCancel: () => void }) {
  const { t } = useTranslation("conversation");
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

/** The button back to the newest message, with how many have come since. */
function ToNewest({ count, onClick }: { readonly count: number; readonly onClick: () => void }) {
  const { t } = useTranslation("conversation");
  return (
    <button
      type="button"
      className="toNewest"
      aria-label={count > 0 ? t("message.toNewestWithCount", { count }) : t("message.toNewest")}
      onClick={onClick}
    >
      <Glyph name="arrowDown" size={24} />
      {count > 0 && <span aria-hidden="true">{count > 99 ? "99+" : count}</span>}
    </button>
  );
}
