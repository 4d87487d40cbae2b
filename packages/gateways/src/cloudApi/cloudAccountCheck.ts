import { GatewayError } from "../port/index.js";
import type { AccountFault } from "../port/index.js";
import type { CloudAccount } from "./cloudAccount.js";
import type { GraphCall, GraphClient } from "./graphClient.js";
import type { PlainObject } from "../protocol/plainJson.js";
import { objectAt, objectsAt, textAt } from "../protocol/plainJson.js";

/** The questions together end before the administrator's request does (10 s). */
const TIMEOUT_MS = 4_000;
const MOST_PAGES = 10;
const EXPIRED = 463;

/**
 * The first thing that is wrong with an account, or null: does Meta take the token, does it know the number, and does the number belong to the
 * business account (D.6). What is not entered yet is not asked about. Rejects with GatewayError when Meta gives no answer of its own.
 */
export async function findAccountFault(client: GraphClient, account: CloudAccount): Promise<AccountFault | null> {
  const { phoneNumberId, wabaId, token } = account;
  if (token === "") return null;
  const ask = (path: string, query: GraphCall["query"] = {}): Promise<PlainObject> =>
    client.ask({ method: "GET", path, query, token, timeoutMs: TIMEOUT_MS });
  const numberFault =
    phoneNumberId === "" ? null : await faultIn("phoneNumberId", ask(encodeURIComponent(phoneNumberId), { fields: "id" }));
  if (numberFault !== null || wabaId === "") return numberFault;
  return faultIn("wabaId", checkMembership(ask, account));
}

/** Rejects as `invalid` when the account does not have the number. */
async function checkMembership(
  ask: (path: string, query?: GraphCall["query"]) => Promise<PlainObject>,
  { phoneNumberId, wabaId }: CloudAccount,
): Promise<void> {
  let after = "";
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await ask(`${encodeURIComponent(wabaId)}/phone_numbers`, {
      fields: "id",
      limit: "100",
      ...(after === "" ? {} : { after }),
    });
    if (phoneNumberId === "" || objectsAt(answer, "data").some((number) => textAt(number, "id") === phoneNumberId)) return;
    const paging = objectAt(answer, "paging");
    after = textAt(objectAt(paging, "cursors"), "after");
    if (after === "" || textAt(paging, "next") === "") break;
  }
  throw new GatewayError("invalid", "o número de telefone não pertence a esta conta");
}

/** The fault that a refusal of Meta shows: of the token when it is the token, else of the part that was asked about. */
async function faultIn(part: "phoneNumberId" | "wabaId", question: Promise<unknown>): Promise<AccountFault | null> {
  try {
    await question;
    return null;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.kind === "auth") return { field: "token", reason: tokenSentence(error) };
    if (error.kind !== "invalid") throw error;
    return { field: part, reason: PART_SENTENCES[part](codeOf(error)) };
  }
}

const PART_SENTENCES = {
  phoneNumberId: (code: string) => `A Meta não conhece este ID do número de telefone, ou o token não o alcança${code}.`,
  wabaId: (code: string) =>
    code === ""
      ? "O número de telefone não pertence a esta conta WABA."
      : `A Meta não conhece este ID da conta WABA, ou o token não o alcança${code}.`,
} as const;

function tokenSentence(error: GatewayError): string {
  return error.providerCode === EXPIRED
    ? `O token da Meta expirou: informe um novo${codeOf(error)}.`
    : `A Meta recusou o token${codeOf(error)}: confira se foi copiado inteiro e se tem as permissões whatsapp_business_messaging e whatsapp_business_management.`;
}

function codeOf({ providerCode }: GatewayError): string {
  return providerCode === null ? "" : ` (${providerCode})`;
}
