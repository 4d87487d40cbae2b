import SmartToyOutlined from "@mui/icons-material/SmartToyOutlined";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";

/** Puts the focus into the message box of the open conversation. */
const focusBox = (): void => document.querySelector<HTMLElement>('.conversationFoot [data-region="composer"] textarea')?.focus();

/** Says above the messages that Meta's agent answers the customer, and that an answer takes over (D-309). */
export function MetaAgentBar({ writable }: { readonly writable: boolean }) {
  const { t } = useTranslation("details");
  return (
    <p className="windowNote" data-soon role="status">
      <SmartToyOutlined aria-hidden />
      <span>
        <strong>{t("metaAgent.title")}</strong> {t(writable ? "metaAgent.answer" : "metaAgent.accept")}
      </span>
      {writable && (
        <Button size="small" variant="text" color="inherit" onClick={focusBox}>
          {t("metaAgent.take")}
        </Button>
      )}
    </p>
  );
}
