export { focusWhenLost } from "./focusWhenLost";
export { focusWhenShown } from "./focusWhenShown";
export { isMac } from "./isMac";
export { focusRegion } from "./regions";
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
} from "./useShortcut";
export { isCommandPlace, watchPointer } from "./typing";
export { watchSequences } from "./sequence";
export { keysOf, SHORTCUT_GROUPS, shortcutsOf, toCaps, type ShortcutId } from "./shortcuts";
