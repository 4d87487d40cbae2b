import type { TemplateView } from "@balcao/contracts/templates";
import type { TicketView } from "@balcao/contracts/tickets";
import InfoOutlined from "@mui/icons-material/InfoOutlined";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ptOnly } from "../../../i18n/literals";
import { call } from "../../../lib/api";
import { putMessage } from "../../../lib/data/messages";
import { ticketTemplatesQuery } from "../../../lib/data/templates";
import { randomId } from "../../../lib/randomId";
import { toasts } from "../../../lib/toasts";
import { ErrorCard, Spinner } from "../../../ui";
import { isSendable, toFacts, valuesOf } from "./templateChoice";
import { ChosenTemplate } from "./ChosenTemplate";
import { TemplateChoices } from "./TemplateChoices";
import { TicketDialog } from "./TicketDialog";
import "./templatesDialog.css";

interface TemplatesDialogProps {
  readonly ticket: TicketView;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

/** Sends an approved template with its values into a conversation (CONV-041…CONV-044). */
export function TemplatesDialog({ ticket, onClose, onSent }: TemplatesDialogProps) {
  const { t } = useTranslation("templates");
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(ticketTemplatesQuery(ticket.id, ticket.whatsappId ?? 0));
  const [chosen, setChosen] = useState<TemplateView | null>(null);
  const [values, setValues] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);
  // The same words under the same key are one message, however often the button is pressed.
  const [key, setKey] = useState(randomId);
  const send = useMutation({
    mutationFn: ({ name, language }: TemplateView) =>
      call(
        "templates",
        "send",
        { body: { template: { name, language }, values: [...values], ticketId: ticket.id } },
        { idempotencyKey: key },
      ),
    onSuccess: (message) => {
      putMessage(client, message);
      toasts.success(ptOnly.templateSent);
      onClose();
      onSent();
    },
    onError: () => toasts.error(ptOnly.templateNotSent),
  });
  const change = (template: TemplateView | null, next: readonly string[]) => {
    setChosen(template);
    setValues(next);
    setKey(randomId());
    send.reset();
  };
  const choose = (template: TemplateView | null) => {
    setTried(false);
    change(template, template ? valuesOf(template, ticket.contact.name) : []);
  };
  const submit = () => {
    setTried(true);
    if (chosen && !send.isPending && isSendable(toFacts(chosen), values)) send.mutate(chosen);
  };
  const approved = (data?.data ?? []).filter(({ status }) => status === "APPROVED");
  return (
    <TicketDialog
      title={t("send.title")}
      subtitle={ticket.contact.name}
      width={720}
      deed={t("send.deed")}
      pending={send.isPending}
      unable={!chosen}
      error={send.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="note" data-tone="plain">
        <InfoOutlined aria-hidden />
        <span>{t("send.cost")}</span>
      </p>
      {error && !data && <ErrorCard title={t("loadFailed")} error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <p className="templatesWait">
          <Spinner />
        </p>
      )}
      {data && (
        <div className="templateSending" data-chosen={chosen !== null || undefined}>
          <TemplateChoices templates={approved} chosen={chosen} onChoose={choose} />
          {chosen ? (
            <ChosenTemplate
              template={chosen}
              values={values}
              tried={tried}
              onChange={(next) => change(chosen, next)}
              onBack={() => choose(null)}
            />
          ) : (
            approved.length > 0 && <p className="templateNothing">{t("send.choose")}</p>
          )}
        </div>
      )}
    </TicketDialog>
  );
}
