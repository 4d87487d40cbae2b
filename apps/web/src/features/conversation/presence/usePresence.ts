import { chatIdOf } from "@balcao/contracts/chats";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore, type SyntheticEvent } from "react";
import { useLive, useLiveState } from "../../../lib/live";

const REPEAT_MS = 20_000;
/** While somebody types, that is repeated this often. */
const TYPING_REPEAT_MS = 10_000;
/** After so much time without a key, somebody no longer types. */
const IDLE_MS = 5_000;

const onVisibility = (listener: () => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};

/** Whether the person typed a moment ago; `onType` reports a key. */
function useTyping() {
  const [typing, setTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onType = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setTyping(false), IDLE_MS);
    setTyping(true);
  }, []);
  return { typing, onType };
}

/**
 * Tells colleagues that this ticket or chat is on the screen and whether the person types, while the tab is
 * visible; returns what reports keys in a message box.
 */
export function usePresence(roomId: number): (event: SyntheticEvent) => void {
  const live = useLive();
  const connected = useLiveState().phase === "connected";
  const visible = useSyncExternalStore(onVisibility, () => !document.hidden);
  const { typing, onType } = useTyping();
  const shown = connected && visible;
  const chatId = chatIdOf(roomId);
  const mode = typing ? "typing" : "viewing";
  useEffect(() => {
    if (!shown) return;
    const say = () => live.showPresence(chatId === null ? { ticketId: roomId, mode } : { chatId, mode });
    say();
    const timer = setInterval(say, mode === "typing" ? TYPING_REPEAT_MS : REPEAT_MS);
    return () => clearInterval(timer);
  }, [live, roomId, chatId, shown, mode]);
  useEffect(() => {
    if (!shown) return;
    return () => live.showPresence({ ticketId: null, mode: "viewing" });
  }, [live, roomId, shown]);
  return useCallback(
    ({ target }) => {
      if (target instanceof HTMLTextAreaElement) onType();
    },
    [onType],
  );
}
