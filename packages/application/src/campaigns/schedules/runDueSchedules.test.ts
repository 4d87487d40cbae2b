import { nextOccurrence, nextOccurrences, type Recurrence } from "@balcao/domain/schedules";
import { seeded } from "@balcao/testing/random";
import { aCtx, anActor } from "@balcao/testing/cast";
import { dyingServices } from "../../dyingServices.fixture.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { freezeRuns } from "../sendRuns/index.js";
import { listSchedules, pauseSchedule, runDueSchedules } from "./index.js";

const ZONE = "America/Sao_Paulo";
const HOUR_MS = 3_600_000;
const DAYS = 400;
const START = new Date("2027-12-20T15:00:00Z");

const RULES: readonly (readonly [Recurrence, string])[] = [
  ["once", "0"],
  ["every_day", ""],
  ["every_week", "monday"],
  ["every_month", "31"],
  ["quarterly", "29/2"],
  ["anually", "29/2"],
  ["last_day_of_month", "0"],
  ["business_day", "5"],
];

const DAVI: Ctx = aCtx(anActor(1, "admin"), { now: START });

let test: TestServices;
let now = START;
let services: Services;

beforeEach(async () => {
  test = await openTestServices();
  services = { ...test.services, clock: { ...test.services.clock, now: () => now } };
  await test.rows("INSERT INTO contact (name) VALUES ('Cliente')");
});
afterEach(() => test.close());

async function insert(recurrence: Recurrence, value: string): Promise<number> {
  const nextDue = nextOccurrence({ recurrence, value, sendAt: START }, ZONE, new Date(START.getTime() - 1));
  const [row] = await test.rows<{ id: number }>(
    `INSERT INTO schedule (message, recurrence, rule_value, send_at, all_contacts, contact_ids, next_due) VALUES ('Oi', $1, $2, $3, false, '{1}', $4) RETURNING id`,
    [recurrence, value, START, nextDue],
  );
  return row?.id ?? 0;
}

const runsOf = async (id: number): Promise<string[]> =>
  (await test.rows<{ at: Date }>("SELECT due_at AS at FROM send_run WHERE schedule_id = $1 ORDER BY due_at", [id])).map(({ at }) =>
    at.toISOString(),
  );

describe("a schedule whose moment has come", () => {
  it.each(["once", "last_day_of_month"] as const)(
    "is not sent yet while its recipients are being listed, and is sent when it goes out: %s [SCHED-014, SCHED-016, D-195]",
    async (recurrence) => {
      const connectionId = await test.connection("meow");
      await test.rows("INSERT INTO contact_address (contact_id, connection_id, kind, value) VALUES (1, 0, 'phone', '5511900000001')");
      const id = await insert(recurrence, "0");
      await test.rows("UPDATE schedule SET connection_id = $1", [connectionId]);
      const shown = async () => {
        const [schedule] = await listSchedules(services, DAVI);
        return [schedule?.id, schedule?.status, schedule?.RValue, schedule?.enviados, schedule?.total];
      };
      const [due] = await test.rows<{ at: Date }>("SELECT next_due AS at FROM schedule");
      now = new Date((due?.at ?? START).getTime() + 1_000);
      await runDueSchedules(services);
      expect(await shown()).toEqual([id, "freezing", "0", 0, 0]);
      await freezeRuns(services);
      expect(await shown()).toEqual([id, "running", "1", 0, 1]);
    },
  );

  it("has no run where every tag that says who receives it was deleted, shows that, and is not sent [SCHED-014, D-182]", async () => {
    await test.connection("meow");
    const [tag] = await test.rows<{ id: number }>("INSERT INTO tag (name, color) VALUES ('Clientes', '#111') RETURNING id");
    const [gone, half] = [await insert("once", "0"), await insert("once", "0")];
    await test.rows(
      "UPDATE schedule SET contact_ids = '{}', tag_ids = CASE WHEN id = $1 THEN '{97,98}'::int[] ELSE ARRAY[97, $2::int] END",
      [gone, tag?.id],
    );
    now = new Date(START.getTime() + 60_000);
    await runDueSchedules(services);
    expect([await runsOf(gone), (await runsOf(half)).length]).toEqual([[], 1]);
    const shown = (await listSchedules(services, DAVI)).map(({ id, missingTags, RValue, nextAt }) => ({ id, missingTags, RValue, nextAt }));
    expect(shown).toContainEqual({ id: gone, missingTags: 2, RValue: "0", nextAt: null });
    expect(shown).toContainEqual(expect.objectContaining({ id: half, missingTags: 1 }));
  });
});

