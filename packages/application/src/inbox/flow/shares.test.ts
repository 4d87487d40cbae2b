import { MONDAY_NIGHT, MONDAY_NOON, openFlowStage, type FlowStage } from "./flowStage.fixture.js";
import { returnUnanswered } from "./returnUnanswered.js";
import { shareTickets } from "./shareTickets.js";

const minutes = (n: number): number => n * 60_000;

describe("fair shares", () => {
  let stage: FlowStage;
  let connectionId: number;
  let sales: number;
  let [ana, rui]: number[] = [];
  let last = 5511955000000;
  beforeAll(async () => {
    stage = await openFlowStage();
    sales = await stage.queue("Vendas");
    ana = await stage.person("Ana", [sales]);
    rui = await stage.person("Rui", [sales]);
    connectionId = await stage.connection({}, [sales]);
  });
  beforeEach(async () => {
    stage.now(MONDAY_NOON);
    for (const table of ["ticket_offer", "ticket_share", "user_absence", "queue_attendant"]) await stage.rows(`DELETE FROM ${table}`);
    await stage.rows("UPDATE ticket SET status = 'closed'");
    await stage.rows("UPDATE user_account SET status = 'online', open_limit = NULL, takes_shares = true");
    await stage.rows("UPDATE queue SET open_limit = NULL");
    await attendants(ana, rui);
    await stage.settings({ shareWaiting: "enabled", lastAttendant: "disabled", returnUnanswered: "", queueCron: "" });
  });
  afterAll(() => stage.close());

  const attendants = async (...ids: (number | undefined)[]): Promise<void> => {
    await stage.rows("DELETE FROM queue_attendant");
    for (const [place, id] of ids.entries()) await stage.rows("INSERT INTO queue_attendant VALUES ($1, $2, $3)", [sales, id, place]);
    await stage.refresh();
  };
  const change = async (sql: string, values: readonly unknown[] = []): Promise<void> => {
    await stage.rows(sql, values);
    await stage.refresh();
  };
  const pass = (ms: number): Date => stage.now(new Date(stage.now().getTime() + ms));
  const arrives = async (phone = String((last += 1))): Promise<{ phone: string; id: number }> => {
    await stage.writes(phone, connectionId, "Oi");
    return { phone, id: (await stage.tickets(phone)).at(-1)?.id ?? 0 };
  };
  const row = async (id: number) =>
    (await stage.rows(`SELECT status, user_id AS "userId", unread FROM ticket WHERE id = $1`, [id]))[0] as
      { status: string; userId: number | null; unread: number } | undefined;
  const ownerOf = async ({ id }: { readonly id: number }) => (await row(id))?.userId;
  const lines = async (id: number): Promise<string[]> =>
    (await stage.rows<{ body: string }>("SELECT body FROM message WHERE ticket_id = $1 AND type = 'comment' ORDER BY id", [id])).map(
      ({ body }) => body,
    );
  /** Tickets that wait in a queue since different minutes, as they were stored when nobody was free. */
  const crowd = async (n: number, queueId = sales): Promise<void> => {
    const prefix = String((last += 1_000));
    await stage.rows(`INSERT INTO contact (name, number) SELECT 'Cliente', ($1::bigint + g)::text FROM generate_series(1, $2::int) g`, [
      prefix,
      n,
    ]);
    await stage.rows(
      `WITH made AS (
         INSERT INTO ticket (status, contact_id, connection_id, queue_id, waiting_since)
         SELECT 'pending', id, $1, $2, $3::timestamptz - (number::bigint % 13) * interval '1 minute' FROM contact
         WHERE number::bigint > $4::bigint AND number::bigint <= $4::bigint + $5 RETURNING id)
       INSERT INTO ticket_share (ticket_id, queue_id, since) SELECT id, $2, $3 FROM made`,
      [connectionId, queueId, MONDAY_NOON, prefix, n],
    );
  };

  it("wait for somebody below the limit, and say so; the one who waits longest gets the first place that comes free [D-540]", async () => {
    await change("UPDATE user_account SET open_limit = 1 WHERE id = $1", [ana]);
    await change("UPDATE queue SET open_limit = 1");
    const [first, second, third, fourth] = [await arrives(), await arrives(), await arrives(), (pass(minutes(1)), await arrives())];
    expect([await ownerOf(first), await ownerOf(second), await ownerOf(third), await ownerOf(fourth)]).toEqual([ana, rui, null, null]);
    expect((await stage.rules(third.id)).at(-1)).toBe("limitReached");
    await shareTickets(stage.services);
    expect(await ownerOf(third)).toBeNull();
    pass(minutes(5));
    await stage.rows("UPDATE ticket SET status = 'closed' WHERE id = $1", [second.id]);
    // What comes now does not pass those who wait, and no second decision is stored for them.
    const fifth = await arrives();
    await shareTickets(stage.services);
    expect([await ownerOf(third), await ownerOf(fourth), await ownerOf(fifth)]).toEqual([rui, null, null]);
    expect(await stage.rules(third.id)).toEqual(["onlyQueue", "limitReached", "sharedOut"]);
    expect(await lines(third.id)).toEqual(["Esperava na fila desde 12:00."]);
    expect(
      await stage.rows("SELECT description FROM audit_entry WHERE action = 'ticket.sharedOut' AND ticket_id = $1", [third.id]),
    ).toHaveLength(1);
    await change("UPDATE queue SET open_limit = 2");
    await shareTickets(stage.services);
    expect([await ownerOf(fourth), await ownerOf(fifth)]).toEqual([rui, null]);
  });

  it("take nothing from whoever has more than a new limit, and give nothing until she is below it [D-540]", async () => {
    await attendants(ana);
    const [first, second] = [await arrives(), await arrives()];
    await change("UPDATE user_account SET open_limit = 1 WHERE id = $1", [ana]);
    const third = await arrives();
    for (const closed of [first, second]) {
      await shareTickets(stage.services);
      expect([await ownerOf(second), await ownerOf(third)]).toEqual([ana, null]);
      await stage.rows("UPDATE ticket SET status = 'closed' WHERE id = $1", [closed.id]);
    }
    await shareTickets(stage.services);
    expect(await ownerOf(third)).toBe(ana);
  });

  it("of two hundred that wait at once over ten people differ by at most one; two workers give each once [D-540]", async () => {
    const people: number[] = [];
    for (let n = 0; n < 10; n += 1) people.push(await stage.person(`Pessoa ${last} ${n}`, [sales]));
    await attendants(...people);
    await crowd(200);
    await Promise.all([shareTickets(stage.services), shareTickets(stage.services)]);
    const counts = await stage.rows<{ n: number }>("SELECT count(*)::int AS n FROM ticket WHERE status = 'pending' GROUP BY user_id");
    expect(counts).toEqual(people.map(() => ({ n: 20 })));
    const given = await stage.rows<{ n: number }>(
      "SELECT count(*)::int AS n FROM ticket_decision WHERE rule = 'sharedOut' AND at = $1 GROUP BY ticket_id HAVING count(*) <> 1",
      [MONDAY_NOON],
    );
    expect(given).toEqual([]);
    expect(await stage.rows("SELECT 1 FROM ticket_share")).toEqual([]);
  });

  it("keep to a person's limit over two queues whose tickets two workers give at once [D-540]", async () => {
    const support = await stage.queue(`Suporte ${last}`);
    const eva = await stage.person("Eva", [sales, support]);
    await attendants(eva);
    await stage.rows("INSERT INTO queue_attendant VALUES ($1, $2, 0)", [support, eva]);
    await change("UPDATE user_account SET open_limit = 7 WHERE id = $1", [eva]);
    await crowd(60);
    await crowd(60, support);
    const worker = { ...stage.services };
    await Promise.all([shareTickets(stage.services), shareTickets(worker), arrives(), arrives(), shareTickets(worker)]);
    expect(await stage.rows("SELECT count(*)::int AS n FROM ticket WHERE status = 'pending' AND user_id = $1", [eva])).toEqual([{ n: 7 }]);
  });

  it("go out in the next run where one of them cannot be given, and where somebody holds one [D-540]", async () => {
    await crowd(3);
    const ids = (await stage.rows<{ id: number }>("SELECT ticket_id AS id FROM ticket_share ORDER BY 1")).map(({ id }) => id);
    await stage.rows(`CREATE FUNCTION refuse_share() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF NEW.id = ${ids[0]} AND NEW.user_id IS NOT NULL THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$`);
    await stage.rows("CREATE TRIGGER refuse_share BEFORE UPDATE ON ticket FOR EACH ROW EXECUTE FUNCTION refuse_share()");
    await stage.services.database.transaction(async (tx) => {
      await tx.ask("SELECT 1 FROM ticket WHERE id = $1 FOR UPDATE", [ids[1]]);
      await shareTickets(stage.services);
    });
    await stage.rows("DROP TRIGGER refuse_share ON ticket");
    const owned = async () =>
      (await stage.rows<{ id: number }>("SELECT id FROM ticket WHERE id = ANY($1) AND user_id IS NOT NULL", [ids])).map(({ id }) => id);
    expect(await owned()).toEqual([ids[2]]);
    await shareTickets(stage.services);
    expect((await owned()).length).toBe(3);
  });

  it("are not given while the company does not want it, and not what a person put back, took, or moved on [D-540]", async () => {
    await stage.settings({ shareWaiting: "disabled" });
    await stage.rows("UPDATE user_account SET status = 'offline'");
    const [first, second, third] = [await arrives(), await arrives(), await arrives()];
    await stage.rows("UPDATE user_account SET status = 'online'");
    await shareTickets(stage.services);
    expect(await ownerOf(first)).toBeNull();
    expect((await stage.rules(first.id)).at(-1)).toBe("nobodyFree");
    await stage.rows("UPDATE ticket SET status = 'open', user_id = $2 WHERE id = $1", [second.id, rui]);
    await returnUnanswered(stage.services);
    await stage.rows("UPDATE ticket SET status = 'pending', user_id = NULL WHERE id = $1", [second.id]);
    await stage.rows("UPDATE ticket SET queue_id = NULL WHERE id = $1", [third.id]);
    await stage.settings({ shareWaiting: "enabled" });
    await shareTickets(stage.services);
    expect([await ownerOf(first), await ownerOf(second), await ownerOf(third)]).toEqual([ana, null, null]);
  });

  it("give nothing to whoever was set away [D-542]", async () => {
    await change("UPDATE user_account SET takes_shares = false WHERE id = $1", [ana]);
    expect([await ownerOf(await arrives()), await ownerOf(await arrives())]).toEqual([rui, rui]);
    await change("UPDATE user_account SET takes_shares = false");
    const waiting = await arrives();
    expect((await stage.rules(waiting.id)).at(-1)).toBe("nobodyFree");
  });

  it("go back to whoever attended the customer last, if she is there, below her limit, and nobody gave it on [D-541]", async () => {
    await stage.settings({ lastAttendant: "enabled" });
    const { phone, id } = await arrives();
    const first = (await row(id))?.userId ?? 0;
    const other = first === ana ? rui : ana;
    await stage.rows("UPDATE ticket SET status = 'closed', accepted_at = now() WHERE id = $1", [id]);
    // She has more than the other by then.
    await stage.rows("UPDATE ticket SET user_id = $2, status = 'open' WHERE id = $1", [(await arrives()).id, first]);
    pass(minutes(60));
    const again = await arrives(phone);
    expect(again.id).not.toBe(id);
    expect([await ownerOf(again), (await stage.rules(again.id)).at(-1)]).toEqual([first, "lastAttendant"]);
    await stage.rows("UPDATE ticket SET status = 'closed' WHERE id = $1", [again.id]);
    await change("UPDATE user_account SET status = 'offline' WHERE id = $1", [first]);
    pass(minutes(60));
    const later = await arrives(phone);
    expect([await ownerOf(later), (await stage.rules(later.id)).at(-1)]).toEqual([other, "distributed"]);
  });

  describe("of people who are not there", () => {
    beforeEach(async () => {
      // Ten o'clock: two hours before the company's lunch.
      stage.now(new Date("2026-11-16T13:00:00Z"));
      await stage.settings({ returnUnanswered: "10" });
    });
    const attended = async (userId = ana): Promise<{ phone: string; id: number }> => {
      const ticket = await arrives();
      await stage.rows("UPDATE ticket SET status = 'open', user_id = $2, unread = 0 WHERE id = $1", [ticket.id, userId]);
      return ticket;
    };

    it("go to the queue when she has not answered for so many minutes, once, with a line and the reason; answered ones stay [D-541]", async () => {
      const [waits, answered, ofRui] = [await attended(), await attended(), await attended(rui)];
      await stage.rows("UPDATE ticket SET waiting_since = NULL WHERE id = $1", [answered.id]);
      await stage.rows("UPDATE user_account SET status = 'offline' WHERE id = $1", [ana]);
      await returnUnanswered(stage.services);
      pass(minutes(9));
      await returnUnanswered(stage.services);
      expect(await ownerOf(waits)).toBe(ana);
      pass(minutes(1));
      await Promise.all([returnUnanswered(stage.services), returnUnanswered(stage.services)]);
      expect(await row(waits.id)).toEqual({ status: "pending", userId: rui, unread: 1 });
      expect(await lines(waits.id)).toEqual(["Ana não está e não respondeu."]);
      expect((await stage.rules(waits.id)).slice(-2)).toEqual(["ownerAbsent", "distributed"]);
      expect([await ownerOf(answered), await ownerOf(ofRui)]).toEqual([ana, rui]);
    });

    it("stay when she comes back before, and count from the customer's message where that is later [D-541]", async () => {
      const before = await attended();
      await change("UPDATE user_account SET takes_shares = false WHERE id = $1", [ana]);
      await returnUnanswered(stage.services);
      pass(minutes(8));
      const meanwhile = await attended();
      await change("UPDATE user_account SET takes_shares = true WHERE id = $1", [ana]);
      await returnUnanswered(stage.services);
      await change("UPDATE user_account SET takes_shares = false WHERE id = $1", [ana]);
      await returnUnanswered(stage.services);
      pass(minutes(9));
      const late = await attended();
      await returnUnanswered(stage.services);
      expect([await ownerOf(before), await ownerOf(meanwhile)]).toEqual([ana, ana]);
      pass(minutes(1));
      await returnUnanswered(stage.services);
      expect([await ownerOf(before), await ownerOf(meanwhile), await ownerOf(late)]).toEqual([rui, rui, ana]);
    });

    it("count working time alone: after her hours, over the night, with everybody away it waits for somebody [D-541]", async () => {
      // Her hours end five minutes before the company closes, which opens at eight.
      await change("UPDATE user_account SET start_time = '08:00', end_time = '17:55' WHERE id = $1", [ana]);
      await stage.rows("UPDATE user_account SET status = 'offline' WHERE id <> $1", [ana]);
      stage.now(new Date("2026-11-16T20:54:00Z"));
      const ticket = await attended();
      stage.now(new Date("2026-11-16T20:56:00Z"));
      await returnUnanswered(stage.services);
      stage.now(MONDAY_NIGHT);
      await returnUnanswered(stage.services);
      stage.now(new Date("2026-11-17T10:59:00Z"));
      await returnUnanswered(stage.services);
      expect(await ownerOf(ticket)).toBe(ana);
      await stage.rows("UPDATE user_account SET status = 'offline'");
      stage.now(new Date("2026-11-17T11:05:00Z"));
      await returnUnanswered(stage.services);
      expect(await ownerOf(ticket)).toBe(ana);
      stage.now(new Date("2026-11-17T11:06:00Z"));
      await returnUnanswered(stage.services);
      expect(await row(ticket.id)).toMatchObject({ status: "pending", userId: null });
      expect((await stage.rules(ticket.id)).slice(-2)).toEqual(["ownerAbsent", "nobodyFree"]);
      await change("UPDATE user_account SET status = 'online', end_time = '00:00', start_time = '00:00' WHERE id = $1", [ana]);
      await shareTickets(stage.services);
      expect(await ownerOf(ticket)).toBe(ana);
    });

    it("stay with them while the company does not want it, and count anew once it does [D-541]", async () => {
      const ticket = await attended();
      await stage.rows("UPDATE user_account SET status = 'offline' WHERE id = $1", [ana]);
      await returnUnanswered(stage.services);
      await stage.settings({ returnUnanswered: "" });
      pass(minutes(60));
      await returnUnanswered(stage.services);
      await stage.settings({ returnUnanswered: "10" });
      await returnUnanswered(stage.services);
      expect(await ownerOf(ticket)).toBe(ana);
    });
  });
});
