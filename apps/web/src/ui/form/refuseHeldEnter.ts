import type { KeyboardEvent } from "react";

/** For a dialog that creates: Enter that is held down presses neither what it has opened nor what it has pressed. In a text of lines it breaks them. */
export function refuseHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === "Enter" && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
}
