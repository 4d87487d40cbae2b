import { useHotkeys, type Options } from "react-hotkeys-hook";
import { usePreference } from "../storage";
import { followsFirstKey } from "./sequence";
import { SHORTCUTS, type ShortcutId } from "./shortcuts";

/** Whether single-letter shortcuts are on; people can switch them off (WCAG 2.1.4). */
export function useSingleKeys() {
  return usePreference("balcao-single-keys", ["on", "off"]);
}

/** What Enter does in the message box: it sends, or begins a new line while Ctrl+Enter sends. */
export function useEnterKey() {
  return usePreference("balcao-enter", ["sends", "breaks"]);
}

/** A dialog that leaves the page usable says so. */
const isDialogOpen = () => document.querySelector('[role="dialog"]:not([aria-modal="false"]), [role="menu"]') !== null;

/** A shortcut with a modifier or a function key: it also works while a person types, and cannot be switched off. */
export function useShortcut(id: ShortcutId, run: (event: KeyboardEvent) => void): void {
  useHotkeys([...SHORTCUTS[id].keys], run, {
    preventDefault: true,
    enableOnFormTags: true,
    enableOnContentEditable: true,
    ignoreEventWhen: isDialogOpen,
  });
}

/**
 * A shortcut of plain keys (`g>t`, `?`). It is inactive while a person types, while a dialog is
 * open, and when switched off. The second key of a sequence does not run the shortcut of that key alone.
 */
export function useSingleKey(id: ShortcutId, run: (event: KeyboardEvent) => void, options: Options = {}): void {
  const [singleKeys] = useSingleKeys();
  const keys: readonly string[] = SHORTCUTS[id].keys;
  const isSequence = keys.some((each) => each.includes(">"));
  useHotkeys([...keys], run, {
    preventDefault: true,
    // Signs are at other places of other keyboards.
    useKey: keys.some((each) => /[?/]/.test(each)),
    ...options,
    enabled: singleKeys === "on" && options.enabled !== false,
    ignoreEventWhen: (event) => event.ctrlKey || event.metaKey || event.altKey || isDialogOpen() || (!isSequence && followsFirstKey()),
  });
}
