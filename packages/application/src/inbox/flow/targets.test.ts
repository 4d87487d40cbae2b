import { ticketCursor, type TicketView } from "@balcao/contracts/tickets";
import { localTime } from "@balcao/domain/calendar";
import { aCtx } from "@balcao/testing/cast";
import { toActor } from "../../ground/directory/index.js";
import type { Ctx } from "../../ground/kernel/index.js";
import { getTargetShares, listFigureTickets } from "../../company/dashboard/index.js";
import { changeQueue } from "../../company/queues/index.js";
import { changeSetting } from "../../company/settings/index.js";
import { MONDAY_NOON, openFlowStage, type FlowStage } from "./flowStage.fixture.js";
import { changeTicket, listTickets } from "../tickets/index.js";
import { recountTargets, tellTargets } from "../targets/index.js";

const MINUTE_MS = 60_000;
const ZONE = "America/Sao_Paulo";

interface ClockRow {
  readonly kind: string;
  readonly dueAt: Date | null;
  readonly breachedAt: Date | null;
  readonly endedAt: Date | null;
  readonly queueId: number;
  readonly userId: number | null;
}

let stage: FlowStage;
let connectionId: number;
let sales: number;
let support: number;
let ana: number;
let marta: number;
let last = 5511933100000;
beforeAll(async () => {
  stage = await openFlowStage();
  sales = await stage.queue("Vendas", { order: 1 });
  support = await stage.queue("Suporte", { order: 2 });
  ana = await stage.person("Ana", [sales, support]);
  marta = await stage.person("Marta", [sales]);
  await stage.rows("UPDATE user_account SET profile = 'gerente' WHERE id = $1", [marta]);
  connectionId = await stage.connection({}, [sales]);
  // Without lunch.
  await stage.settings({ horarioAlmoco: "00:00", horarioFimAlmoco: "00:00" });
});
beforeEach(async () => {
  stage.now(MONDAY_NOON);
  await stage.rows("UPDATE ticket SET status = 'closed', due_at = NULL, due_of = NULL");
  await stage.rows("DELETE FROM target_clock");
  await stage.rows("DELETE FROM target_recount");
  await stage.settings({ horarioFechamento: "18:00" });
  await stage.rows("UPDATE queue SET first_answer_target = NULL, next_answer_target = NULL, resolution_target = NULL, opening_hours = ''");
  await stage.rows("UPDATE queue SET first_answer_target = 30, next_answer_target = 60 WHERE id = $1", [sales]);
  await stage.refresh();
});
afterAll(() => stage.close());

const later = (minutes: number): Date => stage.now(new Date(MONDAY_NOON.getTime() + minutes * MINUTE_MS));
const after = (minutes: number): Date => new Date(MONDAY_NOON.getTime() + minutes * MINUTE_MS);
const asAna = (userId = ana): Ctx => {
  const actor = toActor(stage.services.directory.current(), userId);
  if (!actor) throw new Error("no such person");
  return aCtx(actor, { now: stage.now() });
};
const ticketOf = async (phone: string): Promise<number> => (await stage.tickets(phone)).at(-1)?.id ?? 0;
const clocks = (ticketId: number) =>
  stage.rows<ClockRow>(
    `SELECT kind, due_at AS "dueAt", breached_at AS "breachedAt", ended_at AS "endedAt", queue_id AS "queueId", user_id AS "userId" FROM target_clock WHERE ticket_id = $1 ORDER BY id`,
    [ticketId],
  );
const shown = async (ticketId: number) =>
  (
    await stage.rows<{ dueAt: Date | null; dueOf: string | null }>(
      `SELECT due_at AS "dueAt", due_of AS "dueOf" FROM ticket WHERE id = $1`,
      [ticketId],
    )
  )[0];
