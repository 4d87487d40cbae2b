import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { CAPABILITIES } from "@balcao/domain/connections";
import {
  peerKey,
  type MediaKind,
  type OutboundContent,
  type OutboundFile,
  type OutboundMessage,
  type ProviderError,
  type SendOutcome,
} from "@balcao/domain/messages";
import { bareType, carriageOf } from "@balcao/domain/plan";
import { RecentMap } from "@balcao/platform/recent";
import { idAt, objectsAt } from "../protocol/plainJson.js";
import { toTransportError, type RequestBody } from "../transport/transport.js";
import type { CloudAccount } from "./cloudAccount.js";
import { toMessageBody, toRecipient } from "./cloudBody.js";
import type { GraphAnswer, GraphClient } from "./graphClient.js";
import { kindOf, leavesDoubt, refusalIn, type GraphRefusal } from "./graphError.js";
import type { UploadedFiles } from "./templateComponents.js";

const SEND_TIMEOUT_MS = 30_000;
/**
 * Upload and send must both finish before the send timeout: a slow file would otherwise be recorded
 * as unknown while it is still being uploaded.
 */
const UPLOAD_TIMEOUT_MS = CAPABILITIES.cloud_api.sendTimeoutMs - SEND_TIMEOUT_MS - 5_000;
const PAIR_LIMIT = 131056;
const THROUGHPUT_LIMIT = 130429;
/** The pause after a rate limit when Meta names no time. */
const QUEUE_PAUSE_MS = 60_000;
const LONGEST_PAIR_PAUSE_MS = 256_000;
const MOST_PEERS = 1_000;

/** How long a file of a template is used again at Meta instead of being uploaded for every recipient; Meta keeps it for 30 days. */
const KEPT_MS = 24 * 60 * 60_000;
const MOST_KEPT = 200;

/**
 * The streamed form of `POST /{phone_number_id}/media`; rejects when the file is missing or empty.
 */
async function uploadForm(
  content: Omit<OutboundFile, "id"> & { readonly media?: MediaKind; readonly voice?: boolean },
): Promise<{ readonly type: string; readonly body: RequestBody }> {
  const { path, mime, fileName } = content;
  const { size } = await stat(path);
  if (size === 0) throw new Error("the file is empty");
  const boundary = `balcao-${randomBytes(12).toString("hex")}`;
  // Meta refuses what it does not carry, with its own words.
  const type = carriageOf("cloud_api", content)?.mime ?? bareType(mime);
  const field = (name: string, value: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = Buffer.from(
    `${field("messaging_product", "whatsapp")}${field("type", type)}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quotable(fileName)}"\r\nContent-Type: ${type}\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: {
      length: head.length + size + tail.length,
      chunks: async function* () {
        yield head;
        for await (const chunk of createReadStream(path)) if (Buffer.isBuffer(chunk)) yield chunk;
        yield tail;
      },
    },
  };
}

/** A file name without characters that end a quoted string. */
function quotable(fileName: string): string {
  return fileName.replace(/[^ -~]|["\\]/g, "_") || "arquivo";
}

type Upload = Parameters<typeof uploadForm>[0];
type Template = Extract<OutboundContent, { kind: "template" }>;
type Uploading = Promise<{ readonly id: string } | Refused>;
type Refused = Extract<SendOutcome, { state: "refused" }>;

/**
 * Sends messages of one connection. Each call opens its own TCP connection, so that a failed call
 * can be distinguished from a broken one.
 */
export class CloudSender {
  /** How many times in a row each customer's own limit was reached; the pause grows with it. */
  readonly #pairRefusals = new RecentMap<string, number>(MOST_PEERS);
  /** Files of templates at Meta, by their ids here. */
  readonly #kept = new RecentMap<string, { readonly uploading: Uploading; readonly at: number }>(MOST_KEPT);

  constructor(
    private readonly client: GraphClient,
    private readonly account: CloudAccount,
    /** Called when Meta does not let this account send. */
    private readonly onAuthRefusal: (refusal: GraphRefusal) => void,
  ) {}

  /**
   * Sends one message. Never throws. `sent` means that Meta accepted it; a later failure arrives as
   * a status.
   */
  async send(message: OutboundMessage): Promise<SendOutcome> {
    const { account } = this;
    if (account.token === "" || account.phoneNumberId === "")
      return refused(true, "notConnected", "The connection has no token or number id");
    if (toRecipient(message.to) === null) return refused(false, "unsupported", "This network cannot reach this contact");
    const uploaded = await this.#uploadFiles(message.content);
    if ("state" in uploaded) return uploaded;
    const json = toMessageBody(message, uploaded);
    if (json === null) return refused(false, "unsupported", "This network cannot bring this message");
    try {
      const path = `${encodeURIComponent(account.phoneNumberId)}/messages`;
      const answer = await this.client.exchange({ method: "POST", path, token: account.token, json, timeoutMs: SEND_TIMEOUT_MS });
      const outcome = this.#toOutcome(answer, message);
      // Meta may have lost a file before its time; the next recipient gets it anew.
      if (outcome.state !== "sent" && message.content.kind === "template")
        for (const { id } of message.content.files) this.#kept.delete(id);
      return outcome;
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

  async #uploadFiles(content: OutboundContent): Promise<UploadedFiles | Refused> {
    if (content.kind !== "media" && content.kind !== "template") return new Map();
    const uploads: readonly [key: string, uploading: Uploading][] =
      content.kind === "media" ? [[content.path, this.#upload(content)]] : content.files.map((file) => [file.id, this.#uploadOnce(file)]);
    const uploaded = new Map<string, string>();
    for (const [key, uploading] of uploads) {
      const upload = await uploading;
      if ("state" in upload) return upload;
      uploaded.set(key, upload.id);
    }
    return uploaded;
  }

  /** A file that all recipients of a run get is uploaded once; a stored file never changes. */
  #uploadOnce(file: Template["files"][number]): Uploading {
    const known = this.#kept.get(file.id);
    if (known && performance.now() - known.at < KEPT_MS) return known.uploading;
    const uploading = this.#upload(file).then((upload) => {
      if ("state" in upload) this.#kept.delete(file.id);
      return upload;
    });
    this.#kept.set(file.id, { uploading, at: performance.now() });
    return uploading;
  }

  /**
   * Uploads the file. A failed upload is never `unknown`, because the message itself was not sent.
   */
  async #upload(content: Upload): Uploading {
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
        // The message waits for the connection; Meta's code stays visible in `details`.
        return { state: "refused", retry: true, retryAfterMs, error: { ...error, code: "notConnected", details: codeText(refusal) } };
      case "rateLimited":
        return { state: "refused", retry: true, retryAfterMs: retryAfterMs ?? this.#pauseFor(refusal.code, peer), error };
      case "transient":
        return { state: "refused", retry: true, retryAfterMs, error };
      default:
        return { state: "refused", retry: false, retryAfterMs: null, error };
    }
  }

  /**
   * The pause that Meta asks for: 4, 16, 64 … s for one customer; null, the usual 1, 2, 4 … s, for
   * the number's throughput.
   */
  #pauseFor(code: number, peer: string | null): number | null {
    if (code === THROUGHPUT_LIMIT) return null;
    if (code !== PAIR_LIMIT || peer === null) return QUEUE_PAUSE_MS;
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
