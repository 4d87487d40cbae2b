import { useRef, type RefObject } from "react";
import { useHotkeys, type Options } from "react-hotkeys-hook";
import { usePreference } from "../storage";
import { isMac } from "./isMac";
import { followsFirstKey } from "./sequence";
import { keysOf, SHORTCUTS, toAriaKeys, toHint, type ShortcutId } from "./shortcuts";

/** Whether single-letter shortcuts are on; people can switch them off (WCAG 2.1.4). */
export function useSingleKeys() {
  return usePreference("balcao-single-keys", ["on", "off"]);
}

/** What Enter does in the message box: it sends, or begins a new line while Ctrl+Enter sends. */
export function useEnterKey() {
  return usePreference("balcao-enter", ["sends", "breaks"]);
}

const DIALOGS = '[role="dialog"]:not([aria-modal="false"]), [role="alertdialog"], [role="menu"]';

/** A dialog that leaves the page usable says so, and a menu that fades out is hidden from screen readers already. */
const isDialogOpen = () => [...document.querySelectorAll(DIALOGS)].some((dialog) => dialog.closest('[aria-hidden="true"]') === null);

/** Keys with a modifier also work while a person types. */
const WHILE_TYPING: Options = {
  preventDefault: true,
  enableOnFormTags: true,
  enableOnContentEditable: true,
  ignoreEventWhen: isDialogOpen,
};

const isLetterIgnored = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey || isDialogOpen();

/** A letter does not run after the first key of a sequence. */
const NOT_TYPING: Options = { preventDefault: true, ignoreEventWhen: (event) => isLetterIgnored(event) || followsFirstKey() };

/** A shortcut with a modifier or a function key: it also works while a person types, and cannot be switched off. */
export function useShortcut(id: ShortcutId, run: (event: KeyboardEvent) => void): void {
  useHotkeys([...SHORTCUTS[id].keys], run, WHILE_TYPING);
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
    ...NOT_TYPING,
    ...(isSequence && { ignoreEventWhen: isLetterIgnored }),
    // Signs are at other places of other keyboards.
    useKey: keys.some((each) => /[?/]/.test(each)),
    ...options,
    enabled: singleKeys === "on" && options.enabled !== false,
  });
}

/** Letters that run what they are given, as `useSingleKey` does; the others do nothing. */
export function useLetters(runs: Readonly<Partial<Record<ShortcutId, () => void>>>): void {
  const [singleKeys] = useSingleKeys();
  const byKey = new Map(Object.entries(runs).flatMap(([id, run]) => SHORTCUTS[id as ShortcutId].keys.map((key) => [key as string, run])));
  useHotkeys([...byKey.keys()], (_event, { hotkey }) => byKey.get(hotkey)?.(), {
    ...NOT_TYPING,
    enabled: singleKeys === "on" && byKey.size > 0,
  });
}

const isCombined = (keys: string): boolean => keys.includes("mod+");

const isOfBox = (id: ShortcutId): boolean => SHORTCUTS[id].group === "composer";

/** The keys of a shortcut that work now: letters may be switched off. */
const keysNow = (id: ShortcutId, singleKeys: "on" | "off"): readonly string[] =>
  keysOf(id).filter((keys) => singleKeys === "on" || isOfBox(id) || isCombined(keys));

/** Names the keys of a shortcut for `aria-keyshortcuts`; undefined while no key runs it. */
export function useAriaKeys(): (id: ShortcutId | undefined) => string | undefined {
  const [singleKeys] = useSingleKeys();
  return (id) => (id === undefined ? undefined : toAriaKeys(keysNow(id, singleKeys), isMac()) || undefined);
}

/**
 * Runs a shortcut's keys: letters as `useSingleKey` does, those with a modifier also while a person types. Plain keys of the group
 * `composer` are left to the message box. Without `run` they do nothing.
 */
export function useActionKey(id: ShortcutId | undefined, run: (() => void) | undefined): void {
  const [singleKeys] = useSingleKeys();
  const keys = id === undefined || run === undefined ? [] : keysNow(id, singleKeys);
  const combined = keys.filter(isCombined);
  const letters = id === undefined || isOfBox(id) ? [] : keys.filter((each) => !isCombined(each));
  useHotkeys(combined, () => run?.(), { ...WHILE_TYPING, enabled: combined.length > 0 });
  useHotkeys(letters, () => run?.(), { ...NOT_TYPING, enabled: letters.length > 0 });
}

/** What shows and runs the shortcut of a button. */
interface ButtonKey {
  readonly ref: RefObject<HTMLButtonElement | null>;
  /** For `aria-keyshortcuts`; undefined while no key runs it. */
  readonly ariaKeys: string | undefined;
  /** The keys for its tooltip; empty without any. */
  readonly hint: string;
}

/** The shortcut of a button. Its keys click it, so that they do nothing while it is disabled or not shown. */
export function useButtonKey(id: ShortcutId | undefined): ButtonKey {
  const ref = useRef<HTMLButtonElement>(null);
  const [singleKeys] = useSingleKeys();
  const ariaKeysOf = useAriaKeys();
  useActionKey(id, () => {
    if (ref.current?.offsetParent) ref.current.click();
  });
  const [first] = id === undefined ? [] : keysNow(id, singleKeys);
  return { ref, ariaKeys: ariaKeysOf(id), hint: first === undefined ? "" : toHint(first, isMac()) };
}
