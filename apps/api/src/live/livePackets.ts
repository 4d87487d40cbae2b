import type { LiveMessage } from "@balcao/application/roof/live";
import type { Socket } from "socket.io";

/** Messages for one socket or for many: the packets of Socket.IO, in order. */
export interface LivePackets {
  readonly texts: readonly string[];
  /** The same packets as WebSocket frames in one buffer; encoded at the first call. */
  readonly frames: () => Buffer;
}

const EVENT_PACKET = "2";
const ENGINE_MESSAGE = "4";
const FINAL_TEXT_FRAME = 0x81;
const MOST_IN_7_BITS = 125;
const MOST_IN_16_BITS = 65_535;
const [LENGTH_16, LENGTH_64] = [126, 127];

/** The JSON of a message's name and event, without the brackets of an array. */
export const textOf = ({ name, event }: LiveMessage): string => `${JSON.stringify(name)},${JSON.stringify(event)}`;

/** A packet with its WebSocket frame, which is encoded when it is first needed. */
class Packet {
  #frame: Buffer | undefined;

  constructor(readonly text: string) {}

  get frame(): Buffer {
    return (this.#frame ??= toFrame(ENGINE_MESSAGE + this.text));
  }
}

/** The packets of one namespace and cursor that were made before, by their message; many people receive the same ones among their own. */
export interface KnownPackets {
  readonly amid: Map<string, Packet>;
  readonly last: Map<string, Packet>;
}

export const noPackets = (): KnownPackets => ({ amid: new Map(), last: new Map() });

/** Makes packets for a namespace; the last one carries the cursor, if there is one. */
export function toPackets(namespace: string, messages: readonly string[], cursor: string | null, known = noPackets()): LivePackets {
  const prefix = EVENT_PACKET + (namespace === "/" ? "" : `${namespace},`);
  const covers = cursor === null ? "" : `,${JSON.stringify(cursor)}`;
  const packets = messages.map((message, index) => {
    const isLast = index === messages.length - 1;
    const made = isLast ? known.last : known.amid;
    const packet = made.get(message) ?? new Packet(`${prefix}[${message}${isLast ? covers : ""}]`);
    made.set(message, packet);
    return packet;
  });
  let frames: Buffer | null = null;
  const encode = (): Buffer => {
    const [first, ...rest] = packets;
    return first && rest.length === 0 ? first.frame : Buffer.concat(packets.map(({ frame }) => frame));
  };
  return { texts: packets.map(({ text }) => text), frames: () => (frames ??= encode()) };
}

/** An unmasked text frame (RFC 6455, 5.2), as a server sends it. */
function toFrame(text: string): Buffer {
  const bytes = Buffer.byteLength(text);
  const header = headerOf(bytes);
  const frame = Buffer.allocUnsafe(header.length + bytes);
  frame.set(header);
  frame.write(text, header.length);
  return frame;
}

function headerOf(bytes: number): Buffer {
  if (bytes <= MOST_IN_7_BITS) return Buffer.from([FINAL_TEXT_FRAME, bytes]);
  if (bytes <= MOST_IN_16_BITS) {
    const header = Buffer.from([FINAL_TEXT_FRAME, LENGTH_16, 0, 0]);
    header.writeUInt16BE(bytes, 2);
    return header;
  }
  const header = Buffer.alloc(10);
  header.set([FINAL_TEXT_FRAME, LENGTH_64]);
  header.writeBigUInt64BE(BigInt(bytes), 2);
  return header;
}

/** Writes packets to a socket: over WebSocket all of them at once, from a buffer that sockets may share. */
export function writePackets({ conn }: Pick<Socket, "conn">, { texts, frames }: LivePackets): void {
  if (conn.readyState !== "open") return;
  const [first, ...rest] = texts;
  if (first === undefined) return;
  // A connection that is a WebSocket remains one. Engine.IO's option takes frames as they are, as it does for broadcasts.
  if (conn.transport.name === "websocket") return void conn.write(first, { wsPreEncodedFrame: [frames()] } as object);
  for (const text of [first, ...rest]) conn.write(text);
}
