import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";

const LOADER = new URL("../../../../scripts/testRun/native/runSources.mjs", import.meta.url).href;
/** `npm test` has just built the command, and then it starts in half of the processor time. */
const COMMAND =
  process.env["BALCAO_BUILT"] === "1"
    ? [fileURLToPath(new URL("../../dist/commands/importFrom.js", import.meta.url))]
    : ["--no-warnings", "--conditions=balcao-source", "--import", LOADER, fileURLToPath(new URL("./importFrom.ts", import.meta.url))];
const MESSAGES = 20_000;
const OLD = `
CREATE SCHEMA old; SET search_path = old;
CREATE TABLE "Users" (id int, name text, email text); CREATE TABLE "Whatsapps" (id int, name text);
CREATE TABLE "Contacts" (id int, name text, number text, "createdAt" timestamptz);
CREATE TABLE "Tickets" (id int, status text, "contactId" int, "userId" int, "whatsappId" int, "createdAt" timestamptz, "updatedAt" timestamptz);
CREATE TABLE "Messages" (id text, body text, "ticketId" int, "fromMe" boolean, "createdAt" timestamptz, "contactId" int);
INSERT INTO "Whatsapps" VALUES (1, 'Wpp 1');
INSERT INTO "Contacts" SELECT n, 'Cliente ' || n, (5511986000000 + n)::text, '2024-01-01' FROM generate_series(1, 100) n;
INSERT INTO "Contacts" VALUES (101, 'Sem número', '', '2024-01-01');
INSERT INTO "Tickets" SELECT n, 'closed', n, NULL, 1, '2024-01-01', '2024-01-02' FROM generate_series(1, 101) n;
INSERT INTO "Messages" SELECT 'M' || n, 'mensagem ' || n, 1 + n % 100, n % 2 = 0, '2024-01-01', 1 + n % 100 FROM generate_series(1, ${MESSAGES}) n;
SET search_path = public;
INSERT INTO connection (name, api) VALUES ('Loja', 'meow');`;

let test: TestDatabase;
let folder: string;
beforeEach(async () => {
  test = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "balcao-import-"));
  await test.database.sql.ask(OLD);
  await writeFile(path.join(folder, "map.json"), JSON.stringify({ connections: { "Wpp 1": "Loja" } }));
});
afterEach(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const rows = async (what: string): Promise<number> =>
  (await test.database.sql.ask<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`))[0]?.n ?? -1;

function start(...more: readonly string[]) {
  const args = [...COMMAND, ...more];
  const env = { PATH: process.env["PATH"], DATABASE_URL: test.url, REDIS_URL: "redis://127.0.0.1:9", DATA_DIR: folder };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, said }));
  return { child, ended };
}
const importOld = (...more: readonly string[]) =>
  start(`${test.url}?options=-csearch_path%3Dold`, "--map", path.join(folder, "map.json"), ...more);

describe("npm run import-from", () => {
  it("says what it would find, and writes nothing", async () => {
    const { code, said } = await importOld("--dry-run").ended;
    expect(said).toContain("contacts: 101, 1 without a number\n");
    expect(said).toContain("messages: 20,000\n");
    expect(code).toBe(0);
    expect(await rows("contact")).toBe(0);
  }, 60_000);

  it("goes on after it was killed, adds nothing when it is called again, and undoes it", async () => {
    const killed = importOld();
    while (killed.child.exitCode === null && (await rows("message")) < 2_000) await pause(5);
    killed.child.kill("SIGKILL");
    await killed.ended;
    const half = await rows("message");
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(MESSAGES);

    const { code, said } = await importOld().ended;
    expect(said).toContain("contacts: 100 of 101 (100 new, 0 changed), 1 without a number left out\n");
    expect(said).toContain("messages: 20,000 of 20,000 (20,000 new, 0 changed)\n");
    expect(said).toContain("Run 1 has ended.");
    expect(code).toBe(0);
    expect([await rows("message"), await rows("ticket"), await rows("contact")]).toEqual([MESSAGES, 100, 100]);
    expect(await rows('message m JOIN old."Messages" o ON o.id = m.external_id AND o.body = m.body AND o."createdAt" = m.sent_at')).toBe(
      MESSAGES,
    );

    expect((await importOld().ended).said).toContain("messages: 20,000 of 20,000 (0 new, 0 changed)\n");
    expect((await start("--undo", "2").ended).code).toBe(0);
    expect((await start("--undo", "1").ended).said).toContain("Deleted: 20,000 messages, 100 conversations, 100 contacts.");
    expect([await rows("message"), await rows("ticket"), await rows("contact")]).toEqual([0, 0, 0]);
  }, 120_000);

  it.each([
    ["no source", [], "Name one source"],
    ["a file that is none", ["notes.txt"], "Name a database"],
    ["Chatwoot without a token", ["https://chat.example"], "needs --token-file"],
    ["a database without those tables", ["URL"], "has no table Users"],
    ["an undone run", ["--undo", "7"], "There is no run 7"],
  ])(
    "refuses %s with a sentence",
    async (_which, args, sentence) => {
      const { code, said } = await start(...args.map((arg) => (arg === "URL" ? test.url : arg))).ended;
      expect(said).toContain(sentence);
      expect(code).not.toBe(0);
    },
    60_000,
  );
});
