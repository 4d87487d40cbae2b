export { focusWhenLost } from "./focusWhenLost";
export { focusWhenShown } from "./focusWhenShown";
export { isMac } from "./isMac";
export { focusRegion } from "./regions";
export { useActionKey, useAriaKeys, useButtonKey, useEnterKey, useLetters, useShortcut, useSingleKey, useSingleKeys } from "./useShortcut";
export { watchSequences } from "./sequence";
export { keysOf, SHORTCUT_GROUPS, shortcutsOf, toCaps, type ShortcutId } from "./shortcuts";
