import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import { toasts } from "../../../lib/toasts";
import type { AnswerPanel } from "../../../ui/externalPanel";

interface PanelConsentProps {
  readonly ticketId: number;
  readonly host: string;
  readonly answer: AnswerPanel;
  readonly onDone: () => void;
}

/** Asks the person whether the panel may act in their name for a quarter of an hour (D-630). */
export function PanelConsent({ ticketId, host, answer, onDone }: PanelConsentProps) {
  const { t } = useTranslation("details");
  const allow = useMutation({
    mutationFn: () => call("apiTokens", "createForPanel", { body: { ticketId } }),
    onSuccess: answer,
    onError: (error) => {
      answer(null);
      toasts.error(toErrorText(error));
    },
    onSettled: onDone,
  });
  const refuse = () => {
    answer(null);
    onDone();
  };
  return (
    <section className="panelConsent" aria-label={t("integration.consent.label")}>
      <p>{t("integration.consent.text", { host })}</p>
      <div>
        <Button size="small" onClick={refuse} disabled={allow.isPending}>
          {t("integration.consent.refuse")}
        </Button>
        <Button size="small" variant="contained" color="primary" onClick={() => allow.mutate()} disabled={allow.isPending}>
          {t("integration.consent.allow")}
        </Button>
      </div>
    </section>
  );
}
