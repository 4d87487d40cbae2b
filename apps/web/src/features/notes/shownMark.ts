/** A cookie without an end: it lives as long as the browser's session and all of its tabs share it. */
const MARK = "balcao-notes=shown";

/** Whether this browser session has shown the notes by itself already. */
export const wasShown = (): boolean => document.cookie.includes(MARK);

export function markShown(): void {
  document.cookie = `${MARK}; path=/; SameSite=Lax`;
}