describe("a schedule that somebody paused", () => {
  const at = (day: number): Date => new Date(START.getTime() + day * 24 * HOUR_MS + 60_000);
  const act = (action: "pause" | "resume", id: number) => pauseSchedule(action)(services, { ...DAVI, now }, { scheduleId: id });

  it("has no run until it is resumed, passes over what was due, and then has the next one once, of two workers too [D-422]", async () => {
    await test.connection("meow");
    const id = await insert("every_day", "");
    now = at(0);
    expect(await act("pause", id)).toMatchObject({ paused: true });
    await expect(act("pause", id)).rejects.toMatchObject({ code: "ERR_SEND_STATE" });
    for (const day of [0, 1, 2]) {
      now = at(day);
      await Promise.all([runDueSchedules(services), runDueSchedules(services)]);
    }
    expect(await runsOf(id)).toEqual([]);
    const tomorrow = new Date(START.getTime() + 3 * 24 * HOUR_MS).toISOString();
    expect(await act("resume", id)).toMatchObject({ paused: false, nextAt: tomorrow });
    await runDueSchedules(services);
    expect(await runsOf(id)).toEqual([]);
    now = at(3);
    await Promise.all([runDueSchedules(services), runDueSchedules(services)]);
    expect(await runsOf(id)).toEqual([tomorrow]);
  });

  it("pauses the run that goes out, also one that is still being listed, and lets it go on [D-422]", async () => {
    const connectionId = await test.connection("meow");
    await test.rows("INSERT INTO contact_address (contact_id, connection_id, kind, value) VALUES (1, 0, 'phone', '5511900000001')");
    const id = await insert("every_day", "");
    await test.rows("UPDATE schedule SET connection_id = $1", [connectionId]);
    const states = async () => (await test.rows<{ state: string }>("SELECT state FROM send_run")).map(({ state }) => state);
    now = at(0);
    await runDueSchedules(services);
    await act("pause", id);
    await freezeRuns(services);
    expect(await states()).toEqual(["paused"]);
    await act("resume", id);
    expect(await states()).toEqual(["running"]);
    await act("pause", id);
    expect(await states()).toEqual(["paused"]);
  });
});

describe("a schedule that reaches many", () => {
  const to = (permission: string) =>
    test
      .rows("INSERT INTO setting (key, value) VALUES ('sendPermission', $1) ON CONFLICT (key) DO UPDATE SET value = $1", [permission])
      .then(() => services.directory.refresh());
  const author = async (more = ""): Promise<number> => {
    const [row] = await test.rows<{ id: number }>(
      `INSERT INTO user_account (id, name, email, password_hash) VALUES (5, 'Ana', 'ana@balcao.test', 'x') RETURNING id`,
    );
    if (more !== "") await test.rows(`UPDATE user_account SET ${more} WHERE id = $1`, [row?.id]);
    return row?.id ?? 0;
  };
  const insertOf = async (userId: number | null, audience = "all_contacts = true"): Promise<number> => {
    const id = await insert("every_day", "");
    await test.rows(`UPDATE schedule SET ${audience}, user_id = $2 WHERE id = $1`, [id, userId]);
    return id;
  };
  const held = async (id: number): Promise<boolean | undefined> =>
    (await listSchedules(services, DAVI)).find((each) => each.id === id)?.held;

  it("has no run while its person may not send to many, and has the next one when she may again [D-307, W-15]", async () => {
    const id = await insertOf(await author());
    await to("managers");
    now = new Date(START.getTime() + 60_000);
    await runDueSchedules(services);
    expect([await runsOf(id), await held(id)]).toEqual([[], true]);
    await to("everyone");
    expect(await held(id)).toBe(false);
    now = new Date(START.getTime() + 24 * HOUR_MS);
    await runDueSchedules(services);
    expect(await runsOf(id)).toEqual([now.toISOString()]);
  });

  it("has its run where the worker does not know yet that she may send to many [D-307, P-26]", async () => {
    const id = await insertOf(await author());
    await to("managers");
    await test.rows("UPDATE setting SET value = 'everyone' WHERE key = 'sendPermission'");
    now = new Date(START.getTime() + 60_000);
    await runDueSchedules(services);
    expect(await runsOf(id)).toHaveLength(1);
  });

  it.each([
    ["of a deactivated administrator", "profile = 'admin', active = false", "all_contacts = true", 1],
    ["of a person with the flag", "send_to_many = true", "tag_ids = '{7}'", 1],
    ["of nobody", null, "all_contacts = true", 0],
    ["of a person without the right, for several contacts", "active = true", "contact_ids = '{1,2}'", 0],
    ["of a person without the right, for one contact", "active = true", "contact_ids = '{1}'", 1],
  ])("%s runs as the right of now says [D-278, D-306, D-307]", async (_whose, facts, audience, runs) => {
    await test.rows("INSERT INTO tag (id, name, color) VALUES (7, 'Muitos', '#111')");
    await test.rows("INSERT INTO contact (name) VALUES ('Outro')");
    const id = await insertOf(facts === null ? null : await author(facts), audience);
    await to("administrators");
    now = new Date(START.getTime() + 60_000);
    await runDueSchedules(services);
    expect((await runsOf(id)).length).toBe(runs);
  });
});

