export { focusWhenLost } from "./focusWhenLost";
export { focusWhenShown } from "./focusWhenShown";
export { focusRegion } from "./regions";
export { useEnterKey, useShortcut, useSingleKey, useSingleKeys } from "./useShortcut";
export { watchSequences } from "./sequence";
export { keysOf, SHORTCUT_GROUPS, shortcutsOf, toCaps, type ShortcutId } from "./shortcuts";
