import { setTimeout as sleep } from "node:timers/promises";
import type { InboundEvent } from "@balcao/domain/messages";
import { setLaneEventsOrphan, takeLanes, toTakenLanes } from "@balcao/database/lanes";
import type { Sql } from "@balcao/database/sql";
import { newUuid } from "@balcao/platform/ids";
import { patience } from "@balcao/testing/patience";
import { drainLane, type Interpreter } from "../../inbox/inbound/index.js";
import { acceptDelivery } from "../../inbox/intake/index.js";
import type { Services } from "../../ground/kernel/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { dispatchDue } from "./dispatchDue.js";
import { createDispatcher } from "./dispatcher.js";
import { createResultBatch } from "./resultBatch.js";

const HOLDER = newUuid();
const CUSTOMER = { phone: "5511900000001" };
const READ: Extract<InboundEvent, { kind: "ack" }> = {
  ...{ kind: "ack", chat: CUSTOMER, externalIds: ["A"], ack: 3, error: null, outboxId: null, by: null },
  at: new Date("2026-11-20T12:00:00Z"),
};
/** As it was delivered. */
const DELIVERED = { kind: "ack", chat: "phone:5511900000001", dedupeKey: "a", sentAt: new Date(), payload: {}, fileIds: [] };
/** The customer's reply to that message. */
const REPLY: InboundEvent = {
  ...{ kind: "message", ref: { chat: CUSTOMER, author: CUSTOMER, fromMe: false, externalId: "R" }, authorName: null, live: true },
  ...{ content: { kind: "text", type: "conversation", body: "Sim" }, quotedExternalId: "A", mentions: [], forwarded: false },
  sentAt: new Date("2026-11-20T12:00:01Z"),
};
const interpreter: Interpreter = { toInbound: (_api, kind) => (kind === "ack" ? READ : REPLY), openEdit: () => null };

let test: TestServices;
beforeEach(async () => {
  test = await openTestServices();
  await test.connection("wwebjs");
  await test.rows("INSERT INTO contact (name) VALUES ('Cliente')");
  await test.rows("INSERT INTO contact_address (contact_id, kind, value, connection_id) VALUES (1, 'phone', '5511900000001', 0)");
  await test.rows("INSERT INTO ticket (status, contact_id, connection_id) VALUES ('open', 1, 1)");
  await test.rows("INSERT INTO session_lease (connection_id, owner, epoch, expires_at) VALUES (1, $1, 1, now() + interval '1 hour')", [
    HOLDER,
  ]);
  await test.rows(
    `WITH m AS (INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at)
       VALUES (1, 1, 'phone:5511900000001', 'me', true, 'conversation', 'oi', now()) RETURNING id)
     INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer)
       SELECT gen_random_uuid(), id, 1, '1:phone:5511900000001', 'agent', '{"phone":"5511900000001"}' FROM m`,
  );
  await acceptDelivery(test.services, { id: 1 }, { events: [DELIVERED], files: [] });
});
afterEach(() => test.close());

const PROMPT = (): Promise<void> => Promise.resolve();

/** The network answers with its id of the message, after it has reported that the customer read it. */
const writeResult = async (beforeAnswer = PROMPT, externalId = "A"): Promise<void> => {
  const send = async () => {
    await beforeAnswer();
    return { state: "sent", externalId, sentAt: null } as const;
  };
  const dispatcher = createDispatcher(
    test.services,
    { connectionId: 1, api: "wwebjs", epoch: 1, send },
    createResultBatch(test.services, () => undefined),
  );
  await dispatchDue(test.services, HOLDER, [dispatcher]);
  await dispatcher.settle();
};
const drain = async (): Promise<void> => {
  while (await drainLane(test.services, interpreter));
};
const ack = async (): Promise<unknown> => (await test.rows<{ ack: number }>("SELECT ack FROM message"))[0]?.ack;

