import { createHmac, randomBytes } from "node:crypto";
import { toRequest } from "./httpConnection.mjs";

/** The key of the generated webhooks' signatures; the benchmark's api listens on the loopback only. */
export const META_APP_SECRET = "bench-app-secret-of-meta";
/** The header of a signature. */
export const SIGNATURE = "x-hub-signature-256";
/** The signature of a delivery's body, as Meta makes it. */
export const signAsMeta = (secret, body) => `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
const PHONE_NUMBER_ID = "106540352242922";
const CUSTOMERS = 500;

const CONNECTION = `INSERT INTO connection (name, api, status, wanted, meta_integration, phone_number_id)
  SELECT 'Linha da Meta', 'cloud_api', 'CONNECTED', false, true, $1 WHERE NOT EXISTS (SELECT 1 FROM connection WHERE phone_number_id = $1)`;

/**
 * Makes webhooks of the Cloud API, a message each, from five hundred customers in turn: `next()` returns the body and the bytes of a signed delivery,
 * `countStored()` how many messages of this run are in conversations.
 */
export async function createMetaWebhooks(client, { firstKey = 0 } = {}) {
  await client.query(CONNECTION, [PHONE_NUMBER_ID]);
  const run = `wamid.bench${randomBytes(4).toString("hex")}`;
  let n = firstKey;
  return {
    next: () => {
      const key = n++;
      const from = `55119${String(40_000_000 + (key % CUSTOMERS))}`;
      const message = {
        from,
        id: `${run}${key}`,
        timestamp: String(Math.floor(Date.now() / 1_000)),
        type: "text",
        text: { body: `#${key}# Bom dia, gostaria de saber do meu pedido` },
      };
      const value = {
        messaging_product: "whatsapp",
        metadata: { display_phone_number: "5511970000001", phone_number_id: PHONE_NUMBER_ID },
        contacts: [{ profile: { name: "Cliente" }, wa_id: from }],
        messages: [message],
      };
      const body = JSON.stringify({
        object: "whatsapp_business_account",
        entry: [{ id: "102290129340398", changes: [{ field: "messages", value }] }],
      });
      return { key, body, bytes: toRequest("POST", "/api/webhook/meta", [`${SIGNATURE}: ${signAsMeta(META_APP_SECRET, body)}`], body) };
    },
    countStored: async () => {
      const { rows } = await client.query(
        "SELECT count(*)::int AS n FROM message WHERE connection_id = (SELECT id FROM connection WHERE phone_number_id = $1) AND external_id LIKE $2",
        [PHONE_NUMBER_ID, `${run}%`],
      );
      return rows[0].n;
    },
  };
}
