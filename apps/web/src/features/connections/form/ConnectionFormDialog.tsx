import type { ConnectionView } from "@balcao/contracts/connections";
import { useTranslation } from "react-i18next";
import { useConfig } from "../../../lib/config";
import type { Connection } from "../../../lib/data/connections";
import { AuditLink } from "../../../ui/AuditLink";
import { FormDialog } from "../../../ui/form";
import { ConnectionSections } from "./ConnectionSections";
import { useConnectionForm } from "./useConnectionForm";
import "./connectionForm.css";

interface ConnectionFormDialogProps {
  readonly connections: readonly Connection[];
  readonly onClose: () => void;
  /** The connection to change; null for a new one. */
  readonly editing: ConnectionView | null;
  readonly onSaved: (connection: ConnectionView) => void;
}

/**
 * Adds or changes a connection. Required fields come first; the rest is in closed sections with
 * good defaults (CONN-010…CONN-020).
 */
export function ConnectionFormDialog({ connections, editing, onClose, onSaved }: ConnectionFormDialogProps) {
  const { t } = useTranslation("connections");
  const offered = useConfig()?.connectors ?? [];
  const form = useConnectionForm({ editing, offered, isFirst: connections.length === 0, onSaved });
  return (
    <FormDialog
      long
      title={editing ? t("form.titleEdit", { name: editing.name }) : t("form.title")}
      subtitle={editing ? <AuditLink kind="connection" id={editing.id} /> : undefined}
      form={form}
      submitLabel={editing ? t("form.save") : t("form.submit")}
      width={720}
      fullBelow={900}
      discardText={editing ? t("form.discardEditText") : t("form.discardText")}
      onClose={onClose}
    >
      <ConnectionSections of={form} offered={offered} connections={connections} editing={editing} />
    </FormDialog>
  );
}
