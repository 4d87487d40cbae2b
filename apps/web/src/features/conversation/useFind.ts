import { useCallback, useMemo, useState } from "react";

/** Names the button of the search, which gets the focus back. */
export const FIND_BUTTON_ID = "find-in-conversation";

/** The search of the conversation, open or not. */
export function useFind() {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => {
    setOpen(false);
    document.getElementById(FIND_BUTTON_ID)?.focus();
  }, []);
  return useMemo(() => ({ open, close, toggle: () => (open ? close() : setOpen(true)) }), [open, close]);
}

export type Find = ReturnType<typeof useFind>;
