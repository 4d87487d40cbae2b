import { createHmac } from "node:crypto";
import { webhookKeyContext } from "@balcao/application/inbox/intake";
import type { ApiStage } from "../apiStage.fixture.js";

const KEY = "a-webhook-key-of-at-least-32-characters";
const CHAT = "5511988887777@s.whatsapp.net";

/** Gives a connection of WuzAPI the key with which `sendWebhook` signs. */
export async function giveWebhookKey({ auth, test }: ApiStage, connectionId: number): Promise<void> {
  const sealed = auth.services.sealer.seal(KEY, webhookKeyContext(connectionId));
  await test.database.sql.ask("UPDATE connection SET webhook_key_sealed = $2 WHERE id = $1", [connectionId, sealed]);
}

/** Sends a message of a customer, `id`, to the connection "Loja" as WuzAPI does, and returns the status of the answer. */
export async function sendWebhook(origin: string, id: string): Promise<number> {
  const info = {
    Chat: CHAT,
    Sender: CHAT,
    IsFromMe: false,
    IsGroup: false,
    ID: id,
    Type: "text",
    Timestamp: "2026-11-20T12:00:00-03:00",
  };
  const body = JSON.stringify({ type: "Message", event: { Info: info, Message: { conversation: "Oi" } } });
  const headers = { "Content-Type": "application/json", "x-hmac-signature": createHmac("sha256", KEY).update(body).digest("hex") };
  const answer = await fetch(`${origin}/api/whatsapp/meow/webhook/Loja_token`, { method: "POST", body, headers });
  await answer.arrayBuffer();
  return answer.status;
}
