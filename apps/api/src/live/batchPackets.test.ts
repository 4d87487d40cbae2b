import type { Listener, LiveBatch } from "@balcao/application/roof/live";
import type { Services } from "@balcao/application/ground/kernel";
import { anActor } from "@balcao/testing/cast";
import { createBatchPackets } from "./batchPackets.js";

const FILE = "11111111-2222-4333-8444-555555555555";
// What is read of the services is all here.
const services = {
  directory: { current: () => ({ histories: { byQueue: [], byUser: [] } }) },
  fileUrl: (sessionId: string, fileId: string) => `/api/public/media/${fileId}?d=${sessionId}`,
} as unknown as Services;

const listener = (id: number, sessionId: string): Listener => ({
  actor: anActor(id, "user", { queueIds: [1] }),
  sessionId,
  joins: { lists: new Set(), boxes: new Set(), notification: false, chats: false, chatBoxes: new Set() },
});

/** A batch of one event with a queue's id, and with the address of a file if `withFile`. */
const batchOf = (withFile: boolean): LiveBatch => ({
  cursor: "1:2:",
  events: [
    {
      topic: "queue",
      at: new Date(0),
      causes: [],
      presentation: {
        classOf: () => "everybody",
        present: ({ presenter: { fileUrl } }) => [
          { name: "ticketChat", event: { action: "delete", chatId: 7, ...(withFile && { url: fileUrl(FILE) }) } },
        ],
      },
    },
  ],
});

describe("the packets of a batch", () => {
  it("are the same buffer for people of one class who get no file, per namespace", () => {
    const packetsFor = createBatchPackets(services, batchOf(false));
    const ofAna = packetsFor(listener(10, "ana"), "/");
    expect(packetsFor(listener(11, "rui"), "/").frames()).toBe(ofAna.frames());
    expect(ofAna.texts).toEqual(['2["ticketChat",{"action":"delete","chatId":7},"1:2:"]']);
    expect(packetsFor(listener(11, "rui"), "/api").texts).toEqual(['2/api,["ticketChat",{"action":"delete","chatId":7},"1:2:"]']);
  });

  it("have the addresses of files that are signed for the session which receives them, and for no other", () => {
    const packetsFor = createBatchPackets(services, batchOf(true));
    const texts = ["ana", "rui", "ana"].map((sessionId, index) => packetsFor(listener(10 + index, sessionId), "/"));
    expect(texts[2]?.frames()).toBe(texts[0]?.frames());
    expect(texts.map(({ texts: [text] }) => /\?d=\w+/.exec(text ?? "")?.[0])).toEqual(["?d=ana", "?d=rui", "?d=ana"]);
  });
});
