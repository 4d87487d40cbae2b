import { createHmac } from "node:crypto";
import { webhookKeyContext } from "@balcao/application/inbox/intake";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const CUSTOMERS = 20;
const MESSAGES = 25;
const FIRST = Date.parse("2026-11-20T12:00:00Z");

type Webhook = Readonly<Record<string, unknown>>;

/** A repeatable shuffle. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

const jid = (phone: string): string => `${phone}@s.whatsapp.net`;
const at = (ms: number): string => new Date(FIRST + ms).toISOString();
const info = (phone: string, id: string, ms: number, fromMe: boolean) => ({
  Chat: jid(phone),
  Sender: fromMe ? "5511970000099:3@s.whatsapp.net" : `${phone}:7@s.whatsapp.net`,
  IsFromMe: fromMe,
  IsGroup: false,
  ID: id,
  Type: "text",
  PushName: fromMe ? "" : "Cliente",
  Timestamp: at(ms),
});

/** WuzAPI's webhooks of one conversation, after its documentation: texts of both sides, an edit, a revoke, and receipts of ours. */
function conversation(phone: string): Webhook[] {
  return Array.from({ length: MESSAGES }, (_, n): Webhook[] => {
    const id = `3EB0${phone.slice(-4)}${n}`;
    const ms = n * 1_000;
    const fromMe = n % 3 === 2;
    const message: Webhook = {
      type: "Message",
      event: { Info: info(phone, id, ms, fromMe), Message: { conversation: `texto ${n}` } },
    };
    const key = { remoteJID: jid(phone), fromMe, ID: id };
    const receipt = (state: string): Webhook => ({
      type: "ReadReceipt",
      state,
      event: {
        Chat: jid(phone),
        Sender: jid(phone),
        IsFromMe: false,
        IsGroup: false,
        MessageIDs: [id],
        Timestamp: at(ms + 400),
        Type: state === "Read" ? "read" : "",
      },
    });
    if (fromMe) return [message, receipt("Delivered"), receipt("Read")];
    if (n % 6 === 0)
      return [
        message,
        {
          type: "Message",
          event: {
            Info: { ...info(phone, `${id}E`, ms + 300, false), Edit: "1" },
            Message: { protocolMessage: { key, type: 14, editedMessage: { conversation: `corrigido ${n}` } } },
          },
        },
      ];
    if (n % 6 === 3)
      return [
        message,
        {
          type: "Message",
          event: {
            Info: { ...info(phone, `${id}R`, ms + 300, false), Edit: "7" },
            Message: { protocolMessage: { key, type: 0 } },
          },
        },
      ];
    return [message];
  }).flat();
}