describe("schedules over 400 days", () => {
  it("run once at each of their moments, with two workers that are killed at random, over the end of a year and a 29th of February [D-189, D-190, D-192, D-194, F-12, P-20]", async () => {
    const dying = dyingServices(services, seeded(400), { before: 0.25, after: 0.1 });
    const ids = new Map<number, readonly [Recurrence, string]>();
    for (const [recurrence, value] of RULES) ids.set(await insert(recurrence, value), [recurrence, value]);
    for (let day = 0; day < DAYS; day += 1) {
      now = new Date(START.getTime() + day * 24 * HOUR_MS + HOUR_MS / 2);
      await Promise.allSettled([runDueSchedules(dying), runDueSchedules(dying)]);
      // A worker that lives comes within the hour in which a moment may still go out.
      now = new Date(now.getTime() + 5 * 60_000);
      await runDueSchedules(services);
    }
    for (const [id, [recurrence, value]] of ids) {
      const rule = { recurrence, value, sendAt: START };
      const all = nextOccurrences(rule, ZONE, new Date(START.getTime() - 1), DAYS + 1);
      const expected = all.filter((at) => at <= now).map((at) => at.toISOString());
      expect([recurrence, await runsOf(id)]).toEqual([recurrence, expected]);
    }
  }, 120_000);

  it("skip what they missed by more than an hour, except a single one, and go on with the next [D-194]", async () => {
    const daily = await insert("every_day", "");
    const single = await insert("once", "0");
    now = new Date(START.getTime() + 10 * 24 * HOUR_MS + 2 * HOUR_MS);
    await runDueSchedules(services);
    expect([await runsOf(daily), await runsOf(single)]).toEqual([[], [START.toISOString()]]);
    now = new Date(START.getTime() + 11 * 24 * HOUR_MS);
    await runDueSchedules(services);
    expect(await runsOf(daily)).toEqual([now.toISOString()]);
    now = new Date(START.getTime() + 14 * 24 * HOUR_MS + HOUR_MS);
    await runDueSchedules(services);
    expect((await runsOf(daily)).at(-1)).toBe(new Date(START.getTime() + 14 * 24 * HOUR_MS).toISOString());
  });
});

it("runs the others when one schedule cannot be run", async () => {
  const [broken, other] = [await insert("every_day", ""), await insert("every_day", "")];
  await test.rows(
    `CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF NEW.schedule_id = ${broken} THEN RAISE EXCEPTION 'not this one'; END IF; RETURN NEW; END $$`,
  );
  await test.rows("CREATE TRIGGER refuse_one BEFORE INSERT ON send_run FOR EACH ROW EXECUTE FUNCTION refuse_one()");
  now = START;
  await runDueSchedules(services);
  expect(await runsOf(broken)).toEqual([]);
  expect(await runsOf(other)).toHaveLength(1);
});
