import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { openRestoration, openSnapshot, readBackupSizes } from "@balcao/database/backup";
import { isKeptSince } from "@balcao/database/live";
import { MIGRATIONS, REPLACED } from "@balcao/database/migrations";
import { openSqlPool } from "@balcao/database/sql";
import { createArchive, readArchive } from "@balcao/platform/archive";
import { systemClock } from "@balcao/platform/clock";
import type { FileStore } from "@balcao/platform/files";
import { readEnv } from "@balcao/platform/env";
import { newUuid } from "@balcao/platform/ids";
import { createSilentLogger } from "@balcao/platform/logger";
import { patience } from "@balcao/testing/patience";
import { migrateWhenReady } from "../startup/index.js";
import { contentOf, isWaiting, onDisk, openBackupScene, shapeOf, yearsOf, type BackupScene, type Place } from "./backupScene.fixture.js";
import { checkBackup, createBackup, settleRecovered } from "./index.js";
import { MANIFEST, writeManifest, type Manifest } from "./manifest.js";

const PASSPHRASE = "a long enough passphrase";
const BASELINE = MIGRATIONS[0]?.name;
const quiet = (): void => undefined;

describe("a backup", () => {
  let scene: BackupScene;
  let folder: string;
  let origin: Place;
  let target: Place;
  const backUp = (name: string, passphrase: string | null = null) => scene.backUp(origin, name, passphrase);
  const backupOf = (place: Place) => scene.backupOf(place);
  const restore = (...args: Parameters<BackupScene["restore"]>) => scene.restore(...args);
  const undo = (place: Place) => scene.undo(place);

  beforeAll(async () => {
    scene = await openBackupScene();
    folder = scene.folder;
    origin = await scene.openPlace("origin");
    target = await scene.openPlace("target");
    await scene.fill(origin);
  }, 120_000);
  afterAll(() => scene.close());

  it(
    "that is encrypted restores every row, file, index, trigger, sequence and secret into another database",
    async () => {
      const { rows, files } = await backUp("sealed", PASSPHRASE);
      expect(files).toEqual({ count: 3, bytes: "content of ".length * 3 + Buffer.byteLength("umdoistrês"), missing: 0 });
      const { manifest, settledSends } = await restore(target, "sealed", { passphrase: PASSPHRASE });
      expect(manifest.tables.reduce((sum, table) => sum + table.rows, 0)).toBe(rows);
      expect(settledSends).toBe(0);
      const [was, is] = [await contentOf(origin.test.database.sql), await contentOf(target.test.database.sql)];
      expect([...is].filter(([name, digest]) => was.get(name) !== digest).map(([name]) => name)).toEqual(["schedule"]);
      expect([...is.keys()]).toEqual([...was.keys()]);
      expect(await shapeOf(target.test.database.sql)).toEqual(await shapeOf(origin.test.database.sql));
      expect(await yearsOf(target.test.database.sql)).toEqual(await yearsOf(origin.test.database.sql));
      const paths = (await origin.test.database.sql.ask<{ path: string }>("SELECT path FROM file")).map((row) => row.path);
      for (const stored of paths) expect(await readFile(onDisk(target, stored))).toEqual(await readFile(onDisk(origin, stored)));
      expect(await readFile(path.join(target.dataDir, "secrets.json"), "utf8")).toBe('{"kept":"of the origin"}');
      expect(await origin.test.database.sql.ask("SELECT files, encrypted FROM backup ORDER BY id DESC LIMIT 1")).toEqual([
        { files: 3, encrypted: true },
      ]);
    },
    patience(60_000),
  );

  it("that would take the last tenth of the data's disk, or more than there is, is not begun and says what it needs [P-9, B-06]", async () => {
    const { sql } = origin.test.database;
    const { tableBytes, fileBytes } = await readBackupSizes(sql);
    const needed = fileBytes + tableBytes / 2;
    const target = path.join(folder, "too large");
    const fill = (freeBytes: number, totalBytes: number) =>
      createBackup({ ...backupOf(origin), target, passphrase: null, readVolume: async () => ({ freeBytes, totalBytes }) });
    await expect(fill(needed + 100, 1_001)).rejects.toThrow(/^The backup needs about .* has .* free, of which .* nothing was written\.$/);
    await expect(fill(needed - 1, 0)).rejects.toThrow(/^The backup needs about .* free\. /);
    expect((await readdir(folder)).filter((name) => name.includes("too large"))).toEqual([]);
    await fill(needed + 101, 1_000);
  });

  it(
    "of a database that is written to holds one moment: each of its messages has its file",
    async () => {
      let isOver = false;
      let written = 0;
      const writing = (async () => {
        for (; !isOver; written++) await scene.addMessage(origin, `während ${written}`);
      })();
      await backUp("busy");
      const during = written;
      isOver = true;
      await writing;
      expect(during).toBeGreaterThan(0);
      await restore(target, "busy");
      const { sql } = target.test.database;
      const [counts] = await sql.ask<{ messages: number; files: number }>(
        "SELECT (SELECT count(*) FROM message)::int AS messages, (SELECT count(*) FROM file)::int AS files",
      );
      expect(counts?.messages).toBe(counts?.files);
      expect(counts?.messages).toBeLessThan(3 + written);
      for (const row of await sql.ask<{ path: string; name: string }>("SELECT path, original_name AS name FROM file"))
        expect(await readFile(onDisk(target, row.path), "utf8")).toBe(`content of ${row.name}`);
    },
    patience(60_000),
  );

  it(
    "is refused where variables give other secrets than it has, and nothing is changed, unless that is intended",
    async () => {
      await backUp("other secrets");
      const { sql } = target.test.database;
      await sql.ask("INSERT INTO queue (name, color) VALUES ('Só aqui', '#00ff00')");
      const given = readEnv({ DATABASE_URL: "postgres://a@b/c", SESSION_ENCRYPTION_KEY: "s".repeat(40) }).givenSecrets;
      const before = await contentOf(sql);
      await expect(restore(target, "other secrets", { given })).rejects.toThrow(
        "SESSION_ENCRYPTION_KEY comes from variables or files here",
      );
      expect(await contentOf(sql)).toEqual(before);
      await restore(target, "other secrets");
      expect(await sql.ask("SELECT name FROM queue")).toEqual([{ name: "Vendas" }]);
    },
    patience(60_000),
  );

  it(
    "that is cut, damaged or of a newer version is refused, and nothing is changed",
    async () => {
      await backUp("whole");
      const before = [await contentOf(target.test.database.sql), await readdir(target.dataDir, { recursive: true })];
      const whole = await readFile(path.join(folder, "whole"));
      await writeFile(path.join(folder, "cut"), whole.subarray(0, whole.length - 2_000));
      const changed = Buffer.from(whole);
      changed[1_000] = (changed[1_000] ?? 0) ^ 1;
      await writeFile(path.join(folder, "changed"), changed);
      await expect(restore(target, "cut")).rejects.toThrow(/cut or damaged.*Nothing was changed/);
      await expect(restore(target, "changed")).rejects.toThrow(/cut or damaged.*Nothing was changed/);
      await forge("whole", "newer", (manifest) => ({ ...manifest, migrations: [...manifest.migrations, "9999-future"] }));
      await expect(restore(target, "newer")).rejects.toThrow(/made by a newer version of Balcão \(9999-future\)\. Nothing was changed/);
      await expect(restore(target, "whole", { isReplacing: false })).rejects.toThrow(/already holds an installation.*--replace/);
      expect([await contentOf(target.test.database.sql), await readdir(target.dataDir, { recursive: true })]).toEqual(before);
    },
    patience(60_000),
  );

  it(
    "that fails while it is restored leaves the earlier installation as it was",
    async () => {
      await backUp("good");
      await forge("good", "wrong", (manifest) => ({
        ...manifest,
        tables: manifest.tables.map((table) => (table.name === "contact" ? { ...table, rows: table.rows + 1 } : table)),
      }));
      const { sql } = target.test.database;
      await sql.ask("UPDATE setting SET value = 'earlier' WHERE key = 'userCreation'");
      const before = [await contentOf(sql), await shapeOf(sql)];
      await expect(restore(target, "wrong")).rejects.toThrow(/contact has 301 of 302 rows/);
      expect([await contentOf(sql), await shapeOf(sql)]).toEqual(before);
      await checkBackup(path.join(folder, "good"), null);
    },
    patience(60_000),
  );

  it(
    "whose restore is killed keeps the product from starting until it is restored again or undone",
    async () => {
      const { sql } = target.test.database;
      const before = [await contentOf(sql), await shapeOf(sql)];
      const snapshot = await openSnapshot(origin.test.url);
      const restoration = await openRestoration(target.test.url, { isReplacing: true, onStep: quiet });
      await restoration.begin("of a folder that is gone", snapshot.migrations, snapshot.tables);
      await restoration.close();
      await snapshot.close();
      await expect(migrateWhenReady(target.test.url, createSilentLogger(), new AbortController().signal)).rejects.toThrow(
        /A restore of this database was interrupted/,
      );
      const half = createBackup({ ...backupOf(target), target: path.join(folder, "half"), passphrase: null });
      await expect(half).rejects.toThrow(/^A restore of this database is under way or was interrupted: .* Nothing was written\./);
      expect((await readdir(folder)).filter((name) => name.includes("half"))).toEqual([]);
      await expect(undo(target)).rejects.toThrow(/ran with another data folder than .*Nothing was changed\..*--undo --without-journal/);
      await expect(migrateWhenReady(target.test.url, createSilentLogger(), new AbortController().signal)).rejects.toThrow("interrupted");
      expect(await scene.undo(target, true)).toBe(true);
      expect(await undo(target)).toBe(false);
      expect([await contentOf(sql), await shapeOf(sql)]).toEqual(before);
    },
    patience(60_000),
  );

  it(
    "whose restore is killed when its secrets and files are in place is undone as a whole",
    async () => {
      await backUp("killed", PASSPHRASE);
      const place = await scene.openPlace("killed place");
      const secrets = path.join(place.dataDir, "secrets.json");
      await scene.fill(place);
      await writeFile(secrets, '{"kept":"of the earlier one"}', { mode: 0o600 });
      const { sql } = place.test.database;
      const filesOf = async () =>
        (await readdir(place.dataDir, { recursive: true, withFileTypes: true }))
          .filter((each) => each.isFile())
          .map((each) => path.join(each.parentPath, each.name))
          .sort();
      const stateOf = async () => [await contentOf(sql), await shapeOf(sql), await filesOf()];
      const before = await stateOf();
      // Its last step waits for this lock, and its connection is ended then: nothing runs after that, as after a kill.
      await place.test.database.transaction(async (tx) => {
        // The restore may take longer than a transaction of the product may be idle.
        await tx.ask("SET LOCAL idle_in_transaction_session_timeout = 0");
        let isLocked = false;
        const adopt: FileStore["adopt"] = async (...args) => {
          if (!isLocked) await tx.ask("LOCK TABLE balcao_before_restore.setting IN ACCESS SHARE MODE");
          isLocked = true;
          return place.files.adopt(...args);
        };
        const restoring = restore({ ...place, files: { ...place.files, adopt } }, "killed", { passphrase: PASSPHRASE });
        const failed = expect(restoring).rejects.toThrow(
          /could not be put back now\. The earlier installation is aside.* run restore with --undo/,
        );
        let hasEnded = false;
        const end = (): void => void (hasEnded = true);
        void restoring.then(end, end);
        // However long it takes beside other work, it waits before it ends.
        while (!(await isWaiting(sql))) expect(hasEnded).toBe(false);
        expect(await readFile(secrets, "utf8")).toBe('{"kept":"of the origin"}');
        await sql.ask(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'balcao-restore' AND datname = current_database()",
        );
        await failed;
      });
      await expect(migrateWhenReady(place.test.url, createSilentLogger(), new AbortController().signal)).rejects.toThrow("interrupted");
      expect(await readFile(secrets, "utf8")).toBe('{"kept":"of the origin"}');
      expect(await undo(place)).toBe(true);
      expect(await readFile(secrets, "utf8")).toBe('{"kept":"of the earlier one"}');
      expect(await stateOf()).toEqual(before);
    },
    patience(60_000),
  );

  it(
    "never sends again what may have been sent since: such sends become unknown, and due moments of schedules are passed over",
    async () => {
      const { sql } = origin.test.database;
      for (const state of ["queued", "handed"])
        await sql.ask(
          `INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer, state) VALUES ($1, (SELECT id FROM message WHERE id NOT IN (SELECT message_id FROM outbox) LIMIT 1), 1, $2, 'agent', '{}', $2)`,
          [newUuid(), state],
        );
      await backUp("sending");
      const { settledSends, skippedSchedules } = await restore(target, "sending");
      expect({ settledSends, skippedSchedules }).toEqual({ settledSends: 2, skippedSchedules: 1 });
      const restored = target.test.database.sql;
      expect(await restored.ask("SELECT o.state, m.error->>'code' AS code FROM outbox o JOIN message m ON m.id = o.message_id")).toEqual([
        { state: "unknown", code: "ERR_SENDING_WAPP_MSG" },
        { state: "unknown", code: "ERR_SENDING_WAPP_MSG" },
      ]);
      expect(await restored.ask("SELECT next_due > now() AS later, (SELECT count(*)::int FROM send_run) AS runs FROM schedule")).toEqual([
        { later: true, runs: 0 },
      ]);
      // Live events name transactions of the server that wrote them.
      expect(await restored.ask("SELECT count(*)::int AS n FROM live_event")).toEqual([{ n: 0 }]);
    },
    patience(60_000),
  );

  it(
    "is not needed where PostgreSQL itself went back: the same is settled in place, once, and only while nothing else uses the database",
    async () => {
      const { url, database } = target.test;
      const { sql } = database;
      await restore(target, "sending");
      await sql.ask("UPDATE outbox SET state = 'handed', doubted = false WHERE id = (SELECT id FROM outbox LIMIT 1)");
      await sql.ask("UPDATE session_lease SET owner = gen_random_uuid()");
      await sql.ask("UPDATE schedule SET next_due = now() - interval '1 hour'");
      await sql.ask("INSERT INTO live_event (topic, payload) VALUES ('ticket', '{}')");
      // A snapshot is of the whole server: transactions of other databases that are older than the restore hold it back until they end.
      const cursorOfNow = async () => (await sql.ask<{ text: string }>("SELECT pg_current_snapshot()::text AS text"))[0]?.text ?? "";
      const deadline = performance.now() + patience(20_000);
      let cursor = await cursorOfNow();
      while (!(await isKeptSince(sql, cursor)) && performance.now() < deadline) cursor = await cursorOfNow();
      expect(await isKeptSince(sql, cursor)).toBe(true);
      const settle = () => settleRecovered({ databaseUrl: url, clock: systemClock });

      const inUse = openSqlPool({ url, applicationName: "balcao-worker 7 abc", poolSize: 1 });
      await inUse.sql.ask("SELECT 1");
      await expect(settle()).rejects.toThrow(/Balcão uses this database \(balcao-worker\)/);
      await inUse.close();
      // The server ends its side of the connection when it comes to it.
      const isInUse = () =>
        sql.ask("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'balcao-worker%'");
      while ((await isInUse()).length > 0 && performance.now() < deadline);
      expect(await settle()).toEqual({ settledSends: 1, skippedSchedules: 1 });
      expect(await settle()).toEqual({ settledSends: 0, skippedSchedules: 0 });
      expect(await sql.ask("SELECT DISTINCT state FROM outbox")).toEqual([{ state: "unknown" }]);
      expect(await sql.ask("SELECT count(*)::int AS n FROM live_event")).toEqual([{ n: 0 }]);
      expect(await sql.ask("SELECT count(*)::int AS n FROM session_lease WHERE owner IS NOT NULL")).toEqual([{ n: 0 }]);
      // A browser that comes back with a position of before reads everything again.
      expect(await isKeptSince(sql, cursor)).toBe(false);
      expect(await sql.ask("SELECT count(*)::int AS n FROM message")).toEqual(
        await origin.test.database.sql.ask("SELECT count(*)::int AS n FROM message"),
      );
    },
    patience(60_000),
  );

  it("holds no table whose columns mean something on one server only, and no partition that was taken out", async () => {
    const takenOut = ["audit_entry_2001", "audit_entry_until_2001", "live_event_2001_01_01"];
    for (const name of takenOut) await origin.test.database.sql.ask(`CREATE TABLE ${name} (id int)`);
    const snapshot = await openSnapshot(origin.test.url);
    const copied = snapshot.tables.map(({ name }) => name);
    await snapshot.close();
    for (const name of takenOut) await origin.test.database.sql.ask(`DROP TABLE ${name}`);
    expect(copied.filter((name) => takenOut.includes(name))).toEqual([]);
    const bound = await origin.test.database.sql.ask<{ name: string }>(
      `SELECT DISTINCT attrelid::regclass::text AS name FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND atttypid = ANY ('{xid,xid8,pg_snapshot,pg_lsn,oid}'::regtype[]) AND attnum > 0`,
    );
    expect(bound.map(({ name }) => name).sort()).toEqual(["live_event", "live_floor"]);
    expect(copied.filter((name) => bound.some((each) => each.name === name))).toEqual([]);
  });

  it(
    "of the last version before the baseline is restored as one of the baseline",
    async () => {
      await forge("sending", "last", (manifest) => ({
        ...manifest,
        migrations: [...REPLACED, ...manifest.migrations.filter((name) => name !== BASELINE)],
      }));
      await restore(target, "last");
      const { sql } = target.test.database;
      expect(await shapeOf(sql)).toEqual(await shapeOf(origin.test.database.sql));
      expect(await sql.ask("SELECT name FROM schema_migration ORDER BY name")).toEqual(MIGRATIONS.map(({ name }) => ({ name })));
    },
    patience(60_000),
  );

  it("of a version before that is refused with the commit to pass through, and nothing is changed", async () => {
    await forge("sending", "older", (manifest) => ({ ...manifest, migrations: REPLACED.slice(0, -1) }));
    const before = await contentOf(target.test.database.sql);
    await expect(restore(target, "older")).rejects.toThrow(
      /^The backup is of an old version of Balcão .*Nothing was changed\..*git checkout/,
    );
    expect(await contentOf(target.test.database.sql)).toEqual(before);
  });

  /** Copies a backup with another manifest and a digest that fits. */
  async function forge(
    from: string,
    to: string,
    change: (manifest: Manifest) => Manifest,
    keeps: (name: string) => boolean = () => true,
  ): Promise<void> {
    const archive = await createArchive(path.join(folder, to), null);
    const { sha256: _old, ...manifest } = change((await checkBackup(path.join(folder, from), null)).manifest);
    await readArchive(path.join(folder, from), null, async (entry) => {
      if (entry.name !== MANIFEST && keeps(entry.name)) await archive.add(entry.name, await entry.read(10_000_000));
    });
    await archive.add(MANIFEST, writeManifest({ ...manifest, sha256: archive.digest() }));
    await archive.close();
  }
});
