import type { TemplateView } from "@balcao/contracts/templates";
import { CAPABILITIES } from "@balcao/domain/connections";
import CableOutlined from "@mui/icons-material/CableOutlined";
import CheckCircle from "@mui/icons-material/CheckCircle";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import HighlightOff from "@mui/icons-material/HighlightOff";
import Schedule from "@mui/icons-material/Schedule";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { call } from "../../lib/api";
import { type Connection, connectionsQuery } from "../../lib/data/connections";
import { addRemark } from "../../lib/data/remarks";
import { templatesQuery, updateTemplates } from "../../lib/data/templates";
import { queryClient } from "../../lib/queryClient";
import { useSelf } from "../../lib/session";
import { EmptyState, ErrorCard, Page, SelectField } from "../../ui";
import { type Column, ListPage, TableSkeleton, useWholeList } from "../../ui/list";
import "./templates.css";

/** Green for approved, red for rejected, orange for everything in between (TMPL-002). */
function statusTone(status: string): "success" | "error" | "warning" {
  return status === "APPROVED" ? "success" : status === "REJECTED" ? "error" : "warning";
}

const CATEGORIES = ["UTILITY", "MARKETING", "AUTHENTICATION"] as const;
const LANGUAGES = ["pt_BR", "en_US", "es_ES"] as const;

/** The translated name of a category; Meta's own name for an unknown one. */
function toCategoryName(t: TFunction<"templates">, category: string): string {
  const known = CATEGORIES.find((each) => each === category);
  return known ? t(`category.${known}`) : category;
}

/** The translated name of a language; its code for an unknown one. */
function toLanguageName(t: TFunction<"templates">, language: string): string {
  const known = LANGUAGES.find((each) => each === language);
  return known ? t(`language.${known}`) : language;
}

/** Identifies a template in a list: the same name may exist in several languages. */
const toTemplateKey = ({ name, language }: Pick<TemplateView, "name" | "language">): string => `${name}/${language}`;

/** The text of a part of a template; empty when the template has no such part. */
const partOf = ({ components }: Pick<TemplateView, "components">, type: "HEADER" | "BODY" | "FOOTER"): string =>
  components.find((component) => component.type === type)?.text ?? "";

const ICONS = { success: CheckCircle, error: HighlightOff, warning: Schedule } as const;
const KNOWN = [
  "APPROVED",
  "REJECTED",
  "PENDING",
  "IN_APPEAL",
  "PAUSED",
  "DISABLED",
  "PENDING_DELETION",
  "LIMIT_EXCEEDED",
  "ARCHIVED",
] as const;

/**
 * The review status of a template as icon and word, with Meta's reason in a tooltip.
 */
function TemplateStatus({ status, rejectedReason }: Pick<TemplateView, "status" | "rejectedReason">) {
  const { t } = useTranslation("templates");
  const tone = statusTone(status);
  const Icon = ICONS[tone];
  const known = KNOWN.find((each) => each === status);
  return (
    <span className="chip" data-tone={tone} title={rejectedReason === null ? undefined : t("rejectedReason", { reason: rejectedReason })}>
      <Icon aria-hidden />
      {known ? t(`status.${known}`) : status}
    </span>
  );
}

const TemplateFormDialog = lazy(() => import("./form/TemplateFormDialog").then((module) => ({ default: module.TemplateFormDialog })));

/**
 * The message templates of the cloud connections. Everybody may read them, administrators may
 * change them (TMPL-001…TMPL-005).
 */
export function TemplatesPage() {
  const { t } = useTranslation("templates");
  const isAdmin = useSelf().profile === "admin";
  const { data, error, isPending, refetch } = useQuery(connectionsQuery);
  const offered = (data ?? []).filter(({ api }) => CAPABILITIES[api].templates);
  const [chosenId, setChosenId] = useState<number | null>(null);
  // The first connection is selected until a person chooses one (TMPL-001).
  const chosen = offered.find(({ id }) => id === chosenId) ?? offered[0];
  if (chosen) return <AccountTemplates key={chosen.id} connection={chosen} offered={offered} isAdmin={isAdmin} onChoose={setChosenId} />;
  return (
    <Page title={t("title")}>
      {error && <ErrorCard title={t("loadFailed")} error={error} onRetry={() => void refetch()} />}
      {isPending && <TableSkeleton />}
      {data && (
        <EmptyState icon={CableOutlined} title={t("noConnection")} text={t("noConnectionText")}>
          {isAdmin && (
            <Button variant="contained" color="primary" component={Link} to="/connections">
              {t("goToConnections")}
            </Button>
          )}
        </EmptyState>
      )}
    </Page>
  );
}

interface AccountTemplatesProps {
  readonly connection: Connection;
  readonly offered: readonly Connection[];
  readonly isAdmin: boolean;
  readonly onChoose: (connectionId: number) => void;
}

function AccountTemplates({ connection, offered, isAdmin, onChoose }: AccountTemplatesProps) {
  const { t } = useTranslation("templates");
  const { data, error, refetch } = useQuery(templatesQuery(connection.id));
  const list = useWholeList({ data: data?.data, error, refetch });
  const columns: readonly Column<TemplateView>[] = [
    { id: "category", cell: ({ category }) => toCategoryName(t, category) },
    { id: "language", cell: ({ language }) => toLanguageName(t, language) },
    { id: "status", cell: (template) => <TemplateStatus {...template} /> },
  ];
  /** Deletes a template in every language (TMPL-003, TMPL-019). */
  async function remove({ name }: TemplateView): Promise<void> {
    const whatsappId = connection.id;
    await call("templates", "delete", { params: { whatsappId, name } });
    updateTemplates(queryClient, { action: "delete", templateName: name, whatsappId });
    addRemark({ descricao: `Excluiu o template ${name}`, origem: "Templates", whatsappId });
  }
  return (
    <ListPage
      area="templates"
      icon={DescriptionOutlined}
      list={list}
      keyOf={toTemplateKey}
      nameOf={({ name }) => name}
      subtitleOf={(template) => partOf(template, "BODY")}
      columns={columns}
      card={(template) => <TemplateCard template={template} />}
      form={isAdmin ? ({ onClose }) => <TemplateFormDialog connectionId={connection.id} onClose={onClose} /> : undefined}
      editable={false}
      remove={isAdmin ? remove : undefined}
      controls={
        <div className="templatesConnection">
          <SelectField
            label={t("connection")}
            value={String(connection.id)}
            options={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) => onChoose(Number(id))}
          />
        </div>
      }
    />
  );
}

/** The content of a template's card below its name, on a phone. */
function TemplateCard({ template }: { readonly template: TemplateView }) {
  const { t } = useTranslation("templates");
  return (
    <>
      <p className="templateCardText">{partOf(template, "BODY")}</p>
      <p className="cardFacts">
        <TemplateStatus {...template} />
        <span>{toCategoryName(t, template.category)}</span>
        <span>{toLanguageName(t, template.language)}</span>
      </p>
    </>
  );
}
