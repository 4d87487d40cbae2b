import type { TemplateView } from "@balcao/contracts/templates";
import type { TicketView } from "@balcao/contracts/tickets";
import type { TemplateValuesForm } from "@balcao/domain/forms";
import InfoOutlined from "@mui/icons-material/InfoOutlined";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ptOnly } from "../../../i18n/literals";
import { call } from "../../../lib/api";
import { putMessage } from "../../../lib/data/messages";
import { ticketTemplatesQuery } from "../../../lib/data/templates";
import { queryClient } from "../../../lib/queryClient";
import { toasts } from "../../../lib/toasts";
import { ErrorCard, Spinner } from "../../../ui";
import { FormDialog, useCreateForm } from "../../../ui/form";
import { isSendable, toFacts, valuesOf } from "../../../lib/templateChoice";
import { ChosenTemplate } from "./ChosenTemplate";
import { TemplateChoices } from "./TemplateChoices";
import "./templatesDialog.css";

interface TemplatesDialogProps {
  readonly ticket: TicketView;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

const schema = async () => (await import("@balcao/domain/forms")).templateValuesForm;

/** Sends an approved template with its values into a conversation (CONV-041…CONV-044). */
export function TemplatesDialog({ ticket, onClose, onSent }: TemplatesDialogProps) {
  const { t } = useTranslation("templates");
  const { data, error, isPending, refetch } = useQuery(ticketTemplatesQuery(ticket.id, ticket.whatsappId ?? 0));
  const [chosen, setChosen] = useState<TemplateView | null>(null);
  const form = useCreateForm<TemplateValuesForm>({
    schema,
    values: { values: [] },
    area: "templates",
    onRefused: () => {
      toasts.error(ptOnly.templateNotSent);
      return false;
    },
    create: async ({ values }, idempotencyKey) => {
      if (!chosen || !isSendable(toFacts(chosen), values)) return;
      const { name, language } = chosen;
      const body = { template: { name, language }, values, ticketId: ticket.id };
      putMessage(queryClient, await call("templates", "send", { body }, { idempotencyKey }));
      toasts.success(ptOnly.templateSent);
      onClose();
      onSent();
    },
  });
  const choose = (template: TemplateView | null) => {
    setChosen(template);
    form.form.reset({ values: template ? [...valuesOf(template, ticket.contact.name)] : [] });
  };
  const approved = (data?.data ?? []).filter(({ status }) => status === "APPROVED");
  return (
    <FormDialog
      title={t("send.title")}
      subtitle={ticket.contact.name}
      width={720}
      form={form}
      submitLabel={t("send.submit")}
      unable={!chosen}
      onClose={onClose}
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
            <ChosenTemplate template={chosen} form={form} onBack={() => choose(null)} />
          ) : (
            approved.length > 0 && <p className="templateNothing">{t("send.choose")}</p>
          )}
        </div>
      )}
    </FormDialog>
  );
}
