import { seeded } from "@balcao/testing/random";
import type { MessageContent } from "@balcao/domain/messages";
import { applyIntent } from "@balcao/domain/tickets";
import { lockTicket } from "@balcao/database/tickets";
import { aCtx } from "@balcao/testing/cast";
import { changeTicket } from "../tickets/index.js";
import { toActor } from "../../ground/directory/index.js";
import { MONDAY_NOON, openFlowStage, type FlowStage } from "./flowStage.fixture.js";
import { closeIdleTickets, expireRatings, moveOffers } from "./sweeps.js";

/** 500 conversations in `npm run test:long`; the first hundred of them in each run. */
const COMPANIES = process.env["BALCAO_LONG"] === "1" ? 25 : 5;
const CONVERSATIONS = 20;
const TURNS = 5;
const SEED = 20261122;

const STICKER: MessageContent = {
  kind: "media",
  media: "sticker",
  mime: null,
  fileName: null,
  caption: "",
  voice: false,
  seconds: null,
  source: null,
};
const WORDS: readonly (string | MessageContent)[] = [
  ...[
    "Oi",
    "1",
    "2",
    "02",
    "1️⃣",
    "99",
    "00",
    "vendas",
    "SUPORTE",
    "5",
    "nota 4",
    "cinco",
    "⭐⭐⭐",
    "15",
    "5 minutos",
    " ",
    "{{name}}",
    "7",
  ],
  ...["x".repeat(5_000), "Olá\u200bmundo", "👍", "'; DROP TABLE ticket; --"],
  STICKER,
];

/** A small generator, so that a failing run can be repeated by its seed. */
function generator(seed: number) {
  const next = seeded(seed);
  return { chance: (p: number): boolean => next() < p, pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T };
}

