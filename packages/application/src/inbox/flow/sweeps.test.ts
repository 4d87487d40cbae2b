import type { Handover } from "@balcao/domain/texts";
import { lockTicket } from "@balcao/database/tickets";
import { MONDAY_NIGHT, MONDAY_NOON, openFlowStage, type FlowStage } from "./flowStage.fixture.js";
import { closeIdleTickets, moveOffers } from "./sweeps.js";

/** Races of a customer's message with the sweep in one round: 500 in the long form. */
const RACES = 20;
const ROUNDS = Array.from({ length: process.env["BALCAO_LONG"] === "1" ? 25 : 1 }, (_, at) => at + 1);
const minutes = (n: number): number => n * 60_000;

describe("the sweeps of the worker", () => {
  let stage: FlowStage;
  let connectionId: number;
  let queueId: number;
  let people: number[];
  let last = 5511922000000;
  const anyone = (): string => String((last += 1));
  const pass = (ms: number): Date => stage.now(new Date(stage.now().getTime() + ms));
  beforeAll(async () => {
    stage = await openFlowStage();
    queueId = await stage.queue("Vendas");
    people = [await stage.person("Um", [queueId]), await stage.person("Dois", [queueId])];
    for (const [place, userId] of people.entries())
      await stage.rows("INSERT INTO queue_attendant VALUES ($1, $2, $3)", [queueId, userId, place]);
    connectionId = await stage.connection({ farewell_message: "Até logo, {{name}}." }, [queueId]);
  });
  beforeEach(async () => {
    stage.now(MONDAY_NOON);
    await stage.settings({ intervalClose: "10", queueCron: "5" });
    await stage.rows("UPDATE ticket SET status = 'closed'");
    // A sweep takes a batch; a long run leaves more offers of closed tickets than that.
    await stage.rows("DELETE FROM ticket_offer");
  });
  afterAll(() => stage.close());

  const byPhone = `contact_id = (SELECT id FROM contact WHERE number = $1)`;
  const attended = async (answer: "owner" | "automatic" | null, more = ""): Promise<string> => {
    const phone = anyone();
    await stage.writes(phone, connectionId, "Oi");
    await stage.rows(`UPDATE ticket SET status = 'open', user_id = $2 ${more} WHERE ${byPhone}`, [phone, people[0]]);
    if (answer === "owner")
      await stage.writes(phone, connectionId, "Olá", {
        ref: { chat: { phone }, author: { phone }, fromMe: true, externalId: `A${phone}` },
      });
    return phone;
  };
  const untilLockAwaited = async (): Promise<void> => {
    for (;;) {
      const waiting = await stage.rows("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
      if (waiting.length > 0) return;
    }
  };
  const status = async (phone: string): Promise<string | undefined> => (await stage.tickets(phone)).at(-1)?.status;

  it("close a ticket that we answered last, with the farewell and without a rating, and say so in the audit [D-176, SET-004]", async () => {
    const [answered, waiting, paused] = [await attended("owner"), await attended(null), await attended("owner", ", pause_tag = 'x'")];
    await stage.rows(`UPDATE ticket SET status = 'paused' WHERE ${byPhone}`, [paused]);
    pass(minutes(9));
    await closeIdleTickets(stage.services);
    expect(await status(answered)).toBe("open");
    pass(minutes(2));
    await Promise.all([closeIdleTickets(stage.services), closeIdleTickets(stage.services)]);
    expect([await status(answered), await status(waiting), await status(paused)]).toEqual(["closed", "open", "paused"]);
    expect(await stage.sent(answered)).toEqual(["Até logo, Cliente."]);
    const [ticket] = await stage.tickets(answered);
    expect((await stage.rules(ticket?.id ?? 0)).at(-1)).toBe("autoClosed");
    expect(
      await stage.rows("SELECT description FROM audit_entry WHERE action = 'ticket.autoClosed' AND ticket_id = $1", [ticket?.id]),
    ).toEqual([{ description: "fechamento automático" }]);
  });

  it("close nothing while the interval is off, and on days and hours without auto-close [D-177, D-223, SET-036, SET-037]", async () => {
    const phone = await attended("owner");
    await stage.settings({ intervalClose: "" });
    pass(minutes(60));
    await closeIdleTickets(stage.services);
    await stage.settings({ intervalClose: "10" });
    // Saturday, then Friday at 19:00, then Monday at 9:59.
    for (const at of ["2026-11-21T15:00:00Z", "2026-11-27T22:00:00Z", "2026-11-30T12:59:00Z"]) {
      stage.now(new Date(at));
      await closeIdleTickets(stage.services);
      expect(await status(phone)).toBe("open");
    }
    stage.now(new Date("2026-11-30T13:00:00Z"));
    await closeIdleTickets(stage.services);
    expect(await status(phone)).toBe("closed");
  });

  it("close nothing over a message that came in the meantime, applied or only journalled [D-176, P-21]", async () => {
    const [journalled, racing] = [await attended("owner"), await attended("owner")];
    pass(minutes(11));
    await stage.rows(
      `INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at) VALUES ($1, 'message', $2, 'pending', '', '{}', now())`,
      [connectionId, `${connectionId}:phone:${journalled}`],
    );
    const [ticket] = await stage.tickets(racing);
    let swept: Promise<void> | undefined;
    await stage.services.database.transaction(async (tx) => {
      await lockTicket(tx, ticket?.id ?? 0);
      swept = closeIdleTickets(stage.services);
      // The sweep has chosen the ticket by now.
      await untilLockAwaited();
      await tx.ask("UPDATE ticket SET waiting_since = $2, last_activity = $2 WHERE id = $1", [ticket?.id, stage.now()]);
    });
    await swept;
    expect([await status(journalled), await status(racing)]).toEqual(["open", "open"]);
    await stage.rows("DELETE FROM inbound_event WHERE dedupe_key = 'pending'");
  });

  it.each(ROUNDS)(
    "never close over a newer message in races of customers with auto-close, round %i [D-176, P-21, F-13]",
    async () => {
      const phones: string[] = [];
      for (let n = 0; n < RACES; n += 1) phones.push(await attended("owner"));
      pass(minutes(11));
      // The sweeps begin while some of the messages are applied already.
      const half = phones.length / 2;
      await Promise.all([
        ...phones.slice(0, half).map((phone) => stage.writes(phone, connectionId, "Ainda estou aqui")),
        closeIdleTickets(stage.services),
        ...phones.slice(half).map((phone) => stage.writes(phone, connectionId, "Ainda estou aqui")),
        closeIdleTickets(stage.services),
      ]);
      for (const phone of phones) expect(["open", "pending"]).toContain(await status(phone));
      const lost = await stage.rows(
        "SELECT 1 FROM message m JOIN ticket t ON t.id = m.ticket_id WHERE m.body = 'Ainda estou aqui' AND t.status = 'closed'",
      );
      expect(lost).toEqual([]);
      await stage.rows("UPDATE message SET body = 'Antes' WHERE body = 'Ainda estou aqui'");
    },
    60_000,
  );

  it("give a distributed ticket that nobody accepts to the next person, then to all, and write nothing to the customer [D-175, SET-003]", async () => {
    const phone = anyone();
    await stage.writes(phone, connectionId, "Oi");
    const owner = async () => (await stage.tickets(phone)).at(-1)?.userId;
    const first = await owner();
    expect(people).toContain(first);
    pass(minutes(4));
    await moveOffers(stage.services);
    expect(await owner()).toBe(first);
    pass(minutes(1));
    await Promise.all([moveOffers(stage.services), moveOffers(stage.services)]);
    const second = people.find((id) => id !== first);
    expect(await owner()).toBe(second);
    stage.now(MONDAY_NIGHT);
    await moveOffers(stage.services);
    expect(await owner()).toBe(second);
    stage.now(new Date("2026-11-17T13:00:00Z"));
    await moveOffers(stage.services);
    expect(await owner()).toBeNull();
    expect(await status(phone)).toBe("pending");
    expect(await stage.sent(phone)).toEqual([]);
    const [ticket] = await stage.tickets(phone);
    expect(await stage.rules(ticket?.id ?? 0)).toEqual(["onlyQueue", "distributed", "offeredToNext", "offeredToAll"]);
  });

  it("hand over as a transfer does what the person offered did not accept: unread, a line with the reason, once [D-330, D-272, D-175]", async () => {
    const phone = anyone();
    await stage.writes(phone, connectionId, "Oi");
    const [offered] = await stage.tickets(phone);
    await stage.rows("UPDATE ticket SET unread = 0 WHERE id = $1", [offered?.id]);
    const nameOf = (id: number | null | undefined) => ["Um", "Dois"][people.indexOf(id ?? 0)] ?? "";
    const lines = () =>
      stage.rows<{ body: string; handover: Handover | null }>(
        "SELECT body, details->'handover' AS handover FROM message WHERE ticket_id = $1 AND type = 'comment' ORDER BY id",
        [offered?.id],
      );
    pass(minutes(5));
    await Promise.all([moveOffers(stage.services), moveOffers(stage.services)]);
    const [next] = await stage.tickets(phone);
    expect((await lines()).map(({ body }) => body)).toEqual([`${nameOf(offered?.userId)} não aceitou a tempo.`]);
    expect(await stage.rows("SELECT unread FROM ticket WHERE id = $1", [offered?.id])).toEqual([{ unread: 1 }]);
    pass(minutes(5));
    await moveOffers(stage.services);
    const told = await lines();
    expect(told.map(({ body }) => body).at(-1)).toBe(`${nameOf(next?.userId)} não aceitou a tempo.`);
    expect(told.map(({ handover }) => handover?.user?.name ?? null)).toEqual([nameOf(next?.userId), null]);
  });

  it("leave a ticket with the person who accepted it [D-175]", async () => {
    const phone = anyone();
    await stage.writes(phone, connectionId, "Oi");
    const [ticket] = await stage.tickets(phone);
    await stage.rows("UPDATE ticket SET status = 'open' WHERE id = $1", [ticket?.id]);
    pass(minutes(30));
    await moveOffers(stage.services);
    expect(await stage.tickets(phone)).toMatchObject([{ userId: ticket?.userId, status: "open" }]);
  });
});
