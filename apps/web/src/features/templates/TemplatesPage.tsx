import type { TemplateView } from "@balcao/contracts/templates";
import { CAPABILITIES } from "@balcao/domain/connections";
import Add from "@mui/icons-material/Add";
import CableOutlined from "@mui/icons-material/CableOutlined";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import Button from "@mui/material/Button";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { connectionsQuery, type Connection } from "../../lib/data/connections";
import { templatesQuery } from "../../lib/data/templates";
import { useSelf } from "../../lib/session";
import { EmptyState, ErrorCard, Page, SelectField } from "../../ui";
import { ListPage, TableSkeleton, useNameSearch } from "../../ui/list";
import { ConfirmDelete } from "./ConfirmDelete";
import { TemplateCards, TemplatesTable } from "./TemplatesTable";
import "./templates.css";

const TemplateFormDialog = lazy(() => import("./form/TemplateFormDialog").then((module) => ({ default: module.TemplateFormDialog })));

/** Message templates of the cloud connections, for everybody to read and administrators to change (TMPL-001…TMPL-005, D-215). */
export function TemplatesPage() {
  const { t } = useTranslation("templates");
  const isAdmin = useSelf().profile === "admin";
  const { data, error, isPending, refetch } = useQuery(connectionsQuery);
  const offered = (data ?? []).filter(({ api }) => CAPABILITIES[api].templates);
  const [chosenId, setChosenId] = useState<number | null>(null);
  // The first one stands in until somebody chooses (TMPL-001).
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
  const narrow = useMediaQuery("(max-width: 599.95px)");
  const { data, error, refetch } = useQuery(templatesQuery(connection.id));
  const search = useNameSearch(data?.data);
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<TemplateView | null>(null);
  const addButton = isAdmin && (
    <Button variant="contained" color="primary" startIcon={<Add />} onClick={() => setAdding(true)}>
      {narrow ? t("addShort") : t("add")}
    </Button>
  );
  const List = narrow ? TemplateCards : TemplatesTable;
  return (
    <>
      <ListPage
        words={{
          title: t("title"),
          count: (count) => t("count", { count }),
          search: t("search"),
          found: (count) => t("found", { count }),
          nothingFound: (term) => t("nothingFound", { term }),
          nothingFoundText: t("nothingFoundText"),
          loadFailed: t("loadFailed"),
        }}
        search={search}
        error={error}
        onRetry={() => void refetch()}
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
        addButton={addButton}
        empty={
          <EmptyState icon={DescriptionOutlined} title={t("empty")} text={t("emptyText")}>
            {addButton}
          </EmptyState>
        }
      >
        <List templates={search.shown} onDelete={isAdmin ? setDeleting : undefined} />
      </ListPage>
      <Suspense>{adding && <TemplateFormDialog connectionId={connection.id} onClose={() => setAdding(false)} />}</Suspense>
      {deleting && <ConfirmDelete template={deleting} connectionId={connection.id} onClose={() => setDeleting(null)} />}
    </>
  );
}
