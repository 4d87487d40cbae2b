import { yupResolver } from "@hookform/resolvers/yup";
import type { ConnectionView } from "@balcao/contracts/connections";
import { DEFAULT_CONNECTOR, DEFAULT_MESSAGES, DEFAULTED_WARNING, withDefaultMessages, type ConnectorApi } from "@balcao/domain/connections";
import { connectionForm, type ConnectionForm } from "@balcao/domain/forms";
import { useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError, call, toErrorText } from "../../../lib/api";
import { connectionsQuery, updateConnections } from "../../../lib/data/connections";
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
  metaIntegration: false,
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

const toFieldName = (name: string): keyof ConnectionForm | null => (name in connectionForm.fields ? (name as keyof ConnectionForm) : null);

/** A new connection's form: validated by the domain's schema, sent once, refused at the field that caused it. */
export function useConnectionForm(offered: readonly ConnectorApi[], isFirst: boolean, onCreated: (connection: ConnectionView) => void) {
  const { t } = useTranslation("connections");
  const client = useQueryClient();
  const form = useForm({
    resolver: yupResolver(connectionForm),
    defaultValues: {
      ...EMPTY,
      api: offered.includes(DEFAULT_CONNECTOR) ? DEFAULT_CONNECTOR : (offered[0] ?? DEFAULT_CONNECTOR),
      isDefault: isFirst,
    },
  });

  const submit = form.handleSubmit(async (values) => {
    const { messages, replaced } = withDefaultMessages(values);
    await new Promise((resolve) => setTimeout(resolve, SUBMIT_DELAY_MS));
    try {
      const created = await call("connections", "create", { body: { ...values, ...messages, queueIds: values.queueIds } });
      if (replaced.some((field) => WARNED.has(field))) toasts.warning(DEFAULTED_WARNING);
      updateConnections(client, (list) => (list.some((other) => other.id === created.id) ? list : [...list, created]));
      void client.invalidateQueries({ queryKey: connectionsQuery.queryKey });
      toasts.success(t("toast.created"));
      onCreated(created);
    } catch (error) {
      refuse(error);
    }
  });

  function refuse(error: unknown): void {
    const text = toErrorText(error);
    const code = error instanceof ApiError ? error.code : null;
    if (code === "ERR_NAME_TAKEN") return form.setError("name", { message: text }, { shouldFocus: true });
    if (code === "ERR_WAPP_GREETING_REQUIRED") return form.setError("greetingMessage", { message: text }, { shouldFocus: true });
    const fields = error instanceof ApiError ? error.details.flatMap(({ field }) => toFieldName(field) ?? []) : [];
    fields.forEach((field) => form.setError(field, { message: text }));
    toasts.error(text);
  }

  return { form, submit };
}
