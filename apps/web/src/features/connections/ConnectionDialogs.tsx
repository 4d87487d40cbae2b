import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Connection } from "../../lib/data/connections";
import { ConfirmDialog } from "../../ui/form";

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
export interface OpenDialog {
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
export function ConnectionDialogs({ open, connections, onClose, onDisconnect }: ConnectionDialogsProps) {
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
