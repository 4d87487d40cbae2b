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
} from "./useShortcut";
export { watchSequences } from "./sequence";
export { keysOf, SHORTCUT_GROUPS, shortcutsOf, toCaps, type ShortcutId } from "./shortcuts";
