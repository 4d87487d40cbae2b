import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { AppMessageEvent } from "@balcao/contracts/live";
import type { QueueView } from "@balcao/contracts/queues";
import { webhookKeyContext } from "@balcao/application/inbox/intake";
import { patience } from "@balcao/testing/patience";
import { createChooser } from "../hostileInput.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openOn, startOwnStores, type OwnStores } from "./stores.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";
import type { WorkerProcess } from "./workerProcess.fixture.js";

const SEED = Number(process.env["BALCAO_SEED"] ?? 1);
const LONG = process.env["BALCAO_LONG"] === "1";
const MESSAGES = LONG ? 10_000 : 240;
const CUSTOMERS = LONG ? 200 : 12;
const SENDERS = 8;
/** What happens between the parts of the storm: a worker dies, the database ends every connection and refuses new ones, or its server is killed. */
const FAULTS = LONG ? (["away", "death", "crash", "death", "death", "away"] as const) : (["away", "death", "away"] as const);
const PATIENCE_MS = 120_000;

interface Delivery {
  readonly id: string;
  readonly body: string;
}

const FIRST_PHONE = 5511900600000;
const phoneOf = (customer: number): string => String(FIRST_PHONE + customer);
const idOf = (n: number): string => `3EB0F01${n}`;
/**
 * What a customer answers to menus, by the position of the message. Each choice comes twice, because a displaced one may be the
 * message that opens the ticket. Customers with an even number choose support, where people answer; the others sales, where the
 * bot answers until they ask for a person.
 */
const CHOICES = { even: new Map([[1, "2"], [8, "2"]]), odd: new Map([[1, "1"], [8, "1"], [12, "99"], [16, "99"]]) }; // prettier-ignore
const isEven = (customer: number): boolean => customer % 2 === 0;
const textOf = (n: number): string => {
  const choices = isEven(n % CUSTOMERS) ? CHOICES.even : CHOICES.odd;
  return choices.get(Math.floor(n / CUSTOMERS)) ?? `texto ${n}`;
};

/** WuzAPI's webhook of message `n`, after its documentation. Customers take turns, and each writes once a second from `first` on. */
function deliveryOf(n: number, first: number): Delivery {
  const chat = `${phoneOf(n % CUSTOMERS)}@s.whatsapp.net`;
  const info = { Chat: chat, Sender: chat, IsFromMe: false, IsGroup: false, ID: idOf(n), Type: "text", PushName: "Cliente" };
  const event = {
    Info: { ...info, Timestamp: new Date(first + Math.floor(n / CUSTOMERS) * 1_000).toISOString() },
    Message: { conversation: textOf(n) },
  };
  return { id: idOf(n), body: JSON.stringify({ type: "Message", event }) };
}

/** All messages, of which one in twenty comes up to three customers later and one in ten comes twice, some of these at once. */
function storm(choose: ReturnType<typeof createChooser>, first: number): Delivery[] {
  const pick = (chances: number): boolean =>
    choose(
      Array.from({ length: chances }, (_, index) => index === 0),
      1,
    )[0] === true;
  return Array.from({ length: MESSAGES }, (_, n) => ({ delivery: deliveryOf(n, first), place: n + (pick(20) ? CUSTOMERS * 3 : 0) }))
    .flatMap((each) => (pick(10) ? [each, { ...each, place: each.place + (pick(2) ? 0 : 50) }] : [each]))
    .sort((a, b) => a.place - b.place)
    .map(({ delivery }) => delivery);
}

/** The id of a message that an event brings from a customer whom people answer; conversations of the bot are in no open list. */
function idOfShown(line: string): string[] {
  if (!line.startsWith("appMessage ")) return [];
  const { message, ticket } = JSON.parse(line.slice("appMessage ".length)) as AppMessageEvent;
  return message.fromMe || !isEven(Number(ticket.contact.number) - FIRST_PHONE) ? [] : [message.id];
}

