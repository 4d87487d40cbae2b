import type { Handover } from "@balcao/domain/texts";
import { MONDAY_NOON, openFlowStage, type FlowStage } from "./flowStage.fixture.js";
import { wakeSnoozed } from "./wakeSnoozed.js";

const HOUR_MS = 3_600_000;

describe("the end of a snooze", () => {
  let stage: FlowStage;
  let connectionId: number;
  let sales: number;
  let ana: number;
  let last = 5511933000000;
  beforeAll(async () => {
    stage = await openFlowStage();
    sales = await stage.queue("Vendas");
    ana = await stage.person("Ana", [sales]);
    connectionId = await stage.connection({}, [sales]);
  });
  beforeEach(async () => {
    stage.now(MONDAY_NOON);
    await stage.rows("UPDATE ticket SET status = 'closed', snooze = NULL");
  });
  afterAll(() => stage.close());

  /** A conversation that somebody snoozed until an hour from now, or until the customer writes. */
  const asleep = async ({ until = "time", owner = ana, tag = null as string | null } = {}): Promise<{ phone: string; id: number }> => {
    const phone = String((last += 1));
    await stage.writes(phone, connectionId, "Oi");
    const [ticket] = await stage.tickets(phone);
    const wakesAt = until === "time" ? new Date(MONDAY_NOON.getTime() + HOUR_MS) : null;
    await stage.rows(
      "UPDATE ticket SET status = 'paused', user_id = $2, unread = 0, snooze = 'asleep', wakes_at = $3, pause_tag = $4 WHERE id = $1",
      [ticket?.id, owner, wakesAt, tag],
    );
    return { phone, id: ticket?.id ?? 0 };
  };
  const later = (ms: number) => stage.now(new Date(MONDAY_NOON.getTime() + ms));
  const row = async (id: number) =>
    (
      await stage.rows(
        `SELECT status, user_id AS "userId", queue_id AS "queueId", unread, snooze, pause_tag AS tag, last_activity AS "lastActivity" FROM ticket WHERE id = $1`,
        [id],
      )
    )[0];
  const lines = (id: number) =>
    stage.rows<{ body: string; handover: Handover }>(
      "SELECT body, details->'handover' AS handover FROM message WHERE ticket_id = $1 AND type = 'comment' ORDER BY id",
      [id],
    );

  it("stays with an owner who has the product open and does not use it just now [D-440]", async () => {
    const { id } = await asleep();
    await stage.rows("UPDATE user_account SET status = 'away' WHERE id = $1", [ana]);
    later(HOUR_MS);
    await wakeSnoozed(stage.services);
    await stage.rows("UPDATE user_account SET status = 'online' WHERE id = $1", [ana]);
    expect(await row(id)).toMatchObject({ status: "open", userId: ana });
  });

  it("gives it back to its owner at its time and not before: once, on top, unread, with the reason [D-440]", async () => {
    const { id } = await asleep({ tag: "Peça" });
    later(HOUR_MS - 1);
    await wakeSnoozed(stage.services);
    expect(await row(id)).toMatchObject({ status: "paused", snooze: "asleep", unread: 0 });
    const now = later(HOUR_MS);
    await Promise.all([wakeSnoozed(stage.services), wakeSnoozed(stage.services)]);
    await wakeSnoozed(stage.services);
    expect(await row(id)).toEqual({
      ...{ status: "open", userId: ana, queueId: sales, unread: 1, snooze: "timeUp", tag: null, lastActivity: now },
    });
    expect(await lines(id)).toEqual([
      {
        body: "A pausa até 16/11/2026 13:00 terminou (Peça).",
        handover: expect.objectContaining({ isAwake: true, user: { id: ana, name: "Ana" } }) as unknown,
      },
    ]);
    expect((await stage.rules(id)).at(-1)).toBe("snoozeEnded");
    expect(await stage.rows("SELECT 1 FROM audit_entry WHERE action = 'ticket.wake' AND ticket_id = $1", [id])).toHaveLength(1);
  });

  it("gives it to the queue, with a note, when its owner is not there then [D-440]", async () => {
    const eva = await stage.person("Eva", [sales], { isOnline: false });
    const [{ id: away }, { id: moved }] = [await asleep({ owner: eva }), await asleep()];
    await stage.rows("DELETE FROM user_queue WHERE user_id = $1", [ana]);
    await stage.refresh();
    later(HOUR_MS);
    await wakeSnoozed(stage.services);
    await stage.rows("INSERT INTO user_queue VALUES ($1, $2)", [ana, sales]);
    await stage.refresh();
    for (const [id, name] of [
      [away, "Eva"],
      [moved, "Ana"],
    ] as const) {
      expect(await row(id)).toMatchObject({ status: "pending", userId: null, queueId: sales, unread: 1, snooze: "timeUp" });
      expect((await lines(id)).map(({ body }) => body)).toEqual([`A pausa até 16/11/2026 13:00 terminou. ${name} não está.`]);
      expect((await stage.rules(id)).at(-1)).toBe("ownerAway");
    }
  });

  it("comes with the customer's message, with a time or without one, and stays with the owner [D-440]", async () => {
    const eva = await stage.person("Lia", [sales], { isOnline: false });
    const [timed, untimed] = [await asleep({ owner: eva }), await asleep({ until: "message", owner: eva })];
    later(10 * HOUR_MS);
    for (const { phone, id } of [timed, untimed]) {
      const event = await stage.writes(phone, connectionId, "Já tenho");
      await stage.again(connectionId, event);
      expect(await row(id)).toMatchObject({ status: "open", userId: eva, unread: 1, snooze: "wrote" });
      expect((await lines(id)).map(({ body }) => body)).toEqual(["O cliente escreveu antes do fim da pausa."]);
      expect((await stage.rules(id)).at(-1)).toBe("snoozeAnswered");
    }
    await wakeSnoozed(stage.services);
    expect(await row(timed.id)).toMatchObject({ status: "open", snooze: "wrote" });
  });

  it("is not caused by what our side types on the phone, and a pause without an end has none [D-440, D-052]", async () => {
    const [{ phone, id }, paused] = [await asleep({ until: "message" }), await asleep({ tag: "Almoço" })];
    await stage.rows("UPDATE ticket SET snooze = NULL, wakes_at = NULL WHERE id = $1", [paused.id]);
    later(2 * HOUR_MS);
    await stage.typesOnPhone(phone, connectionId, "Aguardo");
    await stage.writes(paused.phone, connectionId, "Oi?");
    await wakeSnoozed(stage.services);
    expect(await row(id)).toMatchObject({ status: "paused", snooze: "asleep" });
    expect(await row(paused.id)).toMatchObject({ status: "paused", tag: "Almoço", unread: 1 });
  });

  it("wakes the others where one cannot be woken, and leaves one that somebody holds to the next run [D-440]", async () => {
    const [broken, held, good] = [await asleep(), await asleep(), await asleep()];
    await stage.rows(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.id = ${broken.id} AND NEW.snooze = 'timeUp' THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$`);
    await stage.rows("CREATE TRIGGER refuse BEFORE UPDATE ON ticket FOR EACH ROW EXECUTE FUNCTION refuse()");
    later(HOUR_MS);
    await stage.services.database.transaction(async (tx) => {
      await tx.ask("SELECT 1 FROM ticket WHERE id = $1 FOR UPDATE", [held.id]);
      await wakeSnoozed(stage.services);
    });
    await stage.rows("DROP TRIGGER refuse ON ticket");
    expect([await row(broken.id), await row(held.id), await row(good.id)]).toMatchObject([
      { snooze: "asleep" },
      { snooze: "asleep" },
      { snooze: "timeUp" },
    ]);
    await wakeSnoozed(stage.services);
    expect([await row(broken.id), await row(held.id)]).toMatchObject([{ snooze: "timeUp" }, { snooze: "timeUp" }]);
  });

  it("wakes 500 that are due at once in one run [D-440]", async () => {
    await stage.rows("INSERT INTO contact (name, number) SELECT 'Cliente', (5511944000000 + g)::text FROM generate_series(1, 500) g");
    await stage.rows(
      `INSERT INTO ticket (status, contact_id, connection_id, queue_id, user_id, created_at, last_activity, accepted_at, snooze, wakes_at)
       SELECT 'paused', id, $1, $2, $3, $4, $4, $4, 'asleep', $4 FROM contact WHERE number LIKE '5511944%'`,
      [connectionId, sales, ana, MONDAY_NOON],
    );
    await wakeSnoozed(stage.services);
    expect(await stage.rows("SELECT count(*)::int AS n FROM ticket WHERE snooze = 'timeUp'")).toEqual([{ n: 500 }]);
    expect(
      await stage.rows("SELECT count(*)::int AS n FROM message WHERE body LIKE 'A pausa até%' AND sent_at = $1", [MONDAY_NOON]),
    ).toEqual([{ n: 500 }]);
  });
});
