export { focusWhenShown } from "./focusWhenShown";
export { focusRegion } from "./regions";
export { useShortcut, useSingleKey, useSingleKeys } from "./useShortcut";
