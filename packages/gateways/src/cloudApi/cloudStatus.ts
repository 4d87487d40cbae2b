import type { SessionReason } from "@balcao/domain/connections";
import { GatewayError } from "../port/index.js";
import type { SessionReport } from "../port/index.js";
import type { CloudAccount } from "./cloudAccount.js";
import type { GraphClient } from "./graphClient.js";
import type { GraphRefusal } from "./graphError.js";
import { textAt } from "../protocol/plainJson.js";

const FIELDS = "verified_name,display_phone_number,quality_rating,throughput,status,name_status,code_verification_status,platform_type";
const EXPIRED = 463;
/** States of a number that cannot send. */
const CANNOT_SEND: ReadonlySet<string> = new Set(["BANNED", "DELETED", "DISCONNECTED", "MIGRATED"]);

/**
 * The status of a number: CONNECTED when Meta has the number, accepts the token and delivers the
 * account's webhooks to us; otherwise with a reason. Rejects with GatewayError when Meta gives no
 * answer of its own.
 */
export async function askHowNumberIs(client: GraphClient, account: CloudAccount): Promise<SessionReport> {
  const { phoneNumberId, wabaId, token } = account;
  if (phoneNumberId === "" || token === "") return down("metaIncomplete");
  try {
    const number = await client.ask({ method: "GET", path: encodeURIComponent(phoneNumberId), query: { fields: FIELDS }, token });
    const state = textAt(number, "status");
    if (CANNOT_SEND.has(state)) return down(`metaNumberDead: ${state}`);
    const phone = textAt(number, "display_phone_number").replace(/\D/g, "");
    const doubt = (await subscribe(client, wabaId, token)) ?? doubtIn(state, textAt(number, "quality_rating"));
    return { status: "CONNECTED", qrcode: null, phone: phone || null, battery: null, reason: doubt };
  } catch (error) {
    if (!(error instanceof GatewayError) || (error.kind !== "auth" && error.kind !== "invalid")) throw error;
    return down(reasonFor(Number(error.providerCode), error.message));
  }
}

/** A warning for administrators about a number that can send: Meta restricts it or is about to. */
function doubtIn(state: string, quality: string): SessionReason | null {
  if (state !== "" && state !== "CONNECTED") return `metaNumberDoubtful: ${state}`;
  return quality === "RED" ? "metaLowQuality" : null;
}

/** The report after Meta refused a send because of the account. */
export function reportRefusal({ code, subcode, message }: GraphRefusal): SessionReport {
  return down(reasonFor(subcode ?? code, message));
}

/**
 * Subscribes to the account's webhooks, without which none arrive; repeating it changes nothing.
 * Returns a fault, or null.
 */
async function subscribe(client: GraphClient, wabaId: string, token: string): Promise<SessionReason | null> {
  if (wabaId === "") return "metaNoAccount";
  try {
    await client.ask({ method: "POST", path: `${encodeURIComponent(wabaId)}/subscribed_apps`, token });
    return null;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return `metaNotSubscribed: ${error.providerCode ?? error.kind}`;
  }
}

function reasonFor(code: number, message: string): SessionReason {
  const text = message.slice(0, 200);
  if (code === EXPIRED) return `metaTokenExpired: ${text}`;
  return `metaRefused: (${code}) ${text}`;
}

function down(reason: SessionReason): SessionReport {
  return { status: "DISCONNECTED", qrcode: null, phone: null, battery: null, reason };
}
