import { useState } from "react";

/** Names the button of the search, which gets the focus back. */
export const FIND_BUTTON_ID = "find-in-conversation";

/** The search of the conversation, open or not. */
export function useFind() {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    document.getElementById(FIND_BUTTON_ID)?.focus();
  };
  return { open, close, toggle: () => (open ? close() : setOpen(true)) };
}

export type Find = ReturnType<typeof useFind>;
