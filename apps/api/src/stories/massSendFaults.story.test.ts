import { seeded } from "@balcao/testing/random";
import type { ContactView } from "@balcao/contracts/contacts";
import type { MassSendView } from "@balcao/contracts/massSends";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openOn, startOwnStores, type OwnStores } from "./stores.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";
import type { WorkerProcess } from "./workerProcess.fixture.js";

const LONG = process.env["BALCAO_LONG"] === "1";
const SEEDS = [1, 2, 3];
const RECIPIENTS = LONG ? 300 : 10;
const KILLS = LONG ? 40 : 2;
const INTERVAL_MS = LONG ? 300 : 500;
const PATIENCE_MS = 60_000;

describe("a mass send whose workers die", () => {
  let world: World;
  let worker: WorkerProcess;
  /** Signs in again for each seed, because a long run is longer than a sign-in lasts. */
  let ana: Agent;
  let recipients: readonly (readonly ContactView[])[];
  let shop: LinkedNumber;
  /** Stores of this story, which it may kill; the short form has none. */
  let stores: OwnStores | null = null;
  let phones = 5511900200000;

  beforeAll(async () => {
    if (LONG) stores = await startOwnStores();
    world = await openOn(stores, () => openWorld({ ownWorker: false, env: stores ? { REDIS_URL: stores.env.REDIS_URL } : {} }));
    worker = await world.workerProcess();
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    shop = await world.number("Loja", [sales]);
    await world.rows("UPDATE connection SET is_default = true WHERE id = $1", [shop.id]);
    await world.rows("INSERT INTO send_pacing (connection_id, interval_ms) VALUES ($1, $2)", [shop.id, INTERVAL_MS]);
    await world.settings({});
    const chosen: ContactView[][] = [];
    for (const _ of SEEDS) chosen.push(await everyone());
    recipients = chosen;
    // Every hand-off leaves a row, repeated ones too.
    await world.rows("CREATE TABLE hand_over (at timestamptz NOT NULL)");
    await world.rows(
      "CREATE FUNCTION log_hand_over() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO hand_over VALUES (NEW.handed_at); RETURN NULL; END $$",
    );
    await world.rows(
      "CREATE TRIGGER log_hand_over AFTER UPDATE OF state ON outbox FOR EACH ROW WHEN (NEW.state = 'handed') EXECUTE FUNCTION log_hand_over()",
    );
  }, 240_000);
  afterAll(async () => {
    await world.close();
    await stores?.close();
  });

  const replaced = async (): Promise<void> => {
    const next = await world.workerProcess();
    await worker.kill();
    worker = next;
    await eventually(() => world.rows("UPDATE session_worker SET seen_at = clock_timestamp() - interval '1 minute'"));
    await eventually(() => world.rows("UPDATE session_lease SET expires_at = clock_timestamp() - interval '1 second'"));
  };
  const get = (id: number) => ana.ask<MassSendView>("GET", `/envioMassa/${id}`);

  const everyone = async (): Promise<ContactView[]> => {
    const contacts: ContactView[] = [];
    for (let at = 0; at < RECIPIENTS; at += 1) {
      const number = String((phones += 1));
      contacts.push(
        await world.davi.ask<ContactView>("POST", "/contacts", { name: `Cliente ${number}`, number, respostaAutomatica: true }),
      );
    }
    return contacts;
  };

  it.each(SEEDS)(
    `reaches each of ${RECIPIENTS} recipients once through ${KILLS} kills${LONG ? ", a lost Redis and a crash of the database" : ""}, never two within the interval, and counts exactly, with seed %i [SEND-011, SEND-014, D-183, D-184, F-11, P-17, P-18, P-19]`,
    async (seed) => {
      const random = seeded(seed);
      const contacts = recipients[SEEDS.indexOf(seed)] ?? [];
      ana = await world.secondScreen(ana, { showAll: false });
      await world.rows("TRUNCATE hand_over");
      const { id } = await ana.ask<MassSendView>("POST", "/envioMassa", {
        mensagem: "Uma só vez",
        contactsIds: contacts.map((each) => each.id),
      });
      const moments = Array.from({ length: KILLS }, () => 1 + Math.floor(random() * (RECIPIENTS - 2))).sort((one, other) => one - other);
      for (const [kill, enough] of moments.entries()) {
        // Some kills fall before the gateway answered, so that the hand-off has to be repeated.
        if (random() < 0.5)
          world.gateway.control.fault({
            match: { path: "^/chat/send/text" },
            action: { kind: "hang", when: random() < 0.5 ? "before" : "after" },
            times: 1,
          });
        await eventually(async () => {
          const decided = await world.rows("SELECT 1 FROM send_recipient WHERE run_id = $1 AND state <> 'queued'", [id]);
          expect(decided.length).toBeGreaterThanOrEqual(enough);
        }, PATIENCE_MS);
        // The long form loses Redis (F-05) and the database's server (F-04) as well.
        if (stores && seed === SEEDS[0] && kill === Math.floor(KILLS / 3)) await stores.loseRedis();
        if (stores && kill === Math.floor(KILLS / 2)) await stores.crashDatabase();
        await replaced();
      }
      world.gateway.control.clearFaults();
      await eventually(async () => expect((await get(id)).status).toBe("done"), LONG ? 5 * PATIENCE_MS : PATIENCE_MS);
      expect(await get(id)).toMatchObject({ enviados: RECIPIENTS, total: RECIPIENTS });
      // A send without an answer for a minute is unknown and not repeated; its message may be missing then.
      const bad = await world.rows("SELECT state FROM send_recipient WHERE run_id = $1 AND state NOT IN ('sent', 'delivered', 'read')", [
        id,
      ]);
      expect(bad).toEqual([]);
      const received = contacts.map(({ number }) =>
        world
          .customer(number ?? "", shop)
          .chat()
          .map(({ text }) => text),
      );
      expect(received).toEqual(contacts.map(() => ["Uma só vez"]));
      expect(await ana.ask("GET", `/envioMassa/${id}/proof`)).toMatchObject({ recipients: RECIPIENTS, once: RECIPIENTS, twice: 0 });
      const gaps = await world.rows<{ ms: number }>(
        "SELECT ms FROM (SELECT extract(epoch FROM at - lag(at) OVER (ORDER BY at)) * 1000 AS ms FROM hand_over) gap WHERE ms IS NOT NULL ORDER BY ms LIMIT 1",
      );
      expect(Number(gaps[0]?.ms)).toBeGreaterThanOrEqual(INTERVAL_MS - 1);
    },
    LONG ? 1_800_000 : 180_000,
  );
});
