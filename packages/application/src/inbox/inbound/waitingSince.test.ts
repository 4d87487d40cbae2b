import type { InboundEvent } from "@balcao/domain/messages";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { acceptDelivery } from "../intake/index.js";
import { drainLane } from "./drainLane.js";
import type { Interpreter } from "./interpreter.js";

const CUSTOMER = { phone: "5511986129801" };
const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 20, 12, minute));

describe("since when a customer waits", () => {
  let test: TestServices;
  let connectionId: number;
  const events: InboundEvent[] = [];
  const interpreter: Interpreter = {
    toInbound: (_api, _kind, payload) => events[(payload as { n: number }).n] ?? { kind: "ignored", reason: "" },
    openEdit: () => null,
  };
  beforeAll(async () => {
    test = await openTestServices();
    connectionId = await test.connection("baileys");
  });
  afterAll(() => test.close());

  const said = (minute: number, fromMe = false): InboundEvent => ({
    kind: "message",
    ref: { chat: CUSTOMER, author: CUSTOMER, fromMe, externalId: `E${events.length}-${minute}` },
    authorName: null,
    sentAt: at(minute),
    content: { kind: "text", type: "conversation", body: String(minute) },
    quotedExternalId: null,
    mentions: [],
    forwarded: false,
    live: true,
  });
  /** Brings messages in one delivery, which a lane applies together. */
  const bring = async (...messages: readonly InboundEvent[]): Promise<Date | null | undefined> => {
    const delivered = messages.map((event) => {
      const n = events.push(event) - 1;
      const sentAt = event.kind === "message" ? event.sentAt : at(0);
      return { kind: event.kind, chat: "c", dedupeKey: `k${n}`, sentAt, payload: { n }, fileIds: [] };
    });
    await acceptDelivery(test.services, { id: connectionId }, { events: delivered, files: [] });
    while (await drainLane(test.services, interpreter));
    return (await test.rows<{ since: Date | null }>("SELECT waiting_since AS since FROM ticket"))[0]?.since;
  };

  it("counts from the first message that nobody has answered; an answer on the phone ends it", async () => {
    expect(await bring(said(1), said(2))).toEqual(at(1));
    expect(await bring(said(3))).toEqual(at(1));
    expect(await bring(said(4, true))).toBeNull();
    expect(await bring(said(5))).toEqual(at(5));
  });

  it("is the same when question, answer and question are applied together", async () => {
    expect(await bring(said(6), said(7, true), said(8), said(9))).toEqual(at(8));
    expect(await bring(said(10), said(11, true))).toBeNull();
  });

  it("does not begin with a message that comes late and may have been answered", async () => {
    expect(await bring(said(3))).toBeNull();
    expect(await bring(said(12))).toEqual(at(12));
  });
});
