import { newUuid } from "@balcao/platform/ids";
import type { Services } from "../kernel/index.js";
import { openTestServices, type TestServices } from "../services.fixture.js";
import { dispatchDue } from "./dispatchDue.js";
import { createDispatcher, type Dispatcher } from "./dispatcher.js";

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

/** The same services, which record the statements outside of transactions. */
function watched({ database, ...services }: Services, asked: string[]): Services {
  const run: typeof database.sql.run = (statement, values) => {
    asked.push(statement.name);
    return database.sql.run(statement, values);
  };
  return { ...services, database: { ...database, sql: { ...database.sql, run } } };
}

it("asks for the messages of those numbers only that have some, however many numbers there are", async () => {
  const asked: string[] = [];
  const sentBy: number[] = [];
  const services = watched(test.services, asked);
  const numbers = Array.from({ length: NUMBERS }, (_, index): { connectionId: number; dispatcher: Dispatcher } => {
    const connectionId = index + 1;
    const send = () => {
      sentBy.push(connectionId);
      return Promise.resolve({ state: "sent", externalId: `E${connectionId}`, sentAt: null } as const);
    };
    return {
      connectionId,
      dispatcher: createDispatcher(services, { connectionId, api: "meow", holder: HOLDER, epoch: 1, send }, () => undefined),
    };
  });

  expect(await dispatchDue(services, numbers)).toBe(0);
  expect(asked).toEqual(["outbox_due"]);

  await queue(3);
  await queue(7);
  await queue(9, LATER);
  asked.length = 0;
  expect(await dispatchDue(services, numbers)).toBe(2);
  expect(asked).toEqual(["outbox_due", "outbox_claim", "outbox_claim"]);
  for (const { dispatcher } of numbers) await dispatcher.settle();
  expect(sentBy.sort()).toEqual([3, 7]);
});
