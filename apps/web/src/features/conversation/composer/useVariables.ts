import { useTexts } from "../../../i18n/useTexts";
import type { Typed } from "./typed";
import type { ComposerState } from "./useComposer";
import { useSuggestions } from "./useSuggestions";
import { matchVariables, type Variable } from "./variables";

interface VariableOptions {
  readonly typed: Typed | null;
  /** False while no variable is filled. */
  readonly enabled: boolean;
  readonly values: ComposerState["values"];
  readonly onPick: (variable: Variable, typed: Typed) => void;
}

const NONE: readonly Variable[] = [];

/** The variables that match what is typed after a `{{`, with their values. */
export function useVariables({ typed, enabled, values, onPick }: VariableOptions) {
  const { t } = useTexts("conversation");
  const wanted = enabled && typed?.sign === "{{" ? typed : null;
  const items = wanted ? matchVariables(values(), (name) => t(`variable.of.${name}`), wanted.query) : NONE;
  return useSuggestions({ typed: wanted, items, onPick });
}
