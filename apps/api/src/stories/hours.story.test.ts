import type { QueueView } from "@balcao/contracts/queues";
import type { SettingView } from "@balcao/contracts/settings";
import { NO_OWN_HOURS, printOwnHours, type DatedHours, type Interval } from "@balcao/domain/calendar";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

/** A week that differs on Monday, and dates. */
const hours = (monday: readonly Interval[], days: readonly DatedHours[] = []) => ({
  week: NO_OWN_HOURS.week.map((_none, day) => (day === 1 ? monday : null)),
  days,
});

describe("opening hours by day", () => {
  let world: World;
  let marta: Agent;
  let ana: Agent;
  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    marta = await world.person("Marta", { profile: "admin" });
    ana = await world.person("Ana");
  }, 90_000);
  afterAll(() => world.close());

  const put = (agent: Agent, value: unknown, more: object = {}) =>
    agent.call("PUT", "/settings/openingHours", { value: JSON.stringify(value), ...more });
  const stored = async (key = "openingHours") => (await ana.ask<SettingView[]>("GET", "/settings")).find((each) => each.key === key)?.value;
  const createQueue = (name: string) => marta.ask<QueueView>("POST", "/queue", { name, color: "#7a7a7a" });

  it("are stored in one form, heard by everybody and told to the audit in words [D-380]", async () => {
    const typed = hours([
      ["14:00", "24:00"],
      ["09:00", "12:00"],
    ]);
    expect(await put(marta, typed)).toMatchObject({ status: 200 });
    const text = printOwnHours(
      hours([
        ["09:00", "12:00"],
        ["14:00", "00:00"],
      ]),
    );
    expect(await stored()).toBe(text);
    await eventually(() => expect(ana.received.some((event) => event.includes("14:00"))).toBe(true));
    expect(await world.rows("SELECT description FROM audit_entry WHERE action = 'setting.change' ORDER BY id DESC LIMIT 1")).toEqual([
      { description: "openingHours: – → seg 09:00–12:00 14:00–00:00" },
    ]);
    // The same hours in another order change nothing, and neither do older ones that somebody has seen.
    expect((await put(marta, typed, { expected: "" })).status).toBe(200);
    expect(await put(marta, hours([]), { expected: "" })).toMatchObject({ status: 409, body: { code: "ERR_SETTING_CHANGED" } });
  });

  it("stay beside the documented settings, which are read and written as before [D-380, SET-009]", async () => {
    expect((await marta.call("PUT", "/settings/horarioAbertura", { value: "07:30" })).status).toBe(200);
    expect([await stored("horarioAbertura"), (await stored())?.includes("09:00")]).toEqual(["07:30", true]);
    expect((await marta.call("PUT", "/settings/openingHours", { value: "" })).status).toBe(200);
    expect([await stored(), await stored("horarioAbertura")]).toEqual(["", "07:30"]);
  });

  it.each<[string, unknown, string, string]>([
    [
      "overlap",
      hours([
        ["08:00", "12:00"],
        ["11:00", "13:00"],
      ]),
      "overlap",
      "Os horários de segunda se sobrepõem",
    ],
    ["are half typed", hours([["08:00", ""]]), "time", "Horário inválido em segunda"],
    [
      "repeat a date",
      hours(
        [],
        [
          { day: "2026-12-24", name: "", open: [] },
          { day: "2026-12-24", name: "", open: [] },
        ],
      ),
      "sameDate",
      "A data 24/12/2026 está repetida",
    ],
    ["are no week", { week: [] }, "form", "Horários inválidos"],
  ])("are refused with a sentence where they %s [D-380]", async (_title, value, rule, sentence) => {
    expect(await put(marta, value)).toMatchObject({ status: 400, body: { error: sentence, details: [{ field: "value", rule }] } });
  });

  it("are changed by administrators only, a queue's too [D-224, D-380]", async () => {
    const { id } = await createQueue("Fechadura");
    expect((await put(ana, hours([]))).status).toBe(403);
    expect((await ana.call("PUT", `/queue/${String(id)}`, { openingHours: "" })).status).toBe(403);
  });

  it("of a queue are its own, with its words and the queue that takes over [D-380, D-381]", async () => {
    const [day, night] = [await createQueue("Comercial"), await createQueue("Plantão")];
    expect(day).toMatchObject({ openingHours: "", outOfHoursMessage: "", outOfHoursQueueId: null });
    const text = printOwnHours(hours([["08:00", "11:00"]]));
    const change = (fields: object) => marta.call("PUT", `/queue/${String(day.id)}`, fields);
    const fields = { openingHours: text, outOfHoursMessage: "Voltamos amanhã.", outOfHoursQueueId: night.id };
    expect(await change(fields)).toMatchObject({ status: 200, body: fields });
    expect((await ana.ask<QueueView[]>("GET", "/queue")).find(({ id }) => id === day.id)).toMatchObject(fields);
    expect(
      await world.rows("SELECT description FROM audit_entry WHERE action = 'queue.change' AND queue_id = $1 ORDER BY id DESC LIMIT 1", [
        day.id,
      ]),
    ).toEqual([{ description: "openingHours: – → seg 08:00–11:00" }]);
    // What is not named stays.
    expect(await change({ name: "Comercial 2" })).toMatchObject({ status: 200, body: fields });
    for (const outOfHoursQueueId of [day.id, 999_999])
      expect(await change({ outOfHoursQueueId })).toMatchObject({ status: 400, body: { details: [{ field: "outOfHoursQueueId" }] } });
    expect(await change({ openingHours: JSON.stringify(hours([["25:00", "26:00"]])) })).toMatchObject({
      status: 400,
      body: { error: "Horário inválido em segunda", details: [{ field: "openingHours" }] },
    });
    await marta.ask("DELETE", `/queue/${String(night.id)}`);
    await eventually(async () =>
      expect((await ana.ask<QueueView[]>("GET", "/queue")).find(({ id }) => id === day.id)).toMatchObject({
        openingHours: text,
        outOfHoursQueueId: null,
      }),
    );
  });
});
