import { memo, useEffect } from "react";
import { go } from "../../lib/history";
import { focusRegion, useOfferedKeys, useShortcut, useSingleKey, watchSequences, type ShortcutId } from "../../lib/keyboard";
import { useSelf } from "../../lib/session";
import { listDrawerEntries } from "./drawerEntries";

interface ShellKeysProps {
  readonly onPalette: () => void;
  readonly onSheet: () => void;
}

/** The shortcuts of every page. They are a part of their own, because the shell is rendered at each navigation. */
export const ShellKeys = memo(function ShellKeys({ onPalette, onSheet }: ShellKeysProps) {
  useEffect(watchSequences, []);
  useShortcut("palette", onPalette);
  useShortcut("regions", ({ shiftKey }) => focusRegion(shiftKey ? -1 : 1));
  useSingleKey("sheet", onSheet);
  usePageKey("goTickets");
  usePageKey("goContacts");
  usePageKey("goQuickAnswers");
  usePageKey("goDashboard");
  usePageKey("goConnections");
  useSingleKey("goChats", () => go("/tickets?tab=chat"));
  useOfferedKeys();
  return null;
});

/** The shortcut of a page of the drawer, for the people who have it there. */
function usePageKey(id: ShortcutId): void {
  const { main, admin } = listDrawerEntries(useSelf());
  const path = [...main, ...admin].find(({ shortcut }) => shortcut === id)?.path;
  useSingleKey(id, () => {
    if (path !== undefined) go(path);
  });
}
