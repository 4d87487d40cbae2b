import { once } from "node:events";
import type { BinaryNode } from "@whiskeysockets/baileys";
import { WebSocketServer } from "ws";
import type { Baileys } from "./library.js";

const LOOPBACK = "127.0.0.1";
/** "WA", 6 and a version: what a client says first. */
const GREETING_BYTES = 4;
const LENGTH_BYTES = 3;

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

/** The frames of WhatsApp's protocol, each behind its length; however they were cut on their way. */
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
