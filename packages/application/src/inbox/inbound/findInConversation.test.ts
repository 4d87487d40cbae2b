import type { InboundEvent, MessageRef, PeerId } from "@balcao/domain/messages";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { acceptDelivery } from "../intake/index.js";
import { drainLane } from "./drainLane.js";
import type { Interpreter } from "./interpreter.js";

const LONG = { phone: "5511986129801" };
const SHORT = { phone: "551186129801" };
const LID = { lid: "99000010001" };
const MOVED = { phone: "5511900002002" };
const SAID = new Date("2026-11-20T12:00:00Z");

describe("an event about a message under another spelling of the customer's address", () => {
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

  const arrive = async (chat: string, event: InboundEvent): Promise<void> => {
    const n = events.push(event) - 1;
    const delivered = { kind: event.kind, chat, dedupeKey: `k${n}`, sentAt: SAID, payload: { n }, fileIds: [] };
    await acceptDelivery(test.services, { id: connectionId }, { events: [delivered], files: [] });
    while (await drainLane(test.services, interpreter));
  };
  const ref = (chat: PeerId, externalId: string): MessageRef => ({ chat, author: chat, fromMe: false, externalId });
  const text = (chat: PeerId, externalId: string, body: string, quoted: string | null = null): InboundEvent => ({
    kind: "message",
    ref: ref(chat, externalId),
    authorName: null,
    sentAt: SAID,
    content: { kind: "text", type: "conversation", body },
    quotedExternalId: quoted,
    mentions: [],
    forwarded: false,
    live: true,
  });
  const stored = async (externalId: string) =>
    (
      await test.rows<{ body: string; isDeleted: boolean; quoted: string | null; reactions: object | null }>(
        `SELECT m.body, m.is_deleted AS "isDeleted", q.external_id AS quoted, m.reactions FROM message m LEFT JOIN message q ON q.id = m.quoted_id
         WHERE m.external_id = $1`,
        [externalId],
      )
    )[0];

  it("finds the message by the other form of the number, by the hidden id, and after the number changed [CONV-028, CONV-031]", async () => {
    await arrive("long", text(LONG, "A", "Custa 10"));
    await arrive("short", { kind: "edited", target: ref(SHORT, "A"), text: "Custa 11", at: new Date(SAID.getTime() + 1_000) });
    expect(await stored("A")).toMatchObject({ body: "Custa 11" });

    await arrive("both", text({ ...LONG, ...LID }, "B", "Sou eu"));
    await arrive("lid", { kind: "edited", target: ref(LID, "A"), text: "Custa 12", at: new Date(SAID.getTime() + 2_000) });
    expect(await stored("A")).toMatchObject({ body: "Custa 12" });
    await arrive("lid", text(LID, "C", "Sobre isto", "A"));
    expect(await stored("C")).toMatchObject({ quoted: "A" });

    await arrive("long", { kind: "addressChanged", from: LONG, to: MOVED, at: SAID });
    await arrive("moved", { kind: "revoked", target: ref(MOVED, "A"), at: new Date(SAID.getTime() + 3_000) });
    expect(await stored("A")).toMatchObject({ isDeleted: true });
    expect(await test.rows("SELECT 1 FROM inbound_event WHERE state = 3")).toEqual([]);
  });

  it("does not touch another customer's message with the same id", async () => {
    await arrive("other", text({ phone: "5511900003003" }, "A", "De outra pessoa"));
    await arrive("other", { kind: "edited", target: ref({ phone: "5511900003003" }, "B"), text: "trocado", at: SAID });
    expect(await stored("B")).toMatchObject({ body: "Sou eu" });
  });
});
