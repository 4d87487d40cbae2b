import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { openSnapshot } from "@balcao/database/backup";
import { RUNNER_LOCK } from "@balcao/database/migrations";
import { openDatabase, type Database } from "@balcao/database/sql";
import { readEnv } from "@balcao/platform/env";
import { createSealer } from "@balcao/platform/secrets";
import { patience } from "@balcao/testing/patience";
import {
  contentOf,
  isConnected,
  isWaiting,
  onDisk,
  openBackupScene,
  shapeOf,
  type BackupScene,
  type Place,
} from "./backupScene.fixture.js";
import { createBackup } from "./index.js";

describe("a backup", () => {
  let scene: BackupScene;
  let target: Place;
  /** With rows and files. */
  let filled: Place;

  beforeAll(async () => {
    scene = await openBackupScene();
    target = await scene.openPlace("target");
    filled = await scene.openPlace("filled");
    await scene.fill(filled);
  }, 120_000);
  afterAll(() => scene.close());

  it(
    "is not made of the empty tables of a restore that begins in the same moment",
    async () => {
      const { test } = await scene.openPlace("same moment");
      let refused: Promise<void> = Promise.resolve();
      await test.database.transaction(async (tx) => {
        await tx.ask("LOCK TABLE contact IN ACCESS EXCLUSIVE MODE");
        refused = expect(openSnapshot(test.url)).rejects.toThrow("A restore of this database is under way");
        const deadline = Date.now() + patience(20_000);
        while (!(await isWaiting(test.database.sql, "balcao-backup"))) expect(Date.now()).toBeLessThan(deadline);
        await tx.ask("CREATE SCHEMA balcao_before_restore");
        await tx.ask("ALTER TABLE contact SET SCHEMA balcao_before_restore");
        await tx.ask("CREATE TABLE contact (LIKE balcao_before_restore.contact)");
      });
      await refused;
    },
    patience(30_000),
  );

  it(
    "is not restored over what no backup has: years taken out of the audit, and what the operator added",
    async () => {
      await scene.backUp(target, "foreign");
      const { sql } = target.test.database;
      for (const text of [
        "CREATE TABLE audit_entry_2001 (id int)",
        "CREATE TABLE live_event_2001_01_01 (id int)",
        "CREATE TABLE crm_customer (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY)",
        "CREATE SEQUENCE crm_number",
        "CREATE MATERIALIZED VIEW crm_day AS SELECT count(*) FROM ticket",
        "CREATE SCHEMA crm",
        "CREATE VIEW crm.open AS SELECT id FROM ticket",
        "CREATE FUNCTION crm_sum() RETURNS int LANGUAGE sql AS 'SELECT 1'",
      ])
        await sql.ask(text);
      const before = [await contentOf(sql), await shapeOf(sql)];
      await expect(scene.restore(target, "foreign")).rejects.toThrow(
        "in no backup: audit_entry_2001, crm.open, crm_customer, crm_day, crm_number, crm_sum(). Nothing was changed.",
      );
      expect([await contentOf(sql), await shapeOf(sql)]).toEqual(before);
      await sql.ask("DROP TABLE audit_entry_2001");
      await sql.ask("DROP MATERIALIZED VIEW crm_day");
      await sql.ask("DROP VIEW crm.open");
      await sql.ask("DROP FUNCTION crm_sum");
      await sql.ask("ALTER TABLE crm_customer SET SCHEMA crm");
      await sql.ask("ALTER SEQUENCE crm_number SET SCHEMA crm");
      await scene.restore(target, "foreign");
      expect(await sql.ask("SELECT count(*)::int AS n FROM crm.crm_customer")).toEqual([{ n: 0 }]);
      await sql.ask("DROP SCHEMA crm CASCADE");
    },
    patience(60_000),
  );

  it(
    "is undone where the keys of its numbers were sealed with a secret of a variable that is another one here",
    async () => {
      const [then, now] = ["a".repeat(40), "b".repeat(40)];
      const given = (SESSION_ENCRYPTION_KEY: string) => ({
        given: readEnv({ DATABASE_URL: "postgres://a@b/c", SESSION_ENCRYPTION_KEY }).givenSecrets,
      });
      const origin = await scene.openPlace("sealed origin");
      await origin.test.database.sql.ask(
        "INSERT INTO connection (name, api, status, account_sealed) VALUES ('Loja', 'meow', 'CONNECTED', $1)",
        [createSealer(then).seal("{}", "account")],
      );
      const options = { ...scene.backupOf(origin), secretVariables: ["SESSION_ENCRYPTION_KEY"] };
      await createBackup({ ...options, target: path.join(scene.folder, "of variables"), passphrase: null });
      const { sql } = target.test.database;
      await sql.ask("INSERT INTO queue (name, color) VALUES ('Earlier', '#00ff00')");
      const before = [await contentOf(sql), await shapeOf(sql)];
      await expect(scene.restore(target, "of variables", given(now))).rejects.toThrow(
        /^The keys of 1 connection\(s\) in the backup were sealed with another secret .*\nSet SESSION_ENCRYPTION_KEY to the value that it had/,
      );
      expect([await contentOf(sql), await shapeOf(sql)]).toEqual(before);
      await scene.restore(target, "of variables", given(then));
      expect(await sql.ask("SELECT name FROM connection")).toEqual([{ name: "Loja" }]);
    },
    patience(60_000),
  );

  it(
    "is not restored while any other program of Balcão uses or migrates the database; the doctor may look",
    async () => {
      await scene.backUp(target, "in use");
      const { test } = target;
      const use = async (applicationName: string, work: (database: Database) => Promise<void>): Promise<void> => {
        const database = openDatabase({ url: test.url, applicationName, poolSize: 1 });
        await database.sql.ask("SELECT 1");
        try {
          await work(database);
        } finally {
          await database.close();
        }
        // The server forgets a connection a moment after its end.
        const deadline = Date.now() + patience(20_000);
        while (await isConnected(test.database.sql, applicationName)) expect(Date.now()).toBeLessThan(deadline);
      };
      for (const name of ["migrations", "migrate", "move-files", "forget-keys", "reset-password", "recompute-figures", "api 1 x"])
        await use(`balcao-${name}`, () =>
          expect(scene.restore(target, "in use")).rejects.toThrow(`Balcão uses this database (balcao-${name.split(" ")[0]})`),
        );
      await use("another", ({ transaction }) =>
        transaction(async (tx) => {
          await tx.ask("SELECT pg_advisory_xact_lock($1)", [RUNNER_LOCK]);
          await expect(scene.restore(target, "in use")).rejects.toThrow("A process of Balcão migrates this database.");
        }),
      );
      await use("balcao-doctor", async () => {
        await scene.restore(target, "in use");
      });
    },
    patience(60_000),
  );

  it(
    "says which disk is full, and that the installation is as it was [B-06]",
    async () => {
      await scene.backUp(filled, "full");
      const place = await scene.openPlace("full place");
      const { sql } = place.test.database;
      const [earlier, shape] = [await contentOf(sql), await shapeOf(sql)];
      for (const [code, sentence] of [
        ["53100", /^The disk of PostgreSQL is full: .* The installation is as it was before;/],
        ["ENOSPC", /^The disk of the files is full\. The installation is as it was before;/],
      ] as const) {
        const adopt = () => Promise.reject(Object.assign(new Error("could not extend file"), { code }));
        await expect(scene.restore({ ...place, files: { ...place.files, adopt } }, "full")).rejects.toThrow(sentence);
        expect([await contentOf(sql), await shapeOf(sql)]).toEqual([earlier, shape]);
      }
    },
    patience(60_000),
  );

  it(
    "puts back a file that is there with the same size and other content",
    async () => {
      await scene.backUp(filled, "damaged");
      const [file] = await filled.test.database.sql.ask<{ path: string }>("SELECT path FROM file LIMIT 1");
      const stored = file?.path ?? "";
      const whole = await readFile(onDisk(filled, stored), "utf8");
      await writeFile(onDisk(filled, stored), "x".repeat(whole.length));
      await scene.restore(filled, "damaged");
      expect(await readFile(onDisk(filled, stored), "utf8")).toBe(whole);
    },
    patience(60_000),
  );

  it("that the database cannot note leaves no file", async () => {
    const place = await scene.openPlace("unnoted");
    await place.test.database.sql.ask("ALTER TABLE backup ADD CHECK (bytes < 0)");
    await expect(scene.backUp(place, "unnoted.tar")).rejects.toThrow("violates check constraint");
    expect((await readdir(scene.folder)).filter((name) => name.includes("unnoted.tar"))).toEqual([]);
  });
});