describe("webhooks of the gateway", () => {
  let world: World;
  let ordered: LinkedNumber;
  let other: LinkedNumber;

  beforeAll(async () => {
    world = await openWorld();
    const sales = await world.queue("Vendas", "#236681");
    ordered = await world.number("Ordem", [sales]);
    other = await world.number("Acaso", [sales]);
  }, 90_000);
  afterAll(() => world.close());

  const keyOf = async ({ id }: LinkedNumber): Promise<string> => {
    const [row] = await world.rows<{ sealed: string }>("SELECT webhook_key_sealed AS sealed FROM connection WHERE id = $1", [id]);
    return world.stage.auth.services.sealer.open(row?.sealed ?? "", webhookKeyContext(id));
  };
  const sign = (body: string, key: string): Record<string, string> => ({
    "Content-Type": "application/json",
    "x-hmac-signature": createHmac("sha256", key).update(body).digest("hex"),
  });
  const post = async (number: LinkedNumber, body: string, headers: Record<string, string>): Promise<number> =>
    (await world.stage.call("POST", `/api/whatsapp/meow/webhook/${number.name}_token`, { body, headers })).status;
  const journal = async (): Promise<number> => (await world.rows<{ n: number }>("SELECT count(*)::int AS n FROM inbound_event"))[0]?.n ?? 0;
  const everything = () =>
    world.rows(
      "SELECT (SELECT count(*)::int FROM message) AS messages, (SELECT count(*)::int FROM ticket) AS tickets, (SELECT count(*)::int FROM contact) AS contacts",
    );
  const quiet = () => eventually(async () => expect(await world.rows("SELECT 1 FROM inbound_event WHERE state = 0")).toEqual([]), 60_000);

  it("change nothing when they are unsigned, badly signed, signed by another number's key, garbage or too large, and the process keeps running [API-028]", async () => {
    await quiet();
    const before = [await journal(), await everything()];
    const [key, otherKey] = [await keyOf(ordered), await keyOf(other)];
    const body = JSON.stringify(conversation("5511900900001")[0]);
    expect(await post(ordered, body, { "Content-Type": "application/json" })).toBe(401);
    expect(await post(ordered, body, { "Content-Type": "application/json", "x-hmac-signature": "f".repeat(64) })).toBe(401);
    expect(await post(ordered, body, sign(body, otherKey))).toBe(401);
    expect(await post(ordered, `${body} `, sign(body, key))).toBe(401);
    const nested = `${'{"a":'.repeat(200)}1${"}".repeat(200)}`;
    const nonsense: readonly (readonly [string, number])[] = [
      ["não é json", 400],
      ["[null, 1, [null], {}]", 200],
      ["null", 200],
      ['"texto"', 200],
      ['{"type":"Message","event":{"Info":null,"Message":null}}', 200],
      ['{"type":"Message","event":{"Info":{"Chat":7,"ID":{},"Timestamp":[]},"Message":[null]}}', 200],
      ['{"type":"ReadReceipt","event":{"MessageIDs":[null,7,{}]},"state":null}', 200],
      ['{"__proto__":{"type":"Message"},"constructor":1}', 200],
      [nested, 400],
    ];
    for (const [text, status] of nonsense)
      expect([text.slice(0, 40), await post(ordered, text, sign(text, key))]).toEqual([text.slice(0, 40), status]);
    const large = JSON.stringify({
      type: "Message",
      event: { Info: null, Message: { conversation: "x".repeat(3 * 1024 * 1024) } },
    });
    expect([200, 400, 413]).toContain(await post(ordered, large, sign(large, key)));
    await quiet();
    expect([await journal(), await everything()]).toEqual(before);
    expect((await world.stage.call("GET", "/api/health")).status).toBe(200);
  });

  it("end in the same conversations in whatever order and however often they arrive: about two thousand of them [CONV-050, CONV-028, F-01]", async () => {
    const phones = Array.from({ length: CUSTOMERS }, (_, n) => String(5511900910000 + n));
    const conversations = phones.map(conversation);
    const inOrder = conversations.flat();
    const once = inOrder.length;
    expect(once).toBeGreaterThan(800);
    const send = async (number: LinkedNumber, webhooks: readonly Webhook[], atOnce: number): Promise<void> => {
      const key = await keyOf(number);
      const waiting = [...webhooks];
      const sender = async (): Promise<void> => {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const body = JSON.stringify(next);
          expect(await post(number, body, sign(body, key))).toBe(200);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, sender));
    };
    // In order means: one conversation after the other, each event after the one before was applied.
    await Promise.all(conversations.map(async (webhooks) => send(ordered, webhooks, 1)));
    await quiet();
    await send(other, shuffled([...inOrder, ...inOrder.filter((_, place) => place % 10 === 0)], 7), 16);
    await quiet();
    expect(await world.rows("SELECT 1 FROM inbound_event WHERE state IN (2, 3)")).toEqual([]);
    const state = (number: LinkedNumber) =>
      world.rows(
        `SELECT c.number, t.status, t.unread, t.last_message, m.external_id, m.from_me, m.body, m.previous_body, m.is_edited, m.is_deleted, m.ack, m.sent_at
         FROM ticket t JOIN contact c ON c.id = t.contact_id JOIN message m ON m.ticket_id = t.id
         WHERE t.connection_id = $1 ORDER BY c.number, m.sent_at, m.external_id`,
        [number.id],
      );
    const right = await state(ordered);
    expect(right).toHaveLength(CUSTOMERS * MESSAGES);
    expect(await state(other)).toEqual(right);
    expect(right.filter((row) => (row as { ack: number }).ack === 3)).toHaveLength(CUSTOMERS * 8);
    await world.allInStep();
  }, 120_000);

  it("are stored for a number that another process connected a moment ago, before the workers have read it", async () => {
    const [row] = await world.rows<{ id: number }>(
      "INSERT INTO connection (name, api, wanted) VALUES ('Recente', 'meow', false) RETURNING id",
    );
    const recent = { id: row?.id ?? 0, name: "Recente", key: "" };
    const key = "k".repeat(43);
    await world.rows("UPDATE connection SET webhook_key_sealed = $2 WHERE id = $1", [
      recent.id,
      world.stage.auth.services.sealer.seal(key, webhookKeyContext(recent.id)),
    ]);
    const bodies = Array.from({ length: 10 }, (_, n) => JSON.stringify(conversation(`55119009100${n + 10}`)[0]));
    const answers = await Promise.all(bodies.map((body) => post(recent, body, sign(body, key))));
    expect(new Set(answers)).toEqual(new Set([200]));
    await quiet();
    expect(await world.rows("SELECT count(*)::int AS messages FROM message WHERE connection_id = $1", [recent.id])).toEqual([
      { messages: 10 },
    ]);
  });
});
