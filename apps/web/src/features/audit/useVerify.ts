import type { BrokenSealView } from "@balcao/contracts/audit";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call, toErrorText } from "../../lib/api";
import { toasts } from "../../lib/toasts";

export interface Verified {
  readonly entries: number;
  readonly archived: number;
  readonly broken: BrokenSealView | null;
}

/** Verifies the whole chain call by call; `checked` counts the entries that were verified so far. */
export function useVerify() {
  const [checked, setChecked] = useState(0);
  const verify = useMutation({
    mutationFn: async (): Promise<Verified> => {
      let entries = 0;
      let archived = 0;
      setChecked(0);
      for (let after = 0; ;) {
        const part = await call("audit", "verify", { body: { after } });
        entries += part.entries;
        archived += part.archived;
        setChecked(entries);
        if (part.next === null) return { entries, archived, broken: part.broken };
        after = part.next;
      }
    },
    onError: (error) => toasts.error(toErrorText(error)),
  });
  return { ...verify, checked };
}
