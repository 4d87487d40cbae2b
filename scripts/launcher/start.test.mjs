import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { takeLock } from "../infra/lock.mjs";
import { consoleLine } from "./children.mjs";
import { endLeftovers, rememberProcess } from "./leftovers.mjs";
import { banner } from "./banner.mjs";
import { freePort } from "../infra/ports.mjs";
import { chooseSimulatorPorts } from "./product.mjs";

const START = path.resolve(import.meta.dirname, "..", "start.mjs");
let folder;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-start-"))));
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const start = (env) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [START], {
    encoding: "utf8",
    timeout: 20_000,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: path.join(folder, "data"), ...env },
  });
  return { status, stderr, stdout };
};

/** Holds a port in another process, because spawnSync stops this one. */
const listening = () =>
  new Promise((resolve) => {
    const server = net.createServer();
    server.listen(0, "127.0.0.1", () => resolve({ port: server.address().port, close: () => server.close() }));
  });

describe("the phone page of npm start", () => {
  it("gets another port than the product, whose PORT may be the usual one of the page", async () => {
    const wanted = await freePort();
    const { PHONE_PORT, SIMULATOR_PORT } = await chooseSimulatorPorts({ port: wanted }, wanted);
    expect(new Set([String(wanted), PHONE_PORT, SIMULATOR_PORT]).size).toBe(3);
    const other = await freePort();
    expect(await chooseSimulatorPorts({ port: wanted }, other)).toMatchObject({ PHONE_PORT: String(other) });
    expect(await chooseSimulatorPorts({ port: wanted, phonePort: 1, simulatorPort: 2 })).toEqual({ SIMULATOR_PORT: "2", PHONE_PORT: "1" });
  });
});

describe("npm start refuses, with a sentence and exit code 1,", () => {
  it("a port that is taken [B-15]", async () => {
    const { port, close } = await listening();
    const { status, stderr } = start({ PORT: String(port) });
    close();
    expect(stderr).toContain(`Port ${port} is taken by another program (PORT).`);
    expect(stderr).toContain("choose another port: PORT=");
    expect(status).toBe(1);
  });

  it("a data folder that is a file", () => {
    const file = path.join(folder, "file");
    fs.writeFileSync(file, "mine");
    const { status, stderr } = start({ DATA_DIR: file });
    expect(stderr).toContain("is a file, not a folder");
    expect(status).toBe(1);
    expect(fs.readFileSync(file, "utf8")).toBe("mine");
  });

  it("a second start on the same data folder", () => {
    const data = path.join(folder, "data");
    fs.mkdirSync(data);
    const lock = takeLock(path.join(data, "launcher.lock"));
    const { status, stderr } = start({ PORT: "3999" });
    lock.release();
    expect(stderr).toContain(`Balcão already runs from the data folder ${fs.realpathSync(data)} (process ${process.pid})`);
    expect(status).toBe(1);
  });

  it("a database of another version, and leaves it as it is [B-02]", () => {
    const cluster = path.join(folder, "data", "postgres");
    fs.mkdirSync(path.join(cluster, "global"), { recursive: true });
    fs.writeFileSync(path.join(folder, "data", "balcao.json"), "{}");
    for (const [name, text] of [
      ["PG_VERSION", "17\n"],
      ["balcao.json", "{}"],
      ["global/pg_control", "x"],
    ])
      fs.writeFileSync(path.join(cluster, name), text);
    const { status, stderr } = start({ PORT: "3998" });
    expect(stderr).toContain("was made by PostgreSQL 17; this is PostgreSQL 18. Nothing was changed.");
    expect(status).toBe(1);
    expect(fs.readdirSync(cluster).sort()).toEqual(["PG_VERSION", "balcao.json", "global"]);
  });

  it("variables that are wrong, all at once", () => {
    const { status, stderr, stdout } = start({ PORT: "zero", LOG_LEVEL: "loud" });
    expect(stderr).toMatch(/PORT must .*\nLOG_LEVEL must /);
    expect({ status, stdout: stdout.trim() }).toEqual({ status: 1, stdout: "" });
    expect(fs.existsSync(path.join(folder, "data"))).toBe(false);
  });
});

describe("a process that an earlier launcher left", () => {
  it("is ended by the next start, but not another process with the same number", async () => {
    const left = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    const ended = new Promise((resolve) => left.once("exit", (_code, signal) => resolve(signal)));
    rememberProcess(folder, left.pid);
    const file = path.join(folder, "processes.json");
    const [mine] = JSON.parse(fs.readFileSync(file, "utf8"));
    fs.writeFileSync(file, JSON.stringify([mine, { pid: process.pid, mark: "another start" }]));
    const lines = [];
    endLeftovers(folder, (line) => lines.push(line));
    expect(await ended).toBe("SIGKILL");
    expect(lines).toHaveLength(1);
    expect(fs.existsSync(file)).toBe(false);
  });
});

describe("a process that cannot be recorded", () => {
  it("goes on under its launcher, which fails for no full disk [F-06]", () => {
    const file = path.join(folder, "a file");
    fs.writeFileSync(file, "");
    expect(() => rememberProcess(file, process.pid)).not.toThrow();
    rememberProcess(folder, process.pid);
    expect(JSON.parse(fs.readFileSync(path.join(folder, "processes.json"), "utf8"))).toHaveLength(1);
  });
});

describe("the terminal shows", () => {
  it("warnings and errors of a process, and lines that are not of the log", () => {
    expect(consoleLine("api", '{"level":"info","msg":"listening"}')).toBeNull();
    expect(consoleLine("api", '{"level":"warn","msg":"slow"}')).toBe("api: warning: slow");
    expect(consoleLine("api", '{"level":"error","msg":"broken","err":{"message":"why"}}')).toBe("api: error: broken: why");
    expect(consoleLine("api", "  at stack")).toBe("api:   at stack");
    expect(consoleLine("api", "")).toBeNull();
  });

  it("the addresses, the data folder and the first sign-in", () => {
    const text = banner({
      url: "http://localhost:3000",
      phoneUrl: "http://localhost:3100",
      firstAdmin: { email: "davi@example.com", password: "one-time" },
      databaseFolder: "/data/postgres",
      dataDir: "/data",
      settings: {},
      tookMs: 2_000,
    });
    for (const part of ["http://localhost:3000", "http://localhost:3100", "davi@example.com", "one-time", "/data"])
      expect(text).toContain(part);
    expect(text).not.toContain("Database");
  });
});
