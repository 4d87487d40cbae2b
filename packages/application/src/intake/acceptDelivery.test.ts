import { openTestHouse, type TestHouse } from "../house.fixture.js";
import { acceptDelivery, type DeliveredEvent } from "./acceptDelivery.js";
import { readStoredPayload } from "./rawEnvelope.js";

interface Row {
  readonly dedupeKey: string;
  readonly lane: string;
  readonly state: number;
  readonly payload: unknown;
  readonly reason: string | null;
  readonly secret: string | null;
}

describe("the journal's door", () => {
  let test: TestHouse;
  let id: number;
  beforeAll(async () => {
    test = await openTestHouse();
    id = await test.connection("baileys");
  });
  beforeEach(() => test.rows("DELETE FROM inbound_event"));
  afterAll(() => test.close());

  const event = (key: string, more: Partial<DeliveredEvent> = {}): DeliveredEvent => ({
    kind: "message",
    chat: "phone:5511900000001",
    dedupeKey: key,
    sentAt: new Date("2026-11-20T12:00:00Z"),
    payload: { text: key },
    fileIds: [],
    ...more,
  });
  const accept = (...events: readonly DeliveredEvent[]) => acceptDelivery(test.house, { id }, { events, files: [] });
  const stored = () =>
    test.rows<Row>(
      `SELECT dedupe_key AS "dedupeKey", lane, state, payload, last_error AS reason, secret_sealed AS secret FROM inbound_event ORDER BY id`,
    );

  it.each<[string, Partial<DeliveredEvent>, string]>([
    ["U+0000 in a text", { payload: { text: "a\u0000b" } }, "22P05"],
    ["half a surrogate pair", { payload: { text: "a\uD800b" } }, "22P02"],
    ["U+0000 in its key", { dedupeKey: "a\u0000b" }, "22021"],
    ["an instant beyond the calendar", { sentAt: new Date("+058861-01-01T00:00:00Z") }, "22009"],
    ["an instant that is none", { sentAt: new Date(NaN) }, "RangeError"],
    ["a key longer than an index takes", { dedupeKey: randomLetters(9_000) }, "54000"],
  ])("parks an event with %s as it came, and stores its neighbours [P-7]", async (_name, fault, code) => {
    const bad = event("bad", fault);
    expect(await accept(event("before"), bad, event("after"))).toEqual({ accepted: 3, conflicts: 0, repeated: 0 });
    const rows = await stored();
    expect(rows).toMatchObject([
      { dedupeKey: "before", state: 0, payload: { text: "before" }, reason: null },
      { state: 2, lane: `${id}:phone:5511900000001`, reason: `cannot be stored: ${code}` },
      { dedupeKey: "after", state: 0, payload: { text: "after" } },
    ]);
    const raw = (rows[1]?.payload as { raw: string }).raw;
    expect(Buffer.from(raw, "base64").toString()).toBe(JSON.stringify(bad.payload));
  });

  it("parks it once, however often it comes, and has the lanes go on [P-2, P-7]", async () => {
    const bad = event("bad", { payload: { text: "a\u0000b" } });
    await accept(bad);
    expect(await accept(bad, event("later"))).toEqual({ accepted: 1, conflicts: 0, repeated: 1 });
    expect((await stored()).map(({ state }) => state)).toEqual([2, 0]);
  });

  it("gives a parked payload back with clean texts", async () => {
    await accept(event("bad", { payload: { text: "a\u0000b\uD800", list: [1, null, "c"] } }));
    const [row] = await stored();
    expect(readStoredPayload(row?.payload)).toEqual({ text: "a\uFFFDb\uFFFD", list: [1, null, "c"] });
  });

  it("rejects while the database is away, and has taken nothing", async () => {
    await test.rows("ALTER TABLE inbound_event RENAME TO inbound_event_away");
    await expect(accept(event("one"))).rejects.toMatchObject({ code: "42P01" });
    await test.rows("ALTER TABLE inbound_event_away RENAME TO inbound_event");
    expect(await stored()).toEqual([]);
  });

  it("seals the secret of a message", async () => {
    await accept(event("one", { secret: "c2VjcmV0" }), event("two"));
    const [one, two] = await stored();
    expect(one?.secret).not.toContain("c2VjcmV0");
    expect(JSON.stringify(one?.payload)).not.toContain("c2VjcmV0");
    expect(test.house.sealer.open(one?.secret ?? "", `inbound_event.secret:${id}:one`)).toBe("c2VjcmV0");
    expect(two?.secret).toBeNull();
  });
});

/** Letters that no compression makes shorter. */
function randomLetters(count: number): string {
  let state = 7;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(97 + (state % 26));
  }).join("");
}
