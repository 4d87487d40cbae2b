import type { Readable } from "node:stream";
import { MemoryLimitError } from "../streaming/byteBuffer.js";
import { FormField, MalformedFormError } from "../streaming/formField.js";
import { JsonSpooler, MalformedJsonError } from "../streaming/jsonSpooler.js";
import type { OpenSpool, SpoolFile } from "../streaming/cleanTree.js";
import type { Gate } from "./gate.js";
import { createRunningHmac } from "./signature.js";

export interface WebhookBodyOptions {
  readonly contentType: string | undefined;
  /** Keys that may have signed the raw body; each gives one digest. */
  readonly hmacKeys: readonly string[];
  readonly spool: OpenSpool;
  /** Entered by bodies above `largeBytes` while they stream. */
  readonly gate: Gate;
  /** Limit of the whole body as received; 140 MB by default. */
  readonly limitBytes?: number;
  /** Limit of the document in memory, without its media; 4 MB by default. */
  readonly memoryLimitBytes?: number;
  /** A body above this size is large; 128 KB by default, since so much of each stays in memory while it waits at the gate. */
  readonly largeBytes?: number;
  /**
   * How long the sender may take after entering the gate; 60 s by default, twice what WuzAPI itself
   * allows.
   */
  readonly timeoutMs?: number;
}

export interface WebhookBody {
  /**
   * Lower-case hex HMAC-SHA256 of the raw bytes, one per key. Check the signature before using
   * anything else.
   */
  readonly digests: readonly string[];
  readonly body: unknown;
  /** The raw bytes of a body that is not large, for another key; null for a large one. */
  readonly raw: readonly Buffer[] | null;
  /**
   * Files that `{ "$file": id }` marks in the body refer to. The caller must keep or remove them.
   */
  readonly files: readonly SpoolFile[];
}

const MB = 1024 * 1024;
const LARGE_BYTES = 128 * 1024;

/**
 * Reads a signed webhook in JSON or as a form with `jsonData`, computes the HMACs of the raw bytes,
 * and moves base64 media to files while they arrive. Rejects with WebhookBodyError or the stream's
 * own error, and then leaves no file. The stream is not destroyed, so that the refusal can still be
 * answered.
 */
export async function readWebhookBody(stream: Readable, options: WebhookBodyOptions): Promise<WebhookBody> {
  const form = formFieldFor(options.contentType);
  const hmac = createRunningHmac(options.hmacKeys);
  const large = options.largeBytes ?? LARGE_BYTES;
  const kept: Buffer[] = [];
  let size = 0;
  const json = new JsonSpooler({ memoryLimitBytes: options.memoryLimitBytes ?? 4 * MB, spool: options.spool, mediaKeys: ["base64"] });
  try {
    await streamThrough(stream, { ...options, largeBytes: large }, async (chunk) => {
      hmac.update(chunk);
      size += chunk.length;
      if (size <= large) kept.push(chunk);
      else kept.length = 0;
      await json.write(form === null ? chunk : form.decode(chunk));
    });
    form?.end();
    return { body: json.end(), digests: hmac.digests(), files: json.files, raw: size <= large ? kept : null };
  } catch (error) {
    await json.discard();
    throw toBodyError(error);
  }
}

/** Why a webhook's body was refused, with its HTTP status. */
export class WebhookBodyError extends Error {
  override readonly name = "WebhookBodyError";
  constructor(
    readonly status: 400 | 408 | 413 | 415,
    message: string,
  ) {
    super(message);
  }
}

async function streamThrough(
  stream: Readable,
  options: WebhookBodyOptions & { readonly largeBytes: number },
  take: (chunk: Buffer) => Promise<void>,
): Promise<void> {
  const limit = options.limitBytes ?? 140 * MB;
  let total = 0;
  let leave: (() => void) | null = null;
  let late: NodeJS.Timeout | null = null;
  const startClock = (): NodeJS.Timeout =>
    setTimeout(() => stream.destroy(new WebhookBodyError(408, "the body took too long")), options.timeoutMs ?? 60_000);
  try {
    late = startClock();
    for await (const piece of stream.iterator({ destroyOnReturn: false })) {
      const chunk: Buffer = Buffer.isBuffer(piece) ? piece : Buffer.from(String(piece));
      total += chunk.length;
      if (total > limit) throw new WebhookBodyError(413, "the body is too large");
      if (total > options.largeBytes && leave === null) {
        clearTimeout(late);
        leave = await options.gate.enter();
        late = startClock();
      }
      await take(chunk);
    }
  } finally {
    if (late !== null) clearTimeout(late);
    leave?.();
  }
}

function formFieldFor(contentType: string | undefined): FormField | null {
  const type = (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase();
  if (type === "application/json") return null;
  if (type === "application/x-www-form-urlencoded") return new FormField("jsonData");
  throw new WebhookBodyError(415, "a webhook is JSON or a URL-encoded form");
}

function toBodyError(error: unknown): unknown {
  if (error instanceof MemoryLimitError) return new WebhookBodyError(413, "the body is too large");
  if (error instanceof MalformedJsonError || error instanceof MalformedFormError) return new WebhookBodyError(400, error.message);
  return error;
}
