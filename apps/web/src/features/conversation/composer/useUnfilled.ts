import { useState } from "react";

interface UnfilledOptions {
  /** The variables without a value in what goes to the customer. */
  readonly slots: readonly string[];
  readonly text: string;
  /** Selects a part of the text. */
  readonly selectPart: (part: string) => void;
}

/** Warns of variables without a value: `holds` stops the first try to send them, and the second one unless others have come. */
export function useUnfilled({ slots, text, selectPart }: UnfilledOptions) {
  const [warned, setWarned] = useState("");
  const now = slots.join(" ");
  if (now === "" && warned !== "") setWarned("");
  const [first] = slots;
  const asks = now !== "" && now === warned;
  return {
    note: {
      slots,
      /** Whether it was tried to send them. */
      asks,
      /** Selects the first one; undefined while it is in a caption. */
      onFill: first !== undefined && text.includes(first) ? () => selectPart(first) : undefined,
    },
    holds: (): boolean => {
      if (now === "" || asks) return false;
      setWarned(now);
      return true;
    },
  };
}
