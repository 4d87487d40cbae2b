import { deleteExpired } from "@balcao/application/roof/housekeeping";
import { openApiStage, type ApiStage } from "./apiStage.fixture.js";

describe("expired rows", () => {
  let stage: ApiStage;
  beforeAll(async () => {
    stage = await openApiStage();
    const { sql } = stage.test.database;
    await sql.ask(
      "WITH n AS (INSERT INTO connection (name, api, wanted) VALUES ('Loja', 'meow', false)) INSERT INTO contact (name) VALUES ('Cliente')",
    );
    await sql.ask("INSERT INTO ticket (status, contact_id, connection_id) VALUES ('open', 1, 1)");
  }, 120_000);
  afterAll(() => stage.close());

  const ask = <T>(text: string, values: readonly unknown[] = []) => stage.test.database.sql.ask<T>(text, values);
  const insertEvent = (name: string, state: number, days: number, many = 1) =>
    ask(
      `INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at, received_at, state)
       SELECT 1, 'message', '1:phone:1', $1 || n, '', '{}', now(), now() - $3 * interval '1 day', $2 FROM generate_series(1, $4) n`,
      [name, state, days, many],
    );
  const send = (body: string, state: string, days: number, runId: number | null = null) =>
    ask(
      `WITH m AS (INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at) VALUES (1, 1, 'phone:1', 'me', true, 'chat', $1, now()) RETURNING id)
       INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer, state, finished_at, send_run_id)
         SELECT gen_random_uuid(), id, 1, '1:phone:1', 'agent', '{}', $2, now() - $3 * interval '1 day', $4 FROM m`,
      [body, state, days, runId],
    );

  it("are deleted, in any number of steps, and nothing else: no message, no unknown send, no event that an administrator must decide about [P-28, F-19, D-282]", async () => {
    await insertEvent("applied-old-", 1, 31, 2_500);
    await insertEvent("applied-young-", 1, 29);
    await insertEvent("waiting-", 0, 31);
    await insertEvent("parked-", 2, 400);
    await insertEvent("orphan-old-", 3, 8);
    await insertEvent("orphan-young-", 3, 6);
    await send("sent-old", "sent", 91);
    await send("sent-young", "sent", 89);
    const [run] = await ask<{ id: number }>(
      "INSERT INTO send_run (state, message, all_contacts, connection_id, user_id, total, finished_at) VALUES ('done', 'Oi', false, 1, 1, 1, now()) RETURNING id",
    );
    await send("paced-old", "sent", 401, run?.id);
    await send("paced-young", "sent", 399, run?.id);
    for (const state of ["unknown", "failed", "cancelled"]) await send(state, state, 400);
    await ask(
      `INSERT INTO ai_answer (ticket_id, key, answer, created_at)
       SELECT 1, sha256(days::text::bytea), days || ' dias', now() - days * interval '1 day' FROM unnest(ARRAY[29, 31]) AS days`,
    );
    await deleteExpired(stage.auth.services);
    expect(await ask("SELECT answer FROM ai_answer")).toEqual([{ answer: "29 dias" }]);
    expect((await ask<{ key: string }>("SELECT dedupe_key AS key FROM inbound_event ORDER BY id")).map(({ key }) => key)).toEqual([
      "applied-young-1",
      "waiting-1",
      "parked-1",
      "orphan-young-1",
    ]);
    expect(await ask("SELECT m.body, o.state FROM message m LEFT JOIN outbox o ON o.message_id = m.id ORDER BY m.id")).toEqual([
      { body: "sent-old", state: null },
      { body: "sent-young", state: "sent" },
      { body: "paced-old", state: null },
      { body: "paced-young", state: "sent" },
      { body: "unknown", state: "unknown" },
      { body: "failed", state: "failed" },
      { body: "cancelled", state: "cancelled" },
    ]);
  });
});
