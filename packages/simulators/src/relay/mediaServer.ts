import { randomBytes } from "node:crypto";
import { createServer } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import { aesEncryptGCM, hkdf, proto } from "@whiskeysockets/baileys";
import { LOOPBACK } from "../loopback.js";
import { listen } from "../listen.js";
import { selfSigned } from "./selfSigned.js";

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
