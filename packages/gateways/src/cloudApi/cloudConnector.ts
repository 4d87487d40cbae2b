import type { GuardedFetch } from "@balcao/platform/http";
import { type AccountFault, type GatewayConnector, GatewayError } from "../port/index.js";
import { createNodeTransport } from "../transport/nodeTransport.js";
import type { GatewayTransport } from "../transport/transport.js";
import { toCloudAccount, type CloudAccount } from "./cloudAccount.js";
import { type GraphCall, GraphClient } from "./graphClient.js";
import { type PlainObject, objectAt, objectsAt, textAt } from "../protocol/plainJson.js";
import { toInbound } from "./cloudInbound.js";
import { CloudSession } from "./cloudSession.js";

/** All requests together must finish before the administrator's own request times out (10 s). */
const TIMEOUT_MS = 4_000;
const MOST_PAGES = 10;
const EXPIRED = 463;

/**
 * The first fault of an account, or null: whether Meta accepts the token, has the number, and has
 * the number in the business account. Parts that are still empty are not checked. Rejects with
 * GatewayError when Meta gives no answer of its own.
 */
async function findAccountFault(client: GraphClient, account: CloudAccount): Promise<AccountFault | null> {
  const { phoneNumberId, wabaId, token } = account;
  if (token === "") return null;
  const ask = (path: string, query: GraphCall["query"] = {}): Promise<PlainObject> =>
    client.ask({ method: "GET", path, query, token, timeoutMs: TIMEOUT_MS });
  const numberFault =
    phoneNumberId === "" ? null : await faultIn("phoneNumberId", ask(encodeURIComponent(phoneNumberId), { fields: "id" }));
  if (numberFault !== null || wabaId === "") return numberFault;
  return faultIn("wabaId", checkMembership(ask, account));
}

/** Rejects as `invalid` when the business account does not have the number. */
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
  throw new GatewayError("invalid", "the phone number does not belong to this account");
}

/**
 * The fault that a refusal of Meta means: the token's when it is the token, else that of `part`.
 */
async function faultIn(part: "phoneNumberId" | "wabaId", question: Promise<unknown>): Promise<AccountFault | null> {
  try {
    await question;
    return null;
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    if (error.kind === "auth")
      return { field: "token", rule: error.providerCode === EXPIRED ? "expired" : "rejected", reason: tokenSentence(error) };
    if (error.kind !== "invalid") throw error;
    return { field: part, rule: isForeign(error) ? "foreign" : "unknown", reason: PART_SENTENCES[part](codeOf(error)) };
  }
}

/** The account itself is known; it does not have the number. */
const isForeign = ({ providerCode }: GatewayError): boolean => providerCode === null;

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

export interface CloudConnectorOptions {
  /** Address of the Graph API, without its version. */
  readonly baseUrl: string;
  /** `v26.0` */
  readonly version: string;
  /** The secret of the app, with which it asks what it is subscribed to; without it that is not checked. */
  readonly appSecret?: string;
  /** Fetches media of up to 25 MB from the addresses that Meta gives. */
  readonly fetchPublic: GuardedFetch;
  readonly transport?: GatewayTransport;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** The connector of Meta's Cloud API. */
export function createCloudConnector(options: CloudConnectorOptions): GatewayConnector {
  const client = new GraphClient(options.baseUrl, options.version, options.transport ?? createNodeTransport());
  const now = options.now ?? (() => performance.now());
  return {
    api: "cloud_api",
    open: (connection, host) =>
      new CloudSession({ client, host, appSecret: options.appSecret ?? "", fetchPublic: options.fetchPublic, now }, connection),
    checkAccount: (account) => findAccountFault(client, toCloudAccount(account)),
    toInbound: (_kind, payload) => toInbound(payload),
  };
}
