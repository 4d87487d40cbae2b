export { focusWhenLost, focusRegion, focusWhenShown } from "./focusing";
export { isMac, keysOf, SHORTCUT_GROUPS, shortcutsOf, toCaps, type ShortcutId } from "./shortcuts";
export {
  useActionKeys,
  useAriaKeys,
  useButtonKey,
  useEnterKey,
  useOfferedKeys,
  useShortcut,
  useSingleKey,
  useSingleKeys,
  useTypedElsewhere,
  watchSequences,
} from "./useShortcut";
export { isCommandPlace, watchPointer } from "./typing";
