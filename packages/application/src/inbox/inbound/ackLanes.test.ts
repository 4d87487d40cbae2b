import type { Ack, InboundEvent } from "@balcao/domain/messages";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { acceptDelivery } from "../intake/index.js";
import { drainLane } from "./drainLane.js";
import type { Interpreter } from "./interpreter.js";

const SENT = new Date("2026-11-20T12:00:00Z");
/** An id that the database refuses. */
const BROKEN = "broken";
const CUSTOMER = { phone: "5511986129801" };

let test: TestServices;
let connectionId: number;
let chats = 0;
const interpreter: Interpreter = { toInbound: (_api, _kind, payload) => toAck(payload as Told), openEdit: () => null };

interface Told {
  readonly externalIds: readonly string[];
  readonly ack: Ack;
}

const toAck = ({ externalIds: told, ack }: Told): InboundEvent => {
  const externalIds = told.map((id) => (id === BROKEN ? "\0" : id));
  return { kind: "ack", chat: CUSTOMER, externalIds, ack, error: null, outboxId: null, by: null, at: SENT };
};

beforeEach(async () => {
  test = await openTestServices();
  connectionId = await test.connection("meow");
  await test.rows(
    `WITH c AS (INSERT INTO contact (name) SELECT 'Cliente ' || n FROM generate_series(1, 3) n RETURNING id),
     t AS (INSERT INTO ticket (status, contact_id, connection_id) SELECT 'open', id, $1 FROM c RETURNING id)
     INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at, external_id, ack)
     SELECT id, $1, 'phone:5511986129801', 'me', true, 'conversation', 'olá', now(), 'T' || id, 1 FROM t`,
    [connectionId],
  );
});
afterEach(() => test.close());

/** Stores acks of another conversation. */
async function tell(...all: readonly Told[]): Promise<void> {
  const chat = `c${chats++}`;
  const events = all.map((payload, n) => ({ kind: "ack", chat, dedupeKey: `${chat}${n}`, sentAt: SENT, payload, fileIds: [] }));
  await acceptDelivery(test.services, { id: connectionId }, { events, files: [] });
}
const delivered = (...externalIds: readonly string[]): Told => ({ externalIds, ack: 2 });
const drain = async (): Promise<void> => {
  while (await drainLane(test.services, interpreter));
};
const acks = () => test.rows("SELECT external_id AS id, ack FROM message ORDER BY id");
const versions = () => test.rows("SELECT version FROM ticket ORDER BY id");
const events = () => test.rows("SELECT ticket_id AS id FROM live_event WHERE topic = 'ticket' ORDER BY id");

describe("acks of several conversations", () => {
  it.each([0, 1, 2])(
    "are applied once each where one of them fails, as number %i, which alone is tried again later [P-7]",
    async (place) => {
      const told = [delivered("T1"), delivered("T3")];
      told.splice(place, 0, delivered("T2", BROKEN));
      for (const each of told) await tell(each);
      await drain();
      expect(await acks()).toEqual([
        { id: "T1", ack: 2 },
        { id: "T2", ack: 1 },
        { id: "T3", ack: 2 },
      ]);
      expect(await versions()).toEqual([{ version: 2 }, { version: 1 }, { version: 2 }]);
      expect(await events()).toEqual([{ id: 1 }, { id: 3 }]);
      expect(await test.rows("SELECT state, attempts FROM inbound_event WHERE state <> 1")).toEqual([{ state: 0, attempts: 1 }]);
      expect(await test.rows("SELECT ready_at > clock_timestamp() AS later FROM inbound_lane WHERE ready_at IS NOT NULL")).toEqual([
        { later: true },
      ]);
    },
  );

  it("wait where their message is not stored yet, and are done where they tell nothing new [C-7]", async () => {
    await tell(delivered("T1"));
    await tell(delivered("nobody's"));
    await drain();
    await tell(delivered("T1"));
    await tell(delivered("T2"));
    await drain();
    expect(await test.rows("SELECT state FROM inbound_event ORDER BY id")).toEqual([
      { state: 1 },
      { state: 3 },
      { state: 1 },
      { state: 1 },
    ]);
    expect(await versions()).toEqual([{ version: 2 }, { version: 2 }, { version: 1 }]);
    expect(await test.rows("SELECT 1 FROM inbound_lane WHERE ready_at IS NOT NULL")).toEqual([]);
  });

  it("are not held up by another event of one of them", async () => {
    await tell(delivered("T1"));
    await tell(delivered("T2"), { externalIds: ["T2"], ack: -1 });
    await tell(delivered("T3"));
    await drain();
    expect(await acks()).toEqual([
      { id: "T1", ack: 2 },
      { id: "T2", ack: -1 },
      { id: "T3", ack: 2 },
    ]);
    expect(await test.rows("SELECT state FROM inbound_event WHERE state <> 1")).toEqual([]);
  });
});
