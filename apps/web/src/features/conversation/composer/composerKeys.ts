import type { KeyboardEvent } from "react";

/** What the keys of the message box do. */
export interface ComposerKeys {
  readonly send: () => void;
  readonly insert: (piece: string, wrap?: boolean) => void;
  readonly record: () => void;
  /** Starts to change the last own text; false when there is none or the box has text. */
  readonly editLast: () => boolean;
  readonly escape: () => void;
  readonly scrollPages: (pages: number) => void;
}

function toCommand(event: KeyboardEvent, keys: ComposerKeys): (() => void) | undefined {
  const control = event.ctrlKey || event.metaKey;
  const { key } = event;
  if (control) {
    if (event.shiftKey) return key.toLowerCase() === "m" ? keys.record : undefined;
    const mark = { b: "*", i: "_" }[key];
    return mark === undefined ? undefined : () => keys.insert(mark, true);
  }
  if (key === "Enter") return event.shiftKey || event.altKey ? undefined : keys.send;
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
  const plainUp = event.key === "ArrowUp" && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  const command = toCommand(event, keys);
  if (!command && !(plainUp && keys.editLast())) return;
  event.preventDefault();
  event.stopPropagation();
  command?.();
}
