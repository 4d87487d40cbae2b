import type { QueueView } from "@balcao/contracts/queues";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

/** The shortest pause that can be set, and the least of it that is waited. */
const [PAUSE, LEAST_MS] = ["2", 1_400];

describe("new customers who all write at once", () => {
  let world: World;
  let sales: QueueView;
  let ana: Agent;
  let shop: LinkedNumber;

  beforeAll(async () => {
    world = await openWorld();
    sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    shop = await world.number("Loja", [sales], { greetingMessage: "Olá!" });
  }, 120_000);
  afterAll(() => world.close());

  const got = (who: Customer): string[] => who.chat().flatMap(({ author, text }) => (author === "owner" ? [text] : []));
  const answersAt = () =>
    world.rows<{ ms: number }>(
      "SELECT (extract(epoch FROM first_handed_at) * 1000)::float8 AS ms FROM outbox WHERE first_answer AND first_handed_at IS NOT NULL ORDER BY 1",
    );

  it("are answered at a person's pace, also by the next worker; who was answered before, and what a person writes, waits for nobody [D-314]", async () => {
    const known = world.customer("5511900830000", shop);
    await known.writes("Oi");
    await eventually(() => expect(got(known)).toEqual(["Olá!"]));
    await world.settings({ newContactPause: PAUSE });
    await world.restartWorker();

    const people = [1, 2, 3, 4, 5].map((n) => world.customer(`551190083000${n}`, shop));
    await Promise.all(people.map((each) => each.writes("Quero comprar")));
    const answered = (): Customer[] => people.filter((each) => got(each).length > 0);
    await eventually(() => expect(answered().length).toBeGreaterThan(0));
    const waiting = people.find((each) => got(each).length === 0);
    if (!waiting) throw new Error("everybody was answered at once");

    const id = await world.ticketOf(ana, waiting.phone);
    await ana.accepts(id);
    await ana.opens(id);
    await ana.writes(id, "Sou a Ana, já vejo.");
    await eventually(() => expect(got(waiting)).toEqual(["Olá!", "Sou a Ana, já vejo."]));
    expect(answered().length).toBeLessThan(people.length);

    await world.restartWorker();
    await eventually(() => expect(answered()).toHaveLength(people.length), 30_000);
    for (const each of people) expect(got(each).filter((text) => text === "Olá!")).toHaveLength(1);
    const moments = (await answersAt()).map(({ ms }) => ms).slice(1);
    const short = moments.filter((ms, at) => at > 0 && ms - (moments[at - 1] ?? 0) < LEAST_MS);
    // Only the one that Ana's message waited for came early.
    expect(short.length).toBeLessThanOrEqual(2);
    const pictures = await world.rows<{ n: number }>("SELECT count(*)::int AS n FROM gateway_chore WHERE kind = 'fetchPicture'");
    expect(pictures[0]?.n).toBeGreaterThan(0);
    await world.allInStep();
  }, 90_000);
});
