import { addDays, instantAt, localDay, weekdayOf } from "@balcao/domain/calendar";
import type { TicketView } from "@balcao/contracts/tickets";
import { systemClock } from "@balcao/platform/clock";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const ZONE = "America/Sao_Paulo";
const MINUTE_MS = 60_000;

/** A worker runs its sweeps as it starts, and has finished them when it has stopped. */
describe("the sweeps of a running worker", () => {
  let world: World;
  let ana: Agent;
  let shop: LinkedNumber;
  let phones = 5511900500000;
  let shownAt: Date | null = null;

  beforeAll(async () => {
    world = await openWorld({ clock: { ...systemClock, now: () => shownAt ?? systemClock.now() } });
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    shop = await world.number("Loja", [sales], { nps: true, npsMessage: "Que nota de 1 a 5?", farewellMessage: "" });
  }, 120_000);
  afterAll(() => world.close());

  /** Lets the worker's clock show this time while it runs its sweeps once, and waits for their end. */
  const sweepAt = async (at: Date): Promise<void> => {
    shownAt = at;
    await world.restartWorker();
    await world.restartWorker(() => {
      shownAt = null;
      return Promise.resolve();
    });
  };
  /** The next day of the week, 0 for Sunday, at a time of the company. */
  const next = (weekday: number, hour: number, minute = 0): Date => {
    let day = addDays(localDay(new Date(), ZONE), 1);
    while (weekdayOf(day) !== weekday) day = addDays(day, 1);
    return instantAt(day, hour * 60 + minute, ZONE);
  };
  const attended = async (): Promise<number> => {
    const customer = world.customer(String((phones += 1)), shop);
    await customer.writes("Oi");
    const id = await world.ticketOf(ana, customer.phone);
    await ana.accepts(id);
    await ana.writes(id, "Pronto");
    // No receipt of it is on its way any more, which would count as something new.
    const received = "SELECT 1 FROM message WHERE ticket_id = $1 AND body LIKE '%Pronto' AND ack = 2";
    await eventually(async () => expect(await world.rows(received, [id])).toHaveLength(1));
    return id;
  };
  const status = async (id: number): Promise<string> => (await ana.ask<TicketView>("GET", `/tickets/${id}`)).status;

  it("end the wait for a rating after the minutes of closeNpsInterval, and not before [NPS-007, SET-007, D-207]", async () => {
    await world.davi.ask("PUT", "/settings/closeNpsInterval", { value: "10" });
    const id = await attended();
    await ana.ask("PUT", `/tickets/${id}`, { status: "closed" });
    await eventually(async () => expect(await status(id)).toBe("nps"));
    const asked = Date.now();
    await sweepAt(new Date(asked + 5 * MINUTE_MS));
    expect(await status(id)).toBe("nps");
    await sweepAt(new Date(asked + 11 * MINUTE_MS));
    expect(await status(id)).toBe("closed");
  }, 90_000);

  it("close idle tickets at weekends only where those days are enabled, on Monday after 10:00, on Friday before 19:00 [SET-036, SET-037, D-176, D-177]", async () => {
    await world.davi.ask("PUT", "/settings/intervalClose", { value: "10" });
    // Whatever day it is, no holiday decides.
    for (const [key, value] of Object.entries({ holidays: "enabled", weekdays: "enabled", saturday: "disabled", sunday: "disabled" }))
      await world.davi.ask("PUT", `/settings/${key}`, { value });
    const first = await attended();
    // A Saturday, a Sunday, a Friday evening and an early Monday: no day's hour of another rule.
    for (const at of [next(6, 12), next(0, 12), next(5, 19), next(5, 23), next(1, 9, 59)]) {
      await sweepAt(at);
      expect([at.toISOString(), await status(first)]).toEqual([at.toISOString(), "open"]);
    }
    await sweepAt(next(1, 10));
    expect(await status(first)).toBe("closed");
    const second = await attended();
    await sweepAt(next(5, 18, 59));
    expect(await status(second)).toBe("closed");
    const third = await attended();
    await world.davi.ask("PUT", "/settings/saturday", { value: "enabled" });
    await sweepAt(next(0, 12));
    expect(await status(third)).toBe("open");
    await sweepAt(next(6, 12));
    expect(await status(third)).toBe("closed");
    await world.davi.ask("PUT", "/settings/intervalClose", { value: "" });
  }, 180_000);
});
