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
