import { createSealer } from "@balcao/platform/secrets";
import type { InboundEvent, MessageContent } from "@balcao/domain/messages";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { acceptDelivery, readContentsAgain } from "../intake/index.js";
import { drainLane } from "./drainLane.js";

const KEY = Buffer.alloc(32, 7).toString("base64");
const CHAT = { phone: "5511900000001" };
const SAID = new Date("2026-11-20T12:00:00Z");

describe("a content that this version does not read [D-276]", () => {
  let test: TestServices;
  let id: number;
  /** What the installed version makes of it. */
  let content: MessageContent;
  beforeAll(async () => {
    test = await openTestServices();
    id = await test.connection("baileys");
  });
  beforeEach(async () => {
    content = { kind: "unsupported", providerType: "newerMessage" };
    for (const table of ["inbound_event", "ticket", "contact"]) await test.rows(`DELETE FROM ${table}`);
  });
  afterAll(() => test.close());

  const message = (fromMe: boolean): InboundEvent => ({
    kind: "message",
    ref: { chat: CHAT, author: CHAT, fromMe, externalId: "A" },
    authorName: "Rui",
    sentAt: SAID,
    content,
    quotedExternalId: null,
    mentions: [],
    forwarded: false,
    live: true,
  });
  const drain = async (fromMe: boolean): Promise<unknown[]> => {
    const read: unknown[] = [];
    const interpreter = {
      toInbound: (_api: string, _kind: string, payload: unknown) => {
        read.push(payload);
        return message(fromMe);
      },
      readAgain: (_api: string, payload: unknown) => Promise.resolve({ ...(payload as object), again: true }),
      openEdit: () => null,
    };
    while (await drainLane(test.services, interpreter));
    return read;
  };
  const arrive = async (fromMe = false): Promise<void> => {
    const event = {
      kind: "message",
      chat: `phone:${CHAT.phone}`,
      dedupeKey: "m",
      sentAt: SAID,
      payload: { words: "a text nobody reads" },
      fileIds: [],
    };
    await acceptDelivery(test.services, { id }, { events: [event], files: [] });
    await drain(fromMe);
  };
  const bodies = async () => (await test.rows<{ body: string }>("SELECT body FROM message ORDER BY id")).map(({ body }) => body);
  const kept = () => test.rows<{ sealed: string }>("SELECT payload_sealed AS sealed FROM unread_content");
  const readAgain = () => readContentsAgain(test.services.database, { sessionEncryptionKey: KEY });

  it.each([false, true])("is a bubble, kept sealed, and read again after an update, once; from the phone: %s", async (fromMe) => {
    await arrive(fromMe);
    expect(await bodies()).toEqual(["Mensagem não suportada"]);
    const [row] = await kept();
    expect(row?.sealed).not.toContain("nobody");
    // The journal keeps events for some weeks only.
    await test.rows("DELETE FROM inbound_event");

    expect(await readAgain()).toBe(1);
    await drain(fromMe);
    expect(await bodies()).toEqual(["Mensagem não suportada"]);
    expect(await kept()).toHaveLength(1);

    content = { kind: "text", type: "conversation", body: "Um convite" };
    expect(await readAgain()).toBe(1);
    expect(await drain(fromMe)).toEqual([{ words: "a text nobody reads", again: true, reprocess: true }]);
    expect(await bodies()).toEqual(["Um convite"]);
    expect(await kept()).toEqual([]);
    expect(await test.rows("SELECT unread FROM ticket")).toEqual([{ unread: fromMe ? 0 : 1 }]);
    expect(await readAgain()).toBe(0);
  });

  it("has its file fetched once it is read", async () => {
    await arrive();
    const source = { at: "provider", descriptor: { of: "A" } } as const;
    content = {
      kind: "media",
      type: "image",
      media: "image",
      caption: "",
      fileName: null,
      voice: false,
      source,
    } as unknown as MessageContent;
    await readAgain();
    await drain(false);
    expect(
      await test.rows("SELECT kind, subject, input -> 'descriptor' AS descriptor FROM gateway_chore WHERE kind = 'fetchMedia'"),
    ).toEqual([
      { kind: "fetchMedia", subject: String((await test.rows<{ id: number }>("SELECT id FROM message"))[0]?.id), descriptor: { of: "A" } },
    ]);
  });

  it("is not kept where the network never sends it, and goes with its message", async () => {
    content = { kind: "unsupported", providerType: "131051", neverSent: true };
    await arrive();
    expect(await kept()).toEqual([]);
  });

  it("is left as it is when another secret sealed it", async () => {
    await arrive();
    const other = createSealer(Buffer.alloc(32, 9).toString("base64"));
    await test.rows("UPDATE unread_content SET payload_sealed = $1", [other.seal("{}", "x")]);
    expect(await readAgain()).toBe(0);
  });
});
