import { AppError, invalidField } from "@balcao/contracts/errors";
import { toTypebotAddress, withDefaultMessages, type ConnectionMessages, type ConnectorApi } from "@balcao/domain/connections";
import { judgeAddress, UrlNotAllowedError } from "@balcao/platform/http";
import { askConnector, CHECK_CONTEXT } from "../../ground/gatewayCalls/index.js";
import { givenFields, type Ctx, type Services } from "../../ground/kernel/index.js";

/**
 * The writable fields of a connection under their wire names. An absent field stays, or keeps its
 * default.
 */
export interface ConnectionFields {
  readonly isDefault?: boolean | undefined;
  readonly greetingMessage?: string | undefined;
  readonly greetingBotMessage?: string | undefined;
  readonly greetingMessageRedirect?: string | undefined;
  readonly farewellMessage?: string | undefined;
  readonly outOfHoursMessage?: string | undefined;
  readonly transferMessage?: string | undefined;
  readonly metaIntegration?: boolean | undefined;
  readonly publicIDTypebot?: string | undefined;
  readonly publicDNSTypebot?: string | undefined;
  readonly phoneNumberId?: string | undefined;
  readonly wabaId?: string | undefined;
  /** Empty keeps the stored token [D-139]. */
  readonly tokenMeta?: string | undefined;
  readonly nps?: boolean | undefined;
  readonly sendList?: boolean | undefined;
  readonly npsMessage?: string | undefined;
  readonly npsTksMessage?: string | undefined;
  readonly historyByQueue?: boolean | undefined;
  readonly historyByUser?: boolean | undefined;
}

const INTERNAL_SENTENCE =
  "Este endereço é da rede interna ou tem uma porta incomum: o servidor só o chama se CHATBOT_INTERNAL_HOSTS o nomear.";

/**
 * Converts the given fields into columns. Empty texts become the default texts;
 * Meta's fields apply only to its connector; the chatbot's address must be https.
 */
export function toColumns(api: ConnectorApi, fields: ConnectionFields) {
  const { greetingMessageRedirect, npsTksMessage, publicIDTypebot, publicDNSTypebot, tokenMeta } = fields;
  const isCloud = api === "cloud_api";
  const typebotDns = publicDNSTypebot === undefined ? undefined : toAddress(publicDNSTypebot);
  return givenFields({
    greetingMessage: fields.greetingMessage,
    greetingRedirectMessage: greetingMessageRedirect,
    farewellMessage: fields.farewellMessage,
    typebotPublicId: publicIDTypebot?.trim(),
    typebotDns,
    nps: fields.nps,
    sendList: fields.sendList,
    historyByQueue: fields.historyByQueue,
    historyByUser: fields.historyByUser,
    greetingBotMessage: orDefault("greetingBotMessage", fields.greetingBotMessage),
    outOfHoursMessage: orDefault("outOfHoursMessage", fields.outOfHoursMessage),
    transferMessage: orDefault("transferMessage", fields.transferMessage),
    npsMessage: orDefault("npsMessage", fields.npsMessage),
    npsThanksMessage: orDefault("npsTksMessage", npsTksMessage),
    ...(isCloud && {
      metaIntegration: fields.metaIntegration,
      phoneNumberId: fields.phoneNumberId?.trim(),
      wabaId: fields.wabaId?.trim(),
      ...(tokenMeta?.trim() && { metaTokenSet: true }),
    }),
  });
}

function toAddress(text: string): string {
  const address = toTypebotAddress(text);
  if (address === null) throw invalidField("publicDNSTypebot", "https");
  return address;
}

/**
 * Refuses a given chatbot's address that no call would reach: it is, or is resolved to one, within the company's network and
 * CHATBOT_INTERNAL_HOSTS does not name it. Asks the DNS, so it runs before the transaction.
 */
export async function checkChatbotAddress(
  { chatbotAddresses }: Pick<Services, "chatbotAddresses">,
  { publicDNSTypebot = "" }: ConnectionFields,
): Promise<void> {
  const address = toAddress(publicDNSTypebot);
  try {
    if (address !== "") await judgeAddress(address, chatbotAddresses);
  } catch (error) {
    throw error instanceof UrlNotAllowedError ? invalidField("publicDNSTypebot", "internal", INTERNAL_SENTENCE) : error;
  }
}

/**
 * Returns the changed parts of a cloud connection's account at Meta; null when there are none. An
 * empty token keeps the stored one.
 */
export function toMetaAccount(api: ConnectorApi, fields: ConnectionFields): Readonly<Record<string, string>> | null {
  if (api !== "cloud_api") return null;
  const token = fields.tokenMeta?.trim() ?? "";
  const account = givenFields({
    phoneNumberId: fields.phoneNumberId?.trim(),
    wabaId: fields.wabaId?.trim(),
    token: token === "" ? undefined : token,
  });
  return Object.keys(account).length > 0 ? account : null;
}

/**
 * Checks the rules across fields: several queues need a greeting, and the two kinds of
 * history exclude each other.
 */
export function checkConnection(whole: {
  readonly queueIds: readonly number[];
  readonly greetingMessage: string;
  readonly historyByQueue: boolean;
  readonly historyByUser: boolean;
}): void {
  if (whole.queueIds.length > 1 && whole.greetingMessage.trim() === "") throw new AppError("ERR_WAPP_GREETING_REQUIRED");
  if (whole.historyByQueue && whole.historyByUser) throw invalidField("historyByUser", "exclusive");
}

const orDefault = (field: keyof ConnectionMessages, text: string | undefined): string | undefined =>
  text === undefined ? undefined : withDefaultMessages({ [field]: text }).messages[field];

/** Form fields of an account's parts. */
const FIELDS = { phoneNumberId: "phoneNumberId", wabaId: "wabaId", token: "tokenMeta" } as const;

/**
 * Verifies an account at its network, and throws ERR_VALIDATION for the field that the network
 * refuses. Without an answer from the network it throws ERR_ACCOUNT_UNCHECKED; an incomplete
 * account is not verified.
 */
export async function checkAccount(
  services: Services,
  ctx: Pick<Ctx, "actor">,
  api: ConnectorApi,
  account: Readonly<Record<string, string>>,
): Promise<void> {
  if (!account["token"] || !account["phoneNumberId"]) return;
  const sealed = services.sealer.seal(JSON.stringify(account), CHECK_CONTEXT);
  const { fault } = await askConnector(services, ctx, { api, kind: "checkAccount", input: { sealed } }).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError("ERR_ACCOUNT_UNCHECKED") : error;
  });
  if (fault !== null) throw invalidField(FIELDS[fault.field], fault.rule, fault.reason);
}