const notices = (ticketId: number) =>
  stage.rows<{ userId: number; reason: string }>(
    `SELECT n.user_id AS "userId", n.reason FROM comment_mention n JOIN target_clock k ON k.id = n.clock_id WHERE k.ticket_id = $1 ORDER BY n.user_id`,
    [ticketId],
  );
const change = (ticketId: number, patch: Record<string, unknown>, userId = ana) =>
  changeTicket(stage.services, asAna(userId), { ticketId, patch, note: null });

/** A customer who has just written, in the queue of sales. */
async function customer(): Promise<{ phone: string; id: number }> {
  const phone = String((last += 1));
  await stage.writes(phone, connectionId, "Oi");
  return { phone, id: await ticketOf(phone) };
}

describe("targets of conversations", () => {
  it("are kept with the message, and end with a person's answer, not with an automatic text [D-510]", async () => {
    const { phone, id } = await customer();
    expect(await shown(id)).toEqual({ dueAt: after(30), dueOf: "firstAnswer" });
    later(10);
    await stage.typesOnPhone(phone, connectionId, "Bom dia");
    expect(await clocks(id)).toMatchObject([{ kind: "firstAnswer", endedAt: after(10), breachedAt: null }]);
    expect(await shown(id)).toEqual({ dueAt: null, dueOf: null });
    later(20);
    await stage.writes(phone, connectionId, "Quero dois");
    expect(await shown(id)).toEqual({ dueAt: after(80), dueOf: "nextAnswer" });
  });

  it("stand still in a pause and a snooze, and go on with what was left [D-510]", async () => {
    const { id } = await customer();
    await change(id, { status: "open" });
    later(10);
    await change(id, { status: "paused", pauseTag: "Almoço" });
    expect(await shown(id)).toEqual({ dueAt: null, dueOf: null });
    later(100);
    await change(id, { status: "open" });
    expect(await shown(id)).toEqual({ dueAt: after(120), dueOf: "firstAnswer" });
  });

  it("tell the owner before, and at the breach her managers too, each once with two workers and after a kill [D-511]", async () => {
    const { id } = await customer();
    await change(id, { status: "open" });
    later(24);
    await Promise.all([tellTargets(stage.services), tellTargets(stage.services)]);
    await tellTargets(stage.services);
    expect(await notices(id)).toEqual([{ userId: ana, reason: "soon" }]);
    const events = () => stage.rows("SELECT 1 FROM live_event WHERE topic = 'notice'");
    const before = (await events()).length;
    later(30);
    await stage.rows(`CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'killed'; END $$`);
    await stage.rows("CREATE TRIGGER die BEFORE INSERT ON comment_mention FOR EACH ROW EXECUTE FUNCTION die()");
    await expect(tellTargets(stage.services)).rejects.toThrow("killed");
    await stage.rows("DROP TRIGGER die ON comment_mention");
    expect(await clocks(id)).toMatchObject([{ breachedAt: null }]);
    await Promise.all([tellTargets(stage.services), tellTargets(stage.services)]);
    await tellTargets(stage.services);
    expect(await notices(id)).toEqual([
      { userId: ana, reason: "over" },
      { userId: marta, reason: "over" },
    ]);
    expect((await events()).length - before).toBe(1);
    expect(await clocks(id)).toMatchObject([{ breachedAt: after(30), endedAt: null, userId: ana }]);
  });

  it("take their notice from the bells when the customer is answered [D-511]", async () => {
    const { id, phone } = await customer();
    await change(id, { status: "open" });
    later(31);
    await tellTargets(stage.services);
    expect(await notices(id)).toHaveLength(2);
    await stage.typesOnPhone(phone, connectionId, "Desculpe a demora");
    expect(await notices(id)).toEqual([]);
    expect(await clocks(id)).toMatchObject([{ breachedAt: after(30), endedAt: after(31) }]);
  });

  it("tell the administrators of a queue that has no manager [D-511]", async () => {
    await stage.rows("UPDATE user_account SET profile = 'user' WHERE id = $1", [marta]);
    await stage.refresh();
    const { id } = await customer();
    later(30);
    await tellTargets(stage.services);
    await stage.rows("UPDATE user_account SET profile = 'gerente' WHERE id = $1", [marta]);
    await stage.refresh();
    expect(await notices(id)).toEqual([{ userId: 1, reason: "over" }]);
  });

  it("are counted anew where the hours of the queue change, as far as they run [D-510]", async () => {
    const [{ id: over }, { id: runs, phone }] = [await customer(), await customer()];
    later(5);
    await stage.typesOnPhone(phone, connectionId, "Bom dia");
    later(20);
    await stage.writes(phone, connectionId, "E o preço?");
    later(31);
    await tellTargets(stage.services);
    const hours = JSON.stringify({
      week: Array.from({ length: 7 }, () => [
        ["09:00", "13:00"],
        ["15:00", "18:00"],
      ]),
      dates: [],
    });
    const stored = (await stage.rows<{ v: string }>("SELECT opening_hours AS v FROM queue WHERE id = $1", [sales]))[0]?.v;
    expect(stored).toBe("");
    await changeQueue(stage.services, asAna(1), { queueId: sales, fields: { openingHours: hours }, attendants: null, note: null });
    await recountTargets(stage.services);
    // From 12:20 to 13:00 are 40 of its 60 minutes.
    expect(await shown(runs)).toEqual({ dueAt: after(200), dueOf: "nextAnswer" });
    expect(await clocks(over)).toMatchObject([{ breachedAt: after(30), dueAt: after(30) }]);
    expect(await stage.rows("SELECT 1 FROM target_recount")).toHaveLength(1);
    later(32);
    await recountTargets(stage.services);
    expect(await stage.rows("SELECT 1 FROM target_recount")).toEqual([]);
  });

  it("are counted anew where the hours of the company change [D-510]", async () => {
    const { id } = await customer();
    const change = (value: string) =>
      changeSetting(stage.services, asAna(1), { key: "horarioFechamento", value, expected: undefined, note: null });
    await change("12:20");
    await recountTargets(stage.services);
    expect((await shown(id))?.dueAt).toEqual(new Date("2026-11-17T11:10:00Z"));
    await change("18:00");
    await recountTargets(stage.services);
    expect((await shown(id))?.dueAt).toEqual(after(30));
  });

  it("that change concern what runs; a breach stays as it was; without targets nothing is due [D-510]", async () => {
    const [{ id: over }, { id: runs }] = [await customer(), await customer()];
    await stage.rows("UPDATE target_clock SET due_at = $2 WHERE ticket_id = $1", [over, after(5)]);
    later(10);
    const set = (fields: object) => changeQueue(stage.services, asAna(1), { queueId: sales, fields, attendants: null, note: null });
    await set({ firstAnswerTarget: 10_000 });
    await recountTargets(stage.services);
    // Of the 166 hours and 40 minutes 6 are left on this Monday, and 10 on each later day.
    expect((await shown(runs))?.dueAt).toEqual(new Date("2026-12-09T11:40:00Z"));
    expect(await clocks(over)).toMatchObject([{ breachedAt: after(5), dueAt: after(5), endedAt: null }]);
    await set({ firstAnswerTarget: null, nextAnswerTarget: null });
    await recountTargets(stage.services);
    expect([await shown(over), await shown(runs)]).toEqual([
      { dueAt: null, dueOf: null },
      { dueAt: null, dueOf: null },
    ]);
    expect([await clocks(over), await clocks(runs)]).toMatchObject([[{ breachedAt: after(5), endedAt: after(10) }], []]);
  });

  it("order the open and the waiting list, page by page, with those after them that have none [D-512]", async () => {
    const later1 = async (minutes: number) => {
      later(minutes);
      return customer();
    };
    const [first, second, third, answered, paused] = [await later1(0), await later1(2), await later1(4), await later1(6), await later1(8)];
    for (const { id } of [first, third, answered, paused]) await change(id, { status: "open" });
    await stage.typesOnPhone(answered.phone, connectionId, "Bom dia");
    await change(paused.id, { status: "paused", pauseTag: "Peça" });
    await change(paused.id, { status: "open" });
    await stage.rows("UPDATE ticket SET due_at = $2 WHERE id = $1", [third.id, after(1)]);
    const list = async (status: string, more: object = {}) => {
      const input = { status, order: "due" as const, pageNumber: 1, showAll: true, ...more };
      return (await listTickets(stage.services, asAna(1), input)) as { tickets: TicketView[]; hasMore: boolean; count: number };
    };
    const ids = ({ tickets }: { tickets: readonly { readonly id: number }[] }) => tickets.map(({ id }) => id);
    const whole = await list("open");
    expect([ids(whole), whole.count]).toEqual([[third.id, first.id, paused.id, answered.id], 4]);
    expect(ids(await list("pending"))).toEqual([second.id]);
    for (const limit of [1, 2, 3]) {
      const found: number[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await list("open", { limit, cursor });
        found.push(...ids(page));
        const lastOne = page.tickets.at(-1);
        if (!page.hasMore || !lastOne) break;
        cursor = ticketCursor(lastOne, "due");
      }
      expect(found).toEqual(ids(whole));
      const numbered = [1, 2, 3, 4, 5].map((pageNumber) => list("open", { limit, pageNumber }));
      expect((await Promise.all(numbered)).flatMap(ids)).toEqual(ids(whole));
    }
  });

  it("are counted by kind, queue, person and hour, and each number names its conversations [D-513]", async () => {
    await stage.rows("UPDATE queue SET first_answer_target = 45, next_answer_target = 20, resolution_target = 90 WHERE id = $1", [support]);
    await stage.refresh();
    for (let at = 0; at < 24; at++) {
      later(at * 20);
      const { id, phone } = await customer();
      if (at % 2 === 0) await change(id, { status: "open" }, at % 4 === 0 ? ana : marta);
      if (at % 3 === 0) await change(id, { queueId: support, whatsappId: connectionId, userId: ana }, 1);
      later(at * 20 + (at % 5) * 15);
      if (at % 4 !== 3) await stage.typesOnPhone(phone, connectionId, "Sim");
      if (at % 6 === 0) await change(id, { status: "closed", onlyClose: true }, 1);
    }
    later(700);
    await tellTargets(stage.services);
    interface Fact extends ClockRow {
      readonly ticketId: number;
      readonly startedAt: Date;
    }
    const facts = await stage.rows<Fact>(
      `SELECT ticket_id AS "ticketId", kind, started_at AS "startedAt", due_at AS "dueAt", breached_at AS "breachedAt", ended_at AS "endedAt", queue_id AS "queueId", user_id AS "userId" FROM target_clock`,
    );
    const decided = facts.filter(({ endedAt, dueAt }) => endedAt !== null || (dueAt !== null && dueAt <= after(700)));
    const isMissed = ({ dueAt, endedAt }: Fact): boolean => dueAt !== null && (endedAt ?? after(700)) > dueAt;
    const sum = (of: (fact: Fact) => boolean) => {
      const chosen = decided.filter(of);
      const missed = chosen.filter(isMissed).length;
      return { kept: chosen.length - missed, missed };
    };
    const period = { firstDate: "2026-11-16", lastDate: "2026-11-17" };
    const shares = await getTargetShares(stage.services, asAna(1), period);
    expect(shares.byKind).toEqual(
      ["firstAnswer", "nextAnswer", "resolution"]
        .map((of) => ({ of, ...sum(({ kind }) => kind === of) }))
        .filter(({ kept, missed }) => kept + missed > 0),
    );
    expect(shares.byKind.length).toBeGreaterThan(1);
    for (const { queue, ...share } of shares.byQueue) expect(share).toEqual(sum(({ queueId }) => queueId === queue?.id));
    for (const { user, ...share } of shares.byUser) expect(share).toEqual(sum(({ userId }) => userId === (user?.id ?? null)));
    const hourOf = ({ startedAt }: Fact): number => localTime(startedAt, ZONE).hour;
    for (const { hour, ...share } of shares.byHour) expect(share).toEqual(sum((fact) => hourOf(fact) === hour));
    expect(shares.byHour.reduce((all, { kept, missed }) => all + kept + missed, 0)).toBe(decided.length);
    for (const figure of ["kept", "missed"] as const)
      for (const { hour } of shares.byHour) {
        const behind = await listFigureTickets(stage.services, asAna(1), { ...period, figure, hour });
        const named = decided.filter((fact) => hourOf(fact) === hour && isMissed(fact) === (figure === "missed"));
        expect(behind.tickets.map(({ id }) => id).sort()).toEqual([...new Set(named.map(({ ticketId }) => ticketId))].sort());
      }
    expect((await getTargetShares(stage.services, asAna(1), { firstDate: "2026-11-18" })).byKind).toEqual([]);
  });

  it("cost nothing where no queue has any [D-510]", async () => {
    await stage.rows("UPDATE queue SET first_answer_target = NULL, next_answer_target = NULL");
    await stage.refresh();
    const { id } = await customer();
    await change(id, { status: "open" });
    expect(await clocks(id)).toEqual([]);
  });

  it("end with their queue's deletion, and their facts stay [D-510]", async () => {
    const { deleteQueue } = await import("../../company/queues/index.js");
    const gone = await stage.queue("Obras");
    await stage.rows("UPDATE queue SET first_answer_target = 30 WHERE id = $1", [gone]);
    await stage.rows("UPDATE user_account SET profile = 'admin' WHERE id = 1");
    await stage.refresh();
    const [late, early] = [await customer(), await customer()];
    for (const { id } of [late, early]) await change(id, { queueId: gone, whatsappId: connectionId }, 1);
    later(10);
    await stage.rows("UPDATE target_clock SET due_at = $2 WHERE ticket_id = $1 AND ended_at IS NULL", [late.id, after(5)]);
    await deleteQueue(stage.services, asAna(1), { queueId: gone });
    expect(await clocks(early.id)).toEqual([]);
    expect(await clocks(late.id)).toMatchObject([{ breachedAt: after(5), queueId: gone, endedAt: after(10) }]);
    expect(await shown(late.id)).toEqual({ dueAt: null, dueOf: null });
  });
});

