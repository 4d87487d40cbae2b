import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";
import { useHotkeys, type HotkeyCallback, type Options } from "react-hotkeys-hook";
import { usePreference } from "../storage";
import { COMBINED_KEYS, isCombined, LETTER_KEYS, offer, runsOf, type Runs } from "./offeredKeys";
import { isMac, keysOf, SHORTCUTS, toAriaKeys, toHint, type ShortcutId } from "./shortcuts";
import { isCommandPlace, isDialogOpen, isForBox } from "./typing";

/** Whether single-letter shortcuts are on; people can switch them off (WCAG 2.1.4). */
export function useSingleKeys() {
  return usePreference("balcao-single-keys", ["on", "off"]);
}

/** What Enter does in the message box: it sends, or begins a new line while Ctrl+Enter sends. */
export function useEnterKey() {
  return usePreference("balcao-enter", ["sends", "breaks"]);
}

/** Keys with a modifier also work while a person types. */
const WHILE_TYPING: Options = {
  preventDefault: true,
  enableOnFormTags: true,
  enableOnContentEditable: true,
  ignoreEventWhen: isDialogOpen,
};

const isLetterIgnored = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || isDialogOpen() || !isCommandPlace();

/** The second key of a sequence comes at most this long after the first, in ms; react-hotkeys-hook waits as long. */
const SEQUENCE_MS = 1_000;

const FIRST_KEYS: ReadonlySet<string> = new Set(
  Object.values(SHORTCUTS).flatMap(({ keys }) => keys.flatMap((each: string) => (each.includes(">") ? each.split(">").slice(0, 1) : []))),
);

let begunAt = -Infinity;
let follows = false;

/** Notes which keys follow the first key of a sequence; returns the function that ends it. */
export function watchSequences(): () => void {
  const note = ({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent) => {
    follows = timeStamp - begunAt < SEQUENCE_MS;
    begunAt = FIRST_KEYS.has(key.toLowerCase()) && !ctrlKey && !metaKey && !altKey ? timeStamp : -Infinity;
  };
  // Before every other listener, so that they can ask about the key that they hear.
  window.addEventListener("keydown", note, { capture: true });
  return () => window.removeEventListener("keydown", note, { capture: true });
}

/** Whether the key that was pressed last is the second one of a sequence. */
const followsFirstKey = (): boolean => follows;

/** A letter does not run after the first key of a sequence. */
const NOT_TYPING: Options = { preventDefault: true, ignoreEventWhen: (event) => isLetterIgnored(event) || followsFirstKey() };

/** A shortcut with a modifier or a function key: it also works while a person types, and cannot be switched off. */
export function useShortcut(id: ShortcutId, run: (event: KeyboardEvent) => void): void {
  useHotkeys([...SHORTCUTS[id].keys], run, WHILE_TYPING);
}

/**
 * A shortcut of plain keys (`g>t`, `?`). It is inactive while a person types, while a dialog is
 * open, beside the rows of an open conversation, and when switched off. The second key of a sequence does not run the shortcut of that key alone.
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
 * Listens for the keys of all that conversations offer; the shell does so once. A conversation has two dozen such shortcuts, and a
 * listener for each of them would be made at each opening, and run at each key.
 */
export function useOfferedKeys(): void {
  const [singleKeys] = useSingleKeys();
  const run: HotkeyCallback = (_event, { hotkey }) => runsOf(hotkey).forEach((each) => each());
  const preventDefault: NonNullable<Options["preventDefault"]> = (_event, { hotkey }) => runsOf(hotkey).length > 0;
  useHotkeys([...COMBINED_KEYS], run, { ...WHILE_TYPING, preventDefault });
  useHotkeys([...LETTER_KEYS], run, { ...NOT_TYPING, preventDefault, enabled: singleKeys === "on" });
}

/**
 * Runs the keys of shortcuts of a conversation while the component is shown: letters as `useSingleKey` does, those with a modifier also
 * while a person types. Plain keys of the group `composer` are left to the message box.
 */
export function useActionKeys(runs: Runs): void {
  const newest = useRef(runs);
  useLayoutEffect(() => {
    newest.current = runs;
  });
  const ids = JSON.stringify(Object.keys(runs));
  useEffect(() => offer(JSON.parse(ids) as ShortcutId[], (id) => newest.current[id]?.()), [ids]);
}

/** Lets the message box take what is typed elsewhere in an open conversation, as WhatsApp Web does; the shell listens for all of them. */
export function useTypedElsewhere(): void {
  const [singleKeys] = useSingleKeys();
  useEffect(() => {
    // The key goes on to the element that has the focus afterwards.
    const take = (event: KeyboardEvent) => {
      if (isForBox(event, singleKeys)) document.querySelector<HTMLElement>('[data-region="composer"] textarea')?.focus();
    };
    document.addEventListener("keydown", take);
    return () => document.removeEventListener("keydown", take);
  }, [singleKeys]);
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
  const click = () => {
    if (ref.current?.offsetParent) ref.current.click();
  };
  useActionKeys(id === undefined ? {} : { [id]: click });
  const [first] = id === undefined ? [] : keysNow(id, singleKeys);
  return { ref, ariaKeys: ariaKeysOf(id), hint: first === undefined ? "" : toHint(first, isMac()) };
}
