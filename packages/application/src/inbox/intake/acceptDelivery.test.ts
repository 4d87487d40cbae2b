import { randomUUID } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger } from "@balcao/platform/logger";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { acceptDelivery, type DeliveredEvent } from "./acceptDelivery.js";
import { readStoredPayload } from "./journalEvents.js";

interface Row {
  readonly dedupeKey: string;
  readonly lane: string;
  readonly state: number;
  readonly payload: unknown;
  readonly reason: string | null;
  readonly secret: string | null;
}

describe("accepting a delivery into the journal", () => {
  let test: TestServices;
  let id: number;
  beforeAll(async () => {
    test = await openTestServices();
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
  const accept = (...events: readonly DeliveredEvent[]) => acceptDelivery(test.services, { id }, { events, files: [] });
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
  ])("parks an event with %s unchanged, and stores the other events [P-7]", async (_name, fault, code) => {
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

  it("keeps 200 events of one unknown name a day, and counts those beyond [D-276]", async () => {
    const strange = (name: string, many: number) =>
      Array.from({ length: many }, (_, n) => event(`?:${name}:${n}:${Math.random()}`, { kind: "unknown", chat: "unknown", name }));
    await accept(...strange("history", 150));
    await accept(event("hello"), ...strange("history", 60), ...strange("security", 1));
    expect(await stored()).toHaveLength(202);
    const counts = `SELECT name, seen::int AS seen FROM unknown_event WHERE connection_id = ${id} ORDER BY name`;
    expect(await test.rows(counts)).toEqual([
      { name: "history", seen: 210 },
      { name: "security", seen: 1 },
    ]);
    await test.rows("UPDATE unknown_event SET day = day - 1");
    await accept(...strange("history", 1));
    expect(await stored()).toHaveLength(203);
    expect((await test.services.metrics.print()).text).toMatch(/balcao_unknown_events_total\{.*outcome="counted".*\} 10/);
  });

  it("parks it once, however often it arrives, and the lane continues [P-2, P-7]", async () => {
    const bad = event("bad", { payload: { text: "a\u0000b" } });
    await accept(bad);
    expect(await accept(bad, event("later"))).toEqual({ accepted: 1, conflicts: 0, repeated: 1 });
    expect((await stored()).map(({ state }) => state)).toEqual([2, 0]);
  });

  it("shows administrators at once that it is parked, and logs it [P-7]", async () => {
    await test.rows("DELETE FROM live_event");
    const lines: string[] = [];
    const logger = createLogger({ name: "t", level: "error", destination: { write: (line) => void lines.push(line) } });
    const bad = event("bad", { payload: { text: "a\u0000b" } });
    for (let again = 0; again < 2; again += 1) await acceptDelivery({ ...test.services, logger }, { id }, { events: [bad], files: [] });
    expect(await test.rows("SELECT topic, payload FROM live_event")).toEqual([{ topic: "session", payload: { id, action: "update" } }]);
    expect(test.services.directory.current().connections.get(id)).toMatchObject({ parkedEvents: 1 });
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ connectionId: id, reason: "cannot be stored: 22P05" }]);
  });

  it("returns a parked payload with cleaned texts", async () => {
    await accept(event("bad", { payload: { text: "a\u0000b\uD800", list: [1, null, "c"] } }));
    const [row] = await stored();
    expect(readStoredPayload(row?.payload)).toEqual({ text: "a\uFFFDb\uFFFD", list: [1, null, "c"] });
  });

  it("leaves no second file of a delivery that comes again [P-2]", async () => {
    const deliver = async (): Promise<void> => {
      const file = { id: randomUUID(), path: path.join(test.folder, "spooled"), remove: () => Promise.resolve() };
      await writeFile(file.path, "%PDF-1.4 um arquivo");
      const withFile = event("file", { payload: { base64: { $file: file.id } }, fileIds: [file.id] });
      await acceptDelivery(test.services, { id }, { events: [withFile], files: [file] });
    };
    await deliver();
    const [first, ...others] = await test.rows<{ id: string; path: string }>("SELECT id, path FROM file");
    expect(others).toEqual([]);
    const kept = async () => (await readdir(path.join(test.folder), { recursive: true })).filter((name) => name.endsWith(".pdf"));
    const before = await kept();
    expect(before).toHaveLength(1);
    await deliver();
    expect(await test.rows("SELECT id, path FROM file")).toEqual([first]);
    expect(await kept()).toEqual(before);
  });

  it("rejects while the database fails, and stores nothing", async () => {
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
    expect(test.services.sealer.open(one?.secret ?? "", `inbound_event.secret:${id}:one`)).toBe("c2VjcmV0");
    expect(two?.secret).toBeNull();
  });
});

/** Returns letters that no compression shortens. */
function randomLetters(count: number): string {
  let state = 7;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return String.fromCharCode(97 + (state % 26));
  }).join("");
}
