import type { MessageView } from "@balcao/contracts/messages";
import { useState, type FocusEvent, type KeyboardEvent, type RefObject } from "react";
import type { VirtualizerHandle } from "virtua";
import { useSingleKeys } from "../../../lib/keyboard";
import type { MessageRow } from "./messageRows";

interface RowFocusOptions {
  readonly rows: readonly MessageRow[];
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onMenu: (message: MessageView, anchor: HTMLElement) => void;
  readonly onReply: (message: MessageView) => void;
}

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey;

/** One message is in the tab order; arrows move among them, Enter opens the menu, R replies. */
export function useRowFocus({ rows, list, scroller, onMenu, onReply }: RowFocusOptions) {
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [singleKeys] = useSingleKeys();
  const activeIndex = rows.findIndex((row) => row.key === activeKey);
  const tabStop = activeIndex === -1 ? rows.length - 1 : activeIndex;

  function focusRow(index: number): void {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (!row) return;
    setActiveKey(row.key);
    list.current?.scrollToIndex(rows.indexOf(row), { align: "nearest" });
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(row.key)}"]`)?.focus({ preventScroll: true }),
    );
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !target.matches(".message") || hasModifier(event)) return;
    const message = rows[tabStop]?.message;
    const keys: Partial<Record<string, () => void>> = {
      ArrowDown: () => focusRow(tabStop + 1),
      ArrowUp: () => focusRow(tabStop - 1),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      Enter: () => message && onMenu(message, target),
      ...(singleKeys === "on" && { r: () => message && onReply(message) }),
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }

  function onFocus(event: FocusEvent): void {
    const key = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>(".message")?.dataset["key"] : undefined;
    if (key !== undefined) setActiveKey(key);
  }

  return { tabStop, onKeyDown, onFocus };
}