describe(`a storm of messages (seed ${SEED})`, () => {
  let world: World;
  let workers: WorkerProcess[];
  /** A server of this story, which it may kill; the short form has none. */
  let stores: OwnStores | null = null;
  let shop: LinkedNumber;
  let sales: QueueView;
  let support: QueueView;

  beforeAll(async () => {
    if (LONG) stores = await startOwnStores();
    world = await openOn(stores, () => openWorld());
    workers = [await world.workerProcess()];
    sales = await world.queue("Vendas", "#236681");
    support = await world.queue("Suporte", "#1e7a3e");
    await world.davi.ask("PUT", `/queue/${support.id}`, { greetingMessage: "Aqui é {{queue}}." });
    await world.davi.ask("POST", "/pergunta", { pergunta: "Horário?", resposta: "Das 8 às 18.", queueId: sales.id });
    shop = await world.number("Loja", [sales, support], { greetingMessage: "Olá!" });
  }, 120_000);
  afterAll(async () => {
    await world.close();
    await stores?.close();
  });

  const keyOf = async ({ id }: LinkedNumber): Promise<string> => {
    const [row] = await world.rows<{ sealed: string }>("SELECT webhook_key_sealed AS sealed FROM connection WHERE id = $1", [id]);
    return world.stage.auth.services.sealer.open(row?.sealed ?? "", webhookKeyContext(id));
  };

  it(
    `of ${MESSAGES} is stored once, shown once and answered once by menu and bot, through the death of workers and a database that goes away${LONG ? " and is killed" : ""} [F-01, F-04, P-1, P-2, P-22]`,
    async () => {
      const key = await keyOf(shop);
      // Only messages of the last five minutes are answered, and none may be of the future.
      const deliveries = storm(createChooser(SEED), Date.now() - 60_000);
      const answers = new Map<number, number>();
      const accepted = new Set<string>();
      /** Delivers until the answer is 200, as gateways do; 0 counts calls without an answer. */
      const deliver = async ({ id, body }: Delivery): Promise<void> => {
        const headers = { "Content-Type": "application/json", "x-hmac-signature": createHmac("sha256", key).update(body).digest("hex") };
        for (let status = 0; status !== 200;) {
          const answer = world.stage.call("POST", `/api/whatsapp/meow/webhook/${shop.name}_token`, { headers, body });
          status = await answer.then((each) => each.status).catch(() => 0);
          answers.set(status, (answers.get(status) ?? 0) + 1);
          if (status === 200) accepted.add(id);
          else await sleep(20);
        }
      };
      const size = Math.ceil(deliveries.length / (FAULTS.length + 1));
      const runs: Promise<unknown>[] = [];
      /** Begins the next part of the storm, while the one before may still run. */
      const begin = (): void => {
        const waiting = deliveries.splice(0, size);
        const sender = async (): Promise<void> => {
          for (let next = waiting.shift(); next; next = waiting.shift()) await deliver(next);
        };
        runs.push(...Array.from({ length: SENDERS }, sender));
      };
      begin();
      for (const fault of FAULTS) {
        const refused = answers.get(503) ?? 0;
        if (fault === "away")
          await world.stage.test.away(async () => {
            begin();
            await eventually(() => expect(answers.get(503) ?? 0).toBeGreaterThan(refused), PATIENCE_MS);
          });
        else if (fault === "crash") {
          begin();
          await stores?.crashDatabase();
        } else {
          begin();
          await kill();
        }
      }
      await Promise.all(runs);

      await eventually(async () => expect(await world.rows("SELECT 1 FROM inbound_event WHERE state = 0")).toEqual([]), PATIENCE_MS);
      const stored = await world.rows<{ id: string; number: string; body: string }>(
        `SELECT m.external_id AS id, c.number, m.body FROM message m JOIN ticket t ON t.id = m.ticket_id JOIN contact c ON c.id = t.contact_id
         WHERE t.connection_id = $1 AND NOT m.from_me ORDER BY m.sent_at, m.id`,
        [shop.id],
      );
      const seen = (): Set<string> => new Set(world.davi.received.flatMap(idOfShown));
      await eventually(() => expect(seen().size).toBe(MESSAGES / 2), PATIENCE_MS).catch(() => undefined);
      const distinct = new Set(stored.map(({ id }) => id));
      const sent = [...answers.values()].reduce((sum, count) => sum + count, 0);
      process.stdout.write(
        `storm: ${sent} sent, ${answers.get(200) ?? 0} accepted, ${stored.length} stored, ${seen().size} seen, ` +
          `${accepted.size - distinct.size} lost, ${stored.length - distinct.size} doubled (${JSON.stringify([...answers])})\n`,
      );
      expect([...answers.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect([stored.length, distinct.size, accepted.size, seen().size]).toEqual([MESSAGES, MESSAGES, MESSAGES, MESSAGES / 2]);
      for (let customer = 0; customer < CUSTOMERS; customer += 1) {
        const own = Array.from({ length: MESSAGES }, (_, n) => n).filter((n) => n % CUSTOMERS === customer);
        expect(stored.filter(({ number }) => number === phoneOf(customer)).map(({ body }) => body)).toEqual(own.map(textOf));
      }
      expect(
        await world.rows("SELECT 1 FROM ticket WHERE status <> 'closed' GROUP BY contact_id, connection_id HAVING count(*) > 1"),
      ).toEqual([]);
      expect(await world.rows("SELECT 1 FROM inbound_event WHERE state IN (2, 3)")).toEqual([]);
      await expectFlowOnce();
      await world.allInStep();
    },
    patience(240_000),
  );

  /** Every automatic text has reached its customer once, and every customer is in the chosen queue with a person to answer. */
  const expectFlowOnce = async (): Promise<void> => {
    const unsent = "SELECT state FROM outbox WHERE connection_id = $1 AND state NOT IN ('sent', 'delivered', 'read')";
    await eventually(async () => expect(await world.rows(unsent, [shop.id])).toEqual([]), PATIENCE_MS);
    const written = await world.rows<{ number: string; texts: string[] }>(
      `SELECT c.number, array_agg(m.body ORDER BY m.body) AS texts FROM message m JOIN ticket t ON t.id = m.ticket_id
       JOIN contact c ON c.id = t.contact_id WHERE t.connection_id = $1 AND m.from_me GROUP BY c.number`,
      [shop.id],
    );
    const ownerOf = await world.rows<{ number: string; queueId: number; status: string }>(
      `SELECT c.number, t.queue_id AS "queueId", t.status FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE t.connection_id = $1`,
      [shop.id],
    );
    for (let customer = 0; customer < CUSTOMERS; customer += 1) {
      const phone = phoneOf(customer);
      const received = world
        .customer(phone, shop)
        .chat()
        .flatMap(({ author, text }) => (author === "owner" ? [text] : []));
      expect([...received].sort()).toEqual([...(written.find(({ number }) => number === phone)?.texts ?? [])].sort());
      expect(received.filter((text) => text.startsWith("Olá!"))).toHaveLength(1);
      expect(received.filter((text) => text === "Aqui é Suporte.")).toHaveLength(isEven(customer) ? 1 : 0);
      const place = { number: phone, queueId: isEven(customer) ? support.id : sales.id, status: "pending" };
      expect(ownerOf.filter(({ number }) => number === phone)).toEqual([place]);
    }
  };

  /** Kills the second worker in the middle of its work; a long run starts another one for the next death. */
  const kill = async (): Promise<void> => {
    await workers.pop()?.kill();
    if (LONG) workers.push(await world.workerProcess());
  };
});
