import { toTypebotAddress, withDefaultMessages, type ConnectionMessages, type ConnectorApi } from "@balcao/domain/connections";
import { AppError, invalidField } from "@balcao/contracts/errors";

/** What may be written of a connection, with the wire's field names; what is absent stays, or keeps its default. */
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
  /** Empty keeps the stored one (D-139). */
  readonly tokenMeta?: string | undefined;
  readonly nps?: boolean | undefined;
  readonly sendList?: boolean | undefined;
  readonly npsMessage?: string | undefined;
  readonly npsTksMessage?: string | undefined;
  readonly historyByQueue?: boolean | undefined;
  readonly historyByUser?: boolean | undefined;
}

/**
 * The columns for the given fields. Empty texts become the documented defaults (CONN-018, D-144); the fields of Meta count for its own connector
 * alone (D-148). The chatbot's address must be https (D-149).
 */
export function toColumns(api: ConnectorApi, fields: ConnectionFields) {
  const { greetingMessageRedirect, npsTksMessage, publicIDTypebot, publicDNSTypebot, tokenMeta } = fields;
  const isCloud = api === "cloud_api";
  const typebotDns = publicDNSTypebot === undefined ? undefined : toTypebotAddress(publicDNSTypebot);
  if (typebotDns === null) throw invalidField("publicDNSTypebot", "https");
  return withoutAbsent({
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

/** What changes of a cloud connection's account at Meta; null when nothing does. An empty token keeps the stored one (D-139). */
export function toMetaAccount(api: ConnectorApi, fields: ConnectionFields): Readonly<Record<string, string>> | null {
  if (api !== "cloud_api") return null;
  const token = fields.tokenMeta?.trim() ?? "";
  const account = withoutAbsent({
    phoneNumberId: fields.phoneNumberId?.trim(),
    wabaId: fields.wabaId?.trim(),
    token: token === "" ? undefined : token,
  });
  return Object.keys(account).length > 0 ? account : null;
}

/** What must hold of a connection as a whole: a greeting above a menu of several queues (CONN-028) and one kind of history at most (D-078). */
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

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutAbsent<T extends object>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<T>;
}
