import { once } from "node:events";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { WebSocketServer } from "ws";
import type { Baileys } from "./library.js";

const LOOPBACK = "127.0.0.1";
/** "WA", 6 and a version: the first bytes that a client sends. */
const GREETING_BYTES = 4;
const LENGTH_BYTES = 3;

/**
 * A WebSocket server on this machine for a socket of the library. It never answers, so the
 * handshake does not finish and all stanzas stay unencrypted.
 */
export interface SilentServer {
  readonly url: string;
  /** Resolves when a client has sent its first frame. */
  readonly greeted: Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens a silent server on a free port of the loopback; `onNode` is called with each stanza. */
export async function openSilentServer(baileys: Baileys, onNode: (node: BinaryNode) => void): Promise<SilentServer> {
  let greet: () => void = () => undefined;
  const greeted = new Promise<void>((resolve) => (greet = resolve));
  const server = new WebSocketServer({ host: LOOPBACK, port: 0 });
  server.on("connection", (socket) => {
    let isGreeted = false;
    const read = readFrames((frame) => {
      if (isGreeted) return void baileys.decodeBinaryNode(frame).then(onNode, () => undefined);
      isGreeted = true;
      greet();
    });
    socket.on("error", () => socket.terminate());
    socket.on("message", (data) => {
      if (Buffer.isBuffer(data)) read(data);
    });
  });
  await once(server, "listening");
  const address = server.address();
  return {
    url: `ws://${LOOPBACK}:${String(typeof address === "object" ? address?.port : 0)}/ws/chat`,
    greeted,
    close: async () => {
      for (const client of server.clients) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Splits a stream of chunks into WhatsApp's length-prefixed frames. */
function readFrames(onFrame: (frame: Buffer) => void): (chunk: Buffer) => void {
  let held = Buffer.alloc(0);
  let start = GREETING_BYTES;
  return (chunk) => {
    held = Buffer.concat([held, chunk]);
    while (held.length >= start + LENGTH_BYTES) {
      const from = start + LENGTH_BYTES;
      const end = from + held.readUIntBE(start, LENGTH_BYTES);
      if (held.length < end) return;
      const frame = held.subarray(from, end);
      held = held.subarray(end);
      start = 0;
      onFrame(frame);
    }
  };
}
