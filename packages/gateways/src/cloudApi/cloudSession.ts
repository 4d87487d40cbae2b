import type { SessionReason } from "@balcao/domain/connections";
import { type MediaSource, type MessageRef, type OutboundMessage, type PeerId, type SendOutcome, peerKey } from "@balcao/domain/messages";
import {
  GatewayError,
  type ConnectionProfile,
  type FetchedMedia,
  type GatewaySession,
  type SessionReport,
  type StatusCause,
  type TemplateCatalog,
  type TypingState,
} from "../port/index.js";
import { idAt, objectsAt, textAt, type PlainObject } from "../protocol/plainJson.js";
import { required, toCloudAccount, type CloudAccount } from "./cloudAccount.js";
import { toRecipient } from "./cloudBody.js";
import { NO_OUTBOX, READ_FIELDS } from "./cloudInbound.js";
import { fetchCloudMedia } from "./cloudMedia.js";
import type { CloudParts } from "./cloudParts.js";
import { CloudSender } from "./cloudSend.js";
import { createTemplateCatalog } from "./cloudTemplates.js";
import type { GraphClient } from "./graphClient.js";
import { isBlock, type GraphRefusal } from "./graphError.js";

const FIELDS = "verified_name,display_phone_number,quality_rating,throughput,status,name_status,code_verification_status,platform_type";
const EXPIRED = 463;
/** States of a number that cannot send. */
const CANNOT_SEND: ReadonlySet<string> = new Set(["BANNED", "DELETED", "DISCONNECTED", "MIGRATED"]);

/**
 * The fields that Balcão reads and the token's app is not subscribed to, so that Meta sends nothing of them. Only the app itself may ask:
 * empty without its secret, and where Meta does not say.
 */
