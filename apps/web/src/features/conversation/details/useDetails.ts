import useMediaQuery from "@mui/material/useMediaQuery";
import { useMemo, useState } from "react";
import { useSteady } from "../../../lib/useSteady";
import { usePreference } from "../../../lib/storage";
import type { Find } from "../useFind";

/** Names the button of the drawer, which gets the focus back. */
export const DETAILS_BUTTON_ID = "conversation-details";

/**
 * Whether the drawer is shown, in place of the search. Where it is a third pane, this is stored for
 * the next conversation; where it covers the conversation, it closes with it.
 */
export function useDetails(find: Find) {
  const beside = useMediaQuery("(min-width: 1280px)", { noSsr: true });
  const [stored, setStored] = usePreference("balcao-details", ["closed", "open"]);
  const [covering, setCovering] = useState(false);
  const [takesFocus, setTakesFocus] = useState(false);
  const open = (beside ? stored === "open" : covering) && !find.open;
  const set = (next: boolean) => (beside ? setStored(next ? "open" : "closed") : setCovering(next));
  const close = () => {
    set(false);
    document.getElementById(DETAILS_BUTTON_ID)?.focus();
  };
  const show = () => {
    if (find.open) find.close();
    setTakesFocus(true);
    set(true);
  };
  const actions = useSteady({ close, hide: () => set(false), toggle: () => (open ? close() : show()) });
  // `takesFocus`: the person opened it just now, so that its title gets the focus.
  return useMemo(() => ({ open, beside, takesFocus, ...actions }), [open, beside, takesFocus, actions]);
}

export type Details = ReturnType<typeof useDetails>;
