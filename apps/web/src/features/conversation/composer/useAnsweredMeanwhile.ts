import type { MessageView } from "@balcao/contracts/messages";
import { useState } from "react";
import { useWhile, type Followed } from "../../../lib/useFollowed";
import { answerOfOthers, newestPlace } from "./answeredMeanwhile";

interface AnsweredOptions {
  /** Something for the customer is written or attached. */
  readonly begun: boolean;
  /** The newest stored messages, oldest first. */
  readonly newest: Followed<readonly MessageView[]>;
  readonly selfId: number;
}

const NONE: readonly MessageView[] = [];

/**
 * Whether a colleague answered since the text was begun. `holds` stops the first try to send then;
 * the second one goes through.
 */
export function useAnsweredMeanwhile({ begun, newest, selfId }: AnsweredOptions) {
  const messages = useWhile(begun, newest, NONE);
  // A text from an earlier visit counts as begun at the first messages that were loaded.
  const [since, setSince] = useState<number | null | undefined>(undefined);
  const [warned, setWarned] = useState<string | null>(null);
  if (begun && since === undefined && messages.length > 0) setSince(newestPlace(messages));
  if (!begun && (since !== undefined || warned !== null)) {
    setSince(undefined);
    setWarned(null);
  }
  const answer = begun && since !== undefined ? answerOfOthers(messages, since, selfId) : undefined;
  return {
    /** The answer to warn of, after a try to send. */
    shown: answer !== undefined && answer.id === warned ? answer : null,
    /** True when the message must wait for a second try. */
    holds: (): boolean => {
      if (answer === undefined || answer.id === warned) return false;
      setWarned(answer.id);
      return true;
    },
  };
}
