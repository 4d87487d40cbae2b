import { applyConnectionEvent, type ConnectionView } from "@balcao/contracts/connections";
import { DEFAULT_CONNECTOR, DEFAULT_MESSAGES, DEFAULTED_WARNING, withDefaultMessages, type ConnectorApi } from "@balcao/domain/connections";
import type { ConnectionForm } from "@balcao/domain/forms";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api";
import { useConfig } from "../../../lib/config";
import { updateConnections, type Connection } from "../../../lib/data/connections";
import { addRemark } from "../../../lib/data/remarks";
import { queryClient } from "../../../lib/queryClient";
import { toasts } from "../../../lib/toasts";
import { AuditLink } from "../../../ui/AuditLink";
import { FormDialog, toChanges, toListFields, useItemForm } from "../../../ui/form";
import "./connectionForm.css";
import { ConnectionSections } from "./ConnectionSections";

/** Texts whose replacement by a default is reported with a warning. */
const WARNED = new Set(["outOfHoursMessage", "transferMessage", "greetingBotMessage"]);

/** A new form contains the default texts, so that nothing is replaced unnoticed. */
const EMPTY: ConnectionForm = {
  ...DEFAULT_MESSAGES,
  name: "",
  api: DEFAULT_CONNECTOR,
  isDefault: false,
  queueIds: [],
  greetingMessage: "",
  greetingMessageRedirect: "",
  farewellMessage: "",
  metaIntegration: true,
  phoneNumberId: "",
  wabaId: "",
  tokenMeta: "",
  publicIDTypebot: "",
  publicDNSTypebot: "",
  nps: false,
  sendList: false,
  historyByQueue: false,
  historyByUser: false,
};

const isFieldName = (name: string): name is keyof ConnectionForm => Object.hasOwn(EMPTY, name);

/** The form values of an existing connection; the server never returns its token. */
function toForm(connection: ConnectionView): ConnectionForm {
  const fields = Object.fromEntries(Object.entries(connection).filter(([name]) => isFieldName(name)));
  return { ...EMPTY, ...fields, queueIds: connection.queues.map(({ id }) => id), tokenMeta: "" };
}

interface ConnectionFormOptions {
  /** The connection to change; null for a new one. */
  readonly editing: ConnectionView | null;
  readonly offered: readonly ConnectorApi[];
  readonly isFirst: boolean;
  readonly onSaved: (connection: ConnectionView) => void;
}

/** Sends the values with the documented texts in place of empty ones, and says so. */
async function withDefaults(
  values: ConnectionForm,
  form: UseFormReturn<ConnectionForm, unknown, ConnectionForm>,
  send: (values: ConnectionForm) => Promise<ConnectionView>,
): Promise<ConnectionView> {
  const { messages, replaced } = withDefaultMessages(values);
  replaced.forEach((field) => form.setValue(field, messages[field]));
  const saved = await send({ ...values, ...messages });
  if (replaced.some((field) => WARNED.has(field))) toasts.warning(DEFAULTED_WARNING);
  return saved;
}

const schemas = {
  change: async () => (await import("@balcao/domain/forms")).connectionForm,
  create: async () => (await import("@balcao/domain/forms")).newConnectionForm,
};

/**
 * The form of a connection. It sends changed fields only, and empty texts become the documented
 * ones.
 */
function useConnectionForm({ editing, offered, isFirst, onSaved }: ConnectionFormOptions) {
  const { t } = useTranslation("connections");
  const api = offered.includes(DEFAULT_CONNECTOR) ? DEFAULT_CONNECTOR : (offered[0] ?? DEFAULT_CONNECTOR);
  return useItemForm<ConnectionView, ConnectionForm, ConnectionView>({
    editing,
    schema: editing ? schemas.change : schemas.create,
    values: editing ? toForm(editing) : { ...EMPTY, api, isDefault: isFirst },
    area: "connections",
    create: (values, idempotencyKey, form) =>
      withDefaults(values, form, (body) => call("connections", "create", { body }, { idempotencyKey })),
    change: (item, changes, form) => {
      const before = toForm(item);
      return withDefaults({ ...before, ...changes }, form, (values) => {
        const { queueIds: _apart, ...body } = toChanges(before, values);
        const queues = toListFields("queueIds", form.formState.defaultValues?.queueIds, changes.queueIds);
        return call("connections", "change", { params: { whatsappId: item.id }, body: { ...body, ...queues } });
      });
    },
    onSaved: (saved) => {
      // An event of its session may have arrived before this response.
      updateConnections(queryClient, (list) => applyConnectionEvent(list, { action: "update", whatsapp: saved, whatsappId: saved.id }));
      addRemark({ descricao: `${editing ? "Alterou" : "Criou"} a conexão ${saved.name}`, origem: "Conexões", whatsappId: saved.id });
      toasts.success(editing ? t("toast.changed") : t("toast.created"));
      onSaved(saved);
    },
  });
}

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
