import type { ConnectionView } from "@balcao/contracts/connections";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";
import type { WorkerProcess } from "./workerProcess.fixture.js";

describe("sessions on several workers", () => {
  let world: World;
  let first: WorkerProcess;
  const numbers: LinkedNumber[] = [];

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    first = await world.workerProcess();
    const sales = await world.queue("Vendas", "#236681");
    for (const name of ["Loja", "Filial", "Oficina", "Site"]) numbers.push(await world.number(name, [sales]));
  }, 120_000);
  afterAll(() => world.close());

  /** How many sessions each worker has, the most first. */
  const parts = async (): Promise<number[]> =>
    (
      await world.rows<{ n: number }>(
        "SELECT count(*)::int AS n FROM session_lease WHERE expires_at > clock_timestamp() GROUP BY owner ORDER BY n DESC",
      )
    ).map(({ n }) => n);
  const connected = async (): Promise<number> =>
    (await world.davi.ask<ConnectionView[]>("GET", "/whatsapp")).filter(({ status }) => status === "CONNECTED").length;
  const linked = () => world.gateway.control.state().users.filter(({ loggedIn }) => loggedIn).length;

  it("are distributed when a worker starts, and none is lost", async () => {
    expect(await parts()).toEqual([4]);
    await world.workerProcess();
    await eventually(async () => expect(await parts()).toEqual([2, 2]), 30_000);
    await eventually(async () => expect([await connected(), linked()]).toEqual([4, 4]), 30_000);
  }, 60_000);

  it("move to the remaining workers when one dies, without a new code, and every customer is served", async () => {
    await first.kill();
    // As after thirty seconds: the dead worker's leases and its row have expired.
    await world.rows("UPDATE session_lease SET expires_at = clock_timestamp() - interval '1 second'");
    await world.rows("UPDATE session_worker SET seen_at = clock_timestamp() - interval '1 minute'");
    await eventually(async () => expect(await parts()).toEqual([4]), 30_000);
    expect(linked()).toBe(4);
    let phone = 5511900900000;
    for (const number of numbers) {
      const customer = world.customer(String((phone += 1)), number);
      await customer.writes("Olá");
      const ticketId = await world.ticketOf(world.davi, customer.phone);
      await world.davi.accepts(ticketId);
      await world.davi.opens(ticketId);
      await world.davi.writes(ticketId, "Bom dia");
      await eventually(() => expect(customer.chat().at(-1)).toMatchObject({ text: "Bom dia", posts: 1 }));
    }
  }, 90_000);
});
