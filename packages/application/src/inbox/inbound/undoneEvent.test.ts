import type { InboundEvent } from "@balcao/domain/messages";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { acceptDelivery } from "../intake/index.js";
import { drainLane } from "./drainLane.js";
import type { Interpreter } from "./interpreter.js";

const PHONE = "5511986129801";
const LID = "123456789012345";
const SAID = new Date("2026-11-20T12:00:00Z");

let test: TestServices;
let connectionId: number;
let body = "";
const interpreter: Interpreter = {
  toInbound: (): InboundEvent => ({
    kind: "message",
    ref: { chat: { phone: PHONE, lid: LID }, author: { phone: PHONE, lid: LID }, fromMe: false, externalId: "E" },
    authorName: "Cliente",
    sentAt: SAID,
    content: { kind: "text", type: "conversation", body },
    ...{ quotedExternalId: null, mentions: [], forwarded: false, live: true },
  }),
  openEdit: () => null,
};
beforeAll(async () => {
  test = await openTestServices();
  connectionId = await test.connection("baileys");
  await test.rows("INSERT INTO contact (name, number) VALUES ('Pelo telefone', $1)", [PHONE]);
  await test.rows("INSERT INTO contact (name) VALUES ('Pelo LID')");
  await test.rows("INSERT INTO contact_address (connection_id, kind, value, contact_id) VALUES (0, 'phone', $1, 1), ($2, 'lid', $3, 2)", [
    PHONE,
    connectionId,
    LID,
  ]);
});
afterAll(() => test.close());

const merged = () => test.rows("SELECT 1 FROM contact_merge");
const events = () => test.rows("SELECT topic FROM live_event");
const drain = async (): Promise<void> => {
  while (await drainLane(test.services, interpreter));
};

it("records no live event of what a failed event did before it was undone, such as a merge of contacts [P-7]", async () => {
  body = "\0";
  const delivered = { kind: "message", chat: "c", dedupeKey: "k", sentAt: SAID, payload: {}, fileIds: [] };
  await acceptDelivery(test.services, { id: connectionId }, { events: [delivered], files: [] });
  await drain();
  expect([await merged(), await events()]).toEqual([[], []]);

  body = "oi";
  await test.rows("UPDATE inbound_lane SET ready_at = now()");
  await drain();
  expect(await merged()).toHaveLength(1);
  expect(await events()).toContainEqual({ topic: "contact" });
});
