import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { openDataFolder } from "./dataFolder.mjs";
import { FILE_VARIABLES, parseEnvFile, readEnvironment } from "./envFile.mjs";
import { takeLock } from "./lock.mjs";
import { assertPortFree, choosePort, freePort, reservePorts } from "./ports.mjs";
import { buildReport, installReport } from "./prepare.mjs";
import { createProgress, formatDuration, progressLine } from "./progress.mjs";
import { describeFailure, Refusal } from "./refusal.mjs";
import { readSettings, VARIABLES } from "./variables.mjs";
import { fileVariables, readEnv } from "../../packages/platform/src/env/index.ts";

const ROOT = path.resolve(import.meta.dirname, "..", "..");
let folder;
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-infra-"))));
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

describe("the env file", () => {
  it("reads names and values, quotes and comments", () => {
    const text = "\uFEFF# a comment\r\nA=1\r\nexport B = two words # why\n\nC='x # y'\nD=\"\"\nE=a#b\n";
    expect(parseEnvFile(text)).toEqual({ A: "1", B: "two words", C: "x # y", D: "", E: "a#b" });
  });

  it.each(["hello", "=1", "1A=2", 'A="open', "A='x' y"])("refuses the line %j by its number", (line) => {
    expect(() => parseEnvFile(`OK=1\n${line}\n`)).toThrow("Line 2 of .env is not NAME=value.");
  });

  it("lets variables of the process override the file, and an empty one unset the file's", () => {
    const file = path.join(folder, ".env");
    fs.writeFileSync(file, "PORT=4000\nHOST=0.0.0.0\nLOG_LEVEL=debug\n");
    expect(readEnvironment(file, { PORT: "5000", HOST: "" })).toEqual({ PORT: "5000", LOG_LEVEL: "debug" });
    expect(readEnvironment(path.join(folder, "absent"), { A: "1" })).toEqual({ A: "1" });
  });

  it("reads a secret from the file that NAME_FILE names, and hands only the secret on", () => {
    const file = path.join(folder, ".env");
    const secret = path.join(folder, "token");
    fs.writeFileSync(secret, "a-token-of-wuzapi\n");
    fs.writeFileSync(file, `MEOW_ADMIN_TOKEN_FILE=${secret}\n`);
    expect(readEnvironment(file, {})).toEqual({ MEOW_ADMIN_TOKEN: "a-token-of-wuzapi" });
    expect(() => readEnvironment(file, { MEOW_ADMIN_TOKEN: "another" })).toThrow(
      "MEOW_ADMIN_TOKEN and MEOW_ADMIN_TOKEN_FILE are both set.",
    );
    expect(() => readEnvironment(file, { MEOW_ADMIN_TOKEN_FILE: path.join(folder, "absent") })).toThrow("cannot be read (ENOENT)");
    fs.writeFileSync(secret, "\n");
    expect(() => readEnvironment(file, {})).toThrow("MEOW_ADMIN_TOKEN_FILE names a file that is empty.");
  });

  it("has the same variables as files as the programs, all of them documented", () => {
    expect(FILE_VARIABLES).toEqual(fileVariables);
    expect(FILE_VARIABLES.filter((name) => !(name in VARIABLES))).toEqual([]);
  });
});