async function findMissingFields(client: GraphClient, token: string, appSecret: string): Promise<readonly string[]> {
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

/**
 * The status of a number: CONNECTED when Meta has the number, accepts the token and delivers the
 * account's webhooks to us; otherwise with a reason. Rejects with GatewayError when Meta gives no
 * answer of its own.
 */
async function askHowNumberIs({ client, appSecret }: CloudParts, account: CloudAccount): Promise<SessionReport> {
  const { phoneNumberId, wabaId, token } = account;
  if (phoneNumberId === "" || token === "") return down("metaIncomplete");
  try {
    const number = await client.ask({ method: "GET", path: encodeURIComponent(phoneNumberId), query: { fields: FIELDS }, token });
    const state = textAt(number, "status");
    if (CANNOT_SEND.has(state)) return down(`metaNumberDead: ${state}`);
    const phone = textAt(number, "display_phone_number").replace(/\D/g, "");
    const doubt =
      (await subscribe(client, wabaId, token)) ??
      doubtIn(state, textAt(number, "quality_rating")) ??
      doubtOf(await findMissingFields(client, token, appSecret));
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

const doubtOf = (missing: readonly string[]): SessionReason | null =>
  missing.length === 0 ? null : `metaFieldsMissing: ${missing.join(", ")}`;

/** The report after Meta refused a send because of the account. */
function reportRefusal({ code, subcode, message }: GraphRefusal): SessionReport {
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

/**
 * Meta allows 200 status requests an hour, so a good answer is cached for this long and a refusal
 * for less.
 */
const GOOD_FOR_MS = 10 * 60_000;
const REFUSED_FOR_MS = 60_000;
/**
 * A blocked account sends nothing for this long; only another try can show that the block is over.
 */
const BLOCKED_FOR_MS = 6 * 60 * 60_000;

interface Known {
  readonly report: SessionReport;
  readonly until: number;
  readonly isBlocked: boolean;
}

/**
 * One number of the Cloud API. It is at Meta, so nothing runs here between two calls, and an
 * administrator entered the token. A token that Meta refuses stops the sends, which wait until the
 * session is opened with another one.
 */
export class CloudSession implements GatewaySession {
  readonly api = "cloud_api";
  readonly templates: TemplateCatalog;
  readonly #sender: CloudSender;
  #known: Known | null = null;
  readonly #account: CloudAccount;

  constructor(
    private readonly parts: CloudParts,
    connection: ConnectionProfile,
  ) {
    this.#account = toCloudAccount(connection.account);
    this.templates = createTemplateCatalog(parts.client, this.#account);
    // After a refusal of the account Meta is not asked again for a while, and nothing else is sent.
    this.#sender = new CloudSender(parts.client, this.#account, (refusal) => this.#know(reportRefusal(refusal), isBlock(refusal.code)));
  }

  /**
   * Requests the number's status and subscribes to its webhooks. Rejects with GatewayError when
   * Meta does not answer.
   */
  async start(): Promise<void> {
    await this.parts.host.report(await this.status());
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Requests the status again. There is no pairing to end, and the entered account stays.
   */
  async logout(): Promise<void> {
    this.#known = null;
    await this.start();
  }

  /** Does nothing: the number stays the company's at Meta. */
  remove(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * The status of the number. A refusal stays cached whatever the cause, because the number's
   * status does not always show why a send failed; a block ends with an event of Meta alone.
   */
  async status(cause?: StatusCause): Promise<SessionReport> {
    const known = this.#known;
    const isOutdated = known !== null && (known.isBlocked ? cause === "event" : cause !== undefined && known.report.status === "CONNECTED");
    if (known !== null && this.parts.now() < known.until && !isOutdated) return known.report;
    const asked = await askHowNumberIs(this.parts, this.#account);
    // What Meta refused meanwhile is newer than this answer.
    const newer = this.#known;
    return newer !== null && newer !== known ? newer.report : this.#know(asked);
  }

  send(message: OutboundMessage): Promise<SendOutcome> {
    return this.#sender.send(message);
  }

  /** One receipt per conversation covers all messages before it. The newest message comes first. */
  async markRead(refs: readonly MessageRef[]): Promise<void> {
    const newest = new Map<string, string>();
    for (const { chat, externalId } of refs) if (!newest.has(peerKey(chat))) newest.set(peerKey(chat), externalId);
    for (const message_id of newest.values()) await this.#post({ status: "read", message_id });
  }

  /**
   * Meta shows typing for 25 s or until the answer, attaches it to a message, and marks that
   * message as read.
   */
  async setTyping(_chat: PeerId, state: TypingState, last: MessageRef | null): Promise<void> {
    if (state === "paused" || last === null) return;
    await this.#post({ status: "read", message_id: last.externalId, typing_indicator: { type: "text" } });
  }

  async react(target: MessageRef, emoji: string | null): Promise<void> {
    const recipient = toRecipient(target.chat);
    if (recipient === null) throw new GatewayError("unsupported", "this network cannot reach this contact");
    const reaction = { message_id: target.externalId, emoji: emoji ?? "" };
    await this.#post({ ...recipient, type: "reaction", reaction, biz_opaque_callback_data: NO_OUTBOX });
  }

  fetchMedia(source: Extract<MediaSource, { at: "provider" }>): Promise<FetchedMedia> {
    return fetchCloudMedia(this.parts, this.#account, source);
  }

  async #post(fields: PlainObject): Promise<void> {
    const path = `${required(this.#account, "phoneNumberId")}/messages`;
    await this.parts.client.ask({ method: "POST", path, token: this.#account.token, json: { messaging_product: "whatsapp", ...fields } });
  }

  /**
   * Caches a report. A block stays cached for hours, or until Meta reports a change, because the
   * number's status does not show it.
   */
  #know(report: SessionReport, isBlocked = false): SessionReport {
    const holdsMs = isBlocked ? BLOCKED_FOR_MS : report.status === "CONNECTED" ? GOOD_FOR_MS : REFUSED_FOR_MS;
    this.#known = { report, until: this.parts.now() + holdsMs, isBlocked };
    return report;
  }
}
