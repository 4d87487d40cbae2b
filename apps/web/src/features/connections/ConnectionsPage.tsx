import { needsAttention, type SessionAction } from "@balcao/domain/connections";
import Add from "@mui/icons-material/Add";
import CableOutlined from "@mui/icons-material/CableOutlined";
import SearchOff from "@mui/icons-material/SearchOff";
import Button from "@mui/material/Button";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { connectionsQuery, isWhole, type Connection } from "../../lib/data/connections";
import { EmptyState, ErrorCard, Page, SearchField, useLongWait } from "../../ui";
import { AttentionNote } from "./AttentionNote";
import { ConfirmDelete, ConfirmDisconnect } from "./ConfirmDialogs";
import { useSteadyOrder } from "./connectionFacts";
import { ConnectionCards } from "./ConnectionCards";
import { ConnectionsTable } from "./ConnectionsTable";
import { useSessionActions } from "./useSessionActions";
import "./connections.css";

const LinkDialog = lazy(() => import("./link/LinkDialog").then((module) => ({ default: module.LinkDialog })));
const ConnectionFormDialog = lazy(() => import("./form/ConnectionFormDialog").then((module) => ({ default: module.ConnectionFormDialog })));

const DetailsDialog = lazy(() => import("./details/DetailsDialog").then((module) => ({ default: module.DetailsDialog })));

/** What stands open over the page; a connection is named by its id, so its live state is the list's. */
type Open =
  | { readonly dialog: "qr" | "pair" | "disconnect" | "delete" | "edit" | "details"; readonly id: number }
  | { readonly dialog: "form" }
  | null;

function Skeleton() {
  return useLongWait() ? (
    <div className="tableCard connectionsSkeleton" aria-busy="true">
      {Array.from({ length: 8 }, (_unused, row) => (
        <div key={row} />
      ))}
    </div>
  ) : null;
}

/** Connections and their sessions, for administrators (CONN-001…CONN-009). */
export function ConnectionsPage() {
  const { t } = useTranslation("connections");
  const narrow = useMediaQuery("(max-width: 599.95px)");
  const { data, error, isPending, refetch } = useQuery(connectionsQuery);
  const all = useSteadyOrder(data ?? []);
  const [term, setTerm] = useState("");
  const [onlyTroubled, setOnlyTroubled] = useState(false);
  const [open, setOpen] = useState<Open>(null);
  const { act, pendingId } = useSessionActions();

  // A number whose session was ended on the phone is away too, though its state alone calls for nobody (CONN-023).
  const troubled = all.filter((connection) => needsAttention(connection.status) || (isWhole(connection) && connection.downSince !== null));
  const wanted = term.trim().toLocaleLowerCase();
  const shown = (onlyTroubled && troubled.length > 0 ? troubled : all).filter((connection) =>
    connection.name.toLocaleLowerCase().includes(wanted),
  );
  const chosen = open && "id" in open ? all.find((connection) => connection.id === open.id) : undefined;
  const close = () => setOpen(null);

  function onAction(action: SessionAction, connection: Connection): void {
    if (action === "showQr") setOpen({ dialog: "qr", id: connection.id });
    else if (action === "pairCode") setOpen({ dialog: "pair", id: connection.id });
    else if (action === "disconnect") setOpen({ dialog: "disconnect", id: connection.id });
    else if (action !== "connecting") {
      act(action, connection);
      if (action === "newQr") setOpen({ dialog: "qr", id: connection.id });
    }
  }

  const list = {
    connections: shown,
    pendingId,
    onAction,
    onRestart: (connection: Connection) => act("restart", connection),
    onEdit: (connection: Connection) => setOpen({ dialog: "edit", id: connection.id }),
    onDetails: (connection: Connection) => setOpen({ dialog: "details", id: connection.id }),
    onDelete: (connection: Connection) => setOpen({ dialog: "delete", id: connection.id }),
  };
  const addButton = (
    <Button variant="contained" color="primary" startIcon={<Add />} onClick={() => setOpen({ dialog: "form" })}>
      {narrow ? t("addShort") : t("add")}
    </Button>
  );

  return (
    <Page
      title={t("title")}
      count={data && String(all.length)}
      countInWords={data && t("count", { count: all.length })}
      actions={
        <>
          {all.length > 5 && (
            <SearchField
              className="connectionsSearch"
              label={t("search")}
              value={term}
              onChange={setTerm}
              found={wanted === "" ? undefined : t("found", { count: shown.length })}
            />
          )}
          {addButton}
        </>
      }
    >
      {error && !data && <ErrorCard title={t("loadFailed")} error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton />}
      {data && troubled.length > 0 && <AttentionNote troubled={troubled} filtered={onlyTroubled} onFilter={setOnlyTroubled} />}
      {data && all.length === 0 && (
        <EmptyState icon={CableOutlined} title={t("empty")} text={t("emptyText")}>
          {addButton}
        </EmptyState>
      )}
      {data && all.length > 0 && shown.length === 0 && (
        <EmptyState icon={SearchOff} title={t("nothingFound", { term: term.trim() })} text={t("nothingFoundText")} />
      )}
      {shown.length > 0 && (narrow ? <ConnectionCards {...list} /> : <ConnectionsTable {...list} />)}
      <Suspense>
        {chosen && (open?.dialog === "qr" || open?.dialog === "pair") && (
          <LinkDialog key={chosen.id} connection={chosen} startWith={open.dialog} onClose={close} />
        )}
        {open?.dialog === "form" && (
          <ConnectionFormDialog
            connections={all}
            editing={null}
            onClose={close}
            onSaved={(created) => setOpen(created.api === "cloud_api" ? null : { dialog: "qr", id: created.id })}
          />
        )}
        {chosen && isWhole(chosen) && open?.dialog === "edit" && (
          <ConnectionFormDialog key={chosen.id} connections={all} editing={chosen} onClose={close} onSaved={close} />
        )}
        {chosen && open?.dialog === "details" && <DetailsDialog connection={chosen} onClose={close} />}
      </Suspense>
      {chosen && open?.dialog === "delete" && <ConfirmDelete connection={chosen} onClose={close} />}
      {chosen && open?.dialog === "disconnect" && (
        <ConfirmDisconnect
          connection={chosen}
          onClose={close}
          onConfirm={() => {
            act("disconnect", chosen);
            close();
          }}
        />
      )}
    </Page>
  );
}
