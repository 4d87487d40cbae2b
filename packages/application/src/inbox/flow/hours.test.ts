import { NO_OWN_HOURS, printOwnHours, type DatedHours, type Interval } from "@balcao/domain/calendar";
import { MONDAY_NIGHT, MONDAY_NOON, openFlowStage, type FlowStage } from "./flowStage.fixture.js";
import { closeIdleTickets, moveOffers } from "./sweeps.js";

/** Monday's hours; the other days are the company's. */
const monday = (open: readonly Interval[], days: readonly DatedHours[] = []): string =>
  printOwnHours({ week: NO_OWN_HOURS.week.map((_none, day) => (day === 1 ? open : null)), days });
const AROUND_THE_CLOCK = monday([["00:00", "00:00"]]);
const MORNING = monday([["08:00", "11:00"]]);

describe("hours of queues", () => {
  let stage: FlowStage;
  let last = 5511933000000;
  const anyone = (): string => String((last += 1));
  beforeAll(async () => (stage = await openFlowStage()));
  beforeEach(async () => {
    stage.now(MONDAY_NIGHT);
    await stage.settings({ openingHours: "" });
  });
  afterAll(() => stage.close());

  interface Hours {
    readonly hours?: string;
    readonly message?: string;
    readonly other?: number;
  }
  const queue = async (name: string, { hours = "", message = "", other }: Hours): Promise<number> => {
    const id = await stage.queue(name, { greeting: `Você está em ${name}.` });
    await stage.rows("UPDATE queue SET opening_hours = $2, out_of_hours_message = $3, out_of_hours_queue_id = $4 WHERE id = $1", [
      id,
      hours,
      message,
      other ?? null,
    ]);
    await stage.services.directory.refresh();
    return id;
  };
  const write = async (queueIds: number[], ...texts: string[]) => {
    const phone = anyone();
    const connectionId = await stage.connection({ greeting_message: "Olá!", out_of_hours_message: "Estamos fechados." }, queueIds);
    for (const text of texts) {
      await stage.writes(phone, connectionId, text);
      // A menu is not repeated within three seconds.
      stage.now(new Date(stage.now().getTime() + 4_000));
    }
    const [ticket] = await stage.tickets(phone);
    return { phone, connectionId, ticket, sent: await stage.sent(phone), rules: await stage.rules(ticket?.id ?? 0) };
  };

  it("opens a queue while the company is closed, and the other way round [D-380]", async () => {
    const open = await write([await queue("Plantão A", { hours: AROUND_THE_CLOCK })], "Oi");
    expect([open.sent, open.rules]).toEqual([["Olá!", "Você está em Plantão A."], ["onlyQueue"]]);
    stage.now(MONDAY_NOON);
    const closed = await write([await queue("Manhã A", { hours: MORNING })], "Oi");
    expect([closed.sent, closed.rules]).toEqual([["Estamos fechados."], ["outOfHours"]]);
  });

  it("answers with the queue's own words, and the company's dates close it too [D-380, D-381]", async () => {
    const id = await queue("Plantão B", { hours: AROUND_THE_CLOCK, message: "O plantão folga hoje." });
    const day = MONDAY_NOON.toISOString().slice(0, 10);
    await stage.settings({ openingHours: monday([["09:00", "10:00"]], [{ day, name: "Feriado", open: [] }]) });
    stage.now(MONDAY_NOON);
    expect((await write([id], "Oi")).sent).toEqual(["O plantão folga hoje."]);
  });

  it("gives the customer of a closed queue to the one that takes over, without the words about hours [D-381]", async () => {
    const other = await queue("Plantão C", { hours: AROUND_THE_CLOCK });
    const day = await queue("Comercial C", { other });
    const first = await write([day], "Oi");
    expect([first.ticket?.queueId, first.sent, first.rules]).toEqual([other, ["Olá!", "Você está em Plantão C."], ["afterHoursQueue"]]);
    const chosen = await write([day, other], "Oi", "Comercial C");
    expect([chosen.ticket?.queueId, chosen.rules]).toEqual([other, ["menuShown", "afterHoursQueue"]]);
  });

  it("takes who waits in a queue that has closed since along, and leaves them where the other one is closed too [D-381]", async () => {
    const other = await queue("Plantão D", { hours: MORNING });
    const day = await queue("Comercial D", { other });
    stage.now(MONDAY_NOON);
    const { phone, connectionId } = await write([day], "Oi");
    stage.now(MONDAY_NIGHT);
    await stage.writes(phone, connectionId, "Alguém?");
    expect((await stage.tickets(phone))[0]?.queueId).toBe(day);
    await stage.rows("UPDATE queue SET opening_hours = $2 WHERE id = $1", [other, AROUND_THE_CLOCK]);
    await stage.services.directory.refresh();
    await stage.writes(phone, connectionId, "Alguém?");
    expect((await stage.tickets(phone))[0]?.queueId).toBe(other);
  });

  it("tells who chooses a closed queue so, and lets them wait there [D-381]", async () => {
    const open = await queue("Aberta E", { hours: AROUND_THE_CLOCK });
    const closed = await queue("Fechada E", { message: "Voltamos às 8:00." });
    const { ticket, sent, rules } = await write([open, closed], "Oi", "Fechada E");
    expect([ticket?.queueId, ticket?.status, sent.at(-1), rules]).toEqual([
      closed,
      "pending",
      "Voltamos às 8:00.",
      ["menuShown", "queueClosed"],
    ]);
    const agent = await write([closed, open], "Oi", "99");
    expect(agent.ticket?.queueId).toBe(open);
  });

  it("shows no menu while none of its queues can be reached, and forgets a queue that was deleted [D-381]", async () => {
    const other = await queue("Plantão F", { hours: AROUND_THE_CLOCK });
    const [one, two] = [await queue("Um F", { other }), await queue("Dois F", {})];
    await stage.rows("DELETE FROM queue WHERE id = $1", [other]);
    await stage.services.directory.refresh();
    expect((await write([one, two], "Oi")).sent).toEqual(["Estamos fechados."]);
  });

  it("closes idle tickets and passes offers on in the queues that are open [D-175, D-176, D-380]", async () => {
    const [open, closed] = [await queue("Aberta G", { hours: AROUND_THE_CLOCK }), await queue("Fechada G", { hours: MORNING })];
    const people = [await stage.person("Gil", [open, closed]), await stage.person("Gal", [open, closed])];
    for (const queueId of [open, closed])
      for (const [place, userId] of people.entries())
        await stage.rows("INSERT INTO queue_attendant VALUES ($1, $2, $3)", [queueId, userId, place]);
    await stage.services.directory.refresh();
    await stage.settings({ intervalClose: "10", queueCron: "5", openingHours: AROUND_THE_CLOCK });
    const idle = async (queueId: number): Promise<string> => {
      const { phone, connectionId } = await write([queueId], "Oi");
      await stage.rows(
        "UPDATE ticket SET status = 'open', user_id = $2, queue_id = $3 WHERE contact_id = (SELECT id FROM contact WHERE number = $1)",
        [phone, people[0], queueId],
      );
      await stage.typesOnPhone(phone, connectionId, "Olá");
      return phone;
    };
    const statusOf = async (phone: string) => (await stage.tickets(phone))[0]?.status;
    const [inOpen, inClosed] = [await idle(open), await idle(closed)];
    const offered = (await write([open], "Oi")).ticket;
    stage.now(new Date(stage.now().getTime() + 11 * 60_000));
    // Monday night is after ten; the closed queue has its morning only.
    await closeIdleTickets(stage.services);
    expect([await statusOf(inOpen), await statusOf(inClosed)]).toEqual(["closed", "open"]);
    await moveOffers(stage.services);
    expect((await stage.rules(offered?.id ?? 0)).at(-1)).toBe("offeredToNext");
  });
});
