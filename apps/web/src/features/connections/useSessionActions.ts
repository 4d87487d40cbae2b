import type { SessionAction } from "@balcao/domain/connections";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import type { Connection } from "../../lib/data/connections";
import { expectDrop } from "../../lib/data/drops";
import { addRemark } from "../../lib/data/remarks";
import { toasts } from "../../lib/toasts";

/** The actions that make a call; the others open a dialog. */
type CallingAction = Extract<SessionAction, "reconnect" | "tryAgain" | "newQr" | "disconnect"> | "restart";

const CALLS: Readonly<Record<CallingAction, (whatsappId: number) => Promise<unknown>>> = {
  reconnect: (whatsappId) => call("connections", "restart", { body: { whatsappId } }),
  restart: (whatsappId) => call("connections", "restart", { body: { whatsappId } }),
  tryAgain: (whatsappId) => call("connections", "startSession", { params: { whatsappId } }),
  newQr: (whatsappId) => call("connections", "renewSession", { params: { whatsappId } }),
  disconnect: (whatsappId) => call("connections", "recreate", { params: { whatsappId } }),
};

/** The text of each action in the audit trail, before the connection's name (LOG-003). */
const REMARKS: Readonly<Record<CallingAction, string>> = {
  reconnect: "Reconectou a conexão",
  restart: "Reiniciou a conexão",
  tryAgain: "Iniciou a sessão de",
  newQr: "Pediu um novo QR code de",
  disconnect: "Desconectou a conexão",
};

/**
 * Runs the action of a session button, one call each. The row changes with the server's
 * event; a failure is shown, and `pendingId` is the connection whose call is running.
 */
export function useSessionActions() {
  const { t } = useTranslation("connections");
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ action, connection }: { readonly action: CallingAction; readonly connection: Connection }) =>
      CALLS[action](connection.id),
    onMutate: ({ action, connection }) => {
      if (action === "disconnect") expectDrop(connection.id);
    },
    onSuccess: (_answer, { action, connection: { id, name } }) => {
      addRemark({ descricao: `${REMARKS[action]} ${name}`, origem: "Conexões", whatsappId: id });
      if (action === "disconnect") toasts.success(t("toast.disconnected", { name }));
      if (action === "restart" || action === "reconnect") toasts.info(t("toast.restarting", { name }));
    },
    onError: (error) => toasts.error(toErrorText(error)),
  });
  return {
    act: (action: CallingAction, connection: Connection) => mutate({ action, connection }),
    pendingId: isPending ? variables.connection.id : null,
  };
}
