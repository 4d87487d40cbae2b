import { yupResolver } from "@hookform/resolvers/yup";
import type { ConnectionView } from "@balcao/contracts/connections";
import { DEFAULT_CONNECTOR, DEFAULT_MESSAGES, DEFAULTED_WARNING, withDefaultMessages, type ConnectorApi } from "@balcao/domain/connections";
import { connectionForm, type ConnectionForm } from "@balcao/domain/forms";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError, call, toErrorText } from "../../../lib/api";
import { applyConnectionEvent, updateConnections } from "../../../lib/data/connections";
import { toasts } from "../../../lib/toasts";

/** Forms of the back office are sent this long after the button, in milliseconds (CONST-005). */
const SUBMIT_DELAY_MS = 400;

/** Texts that are replaced and warned about when empty (CONN-018). */
const WARNED = new Set(["outOfHoursMessage", "transferMessage", "greetingBotMessage"]);

/** A form starts with the default texts in place, so that nothing is replaced behind one's back. */
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

const isFieldName = (name: string): name is keyof ConnectionForm => Object.hasOwn(connectionForm.fields, name);

/** What stands in the form of a known connection; its token is never known. */
function toForm(connection: ConnectionView): ConnectionForm {
  const known = Object.fromEntries(Object.entries(connection).filter(([name]) => isFieldName(name)));
  return { ...EMPTY, ...known, queueIds: connection.queues.map(({ id }) => id), tokenMeta: "" };
}

/** Only what this person changed goes out, so that it does not undo what another changed meanwhile. */
function toChanges(before: ConnectionForm, after: ConnectionForm): Partial<ConnectionForm> {
  const known = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => known.get(name) !== JSON.stringify(value)));
}

interface ConnectionFormOptions {
  /** The connection to change; null for a new one. */
  readonly editing: ConnectionView | null;
  readonly offered: readonly ConnectorApi[];
  readonly isFirst: boolean;
  readonly onSaved: (connection: ConnectionView) => void;
}

/** A connection's form: validated by the domain's schema, sent once, refused at the field that caused it. */
export function useConnectionForm({ editing, offered, isFirst, onSaved }: ConnectionFormOptions) {
  const { t, i18n } = useTranslation("connections");
  const client = useQueryClient();
  const form = useForm({
    resolver: yupResolver(connectionForm),
    defaultValues: editing
      ? toForm(editing)
      : {
          ...EMPTY,
          api: offered.includes(DEFAULT_CONNECTOR) ? DEFAULT_CONNECTOR : (offered[0] ?? DEFAULT_CONNECTOR),
          isDefault: isFirst,
        },
  });

  const submit = form.handleSubmit(async (values) => {
    const { messages, replaced } = withDefaultMessages(values);
    replaced.forEach((field) => form.setValue(field, messages[field]));
    await new Promise((resolve) => setTimeout(resolve, SUBMIT_DELAY_MS));
    const body = { ...values, ...messages };
    try {
      const saved = editing
        ? await call("connections", "change", { params: { whatsappId: editing.id }, body: toChanges(toForm(editing), body) })
        : await call("connections", "create", { body });
      if (replaced.some((field) => WARNED.has(field))) toasts.warning(DEFAULTED_WARNING);
      // Its session may have told of itself before this answer came; what changed at others is told by events.
      updateConnections(client, (list) => applyConnectionEvent(list, { action: "update", whatsapp: saved, whatsappId: saved.id }));
      toasts.success(editing ? t("toast.changed") : t("toast.created"));
      onSaved(saved);
    } catch (error) {
      refuse(error);
    }
  });

  function refuse(error: unknown): void {
    const text = toErrorText(error);
    const code = error instanceof ApiError ? error.code : null;
    if (code === "ERR_NAME_TAKEN") return form.setError("name", { message: text }, { shouldFocus: true });
    if (code === "ERR_WAPP_GREETING_REQUIRED") return form.setError("greetingMessage", { message: text }, { shouldFocus: true });
    const details = error instanceof ApiError ? error.details : [];
    for (const { field, rule } of details) {
      const problem = `form.problem.${rule}`;
      if (isFieldName(field)) form.setError(field, { message: i18n.exists(problem, { ns: "connections" }) ? rule : text });
    }
    toasts.error(text);
  }

  return { form, submit };
}
