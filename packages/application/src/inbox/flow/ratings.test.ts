import { listDueRatings } from "@balcao/database/ratings";
import { aCtx } from "@balcao/testing/cast";
import { changeTicket } from "../tickets/index.js";
import type { Ctx } from "../../ground/kernel/index.js";
import { toActor } from "../../ground/directory/index.js";
import { MONDAY_NOON, openFlowStage, type FlowStage } from "./flowStage.fixture.js";
import { expireRatings } from "./sweeps.js";

/** Races of a customer's message with the expiry in one round: 500 in the long form. */
const RACES = 10;
const ROUNDS = Array.from({ length: process.env["BALCAO_LONG"] === "1" ? 50 : 1 }, (_, at) => at + 1);

interface RatingRow {
  readonly ticketId: number;
  readonly rate: number | null;
  readonly userId: number | null;
  readonly isOpen: boolean;
}

describe("ratings", () => {
  let stage: FlowStage;
  let connectionId: number;
  let queueId: number;
  let support: number;
  let ana: number;
  let last = 5511911000000;
  const anyone = (): string => String((last += 1));
  const pass = (ms: number): Date => stage.now(new Date(stage.now().getTime() + ms));
  beforeAll(async () => {
    stage = await openFlowStage();
    queueId = await stage.queue("Vendas");
    support = await stage.queue("Suporte", { order: 1 });
    ana = await stage.person("Ana", [queueId]);
    connectionId = await stage.connection(
      {
        nps: true,
        status: "CONNECTED",
        farewell_message: "Até logo.",
        nps_message: "Que nota?",
        nps_thanks_message: "Obrigado, {{name}}!",
      },
      [queueId],
    );
    await stage.settings({ timeCreateNewTicket: "60", closeNpsInterval: "10" });
  });
  beforeEach(() => void stage.now(MONDAY_NOON));
  afterAll(() => stage.close());

  const ctx = (): Ctx => {
    const actor = toActor(stage.services.directory.current(), ana);
    if (!actor) throw new Error("Ana is missing");
    return aCtx(actor, { now: stage.now(), route: "PUT /tickets" });
  };
  const change = (ticketId: number, patch: Parameters<typeof changeTicket>[2]["patch"]) =>
    changeTicket(stage.services, ctx(), { ticketId, patch, note: null });
  const newest = async (phone: string): Promise<number> => (await stage.tickets(phone)).at(-1)?.id ?? 0;
  /** A conversation that Ana has resolved. */
  const resolved = async (more: { readonly onlyClose?: boolean; readonly without?: "owner" } = {}): Promise<string> => {
    const phone = anyone();
    await stage.writes(phone, connectionId, "Oi");
    if (more.without !== "owner") await change(await newest(phone), { status: "open", userId: ana });
    await change(await newest(phone), { status: "closed", onlyClose: more.onlyClose ?? false });
    return phone;
  };
  const ratings = async (phone: string): Promise<RatingRow[]> =>
    stage.rows(
      `SELECT r.ticket_id AS "ticketId", r.rate, r.user_id AS "userId", r.ended_at IS NULL AS "isOpen" FROM rating r JOIN ticket t ON t.id = r.ticket_id JOIN contact c ON c.id = t.contact_id
       WHERE c.number = $1 ORDER BY r.id`,
      [phone],
    );
  const bodies = async (phone: string): Promise<string[]> =>
    (
      await stage.rows<{ body: string }>(
        "SELECT m.body FROM message m JOIN ticket t ON t.id = m.ticket_id JOIN contact c ON c.id = t.contact_id WHERE c.number = $1 AND NOT m.from_me ORDER BY m.id",
        [phone],
      )
    ).map(({ body }) => body);

  it("keep the contact's name when the contact is deleted, and do not hold up the others [D-059, D-137]", async () => {
    const phone = await resolved();
    const [{ ticketId } = { ticketId: 0 }] = await ratings(phone);
    const [contact] = await stage.rows<{ id: number; name: string }>("SELECT id, name FROM contact WHERE number = $1", [phone]);
    await stage.rows("DELETE FROM contact WHERE number = $1", [phone]);
    expect(
      await stage.rows('SELECT contact_id AS id, contact_name AS name, ended_at AS "endedAt" FROM rating WHERE ticket_id = $1', [ticketId]),
    ).toEqual([{ ...contact, endedAt: null }]);
    expect(await listDueRatings(stage.services.database.sql, pass(24 * 60 * 60_000), 100)).not.toContain(ticketId);
  });

  it("are asked for after the farewell when a person resolves, and the ticket waits [D-205, D-044, NPS-006]", async () => {
    const phone = await resolved();
    expect(await stage.sent(phone)).toEqual(["Até logo.", "Que nota?"]);
    expect(await stage.tickets(phone)).toMatchObject([{ status: "nps", userId: ana }]);
    expect(await ratings(phone)).toMatchObject([{ rate: null, userId: ana, isOpen: true }]);
  });

  it("are not asked for on closing without a text, without an attendant, and without automatic answers [D-205, D-131]", async () => {
    for (const phone of [await resolved({ onlyClose: true }), await resolved({ without: "owner" })]) {
      expect(await stage.tickets(phone)).toMatchObject([{ status: "closed" }]);
      expect(await ratings(phone)).toEqual([]);
    }
    const quiet = anyone();
    await stage.rows("INSERT INTO contact (name, number, auto_reply) VALUES ('Quieto', $1, false)", [quiet]);
    await stage.writes(quiet, connectionId, "Oi");
    await change(await newest(quiet), { status: "open", userId: ana });
    await change(await newest(quiet), { status: "closed", onlyClose: false });
    expect(await ratings(quiet)).toEqual([]);
  });

  it("are not asked for while the connection is down, or with ratings off [D-205]", async () => {
    await stage.rows("UPDATE connection SET status = 'DISCONNECTED' WHERE id = $1", [connectionId]);
    await stage.refresh();
    expect(await ratings(await resolved())).toEqual([]);
    await stage.rows("UPDATE connection SET status = 'CONNECTED', nps = false WHERE id = $1", [connectionId]);
    await stage.refresh();
    expect(await ratings(await resolved())).toEqual([]);
    await stage.rows("UPDATE connection SET nps = true WHERE id = $1", [connectionId]);
    await stage.refresh();
  });

  it.each(["5", " 5 ", "5️⃣", "nota 5", "Cinco!", "⭐⭐⭐⭐⭐"])(
    "are read from %j, thanked for, and close the ticket [D-206, NPS-004]",
    async (text) => {
      const phone = await resolved();
      pass(30_000);
      await stage.writes(phone, connectionId, text);
      expect(await ratings(phone)).toMatchObject([{ rate: 5, userId: ana, isOpen: false }]);
      expect(await stage.tickets(phone)).toMatchObject([{ status: "closed" }]);
      expect((await stage.sent(phone)).at(-1)).toBe("Obrigado, Cliente!");
      expect(await bodies(phone)).toEqual(["Oi", text]);
      expect(await stage.rules(await newest(phone))).toContain("rated");
    },
  );

  it("leave any other message to a ticket of its own at once, and a score afterwards still counts [D-206]", async () => {
    const phone = await resolved();
    pass(5_000);
    await stage.writes(phone, connectionId, "5 minutos, por favor");
    const [rated, own] = await stage.tickets(phone);
    expect([rated?.status, own?.status]).toEqual(["closed", "pending"]);
    expect(await ratings(phone)).toMatchObject([{ rate: null, isOpen: true }]);
    pass(5_000);
    await stage.writes(phone, connectionId, "4");
    expect(await ratings(phone)).toMatchObject([{ ticketId: rated?.id, rate: 4, isOpen: false }]);
    expect(await stage.tickets(phone)).toMatchObject([{ status: "closed" }, { status: "pending" }]);
    expect(await bodies(phone)).toEqual(["Oi", "5 minutos, por favor", "4"]);
  });

  it.each([
    ["5", 5],
    ["⭐⭐⭐⭐⭐", 5],
    ["nota 3", 3],
    ["2", null],
    ["2️⃣", null],
  ])("are read from %j while a menu of two queues is open, except where it is one of its lines [D-206]", async (text, rate) => {
    const phone = await resolved();
    await stage.rows("INSERT INTO connection_queue VALUES ($1, $2)", [connectionId, support]);
    await stage.refresh();
    await stage.rows("UPDATE ticket SET queue_id = NULL WHERE id = $1", [await newest(phone)]);
    pass(5_000);
    await stage.writes(phone, connectionId, "Tenho outra dúvida");
    const menu = (await stage.sent(phone)).at(-1);
    expect(menu).toContain("2 - Vendas");
    pass(5_000);
    await stage.writes(phone, connectionId, text);
    expect(await ratings(phone)).toMatchObject([{ rate, isOpen: rate === null }]);
    const [, own] = await stage.tickets(phone);
    expect(own).toMatchObject({ status: "pending", queueId: rate === null ? queueId : null, flowStep: rate === null ? "done" : "menu" });
    expect((await stage.sent(phone)).at(-1)).toBe(rate === null ? menu : "Obrigado, Cliente!");
    await stage.rows("DELETE FROM connection_queue WHERE queue_id = $1", [support]);
    await stage.refresh();
  });

  it.each(["Esqueci de uma coisa", "5"])(
    "are not asked into a new conversation by %j that was accepted before the end: it goes on with its agent, without a text [D-172, D-206]",
    async (text) => {
      const phone = anyone();
      await stage.writes(phone, connectionId, "Oi");
      await change(await newest(phone), { status: "open", userId: ana });
      await stage.late(async () => {
        await stage.writes(phone, connectionId, text);
        await change(await newest(phone), { status: "closed", onlyClose: false });
      });
      expect(await stage.tickets(phone)).toMatchObject([{ status: "open", userId: ana }]);
      expect(await ratings(phone)).toMatchObject([{ rate: null, isOpen: false }]);
      expect(await bodies(phone)).toEqual(["Oi", text]);
      expect(await stage.sent(phone)).toEqual(["Até logo.", "Que nota?"]);
      expect(await stage.rules(await newest(phone))).toEqual(["onlyQueue", "resumed"]);
      expect(await stage.rows("SELECT unread FROM ticket WHERE id = $1", [await newest(phone)])).toEqual([{ unread: 2 }]);
      await change(await newest(phone), { status: "closed", onlyClose: false });
      await stage.writes(phone, connectionId, "5");
      expect(await ratings(phone)).toMatchObject([{ rate: null }, { rate: 5 }]);
    },
  );

  it("leave a conversation closed into which only the phone's owner wrote before the end, and let one wait that had nobody [D-172]", async () => {
    const [ours, free] = [anyone(), anyone()];
    for (const phone of [ours, free]) await stage.writes(phone, connectionId, "Oi");
    await stage.late(async () => {
      const ref = { chat: { phone: ours }, author: { phone: ours }, fromMe: true, externalId: "OWN" };
      await stage.writes(ours, connectionId, "Até mais", { ref });
      await stage.writes(free, connectionId, "Ainda estou aqui");
      for (const phone of [ours, free]) await change(await newest(phone), { status: "closed", onlyClose: true });
    });
    expect(await stage.tickets(ours)).toMatchObject([{ status: "closed" }]);
    expect(await stage.tickets(free)).toMatchObject([{ status: "pending", userId: null }]);
    expect(await stage.rows("SELECT ticket_id AS id FROM message WHERE external_id = 'OWN'")).toEqual([{ id: await newest(ours) }]);
    expect(await stage.sent(free)).toEqual([]);
  });

  it("are not read from an answer to the person who attends by then [D-206]", async () => {
    const phone = await resolved();
    await stage.writes(phone, connectionId, "Mais uma coisa");
    await change(await newest(phone), { status: "open", userId: ana });
    await stage.writes(phone, connectionId, "3");
    expect(await ratings(phone)).toMatchObject([{ rate: null, isOpen: true }]);
    expect((await bodies(phone)).at(-1)).toBe("3");
  });

  it("count once per closing; a second score is a message, and a reopened ticket may be rated again [D-208]", async () => {
    const phone = await resolved();
    await stage.writes(phone, connectionId, "5");
    pass(5_000);
    await stage.writes(phone, connectionId, "1");
    expect(await ratings(phone)).toMatchObject([{ rate: 5 }]);
    expect(await stage.tickets(phone)).toMatchObject([{ status: "pending" }]);
    await change(await newest(phone), { status: "open", userId: ana });
    await change(await newest(phone), { status: "closed", onlyClose: false });
    await stage.writes(phone, connectionId, "2");
    expect(await ratings(phone)).toMatchObject([{ rate: 5 }, { rate: 2 }]);
  });

  it("end when a person reopens the ticket [D-207]", async () => {
    const phone = await resolved();
    await change(await newest(phone), { status: "open", userId: ana });
    await stage.writes(phone, connectionId, "5");
    expect(await ratings(phone)).toMatchObject([{ rate: null, isOpen: false }]);
    expect(await stage.tickets(phone)).toMatchObject([{ status: "open" }]);
  });

  it("expire silently after the configured time; a late score is a message in a ticket of its own [D-207, NPS-007, SET-007]", async () => {
    const [waiting, aside, late] = [await resolved(), await resolved(), await resolved()];
    await stage.writes(aside, connectionId, "Espere");
    pass(9 * 60_000);
    await expireRatings(stage.services);
    expect(await ratings(waiting)).toMatchObject([{ isOpen: true }]);
    pass(61_000);
    // Before the worker has seen that the time is over.
    await stage.writes(late, connectionId, "5");
    expect(await ratings(late)).toMatchObject([{ rate: null }]);
    const sent = await stage.sent(waiting);
    await Promise.all([expireRatings(stage.services), expireRatings(stage.services)]);
    expect(await stage.sent(waiting)).toEqual(sent);
    expect(await stage.tickets(waiting)).toMatchObject([{ status: "closed" }]);
    expect(await stage.rules(await newest(waiting))).toEqual(["onlyQueue", "ratingExpired"]);
    for (const phone of [waiting, aside, late]) expect(await ratings(phone)).toMatchObject([{ rate: null, isOpen: false }]);
    expect(await stage.tickets(late)).toMatchObject([{ status: "closed" }, { status: "pending" }]);
    expect(
      await stage.rows("SELECT 1 FROM audit_entry WHERE action = 'ticket.ratingExpired' AND ticket_id = $1", [await newest(waiting)]),
    ).toHaveLength(1);
  });

  it.each(ROUNDS)(
    "expire beside a customer's message without closing over it, round %i [D-207, P-21]",
    async (round) => {
      const words = `Falta uma coisa ${round}`;
      const phones: string[] = [];
      for (let n = 0; n < RACES; n += 1) phones.push(await resolved());
      pass(11 * 60_000);
      const half = phones.length / 2;
      await Promise.all([
        ...phones.slice(0, half).map((phone) => stage.writes(phone, connectionId, words)),
        expireRatings(stage.services),
        ...phones.slice(half).map((phone) => stage.writes(phone, connectionId, words)),
        expireRatings(stage.services),
      ]);
      for (const phone of phones) expect(await stage.tickets(phone)).toMatchObject([{ status: "closed" }, { status: "pending" }]);
      const places = await stage.rows<{ status: string }>(
        "SELECT t.status FROM message m JOIN ticket t ON t.id = m.ticket_id WHERE m.body = $1",
        [words],
      );
      expect(places).toEqual(phones.map(() => ({ status: "pending" })));
      for (const phone of phones) expect(await ratings(phone)).toMatchObject([{ rate: null }]);
    },
    60_000,
  );
});
