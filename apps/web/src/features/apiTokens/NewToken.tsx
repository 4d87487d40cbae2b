import { useTranslation } from "react-i18next";
import { KeptSecret } from "../../ui/KeptSecret";

interface NewTokenProps {
  readonly text: string;
  readonly onDone: () => void;
}

/** Shows the text of a token once, with an example of its use. */
export function NewToken({ text, onDone }: NewTokenProps) {
  const { t } = useTranslation("apiTokens");
  return (
    <KeptSecret title={t("made.title")} text={t("made.text")} label={t("made.label")} secret={text} onDone={onDone}>
      <p>{t("made.use")}</p>
      <code className="keptSecret">{`curl -H "Authorization: Bearer …" "${window.location.origin}/api/tickets?status=open"`}</code>
    </KeptSecret>
  );
}
