import type { MediaSource, MessageRef, OutboundMessage, PeerId, SendOutcome } from "@balcao/domain/messaging";
import { peerKey } from "@balcao/domain/messaging";
import type { GuardedFetch } from "@balcao/platform/http";
import { GatewayError } from "../port/index.js";
import type {
  ConnectionProfile,
  FetchedMedia,
  GatewaySession,
  SessionHost,
  SessionReport,
  TemplateDesk,
  TypingState,
} from "../port/index.js";
import { required, toCloudAccount } from "./cloudAccount.js";
import type { CloudAccount } from "./cloudAccount.js";
import { toRecipient } from "./cloudBody.js";
import { isBlock } from "./graphError.js";
import { NO_OUTBOX } from "./cloudInbound.js";
import { fetchCloudMedia } from "./cloudMedia.js";
import { CloudSender } from "./cloudSend.js";
import { askHowNumberIs, reportRefusal } from "./cloudStatus.js";
import { createTemplateDesk } from "./cloudTemplates.js";
import type { GraphClient } from "./graphClient.js";
import type { PlainObject } from "../protocol/plainJson.js";

/** Meta counts questions about a number (200 an hour); a good answer holds so long, a refusal shorter. */
const GOOD_FOR_MS = 10 * 60_000;
const REFUSED_FOR_MS = 60_000;
/** A blocked account sends nothing for so long; only a later try can show that the block is over. */
const BLOCKED_FOR_MS = 6 * 60 * 60_000;

interface Known {
  readonly report: SessionReport;
  readonly until: number;
  readonly isBlocked: boolean;
}

/**
 * One number of the Cloud API. Nothing runs here between two calls: the number lives at Meta, and the token is what an administrator entered.
 * One that Meta refuses stops the sends, which wait until the session is opened anew with another (F.3 13).
 */
export class CloudSession implements GatewaySession {
  readonly api = "cloud_api";
  readonly templates: TemplateDesk;
  readonly #sender: CloudSender;
  #known: Known | null = null;
  readonly #account: CloudAccount;

  constructor(
    private readonly client: GraphClient,
    private readonly host: SessionHost,
    private readonly fetchPublic: GuardedFetch,
    private readonly now: () => number,
    connection: ConnectionProfile,
  ) {
    this.#account = toCloudAccount(connection.account);
    this.templates = createTemplateDesk(client, this.#account);
    // A send learns that Meta refuses this account: it is not asked again for a while, and nothing else is sent.
    this.#sender = new CloudSender(client, this.#account, (refusal) => this.#know(reportRefusal(refusal), isBlock(refusal.code)));
  }

  /** Asks how the number is, and has its webhooks delivered. Rejects with GatewayError when Meta does not answer. */
  async start(): Promise<void> {
    await this.host.report(await this.status());
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  /** There is no pairing to end, what was entered stays (D-150); Meta is asked anew. */
  async logout(): Promise<void> {
    this.#known = null;
    await this.start();
  }

  /** The number stays the company's at Meta. */
  remove(): Promise<void> {
    return Promise.resolve();
  }

  /** A refusal holds its time also after news: what made a send fail is not always seen by asking for the number. */
  async status(afterNews = false): Promise<SessionReport> {
    const known = this.#known;
    const isOutdated = afterNews && (known?.report.status === "CONNECTED" || known?.isBlocked === true);
    if (known !== null && this.now() < known.until && !isOutdated) return known.report;
    return this.#know(await askHowNumberIs(this.client, this.#account));
  }

  send(message: OutboundMessage): Promise<SendOutcome> {
    return this.#sender.send(message);
  }

  /** One receipt per conversation: it counts for everything before it. The newest comes first. */
  async markRead(refs: readonly MessageRef[]): Promise<void> {
    const newest = new Map<string, string>();
    for (const { chat, externalId } of refs) if (!newest.has(peerKey(chat))) newest.set(peerKey(chat), externalId);
    for (const message_id of newest.values()) await this.#post({ status: "read", message_id });
  }

  /** Meta shows it for 25 s or until the answer, ties it to a message, and marks that one as read. */
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
    return fetchCloudMedia(this.client, this.#account, this.host, this.fetchPublic, source);
  }

  async #post(fields: PlainObject): Promise<void> {
    const path = `${required(this.#account, "phoneNumberId")}/messages`;
    await this.client.ask({ method: "POST", path, token: this.#account.token, json: { messaging_product: "whatsapp", ...fields } });
  }

  /** A block holds for hours, or until Meta reports a change: asking for the number does not show it. */
  #know(report: SessionReport, isBlocked = false): SessionReport {
    const holdsMs = isBlocked ? BLOCKED_FOR_MS : report.status === "CONNECTED" ? GOOD_FOR_MS : REFUSED_FOR_MS;
    this.#known = { report, until: this.now() + holdsMs, isBlocked };
    return report;
  }
}
