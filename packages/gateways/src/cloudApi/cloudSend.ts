import { CAPABILITIES } from "@balcao/domain/connections";
import type { OutboundContent, OutboundMessage, ProviderError, SendOutcome } from "@balcao/domain/messaging";
import { peerKey } from "@balcao/domain/messaging";
import { toTransportError } from "../transport/transport.js";
import { toMessageBody, toRecipient } from "./cloudBody.js";
import { uploadForm } from "./cloudUpload.js";
import type { CloudAccount } from "./cloudAccount.js";
import type { GraphAnswer, GraphClient } from "./graphClient.js";
import { kindOf, leavesDoubt, refusalIn } from "./graphError.js";
import type { GraphRefusal } from "./graphError.js";
import { idAt, objectsAt } from "../protocol/plainJson.js";

const SEND_TIMEOUT_MS = 30_000;
/** Upload and send together end before the house believes that nobody answers: otherwise a slow file would be told as a doubt while it still travels. */
const UPLOAD_TIMEOUT_MS = CAPABILITIES.cloud_api.sendTimeoutMs - SEND_TIMEOUT_MS - 5_000;
const PAIR_LIMIT = 131056;
const THROUGHPUT_LIMIT = 130429;
/** Slow down, when Meta does not say for how long. */
const QUEUE_PAUSE_MS = 60_000;
const LONGEST_PAIR_PAUSE_MS = 256_000;
const MOST_PEERS = 1_000;

type Media = Extract<OutboundContent, { kind: "media" }>;
type Refused = Extract<SendOutcome, { state: "refused" }>;

/** Hands messages of one connection over. Each call has a connection of its own, so that a failed one can be told from a broken one. */
export class CloudSender {
  /** How often in a row a customer's own limit was met: the pause grows with it. */
  readonly #pairRefusals = new Map<string, number>();

  constructor(
    private readonly client: GraphClient,
    private readonly account: CloudAccount,
    /** Told when Meta does not let this account send. */
    private readonly onAuthRefusal: (refusal: GraphRefusal) => void,
  ) {}

  /** Hands one message over. Never throws; what Meta accepted is `sent` although it goes out later: failures come as a status. */
  async send(message: OutboundMessage): Promise<SendOutcome> {
    const { account } = this;
    if (account.token === "" || account.phoneNumberId === "")
      return refused(true, "notConnected", "The connection has no token or number id");
    if (toRecipient(message.to) === null) return refused(false, "unsupported", "This network cannot reach this contact");
    const upload = message.content.kind === "media" ? await this.#upload(message.content) : { id: "" };
    if ("state" in upload) return upload;
    const json = toMessageBody(message, upload.id);
    if (json === null) return refused(false, "unsupported", "This network cannot bring this message");
    try {
      const path = `${encodeURIComponent(account.phoneNumberId)}/messages`;
      const answer = await this.client.exchange({ method: "POST", path, token: account.token, json, timeoutMs: SEND_TIMEOUT_MS });
      return this.#toOutcome(answer, message);
    } catch (error) {
      const { reached, message: text } = toTransportError(error);
      return reached ? unknown(text) : refused(true, "unreachable", text);
    }
  }

  #toOutcome(answer: GraphAnswer, message: OutboundMessage): SendOutcome {
    const refusal = refusalIn(answer.json, this.account.token);
    if (refusal !== null) {
      if (leavesDoubt(refusal.code)) return { state: "unknown", error: toError(refusal) };
      return this.#toRefused(refusal, answer.retryAfterMs, peerKey(message.to));
    }
    if (answer.status === 429) return refused(true, 429, "Too many requests", answer.retryAfterMs);
    const id = idAt(objectsAt(answer.json, "messages")[0] ?? null, "id");
    if (answer.status < 200 || answer.status > 299 || id === "") return unknown("The gateway's answer cannot be read");
    this.#pairRefusals.delete(peerKey(message.to));
    return { state: "sent", externalId: id, sentAt: null };
  }

  /** A failed upload leaves no doubt about the message: it was not sent yet. */
  async #upload(content: Media): Promise<{ readonly id: string } | Refused> {
    const form = await uploadForm(content).catch(() => null);
    if (form === null) return refused(false, "media", "The file to send is missing or empty");
    try {
      const path = `${encodeURIComponent(this.account.phoneNumberId)}/media`;
      const answer = await this.client.exchange({ method: "POST", path, token: this.account.token, form, timeoutMs: UPLOAD_TIMEOUT_MS });
      const refusal = refusalIn(answer.json, this.account.token);
      if (refusal !== null) return this.#toRefused(refusal, answer.retryAfterMs, null);
      const id = idAt(answer.json, "id");
      return id === "" ? refused(true, answer.status, "The upload's answer cannot be read", answer.retryAfterMs) : { id };
    } catch (error) {
      const { reached, message } = toTransportError(error);
      return refused(true, reached ? "upload" : "unreachable", message);
    }
  }

  #toRefused(refusal: GraphRefusal, retryAfterMs: number | null, peer: string | null): Refused {
    const error = toError(refusal);
    switch (kindOf(refusal.code)) {
      case "auth":
        this.onAuthRefusal(refusal);
        // The message waits for the connection; the code that Meta gave stays visible.
        return { state: "refused", retry: true, retryAfterMs, error: { ...error, code: "notConnected", details: codeText(refusal) } };
      case "rateLimited":
        return { state: "refused", retry: true, retryAfterMs: retryAfterMs ?? this.#pauseFor(refusal.code, peer), error };
      case "transient":
        return { state: "refused", retry: true, retryAfterMs, error };
      default:
        return { state: "refused", retry: false, retryAfterMs: null, error };
    }
  }

  /** The pauses that Meta asks for: 4, 16, 64 … s for one customer; the usual 1, 2, 4 … s for the number's throughput (null). */
  #pauseFor(code: number, peer: string | null): number | null {
    if (code === THROUGHPUT_LIMIT) return null;
    if (code !== PAIR_LIMIT || peer === null) return QUEUE_PAUSE_MS;
    if (this.#pairRefusals.size >= MOST_PEERS) this.#pairRefusals.clear();
    const times = (this.#pairRefusals.get(peer) ?? 0) + 1;
    this.#pairRefusals.set(peer, times);
    return Math.min(LONGEST_PAIR_PAUSE_MS, 1000 * 4 ** times);
  }
}

function codeText({ code, subcode }: GraphRefusal): string {
  return subcode === null ? String(code) : `${code}/${subcode}`;
}

function toError({ code, title, message, details }: GraphRefusal): ProviderError {
  return { code, title, message, details };
}

function refused(retry: boolean, code: string | number, message: string, retryAfterMs: number | null = null): Refused {
  return { state: "refused", retry, retryAfterMs, error: { code, title: "Not sent", message, details: "" } };
}

function unknown(message: string): SendOutcome {
  return { state: "unknown", error: { code: "unknownOutcome", title: "Not confirmed", message, details: "" } };
}
