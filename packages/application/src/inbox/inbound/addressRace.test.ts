import { setTimeout as sleep } from "node:timers/promises";
import type { PeerId } from "@balcao/domain/messages";
import { openRaceStage, SAID, seeded, textIn, type RaceStage } from "./raceStage.fixture.js";

const SEEDS = process.env["BALCAO_LONG"] === "1" ? 60 : 12;

let stage: RaceStage;
let connectionId: number;
let persons = 0;
let texts = 0;

beforeAll(async () => {
  stage = await openRaceStage();
  connectionId = await stage.connection("baileys");
  await stage.rows("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@balcao.test', 'x', 'admin')");
});
afterAll(() => stage.close());

const writes = (lane: string, from: PeerId, body: string): Promise<void> =>
  stage.journal(connectionId, lane, textIn(from, body, `E${(texts += 1)}`));

const bothLive = async (old: PeerId, fresh: PeerId): Promise<readonly string[]> => {
  await writes(`old${persons}`, old, "antes");
  await writes(`new${persons}`, fresh, "do novo");
  await stage.drain();
  return ["antes", "do novo"];
};

describe("a customer whose address changes while they write under the new one", () => {
  const run = async (seed: number, before: (old: PeerId, fresh: PeerId) => Promise<readonly string[]>, accept: boolean): Promise<void> => {
    persons += 1;
    const random = seeded(seed + 1);
    const old = { phone: `55119008${String(10_000 + persons)}` };
    const fresh = { lid: `9900000${String(10_000 + persons)}` };
    const bodiesBefore = await before(old, fresh);
    await stage.journal(connectionId, `old${persons}`, { kind: "addressChanged", from: old, to: fresh, at: SAID });
    await writes(`new${persons}`, fresh, "Ainda eu");
    const accepted = async (): Promise<void> => {
      if (!accept) return;
      await sleep(random() * 40);
      // A unit's transaction is repeated after a deadlock, as in the product.
      await stage.services.database.transaction((tx) =>
        tx.ask(
          `UPDATE ticket SET status = 'open', user_id = 1, accepted_at = now(), version = version + 1
           WHERE status = 'pending' AND id = (SELECT max(id) FROM ticket WHERE status = 'pending' AND connection_id = $1)`,
          [connectionId],
        ),
      );
    };
    await stage.drainByTwo(random, accepted());
    const owners = await stage.rows<{ id: number }>("SELECT DISTINCT contact_id AS id FROM contact_address WHERE value = ANY($1)", [
      [old.phone, fresh.lid],
    ]);
    expect(owners).toHaveLength(1);
    const conversation = await stage.rows<{ status: string; bodies: string[] }>(
      `SELECT t.status, array_agg(m.body ORDER BY m.id) AS bodies FROM ticket t JOIN message m ON m.ticket_id = t.id
       WHERE t.contact_id = $1 GROUP BY t.id, t.status`,
      [owners[0]?.id],
    );
    expect(conversation).toHaveLength(1);
    expect([...(conversation[0]?.bodies ?? [])].sort()).toEqual([...bodiesBefore, "Ainda eu"].sort());
    expect(conversation[0]?.status).not.toBe("closed");
    expect(await stage.rows("SELECT 1 FROM inbound_event WHERE state = 2")).toEqual([]);
  };

  const onlyOld = async (old: PeerId): Promise<readonly string[]> => {
    await writes(`old${persons}`, old, "antes");
    await stage.drain();
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
