import { randomUUID } from "node:crypto";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { applySendResults, claimSends, type ClaimedSend, type FencedResult } from "./index.js";

const HOLDER = randomUUID();
let test: TestDatabase;
const ask = <Row>(text: string) => test.database.sql.ask<Row>(text);

beforeAll(async () => {
  test = await createTestDatabase();
  await ask("INSERT INTO connection (name, api) VALUES ('Loja', 'wwebjs')");
  await ask(`INSERT INTO session_lease (connection_id, owner, epoch, expires_at) VALUES (1, '${HOLDER}', 1, now() + interval '1 hour')`);
  await ask("INSERT INTO contact (name) VALUES ('Cliente')");
  await ask("INSERT INTO ticket (status, contact_id, connection_id) VALUES ('open', 1, 1)");
});
beforeEach(async () => {
  await ask("DELETE FROM outbox");
  await ask("DELETE FROM message");
  await ask(
    `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at)
     SELECT 1, 1, 'phone:551190000000' || g, 'me', true, 'conversation', 'oi', now() FROM generate_series(1, 2) g`,
  );
  await ask(
    `INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer)
     SELECT gen_random_uuid(), id, 1, '1:' || chat, 'agent', '{"phone":"5511900000001"}' FROM message ORDER BY id`,
  );
});
afterAll(() => test.close());

const claim = (free: number) =>
  claimSends(test.database.sql, HOLDER, [{ connectionId: 1, epoch: 1, free, freeHeavy: 1 }], { paced: true, firstPauseMs: 0 });
const resultOf = (claimed: ClaimedSend | undefined, state: FencedResult["state"]): FencedResult => ({
  ...{ id: claimed?.id ?? "", attempt: claimed?.attempt ?? 0, state, externalId: null, delayMs: 0, error: null, doubted: state !== "sent" },
  ...{ epoch: 1, ackAtAnswer: 1 },
});
const states = () => ask<{ state: string }>("SELECT state FROM outbox ORDER BY lane_seq");

it("believes the proof that a message was sent where one hand-off has two results [P-12, P-13]", async () => {
  const [claimed] = await claim(1);
  await applySendResults(test.database.sql, [resultOf(claimed, "unknown"), resultOf(claimed, "sent")]);
  expect((await states())[0]).toEqual({ state: "sent" });
});

it("ends no later hand-off with a result that is written again [P-12]", async () => {
  const [first] = await claim(1);
  await applySendResults(test.database.sql, [resultOf(first, "queued")]);
  const [second] = await claim(1);
  expect(second).toMatchObject({ id: first?.id, attempt: 2 });
  await applySendResults(test.database.sql, [resultOf(first, "queued")]);
  expect((await states())[0]).toEqual({ state: "handed" });
});

it("takes the next conversation where somebody has locked the first one", async () => {
  const [locked, free] = await ask<{ id: string }>("SELECT id FROM outbox ORDER BY lane_seq");
  await test.database.transaction(async (tx) => {
    await tx.ask(`SELECT FROM outbox WHERE id = '${locked?.id ?? ""}' FOR UPDATE`);
    expect((await claim(1)).map(({ id }) => id)).toEqual([free?.id]);
  });
});
