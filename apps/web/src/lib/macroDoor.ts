import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import { useEffect } from "react";

type Open = (macro: QuickAnswerView) => void;

let door: Open | null = null;

/** Shows the preview of a macro in the conversation that is shown; null where none takes messages. */
export const macroDoor = (): Open | null => door;

/** Takes macros from elsewhere while the component is shown; `open` is the same function at every rendering, null while nothing is sent. */
export function useMacroDoor(open: Open | null): void {
  useEffect(() => {
    door = open;
    return () => {
      if (door === open) door = null;
    };
  }, [open]);
}
