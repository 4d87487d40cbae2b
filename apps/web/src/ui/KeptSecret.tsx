import ContentCopy from "@mui/icons-material/ContentCopy";
import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "../lib/copyText";
import { toasts } from "../lib/toasts";
import { QuestionDialog } from "./QuestionDialog";

interface KeptSecretProps {
  readonly title: string;
  /** What it is for, and that it is not shown again. */
  readonly text: string;
  readonly label: string;
  readonly secret: string;
  readonly children?: ReactNode;
  readonly onDone: () => void;
}

/** Shows a secret that cannot be shown again; it closes by its button alone. */
export function KeptSecret({ title, text, label, secret, children, onDone }: KeptSecretProps) {
  const { t } = useTranslation();
  const copy = async () => {
    if (await copyText(secret)) toasts.success(t("keptSecret.copied"));
    else toasts.warning(t("keptSecret.notCopied"));
  };
  return (
    <QuestionDialog
      title={title}
      buttons={
        <>
          <Button startIcon={<ContentCopy />} onClick={() => void copy()}>
            {t("keptSecret.copy")}
          </Button>
          <Button autoFocus variant="contained" color="primary" onClick={onDone}>
            {t("keptSecret.done")}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <output className="keptSecret" aria-label={label}>
        {secret}
      </output>
      {children}
    </QuestionDialog>
  );
}
