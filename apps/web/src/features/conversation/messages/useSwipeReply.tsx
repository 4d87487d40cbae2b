import type { MessageView } from "@balcao/contracts/messages";
import { useRef, type PointerEvent, type RefObject } from "react";
import { Glyph } from "../../../ui";
import type { MessageRow } from "./messageRows";
import { maySwipeFrom, toSwipe } from "./swipe";
import "./swipe.css";

/** What a finger moves or scrolls by itself. */
const OWN_MOVES = "input, video, [role='slider'], .templateCards";

export interface SwipeReplyOptions {
  readonly rows: readonly MessageRow[];
  /** Messages are being chosen, so that a finger means something else. */
  readonly off: boolean;
  readonly mayReplyTo: (message: MessageView) => boolean;
  readonly onReply: (message: MessageView) => void;
}

interface Pull {
  readonly element: HTMLElement;
  readonly message: MessageView;
  readonly left: number;
  readonly top: number;
  begun: boolean;
  answers: boolean;
}

/** The message that a finger on this pulls; null where it moves something else. */
const pulledBy = (target: EventTarget): HTMLElement | null =>
  target instanceof Element && !target.closest(OWN_MOVES) ? target.closest<HTMLElement>(".message") : null;

/** The arrow that a pulled message uncovers, for the frame around the messages. */
export const SwipeArrow = ({ arrow }: { readonly arrow: RefObject<HTMLSpanElement | null> }) => (
  <span ref={arrow} className="swipeArrow" aria-hidden hidden>
    <Glyph name="reply" size={20} />
  </span>
);

/**
 * Answers a message that a finger pulls to the right. The element is moved without rendering, because a finger moves it in each frame;
 * a scroll of the list ends the pull, because the browser cancels the pointer.
 */
export function useSwipeReply({ rows, off, mayReplyTo, onReply }: SwipeReplyOptions) {
  const arrow = useRef<HTMLSpanElement>(null);
  const pull = useRef<Pull | null>(null);

  function draw({ element, answers }: Pull, px: number): void {
    element.dataset["swiping"] = "";
    element.style.setProperty("--swipe", `${px}px`);
    const frame = arrow.current?.parentElement;
    if (!arrow.current || !frame) return;
    const { top, height } = element.getBoundingClientRect();
    arrow.current.hidden = false;
    arrow.current.toggleAttribute("data-answers", answers);
    arrow.current.style.top = `${top + height / 2 - frame.getBoundingClientRect().top}px`;
    arrow.current.style.opacity = String(Math.min(1, px / 40));
  }

  function letGo(): Pull | null {
    const { current } = pull;
    pull.current = null;
    if (!current?.begun) return null;
    delete current.element.dataset["swiping"];
    current.element.style.removeProperty("--swipe");
    if (arrow.current) arrow.current.hidden = true;
    return current;
  }

  return {
    arrow,
    down: (event: PointerEvent) => {
      letGo();
      if (off || event.pointerType !== "touch" || !event.isPrimary || !maySwipeFrom(event.clientX)) return;
      const element = pulledBy(event.target);
      const message = rows.find(({ key }) => key === element?.dataset["key"])?.message;
      if (!element || !message || !mayReplyTo(message)) return;
      pull.current = { element, message, left: event.clientX, top: event.clientY, begun: false, answers: false };
    },
    move: ({ clientX, clientY }: PointerEvent) => {
      const { current } = pull;
      if (!current) return;
      const swipe = toSwipe(clientX - current.left, clientY - current.top, current.begun);
      if (swipe === "undecided") return;
      if (swipe === "other") return void letGo();
      current.begun = true;
      current.answers = swipe.answers;
      draw(current, swipe.px);
    },
    up: () => {
      const pulled = letGo();
      if (pulled?.answers) onReply(pulled.message);
    },
    cancel: () => void letGo(),
  };
}
