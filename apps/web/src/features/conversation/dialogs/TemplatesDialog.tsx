import type { TemplateView } from "@balcao/contracts/templates";
import type { TicketView } from "@balcao/contracts/tickets";
import type { TemplateValuesForm } from "@balcao/domain/forms";
import { fieldsOf, obstacleToSend, templateText } from "@balcao/domain/templates";
import ArrowBack from "@mui/icons-material/ArrowBack";
import InfoOutlined from "@mui/icons-material/InfoOutlined";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api";
import { putMessage } from "../../../lib/data/messages";
import { ticketTemplatesQuery } from "../../../lib/data/templates";
import { replaced } from "../../../lib/moved";
import { queryClient } from "../../../lib/queryClient";
import { isSendable, toFacts, valuesOf } from "../../../lib/templateChoice";
import { toasts } from "../../../lib/toasts";
import { ErrorCard, SearchField, Spinner } from "../../../ui";
import { type SchemaForm, FormDialog, useCreateForm } from "../../../ui/form";
import { TemplateFields, TemplatePreview } from "../../../ui/template";
import "./templatesDialog.css";

interface TemplateChoicesProps {
  readonly templates: readonly TemplateView[];
  readonly chosen: TemplateView | null;
  readonly onChoose: (template: TemplateView) => void;
}

/**
 * The approved templates with the beginning of their text; one that cannot be sent from Balcão
 * shows the reason.
 */
function TemplateChoices({ templates, chosen, onChoose }: TemplateChoicesProps) {
  const { t } = useTranslation("templates");
  const [term, setTerm] = useState("");
  const wanted = term.trim().toLocaleLowerCase();
  const rows = templates
    .map((template) => ({ template, facts: toFacts(template) }))
    .filter(({ facts }) => `${facts.name} ${templateText(facts, "BODY")}`.toLocaleLowerCase().includes(wanted));
  if (templates.length === 0) {
    return (
      <div className="templateNothing">
        <b>{t("send.none")}</b>
        <span>{t("send.noneText")}</span>
      </div>
    );
  }
  return (
    <div className="templateChoices">
      {templates.length > 5 && (
        <SearchField
          label={t("send.search")}
          value={term}
          onChange={setTerm}
          found={wanted === "" ? undefined : t("found", { count: rows.length })}
        />
      )}
      <ul aria-label={t("send.list")}>
        {rows.map(({ template, facts }) => {
          const obstacle = obstacleToSend(facts);
          return (
            <li key={`${facts.name}/${facts.language}`}>
              <button
                type="button"
                className="templateChoice"
                disabled={obstacle !== null}
                aria-pressed={chosen?.name === facts.name && chosen.language === facts.language}
                onClick={() => onChoose(template)}
              >
                <span className="templateChoiceName">
                  <b className="ellipsis">{facts.name}</b>
                  <span>{facts.language}</span>
                </span>
                <span className="templateChoiceText">
                  {obstacle === null ? templateText(facts, "BODY") : t(`send.obstacle.${obstacle.what}`, { name: obstacle.name })}
                </span>
              </button>
            </li>
          );
        })}
        {rows.length === 0 && <li className="templateNothing">{t("nothingFound", { term: term.trim() })}</li>}
      </ul>
    </div>
  );
}

interface ChosenTemplateProps {
  readonly template: TemplateView;
  readonly form: SchemaForm<TemplateValuesForm>;
  readonly onBack: () => void;
}

/** One input per field, and a preview of the message that changes with every key. */
function ChosenTemplate({ template, form, onBack }: ChosenTemplateProps) {
  const { t } = useTranslation("templates");
  const values = useWatch({ control: form.form.control, name: "values" });
  const facts = toFacts(template);
  // The rules concern all values together, so they are checked together; a file may arrive after another value.
  const change = (at: number, value: string) =>
    form.form.setValue("values", replaced(form.form.getValues("values"), at, value), { shouldDirty: true, shouldValidate: true });
  const faultOf = (at: number) => {
    const fault = form.faultOf(`values.${at}`);
    return values[at] === "" && !form.form.formState.isSubmitted ? undefined : fault;
  };
  return (
    <div className="chosenTemplate">
      <Button className="chosenTemplateBack" size="small" variant="text" startIcon={<ArrowBack />} onClick={onBack}>
        {t("send.back")}
      </Button>
      <TemplateFields fields={fieldsOf(facts)} values={values} faultOf={faultOf} onChange={change} />
      <div className="field">
        <span className="fieldLabel">{t("send.preview")}</span>
        <TemplatePreview label={t("send.preview")} template={facts} values={values} />
      </div>
    </div>
  );
}

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
    values: { fields: [], values: [] },
    area: "templates",
    onRefused: () => {
      toasts.error(t("notSent"));
      // A template that has changed at Meta is shown as it is now.
      void refetch().then((read) => {
        const now = read.data?.data.find(({ id }) => id === chosen?.id);
        if (now && now.version !== chosen?.version) choose(now);
      });
      return false;
    },
    create: async ({ values }, idempotencyKey) => {
      if (!chosen || !isSendable(toFacts(chosen), values)) return;
      const { name, language, version } = chosen;
      const body = { template: { name, language, version }, values: [...values], ticketId: ticket.id };
      putMessage(queryClient, await call("templates", "send", { body }, { idempotencyKey }));
      toasts.success(t("sent"));
      onClose();
      onSent();
    },
  });
  const choose = (template: TemplateView | null) => {
    setChosen(template);
    form.form.reset({
      fields: template ? [...fieldsOf(toFacts(template))] : [],
      values: template ? [...valuesOf(template, ticket.contact.name)] : [],
    });
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
