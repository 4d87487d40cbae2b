import { unfilledPlaceholders } from "@balcao/domain/texts";
import type { KeyboardEvent, RefObject } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { countUse } from "../../../lib/data/usedAnswers";
import { toasts } from "../../../lib/toasts";
import type { Room } from "../room";
import { readAnswerFiles } from "./answerFiles";
import { useColleagues } from "./useColleagues";
import { useMentions } from "./useMentions";
import { useQuickAnswers } from "./useQuickAnswers";
import { toComboboxProps } from "./useSuggestions";
import { useTyped } from "./useTyped";
import { useVariables } from "./useVariables";
import type { ComposerState } from "./useComposer";
import type { useTextBox } from "./useTextBox";

interface BoxSuggestionsOptions extends Pick<ReturnType<typeof useTextBox>, "insert" | "replace"> {
  readonly room: Room;
  readonly text: string;
  readonly composer: ComposerState;
  /** A message that was sent is being changed; quick answers are for new ones. */
  readonly editing: boolean;
  readonly boxRef: RefObject<HTMLTextAreaElement | null>;
}

/** The lists that complete what is typed: people after an `@`, quick answers after a `/`, variables after a `{{`. */
export function useBoxSuggestions({ room, text, composer, editing, boxRef, insert, replace }: BoxSuggestionsOptions) {
  const { t } = useTexts("conversation");
  const { typed, handlers } = useTyped(boxRef, text);
  const { people, facts } = useColleagues({
    ticketId: room.id,
    comment: composer.comment && !editing,
    text,
    chosen: composer.chosen.colleagues,
    typing: typed?.sign === "@",
  });
  const mentions = useMentions({
    of: room.mentionsOf,
    colleagues: people,
    typed,
    onPick: ({ name, digits, colleague }, { from, to }) => {
      if (colleague) composer.chosen.addColleague({ id: colleague.id, name });
      if (digits !== null) composer.chosen.addMention(name, digits);
      replace(from, to, `@${name} `);
    },
  });
  const answers = useQuickAnswers({
    typed,
    enabled: !editing && room.customer !== null,
    onPick: (answer, { from, to }) => {
      const filled = composer.fill(answer.message);
      replace(from, to, filled, unfilledPlaceholders(filled, {})[0]);
      countUse(answer);
      readAnswerFiles(answer).then(
        (files) => composer.addFiles(files),
        () => toasts.error(t("quick.noFile", { name: answer.mediaName ?? answer.shortcut })),
      );
    },
  });
  const variables = useVariables({
    typed,
    enabled: !editing && room.customer !== null,
    values: composer.values,
    onPick: ({ value }, { from, to }) => replace(from, to, value),
  });
  const open = [mentions, variables].find((list) => list.open) ?? answers;
  return {
    mentions,
    answers,
    variables,
    /** Whom the comment mentions. */
    mentionFacts: facts,
    handlers,
    runKey: (event: KeyboardEvent) => mentions.runKey(event) || variables.runKey(event) || answers.runKey(event),
    boxProps: (editing || room.customer === null) && room.mentionsOf === null ? {} : toComboboxProps(open),
    /** Opens the quick answers as if a `/` had been typed. */
    start: () => {
      const before = boxRef.current?.value.slice(0, boxRef.current.selectionStart) ?? "";
      insert(before === "" || /\s$/.test(before) ? "/" : " /");
    },
  };
}
