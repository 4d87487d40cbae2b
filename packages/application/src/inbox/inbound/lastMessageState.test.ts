import type { Ack, InboundEvent, PeerId } from "@balcao/domain/messages";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { acceptDelivery } from "../intake/index.js";
import { drainLane } from "./drainLane.js";
import type { Interpreter } from "./interpreter.js";

const CUSTOMER = { phone: "5511986129801" };
const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 20, 12, minute));
const refOf = (minute: number, fromMe: boolean) => ({ chat: CUSTOMER, author: CUSTOMER, fromMe, externalId: `E${minute}` });

describe("how far the last message of a ticket has come", () => {
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

  const said = (minute: number, fromMe = false): Extract<InboundEvent, { kind: "message" }> => ({
    kind: "message",
    ref: refOf(minute, fromMe),
    authorName: null,
    sentAt: at(minute),
    content: { kind: "text", type: "conversation", body: String(minute) },
    quotedExternalId: null,
    mentions: [],
    forwarded: false,
    live: true,
  });
  const acked = (minute: number, ack: Ack): InboundEvent => ({
    kind: "ack",
    ...{ chat: CUSTOMER, externalIds: [`E${minute}`], ack, error: null, outboxId: null, by: null, at: at(minute) },
  });
  /** Brings events in one delivery, which a lane applies together; returns preview and state of the ticket. */
  const bring = async (...together: readonly InboundEvent[]): Promise<unknown> => {
    const delivered = together.map((event) => {
      const n = events.push(event) - 1;
      const sentAt = event.kind === "message" ? event.sentAt : at(0);
      return { kind: event.kind, chat: "c", dedupeKey: `k${n}`, sentAt, payload: { n }, fileIds: [] };
    });
    await acceptDelivery(test.services, { id: connectionId }, { events: delivered, files: [] });
    while (await drainLane(test.services, interpreter));
    const [row] = await test.rows<{ shown: unknown }>(
      "SELECT array[last_message, last_message_state] AS shown FROM ticket ORDER BY id LIMIT 1",
    );
    return row?.shown;
  };

  it("follows what is typed on the phone, its acks, and ends with the customer's next message [CONV-030]", async () => {
    expect(await bring(said(1))).toEqual(["1", null]);
    expect(await bring(said(2, true))).toEqual(["2", "sent"]);
    expect(await bring(acked(2, 2))).toEqual(["2", "delivered"]);
    expect(await bring(acked(2, 3))).toEqual(["2", "read"]);
    expect(await bring(said(3))).toEqual(["3", null]);
    expect(await bring(acked(2, 4))).toEqual(["3", null]);
  });

  it("is the same when message and ack are applied together [CONV-030]", async () => {
    expect(await bring(said(4, true), acked(4, 2))).toEqual(["4", "delivered"]);
    expect(await bring(said(5, true), acked(4, 3))).toEqual(["5", "sent"]);
  });

  it("stays that of the last message when an older one arrives late, whose ack it does not take [CONV-030]", async () => {
    expect(await bring(said(3, true), acked(5, 3))).toEqual(["5", "read"]);
    expect(await bring(said(2), acked(5, 4))).toEqual(["5", "played"]);
  });

  it("is a failure where the network says so, and nothing once the message is deleted [CONV-030, CONV-031]", async () => {
    expect(await bring(said(6, true), acked(6, -1))).toEqual(["6", "failed"]);
    expect(await bring({ kind: "revoked", target: refOf(6, true), at: at(7) })).toEqual(["Mensagem apagada", null]);
  });

  it("goes with the last message when two contacts turn out to be one person", async () => {
    const [phone, lid] = [{ phone: "5511986120000" }, { lid: "777" }];
    const saidIn = (chat: PeerId, minute: number, fromMe: boolean): InboundEvent => ({
      ...said(minute, fromMe),
      ...{ ref: { chat, author: chat, fromMe, externalId: `P${minute}` } },
    });
    await bring(saidIn(phone, 21, false));
    await bring(saidIn(lid, 23, true));
    await bring(saidIn({ ...phone, ...lid }, 22, false));
    const rows = await test.rows<{ shown: unknown }>(
      "SELECT array[t.last_message, t.last_message_state] AS shown FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE c.number = $1 AND t.status <> 'closed'",
      [phone.phone],
    );
    expect(rows).toEqual([{ shown: ["23", "sent"] }]);
  });

  it("stays unknown for the last message of a ticket that had none recorded", async () => {
    await bring(said(8, true));
    await test.rows("UPDATE ticket SET last_message_state = NULL");
    expect(await bring(acked(8, 2))).toEqual(["8", null]);
  });

  it("names the medium of the last message and its length, and none for a text [INBOX-015, D-261]", async () => {
    const brought = async (event: InboundEvent): Promise<unknown> => {
      await bring(event);
      const [row] = await test.rows<object>("SELECT last_message AS text, last_message_media AS media FROM ticket ORDER BY id LIMIT 1");
      return row;
    };
    const sent = (minute: number, media: "audio" | "image", caption: string, seconds: number | null): InboundEvent => ({
      ...said(minute),
      content: { kind: "media", media, mime: null, fileName: null, caption, voice: media === "audio", seconds, source: null },
    });
    expect(await brought(sent(50, "audio", "", 23))).toEqual({ text: "Áudio", media: { kind: "audio", seconds: 23 } });
    expect(await brought(sent(51, "image", "nota assinada", null))).toEqual({
      text: "nota assinada",
      media: { kind: "image", seconds: null },
    });
    expect(await brought(said(52))).toEqual({ text: "52", media: null });
  });

  it("is a failure also where that comes after the delivery, unless the message was read or the failure is older [D-481]", async () => {
    const failed = (minute: number, later: number): InboundEvent => ({ ...acked(minute, -1), at: at(later) }) as InboundEvent;
    expect(await bring(said(71, true), acked(71, 2))).toEqual(["71", "delivered"]);
    expect(await bring(failed(71, 70))).toEqual(["71", "delivered"]);
    expect(await bring(failed(71, 72))).toEqual(["71", "failed"]);
    expect(await bring(acked(71, 3))).toEqual(["71", "read"]);
    expect(await bring(failed(71, 73))).toEqual(["71", "read"]);
  });
});
