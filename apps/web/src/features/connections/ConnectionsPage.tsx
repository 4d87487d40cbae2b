import { needsAttention, type SessionAction } from "@balcao/domain/connections";
import CableOutlined from "@mui/icons-material/CableOutlined";
import HistoryOutlined from "@mui/icons-material/HistoryOutlined";
import LinkOff from "@mui/icons-material/LinkOff";
import RestartAlt from "@mui/icons-material/RestartAlt";
import WarningRounded from "@mui/icons-material/WarningRounded";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router-dom";
import { call } from "../../lib/api";
import { type Connection, connectionsQuery, isWhole, updateConnections } from "../../lib/data/connections";
import { toDrops } from "../../lib/data/drops";
import { addRemark } from "../../lib/data/remarks";
import { queryClient } from "../../lib/queryClient";
import { toTimeAgo } from "../../lib/time";
import { ConfirmDialog } from "../../ui/form";
import { ListPage, useWholeList, type Column, type RowAction } from "../../ui/list";
import { Battery } from "./StatusChip";
import { ConnectionCard, ConnectionSubtitle, DefaultCell, StatusCell, UpdatedCell } from "./ConnectionCell";
import { useSteadyOrder } from "./connectionFacts";
import { wayOutOf } from "./connectionReason";
import "./connections.css";
import { LossNotes, MetaOffNotes, ParkedNotes } from "./LossNotes";
import { SessionButtons } from "./SessionButtons";
import { useSessionActions } from "./useSessionActions";

interface AttentionNoteProps {
  readonly troubled: readonly Connection[];
  readonly filtered: boolean;
  readonly onFilter: (filtered: boolean) => void;
}

/** The strip with the number of connections that need attention, and the worst of them. */
function AttentionNote({ troubled, filtered, onFilter }: AttentionNoteProps) {
  const { t, i18n } = useTranslation("connections");
  const [worst] = toDrops(troubled);
  return (
    <div className="note connectionsNote" data-tone="warning" role="status">
      <WarningRounded aria-hidden />
      <p>
        <strong>{t("attention", { count: troubled.length })}</strong>{" "}
        {worst && t("attentionWorst", { name: worst.name, ago: toTimeAgo(worst.since, i18n.language).replace(/\.$/, "") })}
      </p>
      <Button variant="text" size="small" color="inherit" aria-pressed={filtered} onClick={() => onFilter(!filtered)}>
        {filtered ? t("all") : t("onlyAttention", { count: troubled.length })}
      </Button>
    </div>
  );
}

const ConnectionFormDialog = lazy(() => import("./form/ConnectionFormDialog").then((module) => ({ default: module.ConnectionFormDialog })));

// A session that was ended on the phone is down too, although its state alone needs no attention.
const isTroubled = (connection: Connection) => needsAttention(connection.status) || (isWhole(connection) && connection.downSince !== null);

/**
 * The connections in a stable order; `onlyTroubled` restricts them to those that need attention.
 */
function useConnectionList() {
  const { data, error, refetch } = useQuery(connectionsQuery);
  const all = useSteadyOrder(data ?? []);
  const [onlyTroubled, setOnlyTroubled] = useState(false);
  const troubled = all.filter(isTroubled);
  const filtered = onlyTroubled && troubled.length > 0;
  const list = useWholeList({ data: data && all, error, refetch }, filtered ? troubled : all);
  return { all, list, troubled, filtered: onlyTroubled, setFiltered: setOnlyTroubled };
}

