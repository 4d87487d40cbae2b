import type { KeyboardEvent } from "react";

/** What the keys of the message box do. */
export interface ComposerKeys {
  /** Whether Enter alone sends. */
  readonly enterSends: boolean;
  readonly send: () => void;
  readonly insert: (piece: string, wrap?: boolean) => void;
  /** Starts to change the last own text; false when there is none or the box has text. */
  readonly editLast: () => boolean;
  readonly escape: () => void;
  readonly scrollPages: (pages: number) => void;
  /** Shows the newest message; false when the box has text, in which the key moves the cursor. */
  readonly toEnd: () => boolean;
}

function toCommand(event: KeyboardEvent, keys: ComposerKeys): (() => void) | undefined {
  const control = event.ctrlKey || event.metaKey;
  const { key } = event;
  if (control) {
    if (key === "Enter") return keys.send;
    // With Shift they are shortcuts of the buttons.
    if (event.shiftKey) return undefined;
    const mark = { b: "*", i: "_" }[key];
    return mark === undefined ? undefined : () => keys.insert(mark, true);
  }
  if (key === "Enter") return event.shiftKey || event.altKey || !keys.enterSends ? undefined : keys.send;
  const plain: Partial<Record<string, () => void>> = {
    Escape: keys.escape,
    PageUp: () => keys.scrollPages(-1),
    PageDown: () => keys.scrollPages(1),
  };
  return plain[key];
}

/** Runs the keyboard shortcuts of the message box. */
export function runComposerKey(event: KeyboardEvent, keys: ComposerKeys): void {
  if (event.nativeEvent.isComposing) return;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  const ofEmptyBox = isPlain ? { ArrowUp: keys.editLast, End: keys.toEnd }[event.key] : undefined;
  const command = toCommand(event, keys);
  if (!command && !ofEmptyBox?.()) return;
  event.preventDefault();
  event.stopPropagation();
  command?.();
}
