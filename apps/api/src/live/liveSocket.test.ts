import { EventEmitter } from "node:events";
import { toPackets } from "./livePackets.js";
import { LiveSocket, type LiveSocketIo } from "./liveSocket.js";

/** A socket that announced a resume, and the texts that were written to it. */
function openSocket() {
  const written: string[] = [];
  const io = Object.assign(new EventEmitter(), {
    data: { userId: 1, sessionId: "s", resumes: true },
    nsp: { name: "/" },
    conn: { readyState: "open", transport: { name: "polling" }, write: (text: string) => written.push(text) },
  });
  return { socket: new LiveSocket(io as unknown as LiveSocketIo, () => "1:1:"), written };
}
const missed = () => toPackets("/", ['"appMessage",{"id":7}'], null);

describe("a replay", () => {
  it("is read again once when reading fails, and only then replaced by an order to read everything [P-25]", async () => {
    const { socket, written } = openSocket();
    let reads = 0;
    await socket.replay(async () => {
      reads += 1;
      if (reads === 1) throw new Error("the database is busy");
      return missed();
    });
    expect(reads).toBe(2);
    expect(written.join()).toContain("appMessage");
    expect(written.join()).not.toContain("resync");
    await socket.replay(async () => {
      throw new Error("the database is away");
    });
    expect(written.join()).toContain("resync");
  });
});

describe("a socket whose client announced a resume and does not ask for it", () => {
  it("keeps no more messages than it would send, and is then told to read everything", async () => {
    const { socket, written } = openSocket();
    let looks = 0;
    const packets = {
      get texts() {
        looks += 1;
        return ['"appMessage",{"id":7}'];
      },
      frames: () => Buffer.alloc(0),
    };
    for (let count = 0; count < 5_001; count += 1) socket.send(packets);
    looks = 0;
    await socket.replay(async () => missed());
    // None of them is there any more.
    expect(looks).toBe(0);
    expect(written.at(-1)).toContain("resync");
    socket.send(packets);
    expect(written.at(-1)).toContain("appMessage");
  });
});
