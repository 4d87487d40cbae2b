import type { InboundEvent } from "@balcao/domain/messages";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { acceptDelivery } from "../intake/index.js";
import { drainLane } from "./drainLane.js";
import type { Interpreter } from "./interpreter.js";

const SAID = new Date("2026-11-20T12:00:00Z");
const POISON = "poison";

let test: TestServices;
let connectionId: number;
const interpreter: Interpreter = {
  toInbound: (_api, _kind, payload): InboundEvent => {
    const { body, phone } = payload as { body: string; phone: string };
    return {
      kind: "message",
      ref: { chat: { phone }, author: { phone }, fromMe: false, externalId: body },
      authorName: "Cliente",
      sentAt: SAID,
      content: { kind: "text", type: "conversation", body },
      ...{ quotedExternalId: null, mentions: [], forwarded: false, live: true },
    };
  },
  openEdit: () => null,
};
beforeAll(async () => {
  test = await openTestServices();
  connectionId = await test.connection("baileys");
  // A ticket's last message is written for all events of a transaction together, after each of them was applied.
  await test.rows(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`);
  await test.rows(
    `CREATE TRIGGER refuse BEFORE UPDATE ON ticket FOR EACH ROW WHEN (NEW.last_message = '${POISON}') EXECUTE FUNCTION refuse()`,
  );
});
afterAll(() => test.close());

const accept = (phone: string, ...bodies: readonly string[]) =>
  acceptDelivery(
    test.services,
    { id: connectionId },
    {
      events: bodies.map((body) => ({
        kind: "message",
        chat: phone,
        dedupeKey: body,
        sentAt: SAID,
        payload: { body, phone },
        fileIds: [],
      })),
      files: [],
    },
  );
const drain = async (): Promise<void> => {
  while (await drainLane(test.services, interpreter));
};
const stored = async (): Promise<unknown[]> =>
  (await test.rows<{ body: string }>("SELECT body FROM message ORDER BY body")).map(({ body }) => body);

it("keeps an event whose changes cannot be written from others, and parks it alone after five attempts [P-7, F-08]", async () => {
  await accept("5511986129801", "a", "b", POISON);
  await accept("5511986129802", "c");
  await drain();
  expect(await stored()).toEqual(["c"]);
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await test.rows("UPDATE inbound_lane SET ready_at = now()");
    await drain();
  }
  expect(await stored()).toEqual(["a", "b", "c"]);
  expect(await test.rows("SELECT attempts, state FROM inbound_event WHERE state <> 1")).toEqual([{ attempts: 5, state: 2 }]);
}, 60_000);
