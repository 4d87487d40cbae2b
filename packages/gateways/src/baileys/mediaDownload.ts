import { createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { request, type Agent } from "node:https";
import type { IncomingMessage } from "node:http";
import { Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CAPABILITIES } from "@balcao/domain/connections";
import { GatewayError } from "../port/index.js";

const MAC_LENGTH = 10;
const IDLE_MS = 30_000;
/** The sender may have announced another size. */
const LARGEST = CAPABILITIES.baileys.uploadLimitBytes + 1_024;
const ORIGIN = "https://web.whatsapp.com";

/** An encrypted file on WhatsApp's media servers. */
export interface StoredFile {
  readonly host: string;
  readonly directPath: string;
  readonly mediaKey: Buffer;
  /** `Image`, `Video`, `Audio` or `Document`: part of the key derivation. */
  readonly family: string;
  /** Digest of the plain file; empty when the sender gave none. */
  readonly sha256: Buffer;
}

/** The media server no longer has the file: its sender's phone can be asked to upload it again. */
export class FileGone extends Error {
  override readonly name = "FileGone";
}

/**
 * Downloads, verifies and decrypts a file into `path`, at the speed of the disk. Rejects with
 * FileGone or GatewayError, and then leaves no file.
 */
export async function downloadFile(file: StoredFile, agent: Agent | undefined, path: string): Promise<void> {
  try {
    const response = await get(file, agent);
    const { statusCode = 0 } = response;
    if (statusCode !== 200) {
      response.destroy();
      if (statusCode === 404 || statusCode === 410) throw new FileGone();
      throw new GatewayError("media", `WhatsApp's store answered ${statusCode}`, { providerCode: statusCode });
    }
    await pipeline(response, new Opener(file), createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await rm(path, { force: true });
    if (error instanceof FileGone || error instanceof GatewayError) throw error;
    throw new GatewayError("transient", "WhatsApp's store could not be reached");
  }
}

/**
 * Uses the host that WhatsApp named to us; a host in a message comes from a stranger and is
 * ignored.
 */
function get({ host, directPath }: StoredFile, agent: Agent | undefined): Promise<IncomingMessage> {
  if (!directPath.startsWith("/") || directPath.startsWith("//")) throw new GatewayError("invalid", "a path that is none");
  return new Promise((resolve, reject) => {
    const question = request(new URL(`https://${host}${directPath}`), {
      headers: { origin: ORIGIN },
      timeout: IDLE_MS,
      ...(agent === undefined ? {} : { agent }),
    });
    question.on("response", resolve);
    question.on("timeout", () => question.destroy(new Error("no answer")));
    question.on("error", reject);
    question.end();
  });
}

/**
 * Decrypts and verifies: AES-256-CBC followed by ten bytes of HMAC, and the digest of the plain
 * file.
 */
class Opener extends Transform {
  readonly #decipher;
  readonly #mac;
  readonly #digest = createHash("sha256");
  #held: Buffer = Buffer.alloc(0);
  #size = 0;

  constructor(private readonly file: StoredFile) {
    super();
    const keys = Buffer.from(hkdfSync("sha256", file.mediaKey, Buffer.alloc(0), `WhatsApp ${file.family} Keys`, 112));
    const start = keys.subarray(0, 16);
    this.#decipher = createDecipheriv("aes-256-cbc", keys.subarray(16, 48), start);
    this.#mac = createHmac("sha256", keys.subarray(48, 80)).update(start);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#size += chunk.length;
    if (this.#size > LARGEST)
      return done(new GatewayError("unsupported", "the file is larger than was announced", { code: "ERR_FILE_TOO_LARGE" }));
    const bytes = Buffer.concat([this.#held, chunk]);
    const end = Math.max(0, bytes.length - MAC_LENGTH);
    this.#held = bytes.subarray(end);
    const sealed = bytes.subarray(0, end);
    this.#mac.update(sealed);
    this.#give(this.#decipher.update(sealed));
    done();
  }

  override _flush(done: TransformCallback): void {
    const mac = this.#mac.digest().subarray(0, MAC_LENGTH);
    if (this.#held.length !== MAC_LENGTH || !timingSafeEqual(mac, this.#held))
      return done(new GatewayError("media", "the file was changed on its way"));
    try {
      this.#give(this.#decipher.final());
    } catch {
      return done(new GatewayError("media", "the file cannot be opened"));
    }
    const { sha256 } = this.file;
    if (sha256.length > 0 && !this.#digest.digest().equals(sha256))
      return done(new GatewayError("media", "the file is not the one that was announced"));
    done();
  }

  #give(plain: Buffer): void {
    this.#digest.update(plain);
    this.push(plain);
  }
}
