import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import { previewText } from "@balcao/domain/texts";
import { useTexts } from "../../../i18n/useTexts";
import { Link } from "react-router-dom";
import { Avatar, Glyph, Spinner } from "../../../ui";
import { mentionKey } from "./mentions";
import { SuggestionList } from "./SuggestionList";
import type { useMentions, useVariables } from "./useBoxSuggestions";
import type { useQuickAnswers } from "./useQuickAnswers";

interface SuggestionsProps {
  readonly mentions: ReturnType<typeof useMentions>;
  readonly answers: ReturnType<typeof useQuickAnswers>;
  readonly variables: ReturnType<typeof useVariables>;
}

/** The open list of suggestions: the people who can be mentioned, the variables, or the quick answers. */
export function Suggestions({ mentions, answers, variables }: SuggestionsProps) {
  if (mentions.open) return <MentionSuggestions {...mentions} />;
  if (variables.open) return <VariableSuggestions {...variables} />;
  return answers.open ? <AnswerSuggestions {...answers} /> : null;
}

function MentionSuggestions({ inComment, ...list }: SuggestionsProps["mentions"]) {
  const { t } = useTexts("conversation");
  return (
    <SuggestionList {...list} title={t(inComment ? "mention.colleagues" : "mention.title")} keyOf={mentionKey}>
      {({ name, phone, colleague }) => (
        <>
          <Avatar name={name} src={colleague?.profilePicUrl ?? null} size={28} />
          <b className="ellipsis">{name}</b>
          {colleague?.reads === false && <span className="suggestionPhone">{t("mention.doesNotRead")}</span>}
          {phone !== null && phone !== name && <span className="suggestionPhone">{phone}</span>}
        </>
      )}
    </SuggestionList>
  );
}

function VariableSuggestions(list: SuggestionsProps["variables"]) {
  const { t } = useTexts("conversation");
  return (
    <SuggestionList {...list} title={t("variable.title")} keyOf={({ name }) => name} foot={<AnswerKeys />}>
      {({ name, word, value }) => (
        <>
          <b className="suggestionVariable">{word}</b>
          <span className="ellipsis suggestionText">{value}</span>
          <span className="suggestionPhone">{`{{${name}}}`}</span>
        </>
      )}
    </SuggestionList>
  );
}

function AnswerSuggestions({ query, waiting, failed, total, ...list }: SuggestionsProps["answers"]) {
  const { t } = useTexts("conversation");
  const { items } = list;
  const aside = items.length > 0 ? t("quick.shown", { shown: items.length, count: total }) : undefined;
  return (
    <SuggestionList
      {...list}
      title={t("quick.title")}
      {...(aside !== undefined && { aside })}
      wide
      keyOf={({ id }) => id}
      foot={items.length > 0 ? <AnswerKeys /> : <NoAnswers query={query} waiting={waiting} failed={failed} />}
    >
      {(answer) => <Answer {...answer} />}
    </SuggestionList>
  );
}

const ICONS = { image: "image", audio: "mic", video: "video", application: "document" } as const;

function Answer({ shortcut, message, mediaType, medias, deeds }: QuickAnswerView) {
  const { t } = useTexts("conversation");
  return (
    <>
      <b className="ellipsis suggestionShortcut">/{shortcut}</b>
      <span className="ellipsis suggestionText">{previewText({ type: "conversation", body: message })}</span>
      {deeds && <span className="suggestionPhone">{t("quick.deeds")}</span>}
      {mediaType !== null && (
        <span className="suggestionMedia">
          <Glyph name={ICONS[mediaType]} />
          <span className="visuallyHidden">{t(`quick.media.${mediaType}`)}</span>
          {medias.length > 1 && t("quick.moreMedia", { count: medias.length - 1 })}
        </span>
      )}
    </>
  );
}

/** What the keys do; a telephone has none of them. */
function AnswerKeys() {
  const { t } = useTexts("conversation");
  return (
    <p className="suggestionKeys" aria-hidden="true">
      <kbd>↑</kbd>
      <kbd>↓</kbd> {t("quick.keys.move")} <kbd>Enter</kbd> {t("quick.keys.insert")} <kbd>Esc</kbd> {t("quick.keys.close")}
    </p>
  );
}

interface NoAnswersProps {
  readonly query: string;
  readonly waiting: boolean;
  readonly failed: boolean;
}

function NoAnswers({ query, waiting, failed }: NoAnswersProps) {
  const { t } = useTexts("conversation");
  if (failed) return <p className="suggestionNote">{t("quick.failed")}</p>;
  if (waiting)
    return (
      <p className="suggestionNote" role="status">
        <Spinner size={18} />
        <span>{t("quick.searching")}</span>
      </p>
    );
  return (
    <p className="suggestionNote" role="status">
      <span className="ellipsis">{query === "" ? t("quick.noneYet") : t("quick.none", { query })}</span>
      {/* The box would lose the focus, and the click with it, at the press. */}
      <Link to="/quickAnswers" onMouseDown={(event) => event.preventDefault()}>
        {t("quick.create")}
      </Link>
    </p>
  );
}
