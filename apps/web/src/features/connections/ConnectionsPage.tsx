import { needsAttention, type SessionAction } from "@balcao/domain/connections";
import Add from "@mui/icons-material/Add";
import CableOutlined from "@mui/icons-material/CableOutlined";
import Button from "@mui/material/Button";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { connectionsQuery, isWhole, type Connection } from "../../lib/data/connections";
import { EmptyState } from "../../ui";
import { ListPage, useNameSearch } from "../../ui/list";
import { AttentionNote } from "./AttentionNote";
import { ConfirmDelete, ConfirmDisconnect } from "./ConfirmDialogs";
import { useSteadyOrder } from "./connectionFacts";
import { ConnectionCards } from "./ConnectionCards";
import { ConnectionsTable } from "./ConnectionsTable";
import { LossNotes } from "./LossNotes";
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

/** Connections and their sessions, for administrators (CONN-001…CONN-009). */
export function ConnectionsPage() {
  const { t } = useTranslation("connections");
  const narrow = useMediaQuery("(max-width: 599.95px)");
  const { data, error, refetch } = useQuery(connectionsQuery);
  const all = useSteadyOrder(data ?? []);
  const [onlyTroubled, setOnlyTroubled] = useState(false);
  const [open, setOpen] = useState<Open>(null);
  const { act, pendingId } = useSessionActions();

  // A number whose session was ended on the phone is away too, though its state alone calls for nobody (CONN-023).
  const troubled = all.filter((connection) => needsAttention(connection.status) || (isWhole(connection) && connection.downSince !== null));
  const search = useNameSearch(data && all, onlyTroubled && troubled.length > 0 ? troubled : all);
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
    connections: search.shown,
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

  const List = narrow ? ConnectionCards : ConnectionsTable;
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
        addButton={addButton}
        notes={
          <>
            {troubled.length > 0 && <AttentionNote troubled={troubled} filtered={onlyTroubled} onFilter={setOnlyTroubled} />}
            <LossNotes connections={all} onDetails={list.onDetails} />
          </>
        }
        empty={
          <EmptyState icon={CableOutlined} title={t("empty")} text={t("emptyText")}>
            {addButton}
          </EmptyState>
        }
      >
        <List {...list} />
      </ListPage>
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
    </>
  );
}
