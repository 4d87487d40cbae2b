import type { ServerEvent } from "@balcao/contracts/live";
import { byNewestSend } from "@balcao/contracts/massSends";
import type { QueryClient } from "@tanstack/react-query";
import { toastOn } from "./sendToast";
import { updateRow } from "./wholeLists";

const say = toastOn("/envios", "Envio atualizado!");

/** The loaded list after an event; the recipients of the open one are read again. */
export function updateMassSends(client: QueryClient, event: ServerEvent<"envioMassa">): void {
  updateRow(client, "massSends", { id: event.envioId, row: event.action === "delete" ? null : event.envios }, byNewestSend);
  void client.invalidateQueries({ queryKey: ["massSendRecipients", event.envioId] });
}

/** Says on the page of mass sends that one has changed (SEND-013). */
export function showSendUpdate(_client: QueryClient, event: ServerEvent<"envioMassa">): void {
  if (event.action === "update") say(event.envioId);
}
