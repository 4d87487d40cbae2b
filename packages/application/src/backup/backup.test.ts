import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { openRestoration, openSnapshot, readBackupSizes } from "@balcao/database/backup";
import { isKeptSince } from "@balcao/database/live";
import { MIGRATIONS, runMigrations } from "@balcao/database/migrations";
import { addPartitions, AUDIT } from "@balcao/database/partitions";
import { openSqlPool, type Sql } from "@balcao/database/sql";
import { createArchive, readArchive } from "@balcao/platform/archive";
import { systemClock } from "@balcao/platform/clock";
import { createFileStore, type FileStore } from "@balcao/platform/files";
import { readEnv, type Env } from "@balcao/platform/env";
import { newUuid } from "@balcao/platform/ids";
import { createSilentLogger } from "@balcao/platform/logger";
import { readVolume } from "@balcao/platform/volumes";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { patience } from "@balcao/testing/patience";
import { migrateWhenReady } from "../startup/index.js";
import { checkBackup, createBackup, restoreBackup, settleRecovered, undoRestore } from "./index.js";
import { MANIFEST, writeManifest, type Manifest } from "./manifest.js";

const PASSPHRASE = "a long enough passphrase";
const quiet = (): void => undefined;

interface Place {
  readonly test: TestDatabase;
  readonly dataDir: string;
  readonly files: FileStore;
}

const onDisk = ({ dataDir }: Place, stored: string): string => path.join(dataDir, "files", stored);

