import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { updateConnections, type Connection } from "../../lib/data/connections";
import { toasts } from "../../lib/toasts";
import { ConfirmDialog } from "../../ui";

/** Asks before a connection is deleted, deletes it, and says so (D-152, ERR-033). */
export function ConfirmDelete({ connection, onClose }: { readonly connection: Connection; readonly onClose: () => void }) {
  const { t } = useTranslation("connections");
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("connections", "delete", { params: { whatsappId: connection.id } }),
    onSuccess: () => {
      toasts.success(t("toast.deleted"));
      updateConnections(client, (list) => list.filter((other) => other.id !== connection.id));
      onClose();
    },
    onError: (error) => {
      toasts.error(toErrorText(error));
      onClose();
    },
  });
  const { name } = connection;
  return (
    <ConfirmDialog
      open
      dangerous
      busy={isPending}
      title={t("confirm.deleteTitle", { name })}
      confirmLabel={t("confirm.delete", { name })}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      {t("confirm.deleteText")}
    </ConfirmDialog>
  );
}

/** Asks before a number stops receiving messages. */
export function ConfirmDisconnect({
  connection,
  onConfirm,
  onClose,
}: {
  readonly connection: Connection;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation("connections");
  const { name } = connection;
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
