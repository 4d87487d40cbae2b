import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/api";
import { connectionsQuery } from "../../lib/data/connections";
import { queryClient } from "../../lib/queryClient";

const isTyping = (): boolean => document.activeElement?.matches("input, textarea, [contenteditable]") ?? false;

/** Resolves when nobody is typing, so that the dialog does not open over a half-written message. */
function untilIdle(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (isTyping()) return;
      document.removeEventListener("focusout", lookSoon);
      resolve();
    };
    // While the focus moves, no element has it.
    const lookSoon = () => requestAnimationFrame(look);
    document.addEventListener("focusout", lookSoon, { signal });
    look();
  });
}

/**
 * Whether the installation has no connection yet: then the first steps are more important than
 * update notes.
 */
const isEmptyInstallation = async () => (await queryClient.query({ ...connectionsQuery, staleTime: "static" })).length === 0;

/** The update notes, newest first. */
export const notesQuery = queryOptions({
  queryKey: ["notes"],
  queryFn: ({ signal }) => call("notes", "list", {}, { signal }),
  staleTime: Infinity,
});

/**
 * Shows the notes, if any, as soon as nobody is typing, and sets the cookie. After an abort, the
 * next page tries again.
 */
export async function takeFirstLook(cookie: string, show: () => void, signal: AbortSignal): Promise<void> {
  const { count } = await queryClient.query({ ...notesQuery, staleTime: "static" });
  if (count === 0 || (await isEmptyInstallation())) return;
  await untilIdle(signal);
  if (signal.aborted) return;
  document.cookie = `${cookie}; path=/; SameSite=Lax`;
  show();
}
