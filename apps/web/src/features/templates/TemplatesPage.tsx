import type { TemplateView } from "@balcao/contracts/templates";
import { CAPABILITIES } from "@balcao/domain/connections";
import CableOutlined from "@mui/icons-material/CableOutlined";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { call } from "../../lib/api";
import { connectionsQuery, type Connection } from "../../lib/data/connections";
import { addRemark } from "../../lib/data/remarks";
import { templatesQuery, updateTemplates } from "../../lib/data/templates";
import { queryClient } from "../../lib/queryClient";
import { useSelf } from "../../lib/session";
import { EmptyState, ErrorCard, Page, SelectField } from "../../ui";
import { ListPage, TableSkeleton, useWholeList, type Column } from "../../ui/list";
import { partOf, toCategoryName, toLanguageName, toTemplateKey } from "./templateFacts";
import { TemplateStatus } from "./TemplateStatus";
import "./templates.css";

const TemplateFormDialog = lazy(() => import("./form/TemplateFormDialog").then((module) => ({ default: module.TemplateFormDialog })));

/**
 * The message templates of the cloud connections. Everybody may read them, administrators may
 * change them (TMPL-001…TMPL-005, D-215).
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
  /** Deletes a template in every language (TMPL-003, TMPL-019, D-219). */
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