/** Every table's content as one digest, without those that mean something on one server only. */
async function contentOf(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const tables = await sql.ask<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> ALL ('{schema_migration,live_event,live_floor,figure_state,backup}') ORDER BY relname`,
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await sql.ask<{ digest: string }>(
      `SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS digest FROM public."${name}" t`,
    );
    found.set(name, row?.digest ?? "");
  }
  return found;
}

/** What a database is made of besides its rows. */
const shapeOf = (sql: Sql) =>
  sql.ask(
    `SELECT 'index ' || indexdef AS part FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT format('trigger %s %s %s', tgrelid::regclass, tgname, tgenabled) FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT format('sequence %s %s', sequencename, last_value) FROM pg_sequences WHERE schemaname = 'public' AND sequencename NOT IN ('live_event_id_seq', 'backup_id_seq')
     UNION ALL SELECT format('partition %s %s', oid::regclass, pg_get_expr(relpartbound, oid)) FROM pg_class WHERE relispartition AND relkind = 'r' AND relnamespace = 'public'::regnamespace
     UNION ALL SELECT 'schema ' || nspname FROM pg_namespace WHERE nspname LIKE 'balcao%'
     ORDER BY 1`,
  );

/** How many entries of the audit are in each partition. */
const yearsOf = (sql: Sql) => sql.ask("SELECT tableoid::regclass::text AS name, count(*)::int AS n FROM audit_entry GROUP BY 1 ORDER BY 1");

/** Whether a restore waits for a lock; to be asked outside of a transaction, in which PostgreSQL answers the same again. */
async function isWaiting(sql: Pick<Sql, "ask">): Promise<boolean> {
  const waiting = await sql.ask(
    "SELECT FROM pg_stat_activity WHERE application_name = 'balcao-restore' AND datname = current_database() AND wait_event_type = 'Lock'",
  );
  return waiting.length > 0;
}

describe("a backup", () => {
  let folder: string;
  let origin: Place;
  let target: Place;
  const places: Place[] = [];

  async function openPlace(name: string): Promise<Place> {
    const test = await createTestDatabase({ poolSize: 3 });
    const dataDir = path.join(folder, name);
    await mkdir(dataDir);
    const files = createFileStore({ root: path.join(dataDir, "files"), blockedExtensions: [], clock: systemClock });
    const place = { test, dataDir, files };
    places.push(place);
    return place;
  }

  const backupOf = ({ test, dataDir, files }: Place) => ({
    databaseUrl: test.url,
    dataDir,
    sql: test.database.sql,
    files,
    clock: systemClock,
    version: "1.2.3",
    secretVariables: ["JWT_SECRET"],
    readVolume,
    onStep: quiet,
  });
  const backUp = (name: string, passphrase: string | null = null) =>
    createBackup({ ...backupOf(origin), target: path.join(folder, name), passphrase });
  const restore = (place: Place, name: string, more: { passphrase?: string; isReplacing?: boolean; given?: Env["givenSecrets"] } = {}) =>
    restoreBackup({
      databaseUrl: place.test.url,
      dataDir: place.dataDir,
      files: place.files,
      clock: systemClock,
      file: path.join(folder, name),
      passphrase: more.passphrase ?? null,
      isReplacing: more.isReplacing ?? true,
      givenSecrets: more.given ?? null,
      readVolume,
      onStep: quiet,
    });

  const undo = ({ test, dataDir, files }: Place) => undoRestore({ databaseUrl: test.url, dataDir, files, clock: systemClock });

  /** A message with a file: the file is on disk first, then both rows are committed together. */
  async function addMessage({ test, files }: Place, text: string): Promise<void> {
    const limits = { originalName: "a.txt", declaredMime: "text/plain", maxBytes: 1_000_000 };
    const stored = await files.write(Readable.from([Buffer.from(`content of ${text}`)]), limits);
    await test.database.transaction(async (tx) => {
      const [row] = await tx.ask<{ id: number }>(
        `INSERT INTO message (ticket_id, contact_id, connection_id, chat, author, from_me, type, body, sent_at)
         SELECT id, contact_id, connection_id, 'phone:1', 'phone:1', false, 'chat', $1, now() FROM ticket LIMIT 1 RETURNING id`,
        [text],
      );
      await tx.ask(
        `INSERT INTO file (id, path, sha256, size, mime, extension, original_name, owner_kind, owner_id) VALUES ($1, $2, $3, $4, 'text/plain', 'txt', $5, 'message', $6)`,
        [stored.id, stored.path, stored.sha256, stored.size, text, row?.id],
      );
    });
  }

  async function fill(place: Place): Promise<void> {
    const { sql } = place.test.database;
    await sql.ask("INSERT INTO queue (name, color) VALUES ('Vendas', '#ff0000')");
    await sql.ask("INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@balcao.test', 'x', 'admin')");
    await sql.ask("INSERT INTO connection (name, api, status) VALUES ('Loja', 'meow', 'CONNECTED')");
    await sql.ask(
      "INSERT INTO contact (name, number) SELECT 'Cliente \\ com\ttab ' || n || E'\\n', '55119' || n FROM generate_series(10000000, 10000300) n",
    );
    await sql.ask("INSERT INTO ticket (status, contact_id, connection_id) SELECT 'pending', id, 1 FROM contact ORDER BY id LIMIT 50");
    await sql.ask("INSERT INTO audit_entry (source, action, description) VALUES ('server', 'ticket.open', 'ação')");
    await place.test.database.transaction((tx) => addPartitions(tx, AUDIT, new Date("2199-06-01T00:00:00Z")));
    for (const at of ["2020-02-02T00:00:00Z", "2200-02-02T00:00:00Z", "2222-02-02T00:00:00Z"])
      await sql.ask("INSERT INTO audit_entry (source, action, at) VALUES ('server', 'ticket.open', $1)", [at]);
    await sql.ask("INSERT INTO live_event (topic, payload) VALUES ('ticket', '{}')");
    await sql.ask(
      `INSERT INTO schedule (message, recurrence, send_at, all_contacts, next_due) VALUES ('Bom dia', 'every_day', now() - interval '40 days', true, now() - interval '1 hour')`,
    );
    for (const text of ["um", "dois", "três"]) await addMessage(place, text);
    await writeFile(path.join(place.dataDir, "secrets.json"), '{"kept":"of the origin"}', { mode: 0o600 });
  }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "balcao-backup-"));
    origin = await openPlace("origin");
    target = await openPlace("target");
    await fill(origin);
  }, 120_000);
  afterAll(async () => {
    for (const { test } of places) await test.close();
    await rm(folder, { recursive: true, force: true });
  });

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

  it("that would take the last tenth of the data's disk, or more than there is, is not begun and says what it needs [P-9]", async () => {
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
        for (; !isOver; written++) await addMessage(origin, `während ${written}`);
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
      await restoration.begin(snapshot.migrations, snapshot.tables);
      await restoration.close();
      await snapshot.close();
      await expect(migrateWhenReady(target.test.url, createSilentLogger(), new AbortController().signal)).rejects.toThrow(
        /A restore of this database was interrupted/,
      );
      expect(await undo(target)).toBe(true);
      expect(await undo(target)).toBe(false);
      expect([await contentOf(sql), await shapeOf(sql)]).toEqual(before);
    },
    patience(60_000),
  );

  it(
    "whose restore is killed when its secrets and files are in place is undone as a whole",
    async () => {
      await backUp("killed", PASSPHRASE);
      const place = await openPlace("killed place");
      const secrets = path.join(place.dataDir, "secrets.json");
      await fill(place);
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
        let isLocked = false;
        const adopt: FileStore["adopt"] = async (...args) => {
          if (!isLocked) await tx.ask("LOCK TABLE balcao_before_restore.setting IN ACCESS SHARE MODE");
          isLocked = true;
          return place.files.adopt(...args);
        };
        const restoring = restore({ ...place, files: { ...place.files, adopt } }, "killed", { passphrase: PASSPHRASE });
        const failed = expect(restoring).rejects.toThrow();
        for (const deadline = Date.now() + patience(20_000); !(await isWaiting(sql));) expect(Date.now()).toBeLessThan(deadline);
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
      const [cursor] = await sql.ask<{ text: string }>("SELECT pg_current_snapshot()::text AS text");
      expect(await isKeptSince(sql, cursor?.text ?? "")).toBe(true);
      const settle = () => settleRecovered({ databaseUrl: url, clock: systemClock });

      const inUse = openSqlPool({ url, applicationName: "balcao-worker 7 abc", poolSize: 1 });
      await inUse.sql.ask("SELECT 1");
      await expect(settle()).rejects.toThrow(/Balcão uses this database \(balcao-worker\)/);
      await inUse.close();
      expect(await settle()).toEqual({ settledSends: 1, skippedSchedules: 1 });
      expect(await settle()).toEqual({ settledSends: 0, skippedSchedules: 0 });
      expect(await sql.ask("SELECT DISTINCT state FROM outbox")).toEqual([{ state: "unknown" }]);
      expect(await sql.ask("SELECT count(*)::int AS n FROM live_event")).toEqual([{ n: 0 }]);
      expect(await sql.ask("SELECT count(*)::int AS n FROM session_lease WHERE owner IS NOT NULL")).toEqual([{ n: 0 }]);
      // A browser that comes back with a position of before reads everything again.
      expect(await isKeptSince(sql, cursor?.text ?? "")).toBe(false);
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
    "of an older version is migrated after it was restored",
    async () => {
      const before = await runMigrations(target.test.url);
      expect(before).toEqual([]);
      await forge(
        "sending",
        "older",
        (manifest) => ({
          ...manifest,
          migrations: manifest.migrations.filter((name) => name !== "0041-backups"),
          tables: manifest.tables.filter(({ name }) => name !== "backup"),
          sequences: manifest.sequences.filter(({ name }) => name !== "backup_id_seq"),
        }),
        (name) => !name.startsWith("database/backup/"),
      );
      await restore(target, "older");
      expect(await target.test.database.sql.ask("SELECT count(*)::int AS n FROM backup")).toEqual([{ n: 0 }]);
      expect(await shapeOf(target.test.database.sql)).toEqual(await shapeOf(origin.test.database.sql));
    },
    patience(60_000),
  );

  it(
    "of a version before partitions has them after it was restored",
    async () => {
      const { sql } = target.test.database;
      await sql.ask("DROP SCHEMA public CASCADE");
      await sql.ask("CREATE SCHEMA public");
      await runMigrations(target.test.url, { only: MIGRATIONS.map(({ name }) => name).filter((name) => name < "0053") });
      await sql.ask("INSERT INTO audit_entry (source, action, description) VALUES ('server', 'ticket.open', 'before')");
      const before = await sql.ask("SELECT * FROM audit_entry");
      await createBackup({ ...backupOf(target), target: path.join(folder, "unpartitioned"), passphrase: null });
      await restore(target, "unpartitioned");
      expect(await sql.ask("SELECT * FROM audit_entry")).toEqual(before);
      expect(await sql.ask("SELECT e.at = u.at AS known FROM audit_entry e JOIN audit_unsealed u ON u.entry_id = e.id")).toEqual([
        { known: true },
      ]);
      expect((await yearsOf(sql)).length).toBe(1);
      await expect(sql.ask("DELETE FROM audit_entry")).rejects.toThrow("append-only");
    },
    patience(60_000),
  );

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
