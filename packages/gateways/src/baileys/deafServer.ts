import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { Duplex } from "node:stream";
import type { BinaryNode } from "@whiskeysockets/baileys";
import type { Baileys } from "./library.js";

const WEBSOCKET_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
/** "WA", 6 and a version: what a client says first. */
const GREETING_BYTES = 4;
const BINARY = 2;

/** A place on this machine that a socket of the library can speak to; it answers nothing, so that the library seals nothing and all can be read. */
export interface DeafServer {
  readonly url: string;
  /** Resolves when a client has said its first word. */
  readonly greeted: Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens such a place on a free port of the loopback; `onNode` is told each stanza. */
export async function openDeafServer(baileys: Baileys, onNode: (node: BinaryNode) => void): Promise<DeafServer> {
  let greet: () => void = () => undefined;
  const greeted = new Promise<void>((resolve) => (greet = resolve));
  const open = new Set<Duplex>();
  const server = createServer((_request, response) => response.writeHead(404).end());
  server.on("upgrade", (request, socket) => {
    open.add(socket);
    socket.on("error", () => socket.destroy());
    const key = request.headers["sec-websocket-key"] ?? "";
    const accept = createHash("sha1").update(`${key}${WEBSOCKET_GUID}`).digest("base64");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    let said = Buffer.alloc(0);
    let frames = 0;
    const read = readWebSocket((bytes) => {
      said = Buffer.concat([said, bytes]);
      for (;;) {
        const start = frames === 0 ? GREETING_BYTES : 0;
        if (said.length < start + 3) return;
        const end = start + 3 + said.readUIntBE(start, 3);
        if (said.length < end) return;
        const frame = said.subarray(start + 3, end);
        said = said.subarray(end);
        frames += 1;
        if (frames === 1) greet();
        else void baileys.decodeBinaryNode(frame).then(onNode, () => undefined);
      }
    });
    socket.on("data", read);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `ws://127.0.0.1:${String(typeof address === "object" ? (address?.port ?? 0) : 0)}/ws/chat`,
    greeted,
    close: async () => {
      for (const socket of open) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What a WebSocket client sends, as bytes (RFC 6455, 5.2): its frames are masked. */
function readWebSocket(onBytes: (bytes: Buffer) => void): (chunk: Buffer) => void {
  let held = Buffer.alloc(0);
  return (chunk) => {
    held = Buffer.concat([held, chunk]);
    for (;;) {
      if (held.length < 2) return;
      const short = held.readUInt8(1) & 0x7f;
      const sizeBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
      const start = 2 + sizeBytes + 4;
      if (held.length < start) return;
      const length = sizeBytes === 0 ? short : sizeBytes === 2 ? held.readUInt16BE(2) : Number(held.readBigUInt64BE(2));
      if (held.length < start + length) return;
      const mask = held.subarray(start - 4, start);
      const bytes = Buffer.from(held.subarray(start, start + length)).map((byte, place) => byte ^ (mask[place % 4] ?? 0));
      const kind = held.readUInt8(0) & 0x0f;
      held = held.subarray(start + length);
      if (kind <= BINARY) onBytes(Buffer.from(bytes));
    }
  };
}
