import { setTimeout as sleep } from "node:timers/promises";
import type { OutboundMessage, SendOutcome } from "@balcao/domain/messages";
import { newUuid } from "@balcao/platform/ids";
import { patience } from "@balcao/testing/patience";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { dispatchDue } from "./dispatchDue.js";
import { createDispatcher, type Dispatcher } from "./dispatcher.js";
import { createResultBatch } from "./resultBatch.js";

const HOLDER = newUuid();
const QUICK = () => ({ chosenId: true, answerLimitMs: 60, doubtLimitMs: 1_500 });

let test: TestServices;

const ask = <T>(sql: string, values: readonly unknown[] = []) => test.rows<T>(sql, values);

beforeEach(async () => {
  test = await openTestServices();
  await ask("INSERT INTO connection (name, api) VALUES ('Loja', 'meow')");
  await ask("INSERT INTO contact (name) VALUES ('Cliente')");
  await ask("INSERT INTO ticket (status, contact_id, connection_id) VALUES ('open', 1, 1)");
  await ask("INSERT INTO session_lease (connection_id, owner, epoch, expires_at) VALUES (1, $1, 1, now() + interval '1 hour')", [HOLDER]);
});
afterEach(async () => {
  await test.close();
});

/** Queues texts of ours in the one conversation, in order. */
async function queue(...bodies: readonly string[]): Promise<void> {
  for (const body of bodies)
    await ask(
      `WITH m AS (INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at, external_id)
         VALUES (1, 1, 'phone:5511900000001', 'me', true, 'conversation', $1, now(), $1) RETURNING id)
       INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer, external_id)
         SELECT gen_random_uuid(), id, 1, '1:phone:5511900000001', 'agent', '{"phone":"5511900000001"}', $1 FROM m`,
      [body],
    );
}

const results = () => createResultBatch(test.services, () => undefined);
const open = (send: (message: OutboundMessage) => Promise<SendOutcome>): Dispatcher =>
  createDispatcher(test.services, { connectionId: 1, api: "meow", epoch: 1, send, repeatRule: QUICK }, results());

/** Dispatches until the rows match: body, state and ack of each message. */
async function dispatchUntil(
  dispatcher: Dispatcher,
  expected: readonly (readonly [body: string, state: string, ack: number])[],
): Promise<void> {
  const deadline = Date.now() + patience(20_000);
  for (;;) {
    await dispatchDue(test.services, HOLDER, [dispatcher]);
    const rows = await ask<{ body: string; state: string; ack: number }>(
      "SELECT m.body, o.state, m.ack FROM outbox o JOIN message m ON m.id = o.message_id ORDER BY o.lane_seq",
    );
    const found = rows.map(({ body, state, ack }) => [body, state, ack]);
    if (JSON.stringify(found) === JSON.stringify(expected)) return;
    if (Date.now() > deadline) expect(found).toEqual(expected);
    await sleep(10);
  }
}

/** Refuses every live event from now on. A sequence counts the tries, because it is not rolled back with them. */
async function refuseLiveEvents(): Promise<void> {
  await ask("CREATE SEQUENCE refusals");
  await ask(
    `CREATE FUNCTION refuse_live() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM nextval('refusals'); RAISE EXCEPTION 'no live events now'; END $$`,
  );
  await ask("CREATE TRIGGER refuse_live BEFORE INSERT ON live_event FOR EACH ROW EXECUTE FUNCTION refuse_live()");
}
const wasRefused = async (): Promise<boolean> => (await ask<{ yes: boolean }>("SELECT is_called AS yes FROM refusals"))[0]?.yes === true;

const sent = (externalId: string): SendOutcome => ({ state: "sent", externalId, sentAt: null });
const liveEvents = () => ask<{ n: number }>("SELECT count(*)::int AS n FROM live_event WHERE topic = 'ticket'");

