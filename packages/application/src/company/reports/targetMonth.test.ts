import { printOwnHours } from "@balcao/domain/calendar";
import type { TicketStatus } from "@balcao/domain/tickets";
import { aCtx } from "@balcao/testing/cast";
import { toActor } from "../../ground/directory/index.js";
import { followTargets } from "../../ground/targets/index.js";
import { tellTargets } from "../../inbox/targets/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { countTicketsByReason, getDashboardStats, getTargetShares } from "../dashboard/index.js";
import { toScene, type ReportInput } from "./reportInput.js";
import {
  COMPANY_HOURS,
  followByHand,
  generateMonth,
  localOf,
  NIGHT_HOURS,
  TARGETS,
  workedBetween,
  ZONE,
  type Conversation,
  type Decision,
  type Step,
} from "./targetMonth.fixture.js";
import { planTargetReport } from "./targetReport.js";

const SEED = 20_260_301;
const COUNT = 240;
const MONTH = generateMonth(SEED, COUNT);
const FILTERS = [
  { firstDate: "2026-03-01", lastDate: "2026-03-31" },
  { firstDate: "2026-03-01", lastDate: "2026-03-31", queueId: 2 },
  { firstDate: "2026-03-01", lastDate: "2026-03-31", userId: 3 },
  { firstDate: "2026-03-09", lastDate: "2026-03-18", queueId: 1, userId: 2 },
  { firstDate: "2026-03-29", lastDate: "2026-03-29" },
] as const;
type Filter = { readonly firstDate: string; readonly lastDate: string; readonly queueId?: number; readonly userId?: number };

const STATUS: Readonly<Partial<Record<Step["does"], TicketStatus>>> = {
  accepts: "open",
  pauses: "paused",
  resumes: "open",
  closes: "closed",
};
const toDate = (minute: number): Date => new Date(minute * 60_000);

