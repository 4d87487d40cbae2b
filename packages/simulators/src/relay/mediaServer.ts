import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import { aesEncryptGCM, hkdf, proto } from "@whiskeysockets/baileys";
import { LOOPBACK, listen } from "../listen.js";

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BITS = 0x03;
const OBJECT = 0x06;
const TEXT = 0x0c;
const TIME = 0x18;
/** ecdsa-with-SHA256 and commonName, as X.509 object identifiers. */
const ECDSA_SHA256 = Buffer.from("2a8648ce3d040302", "hex");
const COMMON_NAME = Buffer.from("550403", "hex");

/**
 * A key and a certificate signed with it, new for each server, so that the sources contain no
 * private key.
 */
function selfSigned(name: string): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(SEQUENCE, der(OBJECT, ECDSA_SHA256));
  const subject = der(SEQUENCE, der(SET, der(SEQUENCE, der(OBJECT, COMMON_NAME), der(TEXT, Buffer.from(name)))));
  const validity = der(SEQUENCE, der(TIME, Buffer.from("20200101000000Z")), der(TIME, Buffer.from("20491231235959Z")));
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, serial),
    algorithm,
    subject,
    validity,
    subject,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", body, privateKey);
  const certificate = der(SEQUENCE, body, algorithm, der(BITS, Buffer.concat([Buffer.from([0]), signature])));
  const lines = certificate.toString("base64").replace(/.{64}/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const TOO_LARGE = 110 * 1024 * 1024;

/** WhatsApp's media server for encrypted files, over HTTPS with a self-signed certificate. */
export interface MediaServer {
  /** `127.0.0.1:port`, as in `media_conn`. */
  readonly host: string;
  /** Deletes every stored file, so that the links of old messages fail. */
  readonly expire: () => void;
  /** From now on, files are sent with one byte changed. */
  readonly corrupt: () => void;
  /** The sender's phone keeps the file of this message and uploads it again on request. */
  readonly keepOnPhone: (id: string, mediaKey: Uint8Array, directPath: string) => void;
  readonly reupload: (id: string) => { readonly sealed: Buffer; readonly start: Buffer } | null;
  readonly uploads: () => number;
  readonly close: () => Promise<void>;
}

export async function startMediaServer(): Promise<MediaServer> {
  const files = new Map<string, Buffer>();
  const gone = new Map<string, Buffer>();
  const onPhone = new Map<string, { readonly mediaKey: Uint8Array; readonly directPath: string }>();
  let corrupting = false;
  let uploads = 0;

  const take = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request) {
      if (!Buffer.isBuffer(chunk)) continue;
      size += chunk.length;
      if (size > TOO_LARGE) return void response.writeHead(413).end();
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    if (corrupting && bytes.length > 0) bytes.writeUInt8((bytes[0] ?? 0) ^ 1, 0);
    files.set(path, bytes);
    uploads += 1;
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ url: `https://${host}${path}`, direct_path: path }));
  };
  const server = createServer(selfSigned(LOOPBACK), (request, response) => {
    const url = new URL(request.url ?? "/", "https://media");
    if (request.method === "POST") {
      if (!url.searchParams.has("auth") || !url.searchParams.has("token")) return void response.writeHead(401).end();
      take(request, response, url.pathname).catch(() => response.destroy());
      return;
    }
    const bytes = files.get(url.pathname);
    if (bytes === undefined) return void response.writeHead(gone.has(url.pathname) ? 410 : 404).end();
    response.writeHead(200, { "content-length": bytes.length }).end(bytes);
  });
  const host = `${LOOPBACK}:${await listen(server, 0)}`;

  return {
    host,
    uploads: () => uploads,
    expire: () => {
      for (const [path, bytes] of files) gone.set(path, bytes);
      files.clear();
    },
    corrupt: () => (corrupting = true),
    keepOnPhone: (id, mediaKey, directPath) => void onPhone.set(id, { mediaKey, directPath }),
    reupload: (id) => {
      const kept = onPhone.get(id);
      const bytes = kept && (gone.get(kept.directPath) ?? files.get(kept.directPath));
      if (kept === undefined || bytes === undefined) return null;
      const directPath = `${kept.directPath}-${randomBytes(4).toString("hex")}`;
      files.set(directPath, bytes);
      const { SUCCESS } = proto.MediaRetryNotification.ResultType;
      const notice = proto.MediaRetryNotification.encode({ stanzaId: id, directPath, result: SUCCESS }).finish();
      const start = randomBytes(12);
      const key = hkdf(Buffer.from(kept.mediaKey), 32, { info: "WhatsApp Media Retry Notification" });
      return { sealed: aesEncryptGCM(notice, key, start, Buffer.from(id)), start };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
