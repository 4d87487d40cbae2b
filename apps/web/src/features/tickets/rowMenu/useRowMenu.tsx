import type { TicketView } from "@balcao/contracts/tickets";
import { Suspense, useEffect, useRef, useState, type MouseEvent, type PointerEvent } from "react";
import { lazyWithTexts } from "../../../i18n/lazyWithTexts";
import type { MenuPoint } from "./RowMenu";

const LONG_PRESS_MS = 500;
/** A finger that moves further scrolls, in px. */
const MOVED_PX = 10;

const RowMenu = lazyWithTexts("conversation", () => import("./RowMenu").then((door) => door.RowMenu));

const pointOf = ({ clientX, clientY }: MouseEvent): MenuPoint => ({ left: clientX, top: clientY });
/** Whether a finger did it. */
export const isTouch = ({ nativeEvent }: MouseEvent): boolean => (nativeEvent as { readonly pointerType?: string }).pointerType === "touch";

interface RowMenuOptions {
  readonly rows: readonly TicketView[];
  readonly onOpen: (ticket: TicketView) => void;
  readonly onAccept: (ticket: TicketView) => void;
  /** Undefined where rows cannot be marked. */
  readonly onMark: ((ticket: TicketView) => void) | undefined;
}

/**
 * The menu of a row: by a right click, the key for it, or a long press, whose finger chooses nothing when it
 * is lifted.
 */
export function useRowMenu({ rows, onOpen, onAccept, onMark }: RowMenuOptions) {
  const [opened, setOpened] = useState<{ readonly id: number; readonly at: MenuPoint } | null>(null);
  const press = useRef<{ readonly at: MenuPoint; readonly timer: ReturnType<typeof setTimeout> } | null>(null);
  const swallows = useRef(false);
  const cancel = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  const rowOf = (event: MouseEvent) => (event.target as Element).closest<HTMLElement>("[data-ticket-id]");
  const openAt = (row: HTMLElement, at: MenuPoint) => setOpened({ id: Number(row.dataset["ticketId"]), at });
  const ticket = opened && rows.find(({ id }) => id === opened.id);
  return {
    rowMenu: opened && ticket && (
      <Suspense>
        <RowMenu
          key={opened.id}
          ticket={ticket}
          at={opened.at}
          onOpen={onOpen}
          onAccept={onAccept}
          onMark={onMark}
          onClose={() => setOpened(null)}
        />
      </Suspense>
    ),
    rowMenuHandlers: {
      onPointerDown: (event: PointerEvent) => {
        cancel();
        swallows.current = false;
        const row = rowOf(event);
        if (!row || !isTouch(event) || !event.isPrimary) return;
        const at = pointOf(event);
        const timer = setTimeout(() => {
          swallows.current = true;
          openAt(row, at);
        }, LONG_PRESS_MS);
        press.current = { at, timer };
      },
      onPointerMove: (event: PointerEvent) => {
        const from = press.current?.at;
        if (from && Math.hypot(event.clientX - from.left, event.clientY - from.top) > MOVED_PX) cancel();
      },
      onPointerUp: cancel,
      onPointerCancel: cancel,
      onClickCapture: (event: MouseEvent) => {
        if (!swallows.current) return;
        event.stopPropagation();
        event.preventDefault();
        swallows.current = false;
      },
      onContextMenu: (event: MouseEvent) => {
        const row = rowOf(event);
        if (!row) return;
        event.preventDefault();
        if (!isTouch(event)) openAt(row, pointOf(event));
      },
    },
  };
}
