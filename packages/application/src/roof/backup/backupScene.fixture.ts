import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { addPartitions, AUDIT } from "@balcao/database/partitions";
import type { Sql } from "@balcao/database/sql";
import { systemClock } from "@balcao/platform/clock";
import type { Env } from "@balcao/platform/env";
import { createFileStore, type FileStore } from "@balcao/platform/files";
import { readVolume } from "@balcao/platform/volumes";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { createBackup, restoreBackup, undoRestore } from "./index.js";

const quiet = (): void => undefined;

/** An installation: a database, a data folder and its files. */
export interface Place {
  readonly test: TestDatabase;
  readonly dataDir: string;
  readonly files: FileStore;
}

export const onDisk = ({ dataDir }: Place, stored: string): string => path.join(dataDir, "files", stored);

/** Every table's content as one digest, without those that mean something on one server only. */
export async function contentOf(sql: Sql): Promise<ReadonlyMap<string, string>> {
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
export const shapeOf = (sql: Sql) =>
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
export const yearsOf = (sql: Sql) =>
  sql.ask("SELECT tableoid::regclass::text AS name, count(*)::int AS n FROM audit_entry GROUP BY 1 ORDER BY 1");

/** Whether a restore, or a backup, waits for a lock; to be asked outside of a transaction, in which PostgreSQL answers the same again. */
export async function isWaiting(sql: Pick<Sql, "ask">, name = "balcao-restore"): Promise<boolean> {
  const waiting = await sql.ask(
    "SELECT FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database() AND wait_event_type = 'Lock'",
    [name],
  );
  return waiting.length > 0;
}

/** Whether a program has a connection of this name; to be asked outside of a transaction. */
export async function isConnected(sql: Pick<Sql, "ask">, name: string): Promise<boolean> {
  const found = await sql.ask("SELECT FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()", [name]);
  return found.length > 0;
}

/** A folder for backups, with installations that are made in it. */
export async function openBackupScene() {
  const folder = await mkdtemp(path.join(tmpdir(), "balcao-backup-"));
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
  const backUp = (place: Place, name: string, passphrase: string | null = null) =>
    createBackup({ ...backupOf(place), target: path.join(folder, name), passphrase });
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

  const undo = ({ test, dataDir, files }: Place, isJournalLost = false) =>
    undoRestore({ databaseUrl: test.url, dataDir, files, clock: systemClock, isJournalLost });

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

  const close = async (): Promise<void> => {
    for (const { test } of places) await test.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, openPlace, backupOf, backUp, restore, undo, addMessage, fill, close };
}
export type BackupScene = Awaited<ReturnType<typeof openBackupScene>>;