describe("the dispatcher", () => {
  it("marks a send as unknown when the gateway never answers, and then sends the next one [P-13, P-14]", async () => {
    await queue("primeira", "segunda");
    let tries = 0;
    const dispatcher = open((message) => {
      if (message.externalId === "segunda") return Promise.resolve(sent("segunda"));
      tries += 1;
      return new Promise(() => undefined);
    });
    await dispatchUntil(dispatcher, [
      ["primeira", "unknown", 0],
      ["segunda", "sent", 1],
    ]);
    expect(tries).toBeGreaterThan(1);
    await dispatcher.settle();
  });

  it("changes unknown to sent when the answer arrives late", async () => {
    await queue("demorada");
    let answer: (outcome: SendOutcome) => void = () => undefined;
    const late = new Promise<SendOutcome>((resolve) => (answer = resolve));
    const dispatcher = createDispatcher(
      test.services,
      { connectionId: 1, api: "wwebjs", epoch: 1, send: () => late, repeatRule: () => ({ ...QUICK(), chosenId: false }) },
      results(),
    );
    await dispatchUntil(dispatcher, [["demorada", "unknown", 0]]);
    answer(sent("demorada"));
    await dispatchUntil(dispatcher, [["demorada", "sent", 1]]);
  });

  it("stores a result and its live event in one transaction, and retries until it succeeds [P-11, P-25]", async () => {
    await queue("oi");
    await refuseLiveEvents();
    let answered = 0;
    const dispatcher = open(() => {
      answered += 1;
      return Promise.resolve(sent("oi"));
    });
    await dispatchDue(test.services, HOLDER, [dispatcher]);
    const deadline = Date.now() + patience(10_000);
    while (!(await wasRefused()) && Date.now() < deadline) await sleep(5);
    expect(await wasRefused()).toBe(true);
    expect(await ask("SELECT o.state, m.ack FROM outbox o JOIN message m ON m.id = o.message_id")).toEqual([{ state: "handed", ack: 0 }]);
    await ask("DROP TRIGGER refuse_live ON live_event");
    await dispatchUntil(dispatcher, [["oi", "sent", 1]]);
    expect(await liveEvents()).toEqual([{ n: 1 }]);
    expect(answered).toBe(1);
  });

  it("stores the results of other numbers while a conversation of one is locked [P-11]", async () => {
    await queue("presa");
    await ask("INSERT INTO connection (name, api) VALUES ('Filial', 'meow')");
    await ask("INSERT INTO ticket (status, contact_id, connection_id) VALUES ('open', 1, 2)");
    await ask("INSERT INTO session_lease (connection_id, owner, epoch, expires_at) VALUES (2, $1, 1, now() + interval '1 hour')", [HOLDER]);
    await ask(
      `WITH m AS (INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at, external_id)
         VALUES (2, 2, 'phone:5511900000001', 'me', true, 'conversation', 'livre', now(), 'livre') RETURNING id)
       INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer, external_id)
         SELECT gen_random_uuid(), id, 2, '2:phone:5511900000001', 'agent', '{"phone":"5511900000001"}', 'livre' FROM m`,
    );
    const batch = results();
    const dispatchers = [1, 2].map((connectionId) =>
      createDispatcher(
        test.services,
        { connectionId, api: "meow", epoch: 1, send: async ({ externalId }) => sent(externalId ?? ""), repeatRule: QUICK },
        batch,
      ),
    );
    const states = () => ask<{ state: string }>("SELECT state FROM outbox ORDER BY connection_id");
    await test.services.database.transaction(async (tx) => {
      await tx.ask("SELECT FROM ticket WHERE id = 1 FOR UPDATE");
      await dispatchDue(test.services, HOLDER, dispatchers);
      const deadline = Date.now() + patience(4_000);
      while ((await states())[1]?.state !== "sent" && Date.now() < deadline) await sleep(10);
      expect(await states()).toEqual([{ state: "handed" }, { state: "sent" }]);
    });
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.settle()));
    expect(await states()).toEqual([{ state: "sent" }, { state: "sent" }]);
  });

  it("takes back the hand-offs of a dead holder together with their live event", async () => {
    await queue("de antes");
    await ask("UPDATE outbox SET state = 'handed', epoch = 0, attempt = 5, handed_at = now(), first_handed_at = now()");
    await refuseLiveEvents();
    const dispatcher = open(() => Promise.resolve(sent("x")));
    await expect(dispatcher.releaseStale()).rejects.toThrow("no live events now");
    expect(await ask("SELECT state FROM outbox")).toEqual([{ state: "handed" }]);
    await ask("DROP TRIGGER refuse_live ON live_event");
    await dispatcher.releaseStale();
    expect(await ask("SELECT state FROM outbox")).toEqual([{ state: "unknown" }]);
    expect(await liveEvents()).toEqual([{ n: 1 }]);
  });
});
