import { useTranslation } from "react-i18next";
import type { Connection } from "../../lib/data/connections";
import { ConfirmDialog } from "../../ui/form";

interface ConfirmDisconnectProps {
  readonly connection: Connection;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before a connection stops receiving messages. */
export function ConfirmDisconnect({ connection: { name }, onConfirm, onClose }: ConfirmDisconnectProps) {
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