describe("a month of conversations", () => {
  let test: TestServices;

  beforeAll(async () => {
    test = await openTestServices();
    const settings = { timeZone: ZONE, openingHours: printOwnHours(COMPANY_HOURS) };
    for (const [key, value] of Object.entries(settings))
      await test.rows("INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value", [
        key,
        value,
      ]);
    await test.rows("INSERT INTO queue (name, color) SELECT 'Fila ' || n, '#00000' || n FROM generate_series(1, 3) n");
    await test.rows("UPDATE queue SET opening_hours = $1 WHERE id = 2", [printOwnHours(NIGHT_HOURS)]);
    for (const [id, targets] of Object.entries(TARGETS))
      await test.rows("UPDATE queue SET first_answer_target = $2, next_answer_target = $3, resolution_target = $4 WHERE id = $1", [
        id,
        ...(["firstAnswer", "nextAnswer", "resolution"] as const).map((kind) => targets?.[kind] ?? null),
      ]);
    await test.rows(
      `INSERT INTO user_account (name, email, password_hash, profile) SELECT 'Pessoa ' || n, n || '@balcao.test', 'x', CASE n WHEN 1 THEN 'admin' ELSE 'user' END FROM generate_series(1, 4) n`,
    );
    await test.connection("meow");
    await test.rows("INSERT INTO contact (name) SELECT 'Cliente ' || n FROM generate_series(1, $1::int) n", [COUNT]);
    await test.services.directory.refresh();
    for (const at of MONTH.keys()) await live(at + 1);
    // A worker that comes long after finds what nobody has ended.
    for (let found = 1; found > 0;) {
      await tellTargets(test.services);
      found = (await test.rows("SELECT 1 FROM target_clock WHERE next_at <= now() LIMIT 1")).length;
    }
  }, 120_000);
  afterAll(() => test.close());

  /** Writes the steps of a conversation as facts, each in a transaction that keeps its clocks as every change does. */
  async function live(ticketId: number): Promise<void> {
    const { queueId, steps } = MONTH[ticketId - 1] ?? { queueId: 1, steps: [] };
    let before: TicketStatus | null = null;
    for (const { at, does, ...step } of steps) {
      const now = toDate(at);
      await test.services.database.transaction(async (tx) => {
        if (before === null)
          await tx.ask(
            `INSERT INTO ticket (id, status, contact_id, connection_id, queue_id, created_at, last_activity, waiting_since) VALUES ($1, 'pending', $1, 1, $2, $3, $3, $3)`,
            [ticketId, queueId, now],
          );
        else
          await tx.ask(
            `UPDATE ticket SET status = coalesce($2, status), user_id = coalesce($3, user_id), queue_id = coalesce($4, queue_id),
               waiting_since = CASE WHEN $5 = 'writes' THEN coalesce(waiting_since, $6) WHEN $5 <> 'answers' THEN waiting_since END,
               answered_at = CASE WHEN $5 = 'answers' THEN $6 ELSE answered_at END, accepted_at = CASE WHEN $5 = 'accepts' THEN $6 ELSE accepted_at END, closed_at = CASE WHEN $5 = 'closes' THEN $6::timestamptz END,
               closing = CASE WHEN $5 = 'closes' AND $7::int IS NOT NULL THEN jsonb_build_object('reason', $7::int, 'note', '') END WHERE id = $1`,
            [ticketId, STATUS[does] ?? null, step.userId, step.queueId, does, now, step.reason],
          );
        await followTargets(tx, [{ ticketId, before }], { snapshot: test.services.directory.current(), now });
      });
      before = STATUS[does] ?? before ?? "pending";
    }
  }

  const decisions = MONTH.flatMap((conversation, at) => followByHand(at + 1, conversation));
  const isOn = (at: number, { firstDate, lastDate }: Filter): boolean => localOf(at).day >= firstDate && localOf(at).day <= lastDate;
  const decidedIn = (filter: Filter): Decision[] =>
    decisions.filter(
      ({ at, queueId, userId }) =>
        isOn(at, filter) &&
        (filter.queueId === undefined || queueId === filter.queueId) &&
        (filter.userId === undefined || userId === filter.userId),
    );
  /** Kept, missed and the tickets of the missed ones by a key, in the order of the keys. */
  function sumBy(
    found: readonly Decision[],
    keyOf: (decision: Decision) => string,
  ): readonly (readonly [string, number, number, string])[] {
    return [...new Set(found.map(keyOf))].sort().map((key) => {
      const own = found.filter((decision) => keyOf(decision) === key);
      const missed = own.filter((decision) => decision.missed);
      const ids = [...new Set(missed.map(({ ticket }) => ticket))].sort((a, b) => a - b).slice(0, 100);
      return [key, own.length - missed.length, missed.length, ids.join(" ")];
    });
  }
  const hourOf = (at: number): number => Math.floor(localOf(at).minute / 60);
  const sorted = <Row extends readonly [string, ...unknown[]]>(rows: readonly Row[]): Row[] =>
    [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  /** Where a conversation is at its end. */
  const placeOf = ({ queueId, steps }: Conversation) => ({
    queueId: steps.findLast((step) => step.queueId !== null)?.queueId ?? queueId,
    userId: steps.findLast((step) => step.userId !== null)?.userId ?? null,
  });
  const isOf = (conversation: Conversation, { queueId, userId }: Filter): boolean =>
    (queueId === undefined || placeOf(conversation).queueId === queueId) &&
    (userId === undefined || placeOf(conversation).userId === userId);
  const admin = () => {
    const actor = toActor(test.services.directory.current(), 1);
    if (!actor) throw new Error("the administrator is there");
    return aCtx(actor);
  };

  it("is one in which every kind is kept and missed, in working time of every form", () => {
    for (const kind of ["firstAnswer", "nextAnswer", "resolution"])
      for (const missed of [true, false])
        expect([kind, missed, decisions.filter((each) => each.kind === kind && each.missed === missed).length > 10]).toEqual([
          kind,
          missed,
          true,
        ]);
    expect(decidedIn(FILTERS[4]).length).toBeGreaterThan(0);
    expect(sumBy(decidedIn(FILTERS[0]), ({ queueId }) => String(queueId)).map(([queue]) => queue)).toEqual(["1", "2"]);
  });

  it.each(FILTERS)("has the targets of a count by hand on the dashboard %j [D-513]", async (filter: Filter) => {
    const { byKind, byQueue, byUser, byHour } = await getTargetShares(test.services, admin(), filter);
    const found = decidedIn(filter);
    const without = (rows: ReturnType<typeof sumBy>) => rows.map(([key, kept, missed]) => [key, kept, missed]);
    const rows = <Share extends { readonly kept: number; readonly missed: number }>(
      shares: readonly Share[],
      keyOf: (share: Share) => unknown,
    ) => sorted(shares.map((share) => [String(keyOf(share)), share.kept, share.missed] as const));
    expect(rows(byKind, ({ of }) => of)).toEqual(without(sumBy(found, ({ kind }) => kind)));
    expect(rows(byQueue, ({ queue }) => queue?.id)).toEqual(without(sumBy(found, ({ queueId }) => String(queueId))));
    expect(rows(byUser, ({ user }) => user?.id ?? null)).toEqual(without(sumBy(found, ({ userId }) => String(userId))));
    expect(rows(byHour, ({ hour }) => hour)).toEqual(without(sumBy(found, ({ startedAt }) => String(hourOf(startedAt)))));
  });

  it.each(FILTERS)("has them in the report %j [D-610]", async (filter: Filter) => {
    const input: ReportInput = {
      ...{ firstDay: filter.firstDate, lastDay: filter.lastDate, contactId: null, status: null, withCampaigns: false },
      ...{ queueId: filter.queueId ?? null, userId: filter.userId ?? null, format: "csv", language: "en" },
    };
    const plan = await planTargetReport(toScene(test.services, admin(), input));
    const rows: string[][] = [];
    for await (const batch of plan.batches()) rows.push(...batch.map((row) => [...row]));
    const found = decidedIn(filter);
    const words = { firstAnswer: "First answer", nextAnswer: "Later answers", resolution: "Resolution" };
    const expected = [
      ...sumBy(found, ({ kind }) => `Target ${words[kind]}`),
      ...sumBy(found, ({ queueId }) => `Queue Fila ${queueId}`),
      ...sumBy(found, ({ userId }) => `User ${userId === null ? "No user" : `Pessoa ${userId}`}`),
      ...sumBy(found, ({ startedAt }) => `Hour ${String(hourOf(startedAt)).padStart(2, "0")}:00`),
    ].map(([key, kept, missed, ids]) => [key, kept, missed, kept + missed, ids] as const);
    expect(
      sorted(
        rows.map(([by, name, kept, missed, total, , ids]) => [`${by} ${name}`, Number(kept), Number(missed), Number(total), ids] as const),
      ),
    ).toEqual(sorted(expected));
  });

  it.each(FILTERS)("has TME and TMA of a count by hand %j [D-107]", async (filter: Filter) => {
    const created = MONTH.filter((conversation) => isOn(conversation.steps[0]?.at ?? 0, filter) && isOf(conversation, filter));
    const minutes = (from: Step["does"], until: Step["does"]) =>
      created.flatMap((conversation) => {
        const { steps } = conversation;
        const [first, last] = [steps.find(({ does }) => does === from), steps.find(({ does }) => does === until)];
        return first && last && first.at <= last.at ? [workedBetween(placeOf(conversation).queueId, first.at, last.at)] : [];
      });
    const average = (found: readonly number[]) => ({
      tickets: found.length,
      millis: found.length === 0 ? 0 : expect.closeTo((found.reduce((sum, n) => sum + n, 0) * 60_000) / found.length, 3),
    });
    const { averages } = await getDashboardStats(test.services, admin(), { ...filter, pairs: false });
    expect(averages).toEqual({ tme: average(minutes("writes", "accepts")), tma: average(minutes("accepts", "closes")) });
  });

  it.each(FILTERS)("has the reasons of a count by hand %j [D-501]", async (filter: Filter) => {
    const byReason = new Map<string, number>();
    for (const conversation of MONTH) {
      const last = conversation.steps.at(-1);
      if (last?.does !== "closes" || !isOn(last.at, filter) || !isOf(conversation, filter)) continue;
      const key = last.reason === null ? "none" : String(last.reason);
      byReason.set(key, (byReason.get(key) ?? 0) + 1);
    }
    const found = await countTicketsByReason(test.services, admin(), filter);
    expect(sorted(found.map(({ reason, Total }) => [reason.key, Total] as const))).toEqual(sorted([...byReason]));
  });
});