/** What the model knows of a ticket: minutes that were counted of the answer's target, one by one. */
interface Modelled {
  readonly phone: string;
  readonly id: number;
  status: "pending" | "open" | "paused";
  queueId: number;
  waits: { counted: number; since: number } | null;
  answered: boolean;
  breached: number | null;
}

describe("random operations", () => {
  const TARGETS = () => ({ [sales]: [30, 60], [support]: [45, 20] }) as Record<number, [number, number]>;
  /** Whether a minute of the day is working time: 08:00 to 18:00 without the hour of lunch, from Monday to Friday. */
  const isWorking = (minute: number): boolean => {
    const { weekday, hour } = localTime(after(minute), ZONE);
    return weekday >= 1 && weekday <= 5 && hour >= 8 && hour < 18 && hour !== 12;
  };

  it.each([1, 2, 3])("have the due instants that a count minute by minute has, of seed %i [D-510]", async (seed) => {
    let state = seed * 7_919;
    const random = (below: number): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    await stage.rows("UPDATE queue SET first_answer_target = 45, next_answer_target = 20 WHERE id = $1", [support]);
    await stage.settings({ horarioAlmoco: "12:00", horarioFimAlmoco: "13:00" });
    const tickets: Modelled[] = [];
    let minute = 0;
    const targetOf = (ticket: Modelled): number => TARGETS()[ticket.queueId]?.[ticket.answered ? 1 : 0] ?? 0;
    const tick = (ticket: Modelled): void => {
      const { waits } = ticket;
      if (!waits || ticket.status === "paused" || ticket.breached !== null) return;
      if (waits.counted >= targetOf(ticket)) {
        ticket.breached = minute;
        return;
      }
      if (isWorking(minute)) waits.counted += 1;
      if (waits.counted >= targetOf(ticket)) ticket.breached = minute + 1;
    };
    const due = (ticket: Modelled): number | null => {
      if (!ticket.waits || ticket.status === "paused") return null;
      if (ticket.breached !== null) return ticket.breached;
      let [left, at] = [targetOf(ticket) - ticket.waits.counted, minute];
      for (; left > 0; at++) if (isWorking(at)) left -= 1;
      return at;
    };
    for (let step = 0; step < 60; step++) {
      const forward = 1 + random(step % 7 === 0 ? 900 : 25);
      for (let each = 0; each < forward; each++) {
        for (const ticket of tickets) tick(ticket);
        minute += 1;
      }
      later(minute);
      const ticket = tickets[random(tickets.length + 1)];
      const what = random(6);
      if (!ticket) {
        if (tickets.length === 6) continue;
        const { phone, id } = await customer();
        tickets.push({
          phone,
          id,
          status: "pending",
          queueId: sales,
          waits: { counted: 0, since: minute },
          answered: false,
          breached: null,
        });
      } else if (what === 0) {
        await stage.typesOnPhone(ticket.phone, connectionId, "Sim");
        Object.assign(ticket, { waits: null, answered: true, breached: null });
      } else if (what === 1) {
        const isPaused = ticket.status === "paused";
        await stage.writes(ticket.phone, connectionId, "E então?");
        if (!isPaused) ticket.waits ??= { counted: 0, since: minute };
      } else if (what === 2 && ticket.status === "open") {
        await change(ticket.id, { status: "paused", pauseTag: "Peça" });
        ticket.status = "paused";
      } else if (what === 3 && ticket.status !== "open") {
        await change(ticket.id, { status: "open" });
        ticket.status = "open";
        const [row] = await stage.rows<{ w: Date | null }>("SELECT waiting_since AS w FROM ticket WHERE id = $1", [ticket.id]);
        if (row?.w) ticket.waits ??= { counted: 0, since: minute };
      } else if (what === 4 && ticket.status !== "paused") {
        const queueId = ticket.queueId === sales ? support : sales;
        await change(ticket.id, { queueId, whatsappId: connectionId, userId: ana }, 1);
        Object.assign(ticket, { queueId, status: "open" });
      } else await tellTargets(stage.services);
      for (const each of tickets) {
        const expected = due(each);
        const stored = await shown(each.id);
        const [dueAt, at] = [stored?.dueAt ?? null, expected === null ? null : after(expected)];
        // The end of a window and the beginning of the next are one instant of working time.
        const gap = dueAt && at ? Math.abs(dueAt.getTime() - at.getTime()) : dueAt === at ? 0 : Infinity;
        expect({ step, id: each.id, dueAt, at, isSame: gap === 0 || (dueAt && at ? !hasWork(dueAt, at) : false) }).toMatchObject({
          isSame: true,
        });
      }
    }
    await stage.settings({ horarioAlmoco: "00:00", horarioFimAlmoco: "00:00" });
  });

  /** Whether a working minute lies between two instants. */
  function hasWork(a: Date, b: Date): boolean {
    const [from, until] = [a, b].map((each) => (each.getTime() - MONDAY_NOON.getTime()) / MINUTE_MS).sort((x, y) => x - y) as [
      number,
      number,
    ];
    for (let at = Math.floor(from); at < until; at++) if (isWorking(at)) return true;
    return false;
  }
});
