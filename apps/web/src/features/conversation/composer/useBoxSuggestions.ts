import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import { unfilledPlaceholders } from "@balcao/domain/texts";
import { useQuery } from "@tanstack/react-query";
import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useState } from "react";
import { useTexts } from "../../../i18n/useTexts";
import { countUse } from "../../../lib/data/usedAnswers";
import { toasts } from "../../../lib/toasts";
import { groupQuery, toParticipant } from "../groups";
import type { Room } from "../room";
import { matchMentions, type Mentionable } from "./mentions";
import { isSameTyped, readTyped, type Typed } from "./typed";
import { useColleagues } from "./useColleagues";
import type { ComposerState } from "./useComposer";
import { useQuickAnswers } from "./useQuickAnswers";
import { toComboboxProps, useSuggestions } from "./useSuggestions";
import type { useTextBox } from "./useTextBox";
import { matchVariables, type Variable } from "./variables";

/** What a list can complete at the cursor of the box, while the box has the focus. */
function useTyped(boxRef: RefObject<HTMLTextAreaElement | null>, text: string) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const follow = useCallback(() => {
    const box = boxRef.current;
    const isCursor = box && box === document.activeElement && box.selectionStart === box.selectionEnd;
    const next = isCursor ? readTyped(box.value, box.selectionStart) : null;
    setTyped((now) => (isSameTyped(now, next) ? now : next));
  }, [boxRef]);
  useEffect(() => {
    // A button that inserts a text moves the cursor without an event, in the drawing before this.
    const frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [text, follow]);
  return {
    typed,
    handlers: {
      onSelect: follow,
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (!(relatedTarget instanceof Element && relatedTarget.closest(".suggestionList"))) setTyped(null);
      },
    },
  };
}

/** Reads the files of a quick answer in their order. Rejects when one cannot be read. */
const readAnswerFiles = ({ medias }: Pick<QuickAnswerView, "medias">): Promise<File[]> =>
  Promise.all(
    medias.map(async ({ url, name }) => {
      const { pathname, search } = new URL(url, window.location.origin);
      const response = await fetch(`${pathname}${search}`);
      if (!response.ok) throw new Error(`The file of a quick answer cannot be read: ${response.status}`);
      const content = await response.blob();
      return new File([content], name, { type: content.type });
    }),
  );

interface MentionOptions {
  /** The contact of the group whose participants can be mentioned, or the names of colleagues; null for nobody. */
  readonly of: number | readonly string[] | null;
  /** The colleagues whom a comment can mention instead; null for a message. */
  readonly colleagues: readonly Mentionable[] | null;
  readonly typed: Typed | null;
  readonly onPick: (person: Mentionable, typed: Typed) => void;
}

const MOST = 50;
const NOBODY: readonly Mentionable[] = [];

const toPerson = (name: string): Mentionable => ({ name, digits: null, phone: null });

/** The people who need not be asked from a group's network. */
const knownPeople = ({ of, colleagues }: Pick<MentionOptions, "of" | "colleagues">): readonly Mentionable[] | undefined =>
  colleagues ?? (typeof of === "object" ? of?.map(toPerson) : undefined);

/** The participants of a group, or in a comment the colleagues, who match what is typed after an `@`. */
export function useMentions({ of, colleagues, typed, onPick }: MentionOptions) {
  const known = knownPeople({ of, colleagues });
  const groupId = known === undefined && typeof of === "number" ? of : null;
  const mention = typed?.sign === "@" ? typed : null;
  const { data } = useQuery({ ...groupQuery(groupId ?? 0), enabled: mention !== null && groupId !== null });
  const people = known ?? data?.participants.map(toParticipant);
  const items = mention && people ? matchMentions(people, mention.query).slice(0, MOST) : NOBODY;
  return { ...useSuggestions({ typed: mention, items, onPick }), inComment: colleagues !== null };
}

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

interface BoxSuggestionsOptions extends Pick<ReturnType<typeof useTextBox>, "insert" | "replace"> {
  readonly room: Room;
  readonly text: string;
  readonly composer: ComposerState;
  /** A message that was sent is being changed; quick answers are for new ones. */
  readonly editing: boolean;
  readonly boxRef: RefObject<HTMLTextAreaElement | null>;
  /** Shows what a quick answer with deeds does; null while nothing is sent. */
  readonly onMacro: ((macro: QuickAnswerView) => void) | null;
}

/** The lists that complete what is typed: people after an `@`, quick answers after a `/`, variables after a `{{`. */
export function useBoxSuggestions({ room, text, composer, editing, boxRef, insert, replace, onMacro }: BoxSuggestionsOptions) {
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
      if (answer.deeds && onMacro) {
        replace(from, to, "");
        return onMacro(answer);
      }
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
