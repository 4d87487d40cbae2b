import type { MessageView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import ContentCopy from "@mui/icons-material/ContentCopy";
import Download from "@mui/icons-material/Download";
import Reply from "@mui/icons-material/Reply";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { lazy, Suspense, useCallback, useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { call, toErrorText } from "../../../lib/api";
import { putMessage } from "../../../lib/data/messages";
import { useSingleKeys } from "../../../lib/keyboard";
import { queryClient } from "../../../lib/queryClient";
import { toasts } from "../../../lib/toasts";
import { Glyph, Spinner } from "../../../ui";
import { discardLetter, localKeyOf, retryLetter, sendLetter } from "../outbox";
import { FailurePopover } from "./FailurePopover";
import { MessageItem } from "./MessageItem";
import type { MessageRow } from "./messageRows";
import { useFeedScroll } from "./useFeedScroll";
import "./messages.css";
import "./reactions.css";

const Lightbox = lazy(() => import("./Lightbox").then((door) => ({ default: door.Lightbox })));

/** A jumped-to message blinks this long, in milliseconds. */
const BLINK_MS = 5_000;
/** Pages that a jump may load before it gives up. */
const JUMP_PAGES = 50;

export interface MessageListHandle {
  readonly scrollBy: (pages: number) => void;
  readonly toEnd: () => void;
}

interface MessageListProps {
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

interface Anchored {
  readonly message: MessageView;
  readonly anchor: HTMLElement;
}

const isReplyable = (message: MessageView): boolean =>
  message.mediaType !== "comment" && message.mediaType !== "error" && !message.isDeleted && localKeyOf(message) === null;

/** The messages of a conversation, oldest first, paged backwards, live (CONV-025, CONV-050). */
export function MessageList(props: MessageListProps) {
  const { ticket, rows, progressOf, hasOlder, fetchingOlder, fetchOlder, mayReply, onReply, onStartConversation, onAtEnd, self, handle } =
    props;
  const { t } = useTranslation("conversation");
  const older = useCallback(() => void (fetchingOlder || fetchOlder()), [fetchingOlder, fetchOlder]);
  const list = useRef<VirtualizerHandle>(null);
  const feed = useFeedScroll(list, rows, hasOlder, older);
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [menu, setMenu] = useState<Anchored | null>(null);
  const [failure, setFailure] = useState<Anchored | null>(null);
  const [shownMedia, setShownMedia] = useState<string | null>(null);
  const [wanted, setWanted] = useState<{ readonly id: string; readonly pages: number } | null>(null);
  const [blinkId, setBlinkId] = useState<string | null>(null);
  const [singleKeys] = useSingleKeys();
  const activeIndex = rows.findIndex((row) => row.key === activeKey);
  const tabStop = activeIndex === -1 ? rows.length - 1 : activeIndex;

  useEffect(() => onAtEnd(feed.atEnd), [feed.atEnd, onAtEnd]);

  useImperativeHandle(handle, () => ({
    scrollBy: (pages) => list.current?.scrollBy(pages * (list.current.viewportSize - 60)),
    toEnd: feed.toEnd,
  }));

  // A jump to a message that is not loaded reads older pages until it is.
  useEffect(() => {
    if (!wanted) return;
    const look = () => {
      const at = rows.findIndex((row) => row.message.id === wanted.id);
      if (at !== -1) {
        feed.toRow(at);
        setBlinkId(wanted.id);
        setWanted(null);
      } else if (!hasOlder || wanted.pages >= JUMP_PAGES) {
        setWanted(null);
        toasts.info(t("jump.notFound"));
      } else if (!fetchingOlder) {
        setWanted({ ...wanted, pages: wanted.pages + 1 });
        void fetchOlder();
      }
    };
    const timer = setTimeout(look, 0);
    return () => clearTimeout(timer);
  }, [wanted, rows, hasOlder, fetchingOlder, fetchOlder, feed, t]);
  useEffect(() => {
    if (blinkId === null) return;
    const timer = setTimeout(() => setBlinkId(null), BLINK_MS);
    return () => clearTimeout(timer);
  }, [blinkId]);

  const focusRow = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (!row) return;
    setActiveKey(row.key);
    list.current?.scrollToIndex(rows.indexOf(row), { align: "nearest" });
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(row.key)}"]`)?.focus({ preventScroll: true }),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches(".message") || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const message = rows[tabStop]?.message;
    const { target } = event;
    const deeds: Partial<Record<string, () => void>> = {
      ArrowDown: () => focusRow(tabStop + 1),
      ArrowUp: () => focusRow(tabStop - 1),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      Enter: () => message && setMenu({ message, anchor: target }),
      ...(singleKeys === "on" && { r: () => message && mayReply && isReplyable(message) && onReply(message) }),
    };
    const deed = deeds[event.key];
    if (!deed) return;
    event.preventDefault();
    event.stopPropagation();
    deed();
  };

  const settle = useCallback((message: MessageView, action: "resend" | "discard") => {
    call("messages", "settle", { params: { messageId: Number(message.id) }, body: { action } }).then(
      (settled) => putMessage(queryClient, settled),
      (error: unknown) => toasts.error(toErrorText(error)),
    );
  }, []);
  const copy = (message: MessageView) => {
    navigator.clipboard.writeText(message.body).then(
      () => toasts.success(t("message.copied")),
      () => toasts.error(t("message.notCopied")),
    );
  };
  const sendAgain = (message: MessageView) => {
    const localKey = localKeyOf(message);
    if (localKey !== null) return retryLetter(localKey);
    sendLetter({
      ticketId: ticket.id,
      body: message.body,
      file: null,
      mediaUrl: message.mediaUrl,
      quoted: message.quotedMsg,
      userId: self.id,
      userName: self.name,
    });
  };
  const jump = useCallback((id: string) => setWanted({ id, pages: 0 }), []);
  const openMenu = useCallback((message: MessageView, anchor: HTMLElement) => setMenu({ message, anchor }), []);
  const openFailure = useCallback((message: MessageView, anchor: HTMLElement) => setFailure({ message, anchor }), []);
  const closing = (deed: () => void) => () => {
    setMenu(null);
    setFailure(null);
    deed();
  };

  return (
    <div className="messagesFrame">
      <div
        ref={scroller}
        className="messages"
        data-region="messages"
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const key = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>(".message")?.dataset["key"] : undefined;
          if (key !== undefined) setActiveKey(key);
        }}
      >
        <div className="messagesSpacer" />
        <Virtualizer
          ref={list}
          as="ol"
          item="li"
          data={rows}
          shift={feed.shift}
          bufferSize={600}
          keepMounted={rows.length > 0 ? [tabStop] : []}
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
              focusable={index === tabStop}
              blinking={row.message.id === blinkId}
              progress={progressOf(row.message)}
              mayReply={mayReply && isReplyable(row.message)}
              onReply={onReply}
              onMenu={openMenu}
              onFailure={openFailure}
              onJump={jump}
              onShowMedia={setShownMedia}
              onSettle={settle}
              onStartConversation={onStartConversation}
            />
          )}
        </Virtualizer>
      </div>
      {fetchingOlder && (
        <p className="messagesOlder" role="status">
          <Spinner size={18} />
          <span className={wanted ? "" : "visuallyHidden"}>{t(wanted ? "jump.searching" : "message.loadingOlder")}</span>
          {wanted && (
            <button type="button" onClick={() => setWanted(null)}>
              {t("jump.cancel")}
            </button>
          )}
        </p>
      )}
      {feed.away && (
        <button
          type="button"
          className="toNewest"
          aria-label={feed.newCount > 0 ? t("message.toNewestWithCount", { count: feed.newCount }) : t("message.toNewest")}
          onClick={feed.toEnd}
        >
          <Glyph name="arrowDown" size={24} />
          {feed.newCount > 0 && <span aria-hidden="true">{feed.newCount > 99 ? "99+" : feed.newCount}</span>}
        </button>
      )}
      {menu && (
        <Menu
          open
          anchorEl={menu.anchor}
          onClose={closing(() => undefined)}
          anchorOrigin={{ vertical: "bottom", horizontal: menu.message.fromMe ? "right" : "left" }}
          transformOrigin={{ vertical: "top", horizontal: menu.message.fromMe ? "right" : "left" }}
        >
          {mayReply && isReplyable(menu.message) && (
            <MenuItem onClick={closing(() => onReply(menu.message))}>
              <Reply aria-hidden />
              {t("message.reply")}
            </MenuItem>
          )}
          <MenuItem disabled={menu.message.body === ""} onClick={closing(() => copy(menu.message))}>
            <ContentCopy aria-hidden />
            {t("message.copy")}
          </MenuItem>
          {menu.message.mediaUrl !== null && (
            <MenuItem
              component="a"
              href={menu.message.mediaUrl}
              download={menu.message.media?.fileName ?? true}
              onClick={closing(() => undefined)}
            >
              <Download aria-hidden />
              {t("message.save")}
            </MenuItem>
          )}
        </Menu>
      )}
      {failure && (
        <FailurePopover
          {...failure}
          onClose={closing(() => undefined)}
          onRetry={closing(() => sendAgain(failure.message))}
          onCopy={closing(() => copy(failure.message))}
          onDiscard={closing(() => discardLetter(localKeyOf(failure.message) ?? ""))}
        />
      )}
      {shownMedia !== null && (
        <Suspense>
          <Lightbox messages={rows.map((row) => row.message)} messageId={shownMedia} onClose={() => setShownMedia(null)} />
        </Suspense>
      )}
    </div>
  );
}
