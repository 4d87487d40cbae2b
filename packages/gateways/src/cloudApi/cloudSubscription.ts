import { GatewayError } from "../port/index.js";
import { idAt, objectsAt, textAt } from "../protocol/plainJson.js";
import { READ_FIELDS } from "./cloudInbound.js";
import type { GraphClient } from "./graphClient.js";

/**
 * The fields that Balcão reads and the token's app is not subscribed to, so that Meta sends nothing of them. Only the app itself may ask:
 * empty without its secret, and where Meta does not say.
 */
export async function findMissingFields(client: GraphClient, token: string, appSecret: string): Promise<readonly string[]> {
  if (appSecret === "") return [];
  try {
    const app = idAt(await client.ask({ method: "GET", path: "app", query: { fields: "id" }, token }), "id");
    const answer = await client.ask({ method: "GET", path: `${encodeURIComponent(app)}/subscriptions`, token: `${app}|${appSecret}` });
    const known = objectsAt(answer, "data").find((each) => textAt(each, "object") === "whatsapp_business_account");
    const fields = new Set(objectsAt(known ?? null, "fields").map((field) => textAt(field, "name")));
    return READ_FIELDS.filter((name) => !fields.has(name));
  } catch (error) {
    if (error instanceof GatewayError) return [];
    throw error;
  }
}
