import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo, Socket as NetSocket } from "node:net";
import { Server, type Socket } from "socket.io";
import { io as connect, type Socket as ClientSocket } from "socket.io-client";
import { noPackets, toPackets, writePackets } from "./livePackets.js";

/** Lengths on both sides of where a frame's header grows, with letters of one to four bytes. */
const LENGTHS = [0, 60, 113, 114, 200, 65_000, 66_000];
const MESSAGES = LENGTHS.map((length, index) => JSON.stringify(["appMessage", { index, body: "ã😀x".repeat(length / 4) }]).slice(1, -1));

/** A client and its socket at the server, with the writes to its TCP connection. */
interface Line {
  readonly client: ClientSocket;
  readonly socket: Socket;
  readonly writes: { count: number };
}

describe("the packets of live messages", () => {
  let http: HttpServer;
  let io: Server;
  const writes = new Map<NetSocket, { count: number }>();

  beforeAll(async () => {
    http = createServer();
    http.on("connection", (connection: NetSocket) => {
      const written = { count: 0 };
      writes.set(connection, written);
      const write = connection.write.bind(connection) as (...call: unknown[]) => boolean;
      Object.assign(connection, { write: (...call: unknown[]) => ((written.count += 1), write(...call)) });
    });
    io = new Server(http, { path: "/socket.io" });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => io.close());

  async function open(namespace: string, transport: "websocket" | "polling"): Promise<Line> {
    const { port } = http.address() as AddressInfo;
    const arrived = new Promise<Socket>((resolve) => io.of(namespace).once("connection", resolve));
    const client = connect(`http://127.0.0.1:${port}${namespace}`, { transports: [transport], forceNew: true });
    const socket = await arrived;
    await new Promise<void>((resolve) => (client.connected ? resolve() : client.once("connect", resolve)));
    const written = writes.get(socket.request.socket);
    if (!written) throw new Error("The connection is unknown.");
    return { client, socket, writes: written };
  }

  /** What the client receives, until the last message with its cursor. */
  function hear(client: ClientSocket): Promise<unknown[][]> {
    const heard: unknown[][] = [];
    return new Promise((resolve) =>
      client.onAny((...said: unknown[]) => {
        heard.push(said);
        if (said.length === 3) resolve(heard);
      }),
    );
  }

  it.each([
    ["/", "websocket"],
    ["/api", "websocket"],
    ["/", "polling"],
    ["/api", "polling"],
  ] as const)("arrive whole and in order at a client of %s over %s, the cursor with the last one", async (namespace, transport) => {
    const { client, socket } = await open(namespace, transport);
    const heard = hear(client);
    writePackets(socket, toPackets(namespace, MESSAGES, "1:2:"));
    const expected = MESSAGES.map((message, index) => [
      ...(JSON.parse(`[${message}]`) as unknown[]),
      ...(index === MESSAGES.length - 1 ? ["1:2:"] : []),
    ]);
    expect(await heard).toEqual(expected);
    client.disconnect();
  });

  it("of a batch are one write to each WebSocket, from one buffer for all of them", async () => {
    const lines = [await open("/", "websocket"), await open("/", "websocket"), await open("/", "websocket")];
    const packets = toPackets("/", MESSAGES, "1:2:");
    const heard = lines.map(({ client }) => hear(client));
    const before = lines.map(({ writes: { count } }) => count);
    for (const { socket } of lines) writePackets(socket, packets);
    const after = lines.map(({ writes: { count } }) => count);
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1]);
    expect(packets.frames()).toBe(packets.frames());
    expect((await Promise.all(heard)).map(({ length }) => length)).toEqual([7, 7, 7]);
    for (const { client } of lines) client.disconnect();
  });

  it("are encoded once for several people, with the cursor only where a message is the last one", () => {
    const [one = "", other = "", third = ""] = MESSAGES;
    const known = noPackets();
    for (const messages of [[one], [one, other], [one, third], [other]]) {
      const packets = toPackets("/api", messages, "1:2:", known);
      const alone = toPackets("/api", messages, "1:2:");
      expect(packets.texts).toEqual(alone.texts);
      expect(packets.frames()).toEqual(alone.frames());
    }
    expect([known.amid.size, known.last.size]).toEqual([1, 3]);
    expect(toPackets("/api", [one], "1:2:", known).frames()).toBe(toPackets("/api", [one], "1:2:", known).frames());
  });

  it("are not written to a connection that has ended", async () => {
    const { client, socket } = await open("/", "websocket");
    const ended = new Promise((resolve) => socket.once("disconnect", resolve));
    client.disconnect();
    await ended;
    socket.conn.close();
    expect(() => writePackets(socket, toPackets("/", MESSAGES, null))).not.toThrow();
  });
});