interface ConfirmDisconnectProps {
  readonly connection: Connection;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a connection stops receiving messages. */
function ConfirmDisconnect({ connection: { name }, onConfirm, onClose }: ConfirmDisconnectProps) {
  const { t } = useTranslation("connections");
  return (
    <ConfirmDialog
      open
      dangerous
      title={t("confirm.disconnectTitle", { name })}
      confirmLabel={t("confirm.disconnect", { name })}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      {t("confirm.disconnectText")}
    </ConfirmDialog>
  );
}

const LinkDialog = lazy(() => import("./link/LinkDialog").then((module) => ({ default: module.LinkDialog })));
const DetailsDialog = lazy(() => import("./details/DetailsDialog").then((module) => ({ default: module.DetailsDialog })));

/**
 * An open dialog. It holds the id of its connection, so that it shows the current state from the
 * list.
 */
interface OpenDialog {
  readonly dialog: "qr" | "pair" | "disconnect" | "details";
  readonly id: number;
}

interface ConnectionDialogsProps {
  readonly open: OpenDialog | null;
  readonly connections: readonly Connection[];
  readonly onClose: () => void;
  readonly onDisconnect: (connection: Connection) => void;
}

/**
 * The dialogs of the connections besides the form: linking, details, and the question before a
 * disconnection.
 */
function ConnectionDialogs({ open, connections, onClose, onDisconnect }: ConnectionDialogsProps) {
  const chosen = connections.find(({ id }) => id === open?.id);
  if (!open || !chosen) return null;
  if (open.dialog === "disconnect") {
    const disconnect = () => {
      onDisconnect(chosen);
      onClose();
    };
    return <ConfirmDisconnect connection={chosen} onClose={onClose} onConfirm={disconnect} />;
  }
  return (
    <Suspense>
      {open.dialog === "details" ? (
        <DetailsDialog connection={chosen} onClose={onClose} />
      ) : (
        <LinkDialog key={chosen.id} connection={chosen} startWith={open.dialog} onClose={onClose} />
      )}
    </Suspense>
  );
}

/** The actions of the buttons: each makes a call or opens a dialog. */
function useActions() {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const { act, pendingId } = useSessionActions();
  const navigate = useNavigate();
  function onAction(action: SessionAction, connection: Connection): void {
    const { id } = connection;
    if (action === "showQr") setOpen({ dialog: "qr", id });
    else if (action === "pairCode") setOpen({ dialog: "pair", id });
    else if (action === "disconnect") setOpen({ dialog: "disconnect", id });
    else if (action === "setVersion") void navigate("/settings");
    else if (action !== "connecting") {
      act(action, connection);
      if (action === "newQr") setOpen({ dialog: "qr", id });
    }
  }
  return { open, setOpen, act, pendingId, onAction };
}

/** Whether the address asks for the form of a new connection, `?new`, which it does once. */
function useStartsAdding(): boolean {
  const [params, setParams] = useSearchParams();
  const [asked] = useState(() => params.has("new"));
  useEffect(() => {
    if (asked) setParams({}, { replace: true });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- Once, for what the page was opened with.
  }, []);
  return asked;
}

/** Connections and their sessions, for administrators (CONN-001…CONN-009). */
export function ConnectionsPage() {
  const { t } = useTranslation("connections");
  const { all, list, troubled, filtered, setFiltered } = useConnectionList();
  const { open, setOpen, act, pendingId, onAction } = useActions();
  const startsAdding = useStartsAdding();

  const columns: readonly Column<Connection>[] = [
    { id: "default", cell: (connection) => <DefaultCell connection={connection} /> },
    { id: "battery", cell: ({ battery }) => <Battery percent={battery} /> },
    { id: "status", cell: (connection) => <StatusCell connection={connection} /> },
    {
      id: "session",
      cell: (connection) => <SessionButtons connection={connection} busy={pendingId === connection.id} onAction={onAction} />,
    },
    { id: "updatedAt", cell: (connection) => <UpdatedCell connection={connection} /> },
  ];
  const actionsOf = (connection: Connection): readonly RowAction[] => {
    const { id, name, status } = connection;
    const ends = status === "CONNECTED" && wayOutOf(connection).can.includes("disconnect");
    return [
      ...(ends
        ? [{ icon: LinkOff, label: t("session.disconnect"), cardOnly: true, run: () => setOpen({ dialog: "disconnect", id }) }]
        : []),
      { icon: HistoryOutlined, label: t("session.details", { name }), run: () => setOpen({ dialog: "details", id }) },
      { icon: RestartAlt, label: t("session.restart", { name }), disabled: pendingId === id, run: () => act("restart", connection) },
    ];
  };

  return (
    <>
      <ListPage
        area="connections"
        startsAdding={startsAdding}
        event="whatsapp"
        icon={CableOutlined}
        list={list}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        subtitleOf={(connection) => <ConnectionSubtitle connection={connection} />}
        columns={columns}
        card={(connection) => <ConnectionCard connection={connection} busy={pendingId === connection.id} onAction={onAction} />}
        actionsOf={actionsOf}
        form={({ editing, onClose }) => (
          <ConnectionFormDialog
            connections={all}
            editing={editing && isWhole(editing) ? editing : null}
            onClose={onClose}
            onSaved={({ id, api }) => {
              onClose();
              if (!editing && api !== "cloud_api") setOpen({ dialog: "qr", id });
            }}
          />
        )}
        remove={async ({ id, name }) => {
          await call("connections", "delete", { params: { whatsappId: id } });
          addRemark({ descricao: `Excluiu a conexão ${name}`, origem: "Conexões" });
          updateConnections(queryClient, (loaded) => loaded.filter((other) => other.id !== id));
        }}
        notes={
          <>
            {troubled.length > 0 && <AttentionNote troubled={troubled} filtered={filtered} onFilter={setFiltered} />}
            <LossNotes connections={all} onDetails={({ id }) => setOpen({ dialog: "details", id })} />
            <MetaOffNotes connections={all} />
            <ParkedNotes connections={all} onDetails={({ id }) => setOpen({ dialog: "details", id })} />
          </>
        }
      />
      <ConnectionDialogs
        open={open}
        connections={all}
        onClose={() => setOpen(null)}
        onDisconnect={(connection) => act("disconnect", connection)}
      />
    </>
  );
}
