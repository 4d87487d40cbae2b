import type { MessageView } from "@balcao/contracts/messages";
import { useState, type FocusEvent, type KeyboardEvent, type RefObject } from "react";
import type { VirtualizerHandle } from "virtua";
import { focusWhenShown, isCommandPlace, useSingleKeys } from "../../../lib/keyboard";
import { useTabStop } from "../../../lib/useTabStop";
import type { MessageRow } from "./messageRows";

interface RowFocusOptions {
  readonly rows: readonly MessageRow[];
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onMenu: (message: MessageView, anchor: HTMLElement) => void;
  /** What single keys do with the message that has the focus. */
  readonly letters: Readonly<Record<string, (message: MessageView) => void>>;
  /** Chooses a message or takes it out while several are being chosen; null otherwise. */
  readonly onToggle: ((message: MessageView) => void) | null;
  readonly onEndSelection: () => void;
}

const keyOf = ({ key }: MessageRow): string => key;

const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ctrlKey || metaKey || altKey;

/**
 * Keyboard control of the messages: one on the screen is in the tab order, arrows move, Enter opens the menu,
 * single keys act on it.
 */
export function useRowFocus({ rows, list, scroller, onMenu, letters, onToggle, onEndSelection }: RowFocusOptions) {
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const [singleKeys] = useSingleKeys();
  const found = rows.findIndex((row) => row.key === activeKey);
  const activeIndex = found === -1 ? rows.length - 1 : found;
  const { tabStop, look } = useTabStop({ rows, keyOf, active: { key: activeKey, index: activeIndex }, list, scroller });

  /** Puts a message into the tab order. */
  const activate = (index: number): void => setActiveKey(rows[index]?.key ?? null);

  function focusRow(index: number): void {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (!row) return;
    setActiveKey(row.key);
    list.current?.scrollToIndex(rows.indexOf(row), { align: "nearest" });
    focusWhenShown(() => scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(row.key)}"]`));
  }

  const letterOf = (key: string, message: MessageView | undefined): (() => void) | undefined => {
    const letter = singleKeys === "on" && !onToggle && (key.length > 1 || isCommandPlace()) ? letters[key] : undefined;
    return letter && message ? () => letter(message) : undefined;
  };

  function onKeyDown(event: KeyboardEvent): void {
    const { target } = event;
    if (!(target instanceof HTMLElement) || !target.matches(".message") || hasModifier(event)) return;
    const message = rows[activeIndex]?.message;
    const keys: Partial<Record<string, () => void>> = {
      ArrowDown: () => focusRow(activeIndex + 1),
      ArrowUp: () => focusRow(activeIndex - 1),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      Enter: () => message && onMenu(message, target),
      ...(onToggle && message && { Enter: () => onToggle(message), " ": () => onToggle(message), Escape: onEndSelection }),
    };
    const run = keys[event.key] ?? letterOf(event.key, message);
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }

  function onFocus(event: FocusEvent): void {
    const key = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>(".message")?.dataset["key"] : undefined;
    if (key !== undefined) setActiveKey(key);
    look();
  }

  return { tabStop, look, activate, focusRow, onKeyDown, onFocus };
}
