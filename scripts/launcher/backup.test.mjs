import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startPostgres } from "../infra/postgres.mjs";
import { createProgress } from "../infra/progress.mjs";
import { backUp } from "./backup.mjs";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
const progress = createProgress({ out: { write() {} } });
let folder;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-backup-"));
  fs.chmodSync(folder, 0o711);
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

async function ask(url, text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query(text).finally(() => client.end())).rows;
}

/** Writes rows one after the other until it is told to stop; `count` is how many are committed. */
function keepWriting(url) {
  const writing = { count: 0, stop: async () => {} };
  let isOver = false;
  const client = new pg.Client({ connectionString: url });
  const done = (async () => {
    await client.connect();
    for (; !isOver; writing.count++) await client.query("insert into entry values ($1, repeat('x', 500))", [writing.count + 1]);
    await client.end();
  })();
  writing.stop = () => {
    isOver = true;
    return done;
  };
  return writing;
}

async function until(condition) {
  for (const deadline = Date.now() + 20_000; !condition(); await sleep(5)) {
    if (Date.now() > deadline) throw new Error("The condition never came true.");
  }
}

describe("npm run backup", () => {
  it("copies a database that is written to, and the copy starts with everything that was committed before", async () => {
    const dataDir = path.join(folder, "data");
    fs.mkdirSync(path.join(dataDir, "files", "ab"), { recursive: true });
    fs.chmodSync(dataDir, 0o711);
    fs.writeFileSync(path.join(dataDir, "files", "ab", "voice"), "sound");
    fs.writeFileSync(path.join(dataDir, "secrets.json"), "{}", { mode: 0o600 });
    const server = await startPostgres({ root: ROOT, dataDir });
    await ask(server.url, "create table entry (id int primary key, text text)");
    const writing = keepWriting(server.url);
    await until(() => writing.count > 200);
    const before = writing.count;
    const target = path.join(folder, "backup");
    await backUp({ dataDir, database: server, progress }, target);
    const during = writing.count - before;
    await writing.stop();
    await server.stop();
    expect(during).toBeGreaterThan(0);
    expect([...fs.readdirSync(target)].sort()).toEqual(["files", "postgres", "secrets.json"]);
    expect(fs.readFileSync(path.join(target, "files", "ab", "voice"), "utf8")).toBe("sound");
    expect(fs.statSync(path.join(target, "secrets.json")).mode & 0o777).toBe(0o600);

    const copy = await startPostgres({ root: ROOT, dataDir: target });
    const [{ n, last }] = await ask(copy.url, "select count(*)::int as n, max(id) as last from entry");
    await copy.stop();
    expect(n).toBeGreaterThanOrEqual(before);
    expect(last).toBe(n);
  }, 120_000);

  it("refuses a folder that exists, one inside the data folder, and a database that is not ours, and makes nothing", async () => {
    const database = { folder: path.join(folder, "postgres"), adminUrl: "postgres://127.0.0.1:1/x" };
    const options = { dataDir: folder, database, progress };
    await expect(backUp(options, os.tmpdir())).rejects.toThrow(/exists already/);
    await expect(backUp(options, path.join(folder, "inside"))).rejects.toThrow(/is inside the data folder/);
    await expect(backUp({ ...options, database: { folder: null } }, "x")).rejects.toThrow(/uses the PostgreSQL of DATABASE_URL/);
    const target = `${folder}-none`;
    await expect(backUp(options, target)).rejects.toThrow(/ECONNREFUSED/);
    expect([fs.readdirSync(folder), fs.existsSync(target)]).toEqual([[], false]);
  });
});
