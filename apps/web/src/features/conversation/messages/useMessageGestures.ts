import type { MessageView } from "@balcao/contracts/messages";
import { useEffect, useRef, type MouseEvent, type PointerEvent } from "react";
import { localKeyOf } from "../outbox";
import type { MessageRow } from "./messageRows";
import type { OpenMenu, ScreenPoint } from "./openMenu";

const LONG_PRESS_MS = 500;
/** A finger that moves further scrolls or selects, in px. */
const MOVED_PX = 10;

interface MessageGesturesOptions {
  readonly rows: readonly MessageRow[];
  readonly off: boolean;
  readonly onMenu: OpenMenu;
  readonly mayReplyTo: (message: MessageView) => boolean;
  readonly onReply: (message: MessageView) => void;
}

const elementOf = (event: MouseEvent): Element | null => (event.target instanceof Element ? event.target : null);
const bubbleOf = (event: MouseEvent): HTMLElement | null => elementOf(event)?.closest<HTMLElement>(".bubble, .comment") ?? null;
const rowOf = (event: MouseEvent): HTMLElement | null => elementOf(event)?.closest<HTMLElement>(".message") ?? null;
const pointOf = ({ clientX, clientY }: MouseEvent): ScreenPoint => ({ left: clientX, top: clientY });
const isTouch = ({ nativeEvent }: MouseEvent): boolean => "pointerType" in nativeEvent && nativeEvent.pointerType === "touch";

/** What the browser's own menu or the control itself is for. */
const OWN_MENU = { touch: "a, input", mouse: "a, input, img, .picture" } as const;
/** What a finger is drawn across for something else. */
const DRAGGED = "input, [role='slider']";
const hasOwnMenu = (event: MouseEvent): boolean => Boolean(elementOf(event)?.closest(OWN_MENU[isTouch(event) ? "touch" : "mouse"]));

/** Until a finger comes down anew, the click that the long press ends with does nothing, wherever it falls: the menu lies under it by then. */
function swallowClick(): void {
  const lifted = new AbortController();
  const { signal } = lifted;
  const swallow = (event: globalThis.MouseEvent) => {
    // The keyboard's and a screen reader's have no detail.
    if (event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", swallow, { capture: true, signal });
  window.addEventListener("pointerdown", () => lifted.abort(), { capture: true, signal });
}

/** A finger that moved less has no direction yet, in px. */
const BEGIN_PX = 10;
/** Pulled so far, a message is answered when the finger is lifted, in px. */
const ANSWER_PX = 56;
const MOST_PX = 72;

/** A finger that pulls a message to the right; a scroll, a pull to the left and a short pull leave it as it was. */
interface Swipe {
  move(at: ScreenPoint): void;
  /** Lets the message go back; whether it was pulled far enough to be answered. */
  end(): boolean;
}

/** Begins to pull the row of a message. It is moved by its style, since rendering on every move is too slow for a finger. */
function startSwipe(row: HTMLElement, start: ScreenPoint): Swipe {
  let isPull: boolean | null = null;
  let pulled = 0;
  return {
    move({ left, top }) {
      const [x, y] = [left - start.left, top - start.top];
      if (isPull === null && Math.hypot(x, y) > BEGIN_PX) isPull = x > Math.abs(y);
      if (isPull !== true) return;
      const wasFar = pulled >= ANSWER_PX;
      pulled = Math.min(MOST_PX, Math.max(0, x - BEGIN_PX));
      row.style.setProperty("--pulled", `${String(pulled)}px`);
      row.dataset["pulled"] = pulled >= ANSWER_PX ? "far" : "near";
      if (!wasFar && pulled >= ANSWER_PX && "vibrate" in navigator) navigator.vibrate(10);
    },
    end() {
      row.style.removeProperty("--pulled");
      delete row.dataset["pulled"];
      return pulled >= ANSWER_PX;
    },
  };
}

/**
 * Opens the menu of a message by a right click or a long press on it, and answers it where a finger pulls it to the right. Links,
 * pictures under a mouse and selected text keep the browser's menu.
 */
export function useMessageGestures({ rows, off, onMenu, mayReplyTo, onReply }: MessageGesturesOptions) {
  const press = useRef<{ readonly start: ScreenPoint; readonly timer: ReturnType<typeof setTimeout> } | null>(null);
  const pull = useRef<{ readonly message: MessageView; readonly swipe: Swipe } | null>(null);
  /** Text was selected before the button went down; some systems select a word by a right click. */
  const selected = useRef(false);
  const cancel = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  /** Ends a pull, and answers its message where it was meant. */
  const release = (mayAnswer: boolean) => {
    cancel();
    if (pull.current?.swipe.end() && mayAnswer) onReply(pull.current.message);
    pull.current = null;
  };
  const messageOf = (row: HTMLElement | null) => rows.find(({ key }) => key === row?.dataset["key"])?.message;
  const beginPull = (event: PointerEvent) => {
    const row = rowOf(event);
    const message = messageOf(row);
    if (row && message && mayReplyTo(message) && !elementOf(event)?.closest(DRAGGED))
      pull.current = { message, swipe: startSwipe(row, pointOf(event)) };
  };
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  const open = (bubble: HTMLElement, at: ScreenPoint) => {
    const message = messageOf(bubble.closest<HTMLElement>(".message"));
    if (message && localKeyOf(message) === null) onMenu(message, bubble, at);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      release(false);
      const bubble = bubbleOf(event);
      const selection = window.getSelection();
      selected.current = bubble !== null && selection?.isCollapsed === false && selection.containsNode(bubble, true);
      if (off || !isTouch(event) || !event.isPrimary) return;
      const start = pointOf(event);
      beginPull(event);
      if (!bubble || hasOwnMenu(event)) return;
      const timer = setTimeout(() => {
        release(false);
        swallowClick();
        open(bubble, start);
      }, LONG_PRESS_MS);
      press.current = { start, timer };
    },
    onPointerMove: (event: PointerEvent) => {
      pull.current?.swipe.move(pointOf(event));
      if (!press.current) return;
      const { left, top } = press.current.start;
      if (Math.hypot(event.clientX - left, event.clientY - top) > MOVED_PX) cancel();
    },
    onPointerUp: () => release(true),
    onPointerCancel: () => release(false),
    onContextMenu: (event: MouseEvent) => {
      const bubble = bubbleOf(event);
      if (off || !bubble || hasOwnMenu(event) || selected.current) return;
      event.preventDefault();
      if (!isTouch(event)) open(bubble, pointOf(event));
    },
  };
}
