import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { deleteParkedChores, insertChore } from "@balcao/database/chores";
import { GatewayError, type FetchedMedia, type GatewaySession } from "@balcao/gateways/port";
import { createManualClock } from "@balcao/platform/clock";
import { openTestBucket, type TestBucket } from "@balcao/testing/bucket";
import { patience } from "@balcao/testing/patience";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import type { KeptSession, SessionKeeper } from "../gatewaySessions/index.js";
import { createChoreRunner } from "./index.js";

let test: TestServices;
let bucket: TestBucket;
beforeAll(async () => {
  bucket = await openTestBucket();
}, 60_000);
afterAll(() => bucket.close());
beforeEach(async () => {
  test = await openTestServices({ filesUrl: bucket.url() });
  await test.connection("cloud_api");
  await test.rows("INSERT INTO contact (name) VALUES ('Cliente')");
  await test.rows("INSERT INTO ticket (status, contact_id, connection_id) VALUES ('open', 1, 1)");
  await test.rows(
    `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, type, sent_at, media_state)
     VALUES (1, 1, 'phone:5511900000001', 'phone:5511900000001', false, 'A', 'document', now(), 'pending')`,
  );
  await insertChore(test.services.database.sql, {
    connectionId: 1,
    kind: "fetchMedia",
    subject: "1",
    input: { messageId: 1, descriptor: {} },
  });
});
afterEach(() => test.close());

/** Runs what is due, to its end. */
async function runDue(keeper: SessionKeeper): Promise<void> {
  const runner = createChoreRunner(test.services, keeper, () => undefined);
  while (await runner.takeNext());
  await runner.settle();
}

/** A connected session whose files cannot be had. */
const keeperRefusing = (error: Error): SessionKeeper => keeperOf({ fetchMedia: () => Promise.reject(error) });

const keeperOf = (...sessions: readonly Partial<GatewaySession>[]): SessionKeeper => {
  const kept = sessions.map((session, index) => {
    // Chores ask no more of a session and its keeper.
    return { connectionId: index + 1, api: "cloud_api", status: () => "CONNECTED", session } as unknown as KeptSession;
  });
  return { sessions: () => kept, session: (id: number) => kept[id - 1] } as unknown as SessionKeeper;
};

describe("a file that cannot be had", () => {
  it.each([
    ["ERR_FILE_EMPTY", "media"],
    ["ERR_FILE_TOO_LARGE", "unsupported"],
  ] as const)("says why at once where another try changes nothing: %s", async (code, kind) => {
    await runDue(keeperRefusing(new GatewayError(kind, "x", { code })));
    expect(await test.rows("SELECT media_state AS state, error ->> 'code' AS code FROM message")).toEqual([{ state: "failed", code }]);
    expect(await test.rows("SELECT 1 FROM gateway_chore")).toEqual([]);
    expect(await test.rows("SELECT 1 FROM live_event WHERE topic = 'ticket'")).toHaveLength(1);
  });

  it("is asked for again after a fault that may pass", async () => {
    await runDue(keeperRefusing(new GatewayError("media", "x")));
    expect(await test.rows("SELECT media_state AS state FROM message")).toEqual([{ state: "pending" }]);
    expect(await test.rows("SELECT attempts FROM gateway_chore WHERE ready_at > now()")).toEqual([{ attempts: 1 }]);
  });

  it("is kept for a person who asks again once the tries are used up, as long as the network may have it [D-081]", async () => {
    await test.rows("UPDATE gateway_chore SET attempts = 4");
    await runDue(keeperRefusing(new GatewayError("media", "x")));
    expect(await test.rows("SELECT media_state AS state, error ->> 'code' AS code FROM message")).toEqual([
      { state: "failed", code: "ERR_WAPP_DOWNLOAD_MEDIA" },
    ]);
    const kept = () => test.rows("SELECT attempts FROM gateway_chore WHERE ready_at = 'infinity'");
    expect(await kept()).toEqual([{ attempts: 0 }]);
    const { sql } = test.services.database;
    const now = Date.now();
    expect(await deleteParkedChores(sql, new Date(now - 60_000))).toBe(0);
    expect(await kept()).toHaveLength(1);
    expect(await deleteParkedChores(sql, new Date(now + 60_000))).toBe(1);
    expect(await kept()).toEqual([]);
  });

  it("is fetched again however long the storage of files is away, and then shown [D-257]", async () => {
    const fetched = path.join(test.folder, "fetched");
    const keeper = keeperOf({
      fetchMedia: async () => {
        await writeFile(fetched, "the file");
        return { path: fetched, mime: "text/plain", fileName: "a.txt", size: 8 };
      },
    });
    await test.rows("UPDATE gateway_chore SET attempts = 40");
    await bucket.set("busy");
    await runDue(keeper);
    expect(await test.rows("SELECT media_state AS state FROM message")).toEqual([{ state: "pending" }]);
    expect(await test.rows("SELECT 1 FROM gateway_chore WHERE ready_at > now() + interval '30 seconds'")).toHaveLength(1);
    await bucket.set("none");
    await test.rows("UPDATE gateway_chore SET ready_at = now()");
    await runDue(keeper);
    expect(await test.rows("SELECT media_state AS state, error FROM message")).toEqual([{ state: "ready", error: null }]);
    const [file] = await test.rows<{ path: string }>("SELECT path FROM file");
    expect(await test.services.files.size(file?.path ?? "")).toBe(8);
  });
});

