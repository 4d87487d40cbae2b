import { setTimeout as sleep } from "node:timers/promises";
import type { InboundEvent } from "@balcao/domain/messages";
import { newUuid } from "@balcao/platform/ids";
import { patience } from "@balcao/testing/patience";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { drainLane, type Interpreter } from "../../inbox/inbound/index.js";
import { acceptDelivery } from "../../inbox/intake/index.js";
import { dispatchDue } from "./dispatchDue.js";
import { createDispatcher } from "./dispatcher.js";
import { createResultBatch } from "./resultBatch.js";

const HOLDER = newUuid();
const CUSTOMER = { phone: "5511900000001" };
const ACK: InboundEvent = {
  kind: "ack",
  chat: CUSTOMER,
  externalIds: ["A"],
  ack: 2,
  error: null,
  outboxId: null,
  by: null,
  at: new Date("2026-11-20T12:00:00Z"),
};
const interpreter: Interpreter = { toInbound: () => ACK, openEdit: () => null };

let test: TestServices;
beforeEach(async () => {
  test = await openTestServices();
  await test.connection("meow");
  await test.rows("INSERT INTO contact (name) VALUES ('Cliente')");
  await test.rows("INSERT INTO ticket (status, contact_id, connection_id) VALUES ('open', 1, 1)");
  await test.rows("INSERT INTO session_lease (connection_id, owner, epoch, expires_at) VALUES (1, $1, 1, now() + interval '1 hour')", [
    HOLDER,
  ]);
  await test.rows(
    `WITH m AS (INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at, external_id)
       VALUES (1, 1, 'phone:5511900000001', 'me', true, 'conversation', 'oi', now(), 'A') RETURNING id)
     INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer, external_id)
       SELECT gen_random_uuid(), id, 1, '1:phone:5511900000001', 'agent', '{"phone":"5511900000001"}', 'A' FROM m`,
  );
});
afterEach(() => test.close());

const writeResult = async (): Promise<void> => {
  const send = () => Promise.resolve({ state: "sent", externalId: "A", sentAt: null } as const);
  const dispatcher = createDispatcher(
    test.services,
    { connectionId: 1, api: "meow", epoch: 1, send },
    createResultBatch(test.services, () => undefined),
  );
  await dispatchDue(test.services, HOLDER, [dispatcher]);
  await dispatcher.settle();
};
const applyReceipt = async (): Promise<void> => {
  await test.rows("UPDATE outbox SET state = 'handed', epoch = 1, handed_at = now(), first_handed_at = now()");
  const delivered = { kind: "ack", chat: "phone:5511900000001", dedupeKey: "a", sentAt: new Date(), payload: {}, fileIds: [] };
  await acceptDelivery(test.services, { id: 1 }, { events: [delivered], files: [] });
  while (await drainLane(test.services, interpreter));
};

describe("a send's result and its receipt", () => {
  it.each([
    ["the result", writeResult],
    ["the receipt", applyReceipt],
  ])(
    "take their locks in one order, so that they never wait for each other: %s waits for the ticket before anything else",
    async (_what, write) => {
      let written: Promise<void> = Promise.resolve();
      await test.services.database.transaction(async (tx) => {
        await tx.ask("SELECT 1 FROM ticket FOR UPDATE");
        written = write();
        await until(async () => {
          // Not in this transaction, which would see the same state each time.
          const waiting = await test.rows("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
          return waiting.length === 1;
        });
        // Whoever waits for the ticket holds neither the send nor the message.
        expect(await tx.ask("SELECT 1 FROM outbox FOR UPDATE NOWAIT")).toHaveLength(1);
        expect(await tx.ask("SELECT 1 FROM message FOR UPDATE NOWAIT")).toHaveLength(1);
      });
      await written;
      expect(await test.rows("SELECT o.state, m.ack > 0 AS arrived FROM outbox o JOIN message m ON m.id = o.message_id")).toEqual([
        { state: "sent", arrived: true },
      ]);
    },
  );
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patience(10_000);
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("The condition never came true.");
    await sleep(5);
  }
}
