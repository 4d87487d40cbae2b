import type { SendOutcome } from "@balcao/domain/messages";
import { newUuid } from "@balcao/platform/ids";
import { patience } from "@balcao/testing/patience";
import { setTimeout as sleep } from "node:timers/promises";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { watchStatements } from "../../statements.fixture.js";
import { dispatchDue } from "./dispatchDue.js";
import { createDispatcher, type Dispatcher } from "./dispatcher.js";
import { createResultBatch } from "./resultBatch.js";

const HOLDER = newUuid();
const NUMBERS = 20;
/** How long after its turn a message is due. */
const LATER = "1 hour";

let test: TestServices;
beforeEach(async () => {
  test = await openTestServices();
  await test.rows("INSERT INTO connection (name, api) SELECT 'Loja ' || g, 'meow' FROM generate_series(1, $1) g", [NUMBERS]);
  await test.rows(
    "INSERT INTO session_lease (connection_id, owner, epoch, expires_at) SELECT id, $1, 1, now() + interval '1 hour' FROM connection",
    [HOLDER],
  );
  await test.rows("INSERT INTO contact (name) VALUES ('Cliente')");
  await test.rows("INSERT INTO ticket (status, contact_id, connection_id) SELECT 'open', 1, id FROM connection");
});
afterEach(() => test.close());

/** Queues a text at a number. */
async function queue(connectionId: number, notBefore = "0 s"): Promise<void> {
  await test.rows(
    `WITH m AS (INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at)
       SELECT id, connection_id, 'phone:5511900000001', 'me', true, 'conversation', 'oi', now() FROM ticket WHERE connection_id = $1 RETURNING id)
     INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer, not_before)
       SELECT gen_random_uuid(), id, $1, $1 || ':phone:5511900000001', 'agent', '{"phone":"5511900000001"}', now() + $2::interval FROM m`,
    [connectionId, notBefore],
  );
}

/** A dispatcher for each number, all of one process; `send` answers for them. */
function openNumbers(services: TestServices["services"], send: (connectionId: number) => SendOutcome): readonly Dispatcher[] {
  const results = createResultBatch(services, () => undefined);
  return Array.from({ length: NUMBERS }, (_, index) => {
    const connectionId = index + 1;
    const connection = { connectionId, api: "meow", epoch: 1, send: () => Promise.resolve(send(connectionId)) } as const;
    return createDispatcher(services, connection, results);
  });
}

const settle = (numbers: readonly Dispatcher[]) => Promise.all(numbers.map((number) => number.settle()));
const sent = (connectionId: number): SendOutcome => ({ state: "sent", externalId: `E${connectionId}`, sentAt: null });
const states = () => test.rows<{ id: number; state: string }>("SELECT connection_id AS id, state FROM outbox ORDER BY connection_id");

it("claims the messages of all numbers in one statement, and writes their results in one transaction of four round trips", async () => {
  const { services, trips } = watchStatements(test.services);
  const sentBy: number[] = [];
  const numbers = openNumbers(services, (connectionId) => {
    sentBy.push(connectionId);
    return sent(connectionId);
  });
  expect(await dispatchDue(services, HOLDER, numbers)).toBe(0);
  expect(trips).toEqual([["outbox_claim"]]);

  await queue(3);
  await queue(7);
  await queue(9, LATER);
  trips.length = 0;
  expect(await dispatchDue(services, HOLDER, numbers)).toBe(2);
  await settle(numbers);
  expect(sentBy.sort()).toEqual([3, 7]);
  expect(trips).toEqual([
    ["outbox_claim"],
    ["begin"],
    ["SET LOCAL lock_timeout = '100ms'", "ticket_lock_of_sends", "outbox_results"],
    ["ticket_bump"],
    ["live_insert", "commit"],
  ]);
  expect(await test.rows("SELECT ticket_id FROM live_event ORDER BY id")).toHaveLength(2);
});

it("writes the results of other numbers when one of them cannot be stored", async () => {
  await test.rows(
    `CREATE FUNCTION refuse_third() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF NEW.connection_id = 3 AND NEW.state = 'sent' THEN RAISE EXCEPTION 'not this one'; END IF; RETURN NEW; END $$`,
  );
  await test.rows("CREATE TRIGGER refuse_third BEFORE UPDATE ON outbox FOR EACH ROW EXECUTE FUNCTION refuse_third()");
  await queue(3);
  await queue(7);
  const numbers = openNumbers(test.services, sent);
  await dispatchDue(test.services, HOLDER, numbers);
  await numbers[6]?.settle();
  expect(await states()).toEqual([
    { id: 3, state: "handed" },
    { id: 7, state: "sent" },
  ]);
  await test.rows("DROP TRIGGER refuse_third ON outbox");
  for (const deadline = Date.now() + patience(10_000); (await states())[0]?.state !== "sent" && Date.now() < deadline;) await sleep(10);
  expect(await states()).toEqual([3, 7].map((id) => ({ id, state: "sent" })));
  await settle(numbers);
});

it("counts the age of a message by one clock, although that of the process is ahead of the database's", async () => {
  const { clock } = test.services;
  const ahead = { ...test.services, clock: { ...clock, now: () => new Date(clock.now().getTime() + 3_600_000) } };
  const error = { code: 503, title: "", message: "", details: "" };
  const numbers = openNumbers(ahead, () => ({ state: "refused", retry: true, retryAfterMs: 60_000, error }));
  await queue(3);
  await dispatchDue(ahead, HOLDER, numbers);
  await settle(numbers);
  expect(await states()).toEqual([{ id: 3, state: "queued" }]);
});