describe("generated conversations", () => {
  let stage: FlowStage;
  let phones = 5511930000000;
  const random = generator(SEED);
  beforeAll(async () => {
    stage = await openFlowStage();
  });
  afterAll(() => stage.close());
  const pass = (ms: number): Date => stage.now(new Date(stage.now().getTime() + ms));

  /** Settings, texts, queues and people by chance. */
  const company = async (name: string) => {
    const { chance, pick } = random;
    const queues = [await stage.queue(`Vendas ${name}`), await stage.queue(`Suporte ${name}`)];
    const ana = await stage.person(`Ana ${name}`, queues, { isOnline: chance(0.7) });
    if (chance(0.5)) await stage.rows("INSERT INTO queue_attendant VALUES ($1, $2, 1)", [pick(queues), ana]);
    await stage.settings({
      timeCreateNewTicket: pick(["0", "60", "3600"]),
      closeNpsInterval: pick(["1", "10"]),
      intervalClose: pick(["", "10"]),
      queueCron: pick(["", "2"]),
      horarioFechamento: pick(["18:00", "12:01", "08:00", "07:00"]),
    });
    await stage.rows("DELETE FROM question");
    for (const queueId of [null, ...queues])
      if (chance(0.3))
        await stage.rows("INSERT INTO question (question, answer, queue_id, opens_ticket) VALUES ('Horário?', 'Das 8 às 18.', $1, $2)", [
          queueId,
          chance(0.3),
        ]);
    const text = (words: string): string => (chance(0.7) ? words : "");
    const connectionId = await stage.connection(
      {
        ...{
          greeting_message: text("Olá, {{name}}!"),
          farewell_message: text("Até logo."),
          out_of_hours_message: text("Fechado."),
          nps: chance(0.6),
        },
        ...{ status: "CONNECTED", greeting_redirect_message: text("{{user}} atende.") },
      },
      queues.slice(0, pick([0, 1, 2])),
    );
    return { queues, ana, connectionId };
  };

  /** What people and the worker do between two messages. */
  const meanwhile = async (phone: string, ana: number): Promise<void> => {
    const { chance, pick } = random;
    pass(pick([0, 1_000, 4_000, 61_000, 11 * 60_000]));
    if (chance(0.15)) await Promise.all([expireRatings(stage.services), closeIdleTickets(stage.services), moveOffers(stage.services)]);
    const ticket = (await stage.tickets(phone)).at(-1);
    const actor = toActor(stage.services.directory.current(), ana);
    if (!ticket || !actor || !chance(0.35)) return;
    const ctx = aCtx(actor, { now: stage.now(), route: "PUT /tickets" });
    const patch = ticket.status === "open" ? { status: "closed", onlyClose: chance(0.3) } : { status: "open", userId: ana };
    const locked = await stage.services.database.transaction((tx) => lockTicket(tx, ticket.id));
    const intent = ticket.status === "open" ? "resolve" : "accept";
    const isPossible = locked && applyIntent(locked, intent, { userId: ana, askRating: false }, stage.now()).ok;
    if (isPossible) await changeTicket(stage.services, ctx, { ticketId: ticket.id, patch, note: null }).catch(() => undefined);
  };

  it("lose and double no message, whatever the settings, and send no text twice for one event [D-168, P-1, P-2, P-22]", async () => {
    let expected = 0;
    for (let at = 0; at < COMPANIES; at += 1) {
      stage.now(MONDAY_NOON);
      const { queues, ana, connectionId } = await company(String(at));
      for (let n = 0; n < CONVERSATIONS; n += 1) {
        const phone = String((phones += 1));
        for (let turn = 0; turn < TURNS; turn += 1) {
          const event = await stage.writes(phone, connectionId, random.pick(WORDS));
          expected += 1;
          if (random.chance(0.1)) await stage.again(connectionId, event);
          await meanwhile(phone, ana);
        }
        if (n === CONVERSATIONS / 2 && random.chance(0.3)) {
          await stage.rows("DELETE FROM queue WHERE id = $1", [queues[1]]);
          await stage.refresh();
        }
      }
    }
    const one = async (sql: string): Promise<number> => (await stage.rows<{ n: number }>(sql))[0]?.n ?? -1;
    expect(await one("SELECT count(*)::int AS n FROM message WHERE NOT from_me")).toBe(expected);
    expect(await one("SELECT count(DISTINCT external_id)::int AS n FROM message WHERE NOT from_me")).toBe(expected);
    expect(await one("SELECT count(*)::int AS n FROM inbound_event WHERE state IN (0, 2)")).toBe(0);
    expect(
      await one(
        "SELECT count(*)::int AS n FROM (SELECT 1 FROM ticket WHERE status <> 'closed' GROUP BY contact_id, connection_id HAVING count(*) > 1) more",
      ),
    ).toBe(0);
    expect(await one("SELECT count(*)::int AS n FROM outbox WHERE origin = 'system' AND cause_event_id IS NOT NULL")).toBeGreaterThan(
      12 * COMPANIES,
    );
    // Every ticket whose last message is a customer's question that nobody has answered is in front of somebody.
    expect(
      await one(`SELECT count(*)::int AS n FROM ticket t WHERE status = 'closed' AND unread > 0 AND user_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM ticket_decision d WHERE d.ticket_id = t.id AND d.rule IN ('menuEnd', 'botEnd', 'autoClosed'))`),
    ).toBe(0);
    // The bot has only tickets that nobody attends, and has shown its questions to each of them.
    expect(await one("SELECT count(*)::int AS n FROM outbox WHERE cause_kind = 'questionAnswer'")).toBeGreaterThan(COMPANIES / 5);
    expect(await one("SELECT count(*)::int AS n FROM ticket WHERE status = 'bot' AND (user_id IS NOT NULL OR flow_step <> 'asking')")).toBe(
      0,
    );
    // A greeting goes out once per ticket.
    expect(
      await one(`SELECT count(*)::int AS n FROM (SELECT m.ticket_id FROM outbox o JOIN message m ON m.id = o.message_id
        WHERE o.cause_kind IN ('greeting', 'greetingWithMenu') GROUP BY m.ticket_id HAVING count(*) > 1) twice`),
    ).toBe(0);
  }, 300_000);
});
