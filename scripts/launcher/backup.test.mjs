import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createTestDatabase } from "@balcao/testing/database";
import { patience } from "@balcao/testing/patience";
import pg from "pg";
import { startPostgres } from "../infra/postgres.mjs";
import { takeLock } from "../infra/lock.mjs";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
let folder;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-backup-"));
  fs.chmodSync(folder, 0o711);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Runs a command of package.json with these variables only, and resolves with its exit code and output. */
function run(script, args, env) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [path.join(ROOT, "scripts", `${script}.mjs`), ...args], { env: { PATH, HOME, PORT: "1", ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  return new Promise((resolve, reject) => child.once("error", reject).once("close", (code) => resolve({ code, output })));
}

async function ask(url, text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(text).finally(() => client.end())).rows;
}

const nameOf = (backups) => path.join(backups, fs.readdirSync(backups)[0]);

describe("npm run backup and restore", () => {
  it(
    "move an installation from an own PostgreSQL to the embedded one and back, encrypted, with files and secrets",
    async () => {
      const [own, other] = [await createTestDatabase(), await createTestDatabase()];
      // The server of tests ends when nobody is connected for a while, and the commands may build first.
      const holder = new pg.Client({ connectionString: other.url });
      holder.on("error", () => {});
      await holder.connect();
      const BACKUP_PASSPHRASE = "a long enough passphrase";
      const places = ["own", "embedded", "other"].map((name) => path.join(folder, name));
      const stored = "ab/cd/abcd0123456789abcd0123456789abcd.ogg";
      fs.mkdirSync(path.join(places[0], "files", "ab", "cd"), { recursive: true });
      fs.writeFileSync(path.join(places[0], "files", stored), "sound");
      fs.writeFileSync(path.join(places[0], "secrets.json"), '{"of":"the origin"}', { mode: 0o600 });
      await own.database.sql.ask("INSERT INTO queue (name, color) VALUES ('Vendas', '#ff0000')");
      await own.database.sql.ask(
        "INSERT INTO file (id, path, sha256, size, mime, extension, original_name, owner_kind) VALUES (gen_random_uuid(), $1, 'x', 5, 'audio/ogg', 'ogg', 'a.ogg', 'incoming')",
        [stored],
      );

      const first = await run("backup", ["--to", path.join(folder, "first"), "--encrypt"], {
        DATA_DIR: places[0],
        DATABASE_URL: own.url,
        BACKUP_PASSPHRASE,
      });
      expect(first.output).toContain("The backup is complete");
      const sealed = nameOf(path.join(folder, "first"));
      expect(fs.statSync(sealed).mode & 0o777).toBe(0o600);
      const wrong = await run("restore", [sealed], { DATA_DIR: places[1], BACKUP_PASSPHRASE: "another passphrase" });
      expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining("The passphrase is not the one of this backup")]);
      const unlisted = await run("restore", [sealed, "--erasures", "/no/list"], { DATA_DIR: places[1], BACKUP_PASSPHRASE });
      expect([unlisted.code, unlisted.output]).toEqual([2, expect.stringContaining("There is no list of erasures /no/list")]);
      const embedded = await run("restore", [sealed], { DATA_DIR: places[1], BACKUP_PASSPHRASE });
      expect(embedded).toMatchObject({ code: 0, output: expect.stringContaining("Restored: the state of") });

      const second = await run("backup", ["--to", path.join(folder, "second")], { DATA_DIR: places[1] });
      expect(second).toMatchObject({ code: 0, output: expect.stringContaining("It is not encrypted and holds the secrets") });
      const refused = await run("restore", [nameOf(path.join(folder, "second"))], { DATA_DIR: places[2], DATABASE_URL: other.url });
      expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("already holds an installation")]);
      const back = await run("restore", [nameOf(path.join(folder, "second")), "--replace"], {
        DATA_DIR: places[2],
        DATABASE_URL: other.url,
      });
      expect(back.output).toContain("Restored: the state of");

      for (const place of places.slice(1)) {
        expect(fs.readFileSync(path.join(place, "files", stored), "utf8")).toBe("sound");
        expect(fs.readFileSync(path.join(place, "secrets.json"), "utf8")).toBe('{"of":"the origin"}');
      }
      expect(await ask(other.url, "SELECT q.name, f.path FROM queue q, file f")).toEqual([{ name: "Vendas", path: stored }]);
      const server = await startPostgres({ root: ROOT, dataDir: places[1] });
      expect(await ask(server.url, "SELECT count(*)::int AS n FROM queue")).toEqual([{ n: 1 }]);
      await server.stop();
      await holder.end();
      await own.close();
      await other.close();
    },
    patience(120_000),
  );

  it(
    "back up a database of the version before once, and only when there is something to migrate, which they name [D-453]",
    async () => {
      const own = await createTestDatabase();
      const given = { DATA_DIR: path.join(folder, "pending"), DATABASE_URL: own.url };
      fs.mkdirSync(given.DATA_DIR);
      const to = path.join(folder, "before");
      const nothing = await run("backup", ["--pending", "--to", to], given);
      expect([nothing.code, nothing.output.includes("backup"), fs.existsSync(to)]).toEqual([0, false, false]);
      // That of another version, whose records lack the schema of this one.
      await own.database.sql.ask("UPDATE schema_migration SET name = '0001-people' WHERE name LIKE '%-baseline'");
      const first = await run("backup", ["--pending", "--to", to, "--keep-days", "9"], given);
      expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/will be migrated: \d{4}-baseline\. First a backup/) });
      expect(first.output).toContain("The backup is complete");
      const again = await run("backup", ["--pending", "--to", to], given);
      expect(again).toMatchObject({ code: 0, output: expect.stringContaining("A backup is less than an hour old") });
      expect(fs.readdirSync(to)).toHaveLength(1);
      await own.close();
    },
    patience(90_000),
  );

  it(
    "refuses to restore while Balcão runs, and to encrypt without a passphrase",
    async () => {
      const dataDir = path.join(folder, "running");
      fs.mkdirSync(dataDir);
      const lock = takeLock(path.join(dataDir, "launcher.lock"));
      const restored = await run("restore", ["/none"], { DATA_DIR: dataDir });
      lock.release();
      expect([restored.code, restored.output]).toEqual([
        1,
        expect.stringContaining(`Balcão runs from ${fs.realpathSync(dataDir)} (process ${process.pid})`),
      ]);
      const sealed = await run("backup", ["--encrypt"], { DATA_DIR: dataDir, DATABASE_URL: "postgres://a:b@127.0.0.1:1/c" });
      expect([sealed.code, sealed.output]).toEqual([1, expect.stringContaining("Set BACKUP_PASSPHRASE")]);
    },
    patience(60_000),
  );
});
