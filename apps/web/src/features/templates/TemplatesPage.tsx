import type { TemplateView } from "@balcao/contracts/templates";
import { CAPABILITIES } from "@balcao/domain/connections";
import Add from "@mui/icons-material/Add";
import CableOutlined from "@mui/icons-material/CableOutlined";
import DescriptionOutlined from "@mui/icons-material/DescriptionOutlined";
import SearchOff from "@mui/icons-material/SearchOff";
import Button from "@mui/material/Button";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { connectionsQuery, type Connection } from "../../lib/data/connections";
import { templatesQuery } from "../../lib/data/templates";
import { useSelf } from "../../lib/session";
import { EmptyState, ErrorCard, Page, SearchField, SelectField, useLongWait } from "../../ui";
import { ConfirmDelete } from "./ConfirmDelete";
import { TemplateCards, TemplatesTable } from "./TemplatesTable";
import "./templates.css";

const TemplateFormDialog = lazy(() => import("./form/TemplateFormDialog").then((module) => ({ default: module.TemplateFormDialog })));

function Skeleton() {
  return useLongWait() ? (
    <div className="tableCard templatesSkeleton" aria-busy="true">
      {Array.from({ length: 6 }, (_unused, row) => (
        <div key={row} />
      ))}
    </div>
  ) : null;
}

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
      {isPending && <Skeleton />}
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
  const { data, error, isPending, refetch } = useQuery(templatesQuery(connection.id));
  const [term, setTerm] = useState("");
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<TemplateView | null>(null);
  const all = data?.data ?? [];
  const wanted = term.trim().toLocaleLowerCase();
  const shown = all.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const addButton = isAdmin && (
    <Button variant="contained" color="primary" startIcon={<Add />} onClick={() => setAdding(true)}>
      {narrow ? t("addShort") : t("add")}
    </Button>
  );
  const list = { templates: shown, onDelete: isAdmin ? setDeleting : undefined };
  return (
    <Page
      title={t("title")}
      count={data && String(all.length)}
      countInWords={data && t("count", { count: all.length })}
      actions={
        <>
          {all.length > 5 && (
            <SearchField
              className="templatesSearch"
              label={t("search")}
              value={term}
              onChange={setTerm}
              found={wanted === "" ? undefined : t("found", { count: shown.length })}
            />
          )}
          <div className="templatesConnection">
            <SelectField
              label={t("connection")}
              value={String(connection.id)}
              options={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(id) => onChoose(Number(id))}
            />
          </div>
          {data && addButton}
        </>
      }
    >
      {error && !data && <ErrorCard title={t("loadFailed")} error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton />}
      {data && all.length === 0 && (
        <EmptyState icon={DescriptionOutlined} title={t("empty")} text={t("emptyText")}>
          {addButton}
        </EmptyState>
      )}
      {all.length > 0 && shown.length === 0 && (
        <EmptyState icon={SearchOff} title={t("nothingFound", { term: term.trim() })} text={t("nothingFoundText")} />
      )}
      {shown.length > 0 && (narrow ? <TemplateCards {...list} /> : <TemplatesTable {...list} />)}
      <Suspense>{adding && <TemplateFormDialog connectionId={connection.id} onClose={() => setAdding(false)} />}</Suspense>
      {deleting && <ConfirmDelete template={deleting} connectionId={connection.id} onClose={() => setDeleting(null)} />}
    </Page>
  );
}