describe("the variables", () => {
  it("compare the ports of what runs, with and without the simulator", () => {
    const read = (env) => () => readSettings({ MEOW_URL: undefined, ...env }, "/checkout");
    expect(read({ PORT: "3100", PHONE_PORT: "3100" })).toThrow("PORT and PHONE_PORT must differ.");
    expect(read({ PORT: "3100", PHONE_PORT: "3100", SIMULATOR: "off" })).not.toThrow();
    expect(read({ PORT: "9464", METRICS_PORT: "9464", SIMULATOR: "off" })).toThrow("PORT and METRICS_PORT must differ.");
  });

  it("give the embedded PostgreSQL its memory", () => {
    expect(readSettings({}, "/checkout").postgresSettings).toEqual({});
    expect(readSettings({ POSTGRES_SHARED_BUFFERS: "2GB" }, "/checkout").postgresSettings).toEqual({ shared_buffers: "2GB" });
    expect(() => readSettings({ POSTGRES_SHARED_BUFFERS: "2 gigabytes" }, "/checkout")).toThrow("POSTGRES_SHARED_BUFFERS must be a size");
  });

  it("have defaults that need nothing set", () => {
    expect(readSettings({}, "/checkout")).toMatchObject({ port: 3000, host: "127.0.0.1", dataDir: "/checkout/.data", simulator: true });
  });

  it("name all wrong ones at once, without their values", () => {
    const wrong = {
      PORT: "70000",
      DATABASE_URL: "mysql://root:hunter2@db/x",
      FILES_URL: "s3://key:hunter2@storage",
      SIMULATOR: "maybe",
      ADMIN_EMAIL: "davi",
      JWT_SECRET: "hunter2",
    };
    let message = "";
    try {
      readSettings(wrong, "/checkout");
    } catch (error) {
      message = describeFailure(error);
    }
    for (const name of Object.keys(wrong)) expect(message).toContain(`${name} must `);
    expect(message).not.toContain("hunter2");
  });

  it.each([
    [{ ADMIN_EMAIL: "davi@example.com" }, /ADMIN_EMAIL and ADMIN_PASSWORD/],
    [{ MEOW_URL: "http://localhost:8080" }, /MEOW_URL needs MEOW_ADMIN_TOKEN/],
    [{ SIMULATOR: "on", PUBLIC_URL: "https://inbox.example.com" }, /SIMULATOR=on is refused behind an https PUBLIC_URL/],
    [{ SIMULATOR: "on", MEOW_URL: "http://x", MEOW_ADMIN_TOKEN: "12345678" }, /exclude each other/],
    [{ FILES_PUBLIC_URL: "https://files.example.com" }, /FILES_PUBLIC_URL needs FILES_URL/],
    [{ FILES_URL: "s3://key:se/cret@host/bucket" }, /FILES_URL must be an address such as .*%2F/],
    [{ PUBLIC_URL: "https://inbox.example.com/path" }, /PUBLIC_URL must have no path/],
  ])("refuse %j", (env, sentence) => expect(() => readSettings(env, "/checkout")).toThrow(sentence));

  it("read ~ as the home folder, and refuse the home of another user", () => {
    const dataDir = (value) => readSettings({ DATA_DIR: value }, "/checkout").dataDir;
    expect([dataDir("~"), dataDir("~/x"), dataDir("./~/x"), dataDir("a~b")]).toEqual([
      os.homedir(),
      path.join(os.homedir(), "x"),
      "/checkout/~/x",
      "/checkout/a~b",
    ]);
    for (const name of ["DATA_DIR", "WWEBJS_PAGE_DIR", "FFMPEG_PATH"])
      expect(() => readSettings({ [name]: "~davi/x" }, "/checkout")).toThrow(`${name} must not name the home folder of another user`);
  });

  it("refuse two parts on one port", () => {
    expect(() => readSettings({ PHONE_PORT: "3000" }, "/")).toThrow("PORT and PHONE_PORT must differ.");
    expect(() => readSettings({ PORT: "4000", SIMULATOR_PORT: "4001", PHONE_PORT: "4001" }, "/")).toThrow(
      "PHONE_PORT and SIMULATOR_PORT must differ.",
    );
    expect(readSettings({ PORT: "3100" }, "/").port).toBe(3100);
  });

  it("switch the simulator off with a WuzAPI or an https address", () => {
    expect(readSettings({ MEOW_URL: "http://x", MEOW_ADMIN_TOKEN: "12345678" }, "/").simulator).toBe(false);
    expect(readSettings({ PUBLIC_URL: "https://inbox.example.com" }, "/").simulator).toBe(false);
  });

  it("are refused with nonsense in them, each by its name and without the value, by npm start or by the programs [B-01]", () => {
    const nonsense = "no such thing: ünsinn";
    // Any text can be a name, a passphrase, a key of another service, a folder or a program.
    const texts = ["APP_NAME", "BACKUP_PASSPHRASE", "LICENCE_FINANCE", "LICENCE_SUPPORT", "META_APP_SECRET", "META_VERIFY_TOKEN"];
    const free = [...texts, "DATA_DIR", "FFMPEG_PATH"];
    const ofNpmStart = ["PHONE_PORT", "POSTGRES_SHARED_BUFFERS", "SIMULATOR_PORT"];
    const complaintOf = (read) => {
      try {
        read();
        return "";
      } catch (error) {
        return error.message;
      }
    };
    const accepted = { npmStart: [], programs: [] };
    for (const name of Object.keys(VARIABLES)) {
      const env = { DATABASE_URL: "postgres://a@b/c", [name]: nonsense };
      const sentences = {
        npmStart: complaintOf(() => readSettings({ [name]: nonsense }, "/checkout")),
        programs: ["api", "worker"].map((program) => complaintOf(() => readEnv(env, program))).join(" "),
      };
      for (const [reader, sentence] of Object.entries(sentences)) {
        expect(sentence).not.toContain("nsinn");
        if (!sentence.includes(name)) accepted[reader].push(name);
      }
    }
    expect(accepted.npmStart.filter((name) => !free.includes(name))).toEqual(["OTEL_EXPORTER_OTLP_HEADERS"]);
    expect(accepted.programs.sort()).toEqual([...free, ...ofNpmStart].sort());
  });

  it("are all in .env.example, and no others", () => {
    const documented = Object.keys(parseEnvFile(fs.readFileSync(path.join(ROOT, ".env.example"), "utf8")));
    expect(documented.sort()).toEqual(Object.keys(VARIABLES).sort());
  });

  it("accept the example file as it is", () => {
    expect(readSettings(readEnvironment(path.join(ROOT, ".env.example"), {}), "/checkout").port).toBe(3000);
  });
});