describe("the two files of a picture in HD [D-411]", () => {
  const chore = (better: boolean) =>
    insertChore(test.services.database.sql, {
      connectionId: 1,
      kind: "fetchMedia",
      subject: better ? "-1" : "1",
      input: { messageId: 1, media: "document", descriptor: {}, better },
    });
  const keeperWith = (text: string) =>
    keeperOf({
      fetchMedia: async () => {
        await writeFile(path.join(test.folder, text), text);
        return { path: path.join(test.folder, text), mime: "text/plain", fileName: "a.txt" };
      },
    });
  const shown = () =>
    test.rows("SELECT m.media_state AS state, m.error, f.size FROM message m LEFT JOIN file f ON f.id = m.file_id WHERE m.id = 1");

  it.each([
    ["the smaller one first", [false, true]],
    ["the better one first", [true, false]],
  ])("end with the better one: %s", async (_order, order) => {
    await test.rows("DELETE FROM gateway_chore");
    for (const better of order) {
      await chore(better);
      await runDue(keeperWith(better ? "better" : "small"));
    }
    expect(await shown()).toEqual([{ state: "ready", error: null, size: 6 }]);
    expect(await test.rows("SELECT 1 FROM gateway_chore")).toEqual([]);
    const left = await test.rows<{ path: string }>(
      "SELECT path FROM file WHERE owner_kind = 'message' AND id = (SELECT file_id FROM message)",
    );
    expect(await test.services.files.size(left[0]?.path ?? "")).toBe(6);
  });

  it("leave the smaller one where the better one cannot be had", async () => {
    await runDue(keeperWith("small"));
    await chore(true);
    await runDue(keeperRefusing(new GatewayError("unsupported", "x", { code: "ERR_FILE_TOO_LARGE" })));
    expect(await shown()).toEqual([{ state: "ready", error: null, size: 5 }]);
    expect(await test.rows("SELECT 1 FROM gateway_chore")).toEqual([]);
  });
});

describe("chores of several numbers", () => {
  it("do not wait for the slow file of one of them, which has four at a time", async () => {
    const { sql } = test.services.database;
    await test.rows("INSERT INTO connection (name, api) VALUES ('Outra', 'cloud_api')");
    for (const callId of ["a", "b", "c", "e", "f"])
      await insertChore(sql, { connectionId: 1, kind: "rejectCall", subject: callId, input: { callId, peer: {} } });
    await insertChore(sql, { connectionId: 2, kind: "rejectCall", subject: "d", input: { callId: "d", peer: {} } });
    let finish: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (finish = resolve));
    const rejected: string[] = [];
    const keeper = keeperOf(
      { fetchMedia: () => slow.then(() => Promise.reject(new GatewayError("media", "x"))), rejectCall: () => slow },
      { rejectCall: async ({ id }) => void rejected.push(id) },
    );
    const runner = createChoreRunner(test.services, keeper, () => undefined);
    while (await runner.takeNext());
    const waiting = () => test.rows<{ id: number }>("SELECT connection_id AS id FROM gateway_chore WHERE ready_at <= now()");
    expect(await waiting()).toEqual([{ id: 1 }, { id: 1 }]);
    expect(rejected).toEqual(["d"]);
    finish();
    await runner.settle();
    expect(await runner.takeNext()).toBe(true);
    await runner.settle();
  });
});

