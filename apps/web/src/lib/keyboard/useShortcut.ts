import { useHotkeys, type Options } from "react-hotkeys-hook";
import { usePreference } from "../storage";

/** Whether single-letter shortcuts are on; people can switch them off (WCAG 2.1.4). */
export function useSingleKeys() {
  return usePreference("balcao-single-keys", ["on", "off"]);
}

/** A shortcut with a modifier or a function key; it cannot be switched off. */
export function useShortcut(keys: string, run: (event: KeyboardEvent) => void, options: Options = {}): void {
  useHotkeys(keys, run, { preventDefault: true, ...options });
}

/**
 * A shortcut of plain keys (`g>t`, `?`). It is inactive while a person types, while a dialog is
 * open, and when switched off.
 */
export function useSingleKey(keys: string, run: (event: KeyboardEvent) => void, options: Options = {}): void {
  const [singleKeys] = useSingleKeys();
  useHotkeys(keys, run, {
    preventDefault: true,
    ...options,
    enabled: singleKeys === "on" && options.enabled !== false,
    ignoreEventWhen: (event) =>
      event.ctrlKey || event.metaKey || event.altKey || document.querySelector('[role="dialog"], [role="menu"]') !== null,
  });
}