describe("ports", () => {
  const listen = () =>
    new Promise((resolve) => {
      const server = net.createServer((socket) => socket.destroy());
      server.listen(0, "127.0.0.1", () => resolve({ server, port: server.address().port }));
    });

  it("refuse a taken one with the variable to change", async () => {
    const { server, port } = await listen();
    await expect(assertPortFree(port, "127.0.0.1", "PORT")).rejects.toThrow(`Port ${port} is taken by another program (PORT).`);
    expect(await choosePort(port)).not.toBe(port);
    await new Promise((resolve) => server.close(resolve));
    await assertPortFree(port, "127.0.0.1", "PORT");
    expect(await choosePort(port)).toBe(port);
  });

  it("keep a reserved one for the part that binds it later", async () => {
    const port = await freePort();
    expect(await choosePort(port)).toBe(port);
    reservePorts([port]);
    expect(await choosePort(port)).not.toBe(port);
  });

  it("refuse an address that this machine does not have", async () => {
    await expect(assertPortFree(await freePort(), "192.0.2.1", "PORT")).rejects.toThrow(/not an address of this machine/);
  });
});

describe("the data folder", () => {
  it("is made when it is missing and opened again", () => {
    const wanted = path.join(folder, "a", "b");
    expect(openDataFolder(wanted)).toBe(fs.realpathSync(wanted));
    fs.writeFileSync(path.join(wanted, "anything"), "");
    expect(openDataFolder(wanted)).toBe(fs.realpathSync(wanted));
  });

  it("is refused when it is a file, below a file, or has foreign files, and is not changed then [B-16]", () => {
    const file = path.join(folder, "file");
    fs.writeFileSync(file, "mine");
    expect(() => openDataFolder(file)).toThrow(/is a file, not a folder/);
    expect(() => openDataFolder(path.join(file, "below"))).toThrow(/part of the path is a file/);
    expect(() => openDataFolder(folder)).toThrow(/not Balcão's/);
    expect(fs.readdirSync(folder)).toEqual(["file"]);
    expect(fs.readFileSync(file, "utf8")).toBe("mine");
  });
});

describe("the lock", () => {
  it("is held by one process and free after it; the other gets its holder", () => {
    const file = path.join(folder, "lock");
    const first = takeLock(file);
    expect(takeLock(file).holder).toMatchObject({ pid: process.pid });
    first.release();
    const second = takeLock(file);
    expect(second.holder).toBeUndefined();
    second.release();
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it.each([
    ["has ended", JSON.stringify({ pid: 2 ** 22 + 1, mark: "x" })],
    ["had this id before another start", JSON.stringify({ pid: process.pid, mark: "another start" })],
    ["left half a file", "{"],
  ])("is taken over from a process that %s", (_title, content) => {
    const file = path.join(folder, "lock");
    fs.writeFileSync(file, content);
    const { release, holder } = takeLock(file);
    expect(holder).toBeUndefined();
    release();
  });
});

describe("progress", () => {
  it("shows what is done, how far it is and how long it took", () => {
    expect(progressLine({ title: "Building", detail: "3 packages", elapsedMs: 61_000 })).toBe("Building: 3 packages (1 min 1 s)");
    expect([400, 9_940, 12_400, 185_000].map(formatDuration)).toEqual(["0.4 s", "9.9 s", "12 s", "3 min 5 s"]);
  });

  it("prints a line at the start and at the end of a step where there is no terminal", async () => {
    const written = [];
    const progress = createProgress({ out: { write: (text) => written.push(text) }, now: () => 0 });
    expect(await progress.step("Building", async (update) => (update("2 of 2"), "result"))).toBe("result");
    await expect(progress.step("Breaking", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(written.join("")).toBe("Building …\nBuilding: 2 of 2, done (0.0 s)\nBreaking …\nBreaking: failed (0.0 s)\n");
  });

  it("counts packages as pnpm reports them and keeps its errors", () => {
    const report = installReport();
    const read = (event) => report.read(JSON.stringify(event));
    expect(read({ name: "pnpm:progress", status: "resolved" })).toBe("0 of 1 packages");
    expect(read({ name: "pnpm:stats", added: 7 })).toBe("0 of 7 packages");
    expect(read({ name: "pnpm:progress", status: "imported" })).toBe("1 of 7 packages");
    read({ name: "pnpm", level: "error", err: { message: "no network" } });
    expect(report.complaints).toEqual(["no network"]);
  });

  it("counts the packages that are built", () => {
    const report = buildReport();
    expect(report.read("noise")).toBe("");
    expect(report.read("@balcao/domain:build: cache hit, replaying logs")).toBe("1 packages, now domain, 1 unchanged");
    expect(report.read("@balcao/api:build: > tsc")).toBe("2 packages, now api, 1 unchanged");
  });
});

describe("a failure", () => {
  it("that a person can repair is shown as sentences, without a stack", () => {
    expect(describeFailure(new Refusal("It is broken.", "Mend it.", ["line"]))).toBe("It is broken.\n\n  | line\n\nMend it.");
    expect(describeFailure(new Error("surprise"))).toMatch(/surprise\n\s+at /);
  });
});
