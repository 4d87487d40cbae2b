import ContentCopy from "@mui/icons-material/ContentCopy";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { copyText } from "../../lib/copyText";
import { toasts } from "../../lib/toasts";
import { QuestionDialog } from "../../ui/QuestionDialog";
import "./apiTokens.css";

interface NewTokenProps {
  readonly text: string;
  readonly onDone: () => void;
}

/** Shows the text of a token, which cannot be shown again; it closes by its button alone. */
export function NewToken({ text, onDone }: NewTokenProps) {
  const { t } = useTranslation("apiTokens");
  const copy = async () => {
    if (await copyText(text)) toasts.success(t("made.copied"));
    else toasts.warning(t("made.notCopied"));
  };
  return (
    <QuestionDialog
      title={t("made.title")}
      buttons={
        <>
          <Button startIcon={<ContentCopy />} onClick={() => void copy()}>
            {t("made.copy")}
          </Button>
          <Button autoFocus variant="contained" color="primary" onClick={onDone}>
            {t("made.done")}
          </Button>
        </>
      }
    >
      <p>{t("made.text")}</p>
      <output className="newToken" aria-label={t("made.label")}>
        {text}
      </output>
      <p>{t("made.use")}</p>
      <code className="newToken">{`curl -H "Authorization: Bearer …" "${window.location.origin}/api/tickets?status=open"`}</code>
    </QuestionDialog>
  );
}
