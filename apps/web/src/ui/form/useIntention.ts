import i18next from "i18next";
import { useState } from "react";
import { createIntention, type Intention } from "../../lib/api";
import { toasts } from "../../lib/toasts";

/** What this opened dialog creates, with one key until it is there; `parts` where each of its objects has a key of its own (D-275). */
export function useIntention({ parts = false }: { readonly parts?: boolean } = {}): Intention {
  const [intention] = useState(() => createIntention({ parts, onFound: () => toasts.info(i18next.t("state.found")) }));
  return intention;
}
