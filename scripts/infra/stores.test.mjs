import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { patience } from "@balcao/testing/patience";
import { keepLogShort, openLogFile } from "./logFiles.mjs";
import { startPostgres } from "./postgres.mjs";
import { isWholeCopy } from "./postgresBinaries.mjs";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
let folder;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-stores-"));
  fs.chmodSync(folder, 0o711);
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

async function until(condition) {
  for (const deadline = Date.now() + patience(20_000); !(await condition()); await sleep(10)) {
    if (Date.now() > deadline) throw new Error("The condition never came true.");
  }
}

describe("the log of a program that writes it itself", () => {
  it("is rotated while the program runs, and its next lines are in the new one", async () => {
    const file = path.join(folder, "logs", "program.log");
    const sink = openLogFile(file);
    const text = `let n = 0; setInterval(() => process.stdout.write("line " + n++ + " ".repeat(100) + "\\n"), 1)`;
    const program = spawn(process.execPath, ["-e", text], { stdio: ["ignore", sink.fd, sink.fd] });
    fs.closeSync(sink.fd);
    const stop = keepLogShort(file, { maxBytes: 20_000, everyMs: 20 });
    const lastLine = () => Number(/line (\d+) +\n$/.exec(fs.readFileSync(file, "utf8"))?.[1] ?? 0);
    await until(() => fs.existsSync(`${file}.1`) && lastLine() > 1_000);
    stop();
    program.kill();
    expect(fs.readFileSync(`${file}.1`, "utf8")).toMatch(/line \d+ /);
    expect(fs.readFileSync(file).includes(0)).toBe(false);
    expect(fs.statSync(file).size).toBeLessThan(80_000);
  });
});

describe("a copy of PostgreSQL's programs", () => {
  it("is whole when every file is there with its size, so that one that a power cut left is made anew", () => {
    const [original, copy] = ["original", "copy"].map((name) => path.join(folder, name));
    fs.mkdirSync(path.join(original, "bin"), { recursive: true });
    fs.writeFileSync(path.join(original, "bin", "postgres"), "program");
    fs.symlinkSync("postgres", path.join(original, "bin", "postmaster"));
    fs.cpSync(original, copy, { recursive: true, verbatimSymlinks: true });
    expect(isWholeCopy(copy, original)).toBe(true);
    fs.truncateSync(path.join(copy, "bin", "postgres"));
    expect(isWholeCopy(copy, original)).toBe(false);
    fs.rmSync(path.join(copy, "bin"), { recursive: true });
    expect(isWholeCopy(copy, original)).toBe(false);
  });
});

describe("postgres.log", () => {
  it("contains no value of a failed statement, of a refused row, or of a process that dies", async () => {
    const server = await startPostgres({ root: ROOT, dataDir: folder, durable: false });
    const logFile = path.join(folder, "logs", "postgres.log");
    const secret = "5511987654321";
    const client = new pg.Client({ connectionString: server.url });
    client.on("error", () => {});
    await client.connect();
    await client.query("create table t (number text primary key, age int check (age > 0))");
    const failing = [
      [`insert into t values ('${secret}', 1)`],
      ["insert into t values ($1, 1)", [secret]],
      [`insert into t values ('${secret}x', -1)`],
      [`select '${secret}'::uuid`],
      ["select $1::text::int", [`${secret}y`]],
      [`do $$ begin raise warning '${secret}'; raise exception '${secret}'; end $$`],
    ];
    const failures = [];
    for (const [text, values] of failing) await client.query(text, values).catch((error) => failures.push(error.code));
    expect(failures).toHaveLength(failing.length - 1);
    const { rows } = await client.query("select pg_backend_pid() as pid");
    const sleeping = client.query(`select pg_sleep(30), '${secret}'`).catch(() => "died");
    const watcher = new pg.Client({ connectionString: server.adminUrl });
    watcher.on("error", () => {});
    await watcher.connect();
    await until(async () =>
      (await watcher.query("select query from pg_stat_activity where pid = $1", [rows[0].pid])).rows[0]?.query.includes("pg_sleep"),
    );
    process.kill(rows[0].pid, "SIGKILL");
    expect(await sleeping).toBe("died");
    await until(() => fs.readFileSync(logFile, "utf8").includes("was terminated by signal 9"));
    // A server that is asked to stop at the very beginning of its recovery may hear it only after the limit of a minute.
    await until(() => fs.readFileSync(logFile, "utf8").split("ready to accept connections").length > 2);
    await Promise.allSettled([client.end(), watcher.end()]);
    await server.stop();
    expect(fs.readFileSync(logFile, "utf8")).not.toContain(secret);
  }, 60_000);

  it("is rotated while the server runs", async () => {
    const server = await startPostgres({ root: ROOT, dataDir: folder, durable: false, logLimits: { maxBytes: 2_000, everyMs: 20 } });
    const stranger = server.url.replace("balcao:", "stranger:");
    await until(async () => {
      await new pg.Client({ connectionString: stranger }).connect().catch(() => undefined);
      return fs.existsSync(path.join(folder, "logs", "postgres.log.1"));
    });
    await server.stop();
  }, 60_000);
});