describe("pictures and groups of new people", () => {
  it("are shown in place of what was there, and browsers hear of what they show", async () => {
    const ask = async (kind: "fetchPicture" | "describeGroup", session: Partial<GatewaySession>) => {
      await test.rows("DELETE FROM gateway_chore");
      await insertChore(test.services.database.sql, { connectionId: 1, kind, subject: "1", input: { contactId: 1, peer: {} } });
      await test.rows("DELETE FROM live_event");
      await runDue(keeperOf(session));
      const shown =
        "SELECT c.name, f.owner_kind AS of, c.picture_checked_at IS NOT NULL AS checked FROM contact c LEFT JOIN file f ON f.id = c.picture_file_id";
      return [await test.rows(shown), await test.rows("SELECT topic, payload ->> 'action' AS action FROM live_event")];
    };
    const heard = [{ topic: "contact", action: "update" }];
    const group = (subject: string) => ({ getGroup: () => Promise.resolve({ subject, description: "", participants: [] }) });
    expect(await ask("fetchPicture", {})).toEqual([[{ name: "Cliente", of: null, checked: true }], []]);
    expect(await ask("fetchPicture", { fetchPicture: fetchText })).toEqual([[{ name: "Cliente", of: "contact", checked: true }], heard]);
    expect(await ask("describeGroup", {})).toEqual([[{ name: "Cliente", of: "contact", checked: true }], []]);
    expect(await ask("describeGroup", group("Obra"))).toEqual([[{ name: "Cliente", of: "contact", checked: true }], []]);
    await test.rows("UPDATE contact SET name_from_network = true");
    expect(await ask("describeGroup", group("Obra"))).toEqual([[{ name: "Obra", of: "contact", checked: true }], heard]);
    expect(await ask("describeGroup", group("Obra"))).toEqual([[{ name: "Obra", of: "contact", checked: true }], []]);
    expect(await ask("fetchPicture", { fetchPicture: () => Promise.resolve(null) })).toEqual([
      [{ name: "Obra", of: null, checked: true }],
      [],
    ]);
  });

  it("are asked for one at a time and a pause apart, while files wait for nobody [D-314]", async () => {
    await test.rows("INSERT INTO setting (key, value) VALUES ('newContactPause', '5') ON CONFLICT (key) DO UPDATE SET value = '5'");
    await test.services.directory.refresh();
    for (const subject of ["1", "2"])
      await insertChore(test.services.database.sql, { connectionId: 1, kind: "fetchPicture", subject, input: { contactId: 1, peer: {} } });
    const clock = createManualClock("2026-11-20T12:00:00Z");
    let pictures = 0;
    let files = 0;
    const keeper = keeperOf({
      fetchPicture: async () => {
        pictures += 1;
        return null;
      },
      fetchMedia: () => {
        files += 1;
        return fetchText();
      },
    });
    const runner = createChoreRunner({ ...test.services, clock }, keeper, () => undefined);
    const work = async (afterMs: number): Promise<{ pictures: number; files: number }> => {
      clock.advance(afterMs);
      while (await runner.takeNext());
      await runner.settle();
      return { pictures, files };
    };
    expect(await work(0)).toEqual({ pictures: 1, files: 1 });
    expect(await work(4_900)).toEqual({ pictures: 1, files: 1 });
    expect(await work(200)).toEqual({ pictures: 2, files: 1 });
  });
});

describe("the end of work on a message's file", () => {
  it.each([
    ["a file that was fetched", () => runDue(keeperOf({ fetchMedia: fetchText })), "gateway_chore"],
    ["a file that cannot be had", () => runDue(keeperRefusing(new GatewayError("unsupported", "x"))), "message"],
  ] as const)(
    "waits for the ticket before anything else, so that it never deadlocks with a change of the message: %s",
    async (_what, end, table) => {
      let ended: Promise<void> = Promise.resolve();
      await test.services.database.transaction(async (tx) => {
        await tx.ask("SELECT 1 FROM ticket FOR UPDATE");
        ended = end();
        await until(async () => {
          const waiting = await test.rows("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
          return waiting.length === 1;
        });
        expect(await tx.ask("SELECT 1 FROM message FOR UPDATE NOWAIT")).toHaveLength(1);
        expect(await tx.ask(`SELECT 1 FROM ${table} FOR UPDATE NOWAIT`)).toHaveLength(1);
      });
      await ended;
      expect(await test.rows("SELECT 1 FROM live_event WHERE topic = 'ticket'")).toHaveLength(1);
    },
  );
});

async function fetchText(): Promise<FetchedMedia> {
  const fetched = path.join(test.folder, "fetched");
  await writeFile(fetched, "the file");
  return { path: fetched, mime: "text/plain", fileName: "a.txt" };
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patience(10_000);
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error("The condition never came true.");
    await sleep(5);
  }
}
