import { setTimeout as sleep } from "node:timers/promises";
import type { InboundEvent, PeerId } from "@balcao/domain/messages";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { acceptDelivery } from "../intake/index.js";
import type { Services } from "../../ground/kernel/index.js";
import { drainLane } from "./drainLane.js";
import type { Interpreter } from "./interpreter.js";

const SEEDS = process.env["BALCAO_LONG"] === "1" ? 60 : 12;
const LONGEST_PAUSE_MS = 6;
const SAID = new Date("2026-11-20T12:00:00Z");

let test: TestServices;
let connectionId: number;
let persons = 0;
const events: InboundEvent[] = [];
const interpreter: Interpreter = {
  toInbound: (_api, _kind, payload) => events[(payload as { n: number }).n] ?? { kind: "ignored", reason: "" },
  openEdit: () => null,
};

beforeAll(async () => {
  test = await openTestServices();
  connectionId = await test.connection("baileys");
  await test.rows("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@balcao.test', 'x', 'admin')");
});
afterAll(() => test.close());

function seeded(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/**
 * The same services, with seeded pauses between the statements of a transaction, so that two
 * transactions interleave differently for each seed.
 */
function withPauses({ services }: TestServices, random: () => number): Services {
  const { database } = services;
  const transaction: Services["database"]["transaction"] = (work, opening) =>
    database.transaction(
      (tx, opened) =>
        work(
          {
            ...tx,
            run: async (statement, values) => {
              await sleep(random() * LONGEST_PAUSE_MS);
              return tx.run(statement, values);
            },
          },
          opened,
        ),
      opening,
    );
  return { ...services, database: { ...database, transaction } };
}

async function journal(chat: string, event: InboundEvent): Promise<void> {
  const n = events.push(event) - 1;
  const delivered = { kind: event.kind, chat, dedupeKey: `k${n}`, sentAt: SAID, payload: { n }, fileIds: [] };
  await acceptDelivery(test.services, { id: connectionId }, { events: [delivered], files: [] });
}

const text = (from: PeerId, body: string): InboundEvent => ({
  kind: "message",
  ref: { chat: from, author: from, fromMe: false, externalId: `E${events.length}` },
  authorName: null,
  sentAt: SAID,
  content: { kind: "text", type: "conversation", body },
  quotedExternalId: null,
  mentions: [],
  forwarded: false,
  live: true,
});

/** Drains until nothing is due, including events that wait for a retry. */
async function drain(services: Services): Promise<void> {
  for (;;) {
    while (await drainLane(services, interpreter));
    const waiting = await test.rows(
      "UPDATE inbound_lane SET ready_at = clock_timestamp() WHERE ready_at > clock_timestamp() RETURNING lane",
    );
    if (waiting.length === 0) return;
  }
}

const bothLive = async (old: PeerId, fresh: PeerId): Promise<readonly string[]> => {
  await journal(`old${persons}`, text(old, "antes"));
  await journal(`new${persons}`, text(fresh, "do novo"));
  await drain(test.services);
  return ["antes", "do novo"];
};

describe("a customer whose address changes while they write under the new one", () => {
  const run = async (seed: number, before: (old: PeerId, fresh: PeerId) => Promise<readonly string[]>, accept: boolean): Promise<void> => {
    persons += 1;
    const random = seeded(seed + 1);
    const old = { phone: `55119008${String(10_000 + persons)}` };
    const fresh = { lid: `9900000${String(10_000 + persons)}` };
    const bodiesBefore = await before(old, fresh);
    await journal(`old${persons}`, { kind: "addressChanged", from: old, to: fresh, at: SAID });
    await journal(`new${persons}`, text(fresh, "Ainda eu"));
    const accepted = async (): Promise<void> => {
      if (!accept) return;
      await sleep(random() * 40);
      // A unit's transaction is repeated after a deadlock, as in the product.
      await test.services.database.transaction((tx) =>
        tx.ask(
          `UPDATE ticket SET status = 'open', user_id = 1, accepted_at = now(), version = version + 1
           WHERE status = 'pending' AND id = (SELECT max(id) FROM ticket WHERE status = 'pending' AND connection_id = $1)`,
          [connectionId],
        ),
      );
    };
    await Promise.all([drain(withPauses(test, random)), drain(withPauses(test, random)), accepted()]);
    await drain(test.services);
    const owners = await test.rows<{ id: number }>("SELECT DISTINCT contact_id AS id FROM contact_address WHERE value = ANY($1)", [
      [old.phone, fresh.lid],
    ]);
    expect(owners).toHaveLength(1);
    const conversation = await test.rows<{ status: string; bodies: string[] }>(
      `SELECT t.status, array_agg(m.body ORDER BY m.id) AS bodies FROM ticket t JOIN message m ON m.ticket_id = t.id
       WHERE t.contact_id = $1 GROUP BY t.id, t.status`,
      [owners[0]?.id],
    );
    expect(conversation).toHaveLength(1);
    expect([...(conversation[0]?.bodies ?? [])].sort()).toEqual([...bodiesBefore, "Ainda eu"].sort());
    expect(conversation[0]?.status).not.toBe("closed");
    expect(await test.rows("SELECT 1 FROM inbound_event WHERE state = 2")).toEqual([]);
  };

  const onlyOld = async (old: PeerId): Promise<readonly string[]> => {
    await journal(`old${persons}`, text(old, "antes"));
    await drain(test.services);
    return ["antes"];
  };

  it.each([
    ["has written under the old one", onlyOld, false],
    ["has written under the old one, and is accepted in between", onlyOld, true],
    ["has a live conversation under each", bothLive, false],
    ["has a live conversation under each, and one is accepted in between", bothLive, true],
  ] as const)(
    "is one person with one conversation in every order: %s",
    async (_what, before, accept) => {
      for (let seed = 1; seed <= SEEDS; seed += 1) await run(seed, before, accept);
    },
    120_000,
  );
});
