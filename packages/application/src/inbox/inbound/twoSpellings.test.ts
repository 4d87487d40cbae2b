import type { PeerId } from "@balcao/domain/messages";
import { openRaceStage, seeded, textIn, type RaceStage } from "./raceStage.fixture.js";

const SEEDS = process.env["BALCAO_LONG"] === "1" ? 1_000 : 60;

let stage: RaceStage;
let connectionId: number;

beforeAll(async () => {
  stage = await openRaceStage();
  connectionId = await stage.connection("meow");
  await stage.rows("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@balcao.test', 'x', 'admin')");
});
afterAll(() => stage.close());

/** What the network calls one person. */
interface Person {
  readonly phone: string;
  readonly lid: string;
}

type Spelling = "lid" | "phone" | "both";

const peerOf = ({ phone, lid }: Person, spelling: Spelling): PeerId =>
  spelling === "lid" ? { lid } : spelling === "phone" ? { phone } : { phone, lid };

/** The lanes of both spellings, as the intake of the connectors names them. */
const laneOf = ({ phone, lid }: Person, spelling: Spelling): string => (spelling === "lid" ? `lid:${lid}` : `phone:${phone}`);

interface Drawn {
  readonly spellings: readonly Spelling[];
  /** It was typed on the phone of the company. */
  readonly isOurs: boolean;
}

const WAYS: readonly (readonly Spelling[])[] = [["lid"], ["phone"], ["both"], ["lid", "both"], ["lid", "phone"], ["both", "phone"]];

/** Three to five messages, each under one spelling or two; one of them has both addresses, and the first is the customer's. */
function draw(random: () => number): readonly Drawn[] {
  const drawn = Array.from({ length: 2 + Math.floor(random() * 3) }, (): Drawn => {
    const spellings = WAYS[Math.floor(random() * WAYS.length)] ?? [];
    return { spellings, isOurs: random() < 0.2 };
  });
  const proof = Math.floor(random() * drawn.length);
  return [
    { spellings: ["lid"], isOurs: false },
    ...drawn.map((each, at): Drawn => (at === proof ? { ...each, spellings: ["both"] } : each)),
  ];
}

interface Outcome {
  readonly owners: number;
  readonly contacts: number;
  readonly tickets: readonly { readonly status: string; readonly unread: number; readonly bodies: readonly string[] }[];
  readonly parked: number;
}

async function outcomeOf({ phone, lid }: Person): Promise<Outcome> {
  const owners = await stage.rows<{ id: number }>("SELECT DISTINCT contact_id AS id FROM contact_address WHERE value IN ($1, $2)", [
    phone,
    lid,
  ]);
  const [contacts] = await stage.rows<{ n: number }>("SELECT count(*)::int AS n FROM contact");
  const tickets = await stage.rows<Outcome["tickets"][number]>(
    `SELECT t.status, t.unread, coalesce((SELECT array_agg(m.body ORDER BY m.body) FROM message m WHERE m.ticket_id = t.id), '{}') AS bodies
     FROM ticket t ORDER BY t.id`,
  );
  const parked = await stage.rows("SELECT 1 FROM inbound_event WHERE state = 2");
  return { owners: owners.length, contacts: contacts?.n ?? 0, tickets, parked: parked.length };
}

async function forget(): Promise<void> {
  await stage.rows("DELETE FROM contact");
  await stage.rows("DELETE FROM inbound_event");
}

describe("one person who is named by a hidden id and by a phone", () => {
  it("is one contact with one conversation that has each message once, in every order [M-4]", async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = seeded(seed);
      const person = { phone: `55119${String(10_000_000 + seed)}`, lid: `99${String(10_000_000 + seed)}` };
      const drawn = draw(random);
      for (const [at, { spellings, isOurs }] of drawn.entries())
        for (const spelling of spellings) {
          const text = textIn(peerOf(person, spelling), `m${at}`, `S${seed}M${at}`, isOurs);
          await stage.journal(connectionId, laneOf(person, spelling), text);
        }
      await stage.drainByTwo(random);
      expect({ seed, drawn, ...(await outcomeOf(person)) }).toEqual({
        ...{ seed, drawn, owners: 1, contacts: 1, parked: 0 },
        tickets: [{ status: "pending", unread: drawn.filter(({ isOurs }) => !isOurs).length, bodies: drawn.map((_, at) => `m${at}`) }],
      });
      await forget();
    }
  }, 900_000);

  it("is not told twice by a message that comes by the hidden id and again by the phone with it [M-1, M-4]", async () => {
    const person = { phone: "5511900000009", lid: "9900000009" };
    for (const spelling of ["lid", "both", "phone"] as const) {
      await stage.journal(connectionId, laneOf(person, spelling), textIn(peerOf(person, spelling), "uma vez", "3EB0ONCE"));
      await stage.drain();
    }
    expect((await outcomeOf(person)).tickets).toEqual([{ status: "pending", unread: 1, bodies: ["uma vez"] }]);
    await forget();
  });

  it("loses nothing of the batch in which the proof comes, and no event fails [M-2, M-4]", async () => {
    const person = { phone: "5511900000008", lid: "9900000008" };
    const says = (spelling: Spelling, body: string) =>
      stage.journal(connectionId, laneOf(person, spelling), textIn(peerOf(person, spelling), body, `3EB0${body}`));
    await says("lid", "m0");
    await stage.drain();
    await says("phone", "m1");
    await says("both", "m2");
    await stage.drain();
    expect((await outcomeOf(person)).tickets).toEqual([{ status: "pending", unread: 3, bodies: ["m0", "m1", "m2"] }]);
    expect(await stage.rows("SELECT id FROM inbound_event WHERE attempts > 0")).toEqual([]);
    await forget();
  });
});
