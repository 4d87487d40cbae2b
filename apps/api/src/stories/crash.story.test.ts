import type { MessageView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import type { ChatMessage } from "@balcao/simulators/wuzapi";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";
import type { WorkerProcess } from "./workerProcess.fixture.js";

const PATIENCE_MS = 30_000;

interface Hand {
  readonly state: string;
  readonly epoch: number;
  readonly attempt: number;
}

describe("workers that die", () => {
  let world: World;
  let worker: WorkerProcess;
  let ana: Agent;
  let shop: LinkedNumber;
  let phones = 5511900700000;

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    worker = await world.workerProcess();
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    shop = await world.number("Loja", [sales]);
    world.gateway.control.receipts({ deliveredAfterMs: null });
  }, 120_000);
  afterAll(() => world.close());
  afterEach(() => world.gateway.control.clearFaults());

  const inTalk = async (): Promise<{ customer: Customer; id: number }> => {
    const customer = world.customer(String((phones += 1)), shop);
    await customer.writes("Olá", { at: Date.now() - 60_000 });
    const id = await world.ticketOf(ana, customer.phone);
    await ana.accepts(id);
    await ana.opens(id);
    return { customer, id };
  };
  const handOf = async ({ id }: MessageView): Promise<Hand | undefined> =>
    (await world.rows<Hand>("SELECT state, epoch::int, attempt FROM outbox WHERE message_id = $1", [id]))[0];
  const ours = (customer: Customer): [text: string, posts: number][] =>
    customer.chat().flatMap(({ author, text, posts }: ChatMessage): [string, number][] => (author === "owner" ? [[text, posts]] : []));
  const posted = () => world.gateway.control.requests("/chat/send/text").length;
  /**
   * Makes the lease expire, as after thirty seconds without a renewal. What was handed over counts as handed just now: a slow machine
   * starts a worker only after the window in which a send may be repeated.
   */
  const expire = async (): Promise<void> => {
    await world.rows("UPDATE outbox SET first_handed_at = clock_timestamp() WHERE state = 'handed'");
    await world.rows("UPDATE session_worker SET seen_at = clock_timestamp() - interval '1 minute'");
    await world.rows("UPDATE session_lease SET expires_at = clock_timestamp() - interval '1 second'");
  };
  /** Starts another worker, and lets the lease of the stopped one expire only then, however long the start takes. */
  const replace = async (): Promise<void> => {
    await world.rows("UPDATE session_worker SET seen_at = clock_timestamp() + interval '1 hour'");
    await world.rows("UPDATE session_lease SET expires_at = clock_timestamp() + interval '1 hour'");
    worker = await world.workerProcess();
    await expire();
  };

  it.each([
    ["before the gateway took it", "before", 1],
    ["after the gateway took it", "after", 2],
  ] as const)(
    "send a message once although they were killed between hand-off and result, %s [D-070, F-03, F-09]",
    async (_when, when, posts) => {
      const { customer, id } = await inTalk();
      const asked = posted();
      world.gateway.control.fault({ match: { path: "^/chat/send/text" }, action: { kind: "hang", when }, times: 1 });
      const message = await ana.writes(id, "Só uma vez");
      const next = await ana.writes(id, "E depois esta");
      await eventually(() => expect(posted()).toBe(asked + 1), PATIENCE_MS);
      const first = await handOf(message);
      expect(first).toMatchObject({ state: "handed", attempt: 1 });
      await worker.kill();
      await replace();
      await eventually(
        async () => expect(await handOf(message)).toEqual({ state: "sent", attempt: 2, epoch: (first?.epoch ?? 0) + 1 }),
        PATIENCE_MS,
      );
      await eventually(async () => expect(await handOf(next)).toMatchObject({ state: "sent", attempt: 1 }), PATIENCE_MS);
      expect(ours(customer)).toEqual([
        ["Só uma vez", posts],
        ["E depois esta", 1],
      ]);
      await eventually(() =>
        expect(
          ana
            .messages(id)
            .messages.slice(-2)
            .map(({ body, sending, ack }) => [body, sending, ack]),
        ).toEqual([
          ["Só uma vez", "sent", 1],
          ["E depois esta", "sent", 1],
        ]),
      );
      await world.allInStep();
    },
    120_000,
  );

  it("lose no event and apply none twice when they are killed during a batch of a conversation [CONV-050, INBOX-017, F-01, F-03]", async () => {
    const { customer, id } = await inTalk();
    // A batch has at most ten events, so others were stored before the one that waits at the gate.
    await world.rows("CREATE TABLE gate ()");
    await world.rows(`CREATE FUNCTION wait_for_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      WHILE to_regclass('gate') IS NOT NULL AND clock_timestamp() < statement_timestamp() + interval '10 s' LOOP PERFORM pg_sleep(0.01); END LOOP; RETURN NEW; END $$`);
    await world.rows(
      "CREATE TRIGGER gate BEFORE INSERT ON message FOR EACH ROW WHEN (NEW.body = 'lenta 20') EXECUTE FUNCTION wait_for_gate()",
    );
    const texts = Array.from({ length: 25 }, (_, place) => `lenta ${place}`);
    const at = Date.now() - 200;
    for (const [place, text] of texts.entries()) await customer.writes(text, { at: at + place });
    await eventually(
      () => expect(ana.messages(id).messages.filter(({ body }) => body.startsWith("lenta")).length).toBeGreaterThan(0),
      PATIENCE_MS,
    );
    await worker.kill();
    const [{ waiting } = { waiting: 0 }] = await world.rows<{ waiting: number }>(
      "SELECT count(*)::int AS waiting FROM inbound_event WHERE state = 0",
    );
    expect(waiting).toBeGreaterThan(0);
    await world.rows("DROP TABLE gate");
    await replace();
    await eventually(
      async () =>
        expect(await world.rows("SELECT body FROM message WHERE ticket_id = $1 AND body LIKE 'lenta%' ORDER BY sent_at, id", [id])).toEqual(
          texts.map((body) => ({ body })),
        ),
      PATIENCE_MS,
    );
    await eventually(async () =>
      expect(await world.davi.ask<TicketView>("GET", `/tickets/${id}`)).toMatchObject({
        unreadMessages: texts.length,
        lastMessage: texts.at(-1),
      }),
    );
    expect(await world.rows("SELECT 1 FROM inbound_event WHERE state <> 1")).toEqual([]);
    await world.rows("DROP TRIGGER gate ON message");
    await world.allInStep();
  }, 120_000);

  it("write nothing when they are resumed after another took over their number [D-070, F-17]", async () => {
    const { customer, id } = await inTalk();
    const asked = posted();
    world.gateway.control.fault({
      match: { path: "^/chat/send/text" },
      action: { kind: "delay", ms: 1_500 },
      times: 1,
    });
    const message = await ana.writes(id, "Do pausado");
    await eventually(() => expect(posted()).toBe(asked + 1), PATIENCE_MS);
    worker.pause();
    const paused = worker;
    const before = await handOf(message);
    expect(before).toMatchObject({ state: "handed", attempt: 1 });
    await replace();
    await eventually(async () => expect(await handOf(message)).toMatchObject({ state: "sent", attempt: 2 }), PATIENCE_MS);
    const settled = await handOf(message);
    expect(settled?.epoch).toBe((before?.epoch ?? 0) + 1);
    paused.resume();
    const rest = ["Um", "Dois", "Três", "Quatro"];
    const messages: MessageView[] = [];
    for (const text of rest) messages.push(await ana.writes(id, text));
    for (const each of messages)
      await eventually(
        async () => expect(await handOf(each)).toMatchObject({ state: "sent", epoch: settled?.epoch, attempt: 1 }),
        PATIENCE_MS,
      );
    expect(await handOf(message)).toEqual(settled);
    expect(ours(customer)).toEqual([["Do pausado", 2], ...rest.map((text): [string, number] => [text, 1])]);
    expect(await world.rows("SELECT epoch::int FROM session_lease")).toEqual([{ epoch: settled?.epoch }]);
    await paused.kill();
    await world.allInStep();
  }, 120_000);
});
