import { connectionsQuery } from "../../lib/data/connections";
import { notesQuery } from "../../lib/data/notes";
import { queryClient } from "../../lib/queryClient";

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

/** Whether nothing is set up yet: the first steps are more urgent than what is new. */
const isFirstContact = async () => (await queryClient.query({ ...connectionsQuery, staleTime: "static" })).length === 0;

/** Shows the notes if there are any, as soon as nobody is typing, and sets the cookie that says so; an abort leaves it for the next page. */
export async function takeFirstLook(cookie: string, show: () => void, signal: AbortSignal): Promise<void> {
  const { count } = await queryClient.query({ ...notesQuery, staleTime: "static" });
  if (count === 0 || (await isFirstContact())) return;
  await untilIdle(signal);
  if (signal.aborted) return;
  document.cookie = `${cookie}; path=/; SameSite=Lax`;
  show();
}