describe("an ack that comes before the answer to its send", () => {
  it("counts as soon as the answer is stored [C-7]", async () => {
    await drain();
    expect(await test.rows("SELECT state FROM inbound_event")).toEqual([{ state: 3 }]);
    await writeResult();
    await drain();
    expect(await ack()).toBe(3);
    expect(await test.rows("SELECT state FROM inbound_event")).toEqual([{ state: 1 }]);
  });

  it("counts also when it is just being put aside while the answer is stored [C-7]", async () => {
    let written: Promise<void> = Promise.resolve();
    await test.services.database.transaction(async (tx, opened) => {
      const events = toTakenLanes(opened).flatMap((lane) => lane.events);
      await setLaneEventsOrphan(
        tx,
        events.map(({ id }) => id),
      );
      written = writeResult();
      await until(async () => {
        const waiting = await test.rows("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'");
        return waiting.length === 1;
      });
      await tx.ask("UPDATE inbound_lane SET ready_at = NULL");
    }, takeLanes);
    await written;
    await drain();
    expect(await ack()).toBe(3);
  });

  it.each([
    ["alone", [READ]],
    ["with the earlier ones", ([1, 2, 3] as const).map((level) => ({ ...READ, ack: level }))],
    // Such an ack is never applied with those of other conversations.
    ["in a group", [{ ...READ, by: CUSTOMER }]],
  ] satisfies [string, InboundEvent[]][])("counts also when the answer is stored while it is applied, %s [C-7]", async (_words, reads) => {
    const payloads = reads.map((payload, at) => ({ ...DELIVERED, dedupeKey: `b${at}`, payload }));
    await test.rows("DELETE FROM inbound_event");
    await acceptDelivery(test.services, { id: 1 }, { events: payloads, files: [] });
    const sent = [...reads];
    const inOrder: Interpreter = { ...interpreter, toInbound: () => sent.shift() ?? READ };
    let written: Promise<void> | undefined;
    const services = afterStatement(/^(acks_raise|message_raise_acks)$/, async () => {
      // Its adoption of what waits is held up by this conversation, so that only the id is waited for.
      written ??= writeResult();
      await until(async () => (await test.rows("SELECT 1 FROM message WHERE external_id = 'A'")).length === 1);
    });
    await drainLane(services, inOrder);
    await written;
    sent.push(...reads);
    while (await drainLane(test.services, inOrder));
    expect(await ack()).toBe(3);
    expect(await test.rows("SELECT DISTINCT state FROM inbound_event")).toEqual([{ state: 1 }]);
  });
});

/** The services, in whose transactions `then` runs after each statement with such a name. */
function afterStatement(name: RegExp, then: () => Promise<void>): Services {
  const { database } = test.services;
  const transaction: Services["database"]["transaction"] = (work, opening) =>
    database.transaction((tx, opened) => {
      const run: Sql["run"] = async (statement, values) => {
        const rows = await tx.run(statement, values);
        if (name.test(statement.name)) await then();
        return rows;
      };
      return work({ ...tx, run }, opened);
    }, opening);
  return { ...test.services, database: { ...database, transaction } };
}

describe("a reply that comes before the answer to the send that it quotes", () => {
  const reply = { kind: "message", chat: "phone:5511900000001", dedupeKey: "r", sentAt: new Date(), payload: {}, fileIds: [] };
  const arrives = async (): Promise<void> => {
    await acceptDelivery(test.services, { id: 1 }, { events: [reply], files: [] });
    await drain();
  };
  const stored = () =>
    test.rows(
      "SELECT m.body, q.body AS quoted, t.unread FROM message m JOIN ticket t ON t.id = m.ticket_id LEFT JOIN message q ON q.id = m.quoted_id WHERE NOT m.from_me",
    );
  const versionOf = async () => (await test.rows<{ version: number }>("SELECT version FROM ticket ORDER BY id LIMIT 1"))[0]?.version ?? 0;
  const waiting = () => test.rows("SELECT kind FROM inbound_event WHERE state = 3 ORDER BY id");

  it("is shown at once, and gets its quotation when the answer is stored, once [C-7]", async () => {
    let meanwhile: unknown;
    await writeResult(async () => {
      await arrives();
      meanwhile = { messages: await stored(), waiting: await waiting() };
    });
    expect(meanwhile).toEqual({ messages: [{ body: "Sim", quoted: null, unread: 1 }], waiting: [{ kind: "ack" }, { kind: "message" }] });
    const version = await versionOf();
    await drain();
    expect(await stored()).toEqual([{ body: "Sim", quoted: "oi", unread: 1 }]);
    expect(await waiting()).toEqual([]);
    // A raised version comes with a live event, so that screens show the quotation.
    expect(await versionOf()).toBeGreaterThan(version);
  });

  it("stays without a quotation when it quotes something else", async () => {
    await writeResult(arrives, "B");
    await drain();
    expect(await stored()).toEqual([{ body: "Sim", quoted: null, unread: 1 }]);
    expect(await waiting()).toEqual([{ kind: "ack" }]);
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patience(10_000);
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("The condition never came true.");
    await sleep(5);
  }
}
