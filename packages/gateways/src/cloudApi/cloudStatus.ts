import { GatewayError } from "../port/index.js";
import type { SessionReport } from "../port/index.js";
import type { CloudAccount } from "./cloudAccount.js";
import type { GraphClient } from "./graphClient.js";
import type { GraphRefusal } from "./graphError.js";
import { textAt } from "../protocol/plainJson.js";

const FIELDS = "verified_name,display_phone_number,quality_rating,throughput,status,name_status,code_verification_status,platform_type";
const EXPIRED = 463;
/** States in which a number sends nothing. */
const DEAD: ReadonlySet<string> = new Set(["BANNED", "DELETED", "DISCONNECTED", "MIGRATED"]);

/**
 * Connected means: Meta knows the number and takes the token (D.6), and delivers the account's webhooks to us. What stands against it is the
 * reason. Rejects with GatewayError when Meta gives no answer of its own.
 */
export async function askHowNumberIs(client: GraphClient, account: CloudAccount): Promise<SessionReport> {
  const { phoneNumberId, wabaId, token } = account;
  if (phoneNumberId === "" || token === "") return down("Preencha o ID do número de telefone e o token da Meta no cadastro da conexão.");
  try {
    const number = await client.ask({ method: "GET", path: encodeURIComponent(phoneNumberId), query: { fields: FIELDS }, token });
    const state = textAt(number, "status");
    if (DEAD.has(state)) return down(`A Meta informa o número como ${state}.`);
    const phone = textAt(number, "display_phone_number").replace(/\D/g, "");
    const doubt = (await subscribe(client, wabaId, token)) ?? doubtIn(state, textAt(number, "quality_rating"));
    return { status: "CONNECTED", qrcode: null, phone: phone || null, battery: null, reason: doubt };
  } catch (error) {
    if (!(error instanceof GatewayError) || (error.kind !== "auth" && error.kind !== "invalid")) throw error;
    return down(sentenceFor(Number(error.providerCode), error.message));
  }
}

/** What an administrator should know of a number that sends: Meta holds it back, or is about to. */
function doubtIn(state: string, quality: string): string | null {
  if (state !== "" && state !== "CONNECTED") return `A Meta informa o número como ${state}: veja o Gerenciador do WhatsApp.`;
  return quality === "RED" ? "A Meta avalia a qualidade deste número como baixa: clientes bloqueiam ou denunciam as mensagens." : null;
}

/** Why nothing can be sent, after Meta said so to a send. */
export function reportRefusal({ code, subcode, message }: GraphRefusal): SessionReport {
  return down(sentenceFor(subcode ?? code, message));
}

/** Without a subscription no webhook comes; asking again changes nothing. Answers what is wrong, or null. */
async function subscribe(client: GraphClient, wabaId: string, token: string): Promise<string | null> {
  if (wabaId === "")
    return "Sem o ID da conta WABA não há modelos de mensagem, e a entrega de mensagens recebidas não pôde ser verificada.";
  try {
    await client.ask({ method: "POST", path: `${encodeURIComponent(wabaId)}/subscribed_apps`, token });
    return null;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return `As mensagens recebidas podem não chegar: a assinatura da conta WABA foi recusada (${String(error.providerCode ?? error.kind)}).`;
  }
}

function sentenceFor(code: number, message: string): string {
  const text = message.slice(0, 200);
  if (code === EXPIRED) return `O token da Meta expirou: informe um novo no cadastro da conexão. (${text})`;
  return `A Meta recusou a conexão (${code}): ${text}`;
}

function down(reason: string): SessionReport {
  return { status: "DISCONNECTED", qrcode: null, phone: null, battery: null, reason };
}
