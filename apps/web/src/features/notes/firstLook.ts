import { notesQuery } from "../../lib/data/notes";
import { queryClient } from "../../lib/queryClient";
import { markShown } from "./shownMark";

const isTyping = (): boolean => document.activeElement?.matches("input, textarea, [contenteditable]") ?? false;

/** Resolves when nobody is typing: nothing may open over a half-written answer. */
function untilIdle(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (isTyping()) return;
      document.removeEventListener("focusout", lookSoon);
      resolve();
    };
    // While the focus moves it is nowhere.
    const lookSoon = () => requestAnimationFrame(look);
    document.addEventListener("focusout", lookSoon, { signal });
    look();
  });
}

/** Shows the notes once per browser session, if there are any (SHELL-045); an abort or a failure leaves it for the next page. */
export async function takeFirstLook(show: () => void, signal: AbortSignal): Promise<void> {
  const { count } = await queryClient.query({ ...notesQuery, staleTime: "static" });
  if (count === 0) return;
  await untilIdle(signal);
  if (signal.aborted) return;
  markShown();
  show();
}
