import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { ERASURE_LIST, gatherErasures } from "@balcao/application/people/privacy";
import { createBackup, repeatErasures, restoreBackup } from "@balcao/application/roof/backup";
import { systemClock } from "@balcao/platform/clock";
import { createFileStore } from "@balcao/platform/files";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { patience } from "@balcao/testing/patience";
import { NO_SECRETS } from "../apiStage.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld } from "./world.fixture.js";

const PHONE = "5511987650021";
const OTHER = "5511987650022";
const WORDS = "a chave da adega ficou com o Anselmo";
const STAYS = "bom dia, aqui é outra pessoa";
const NEEDLES = [PHONE, OTHER, WORDS];
const quiet = (): void => undefined;
const COMMAND = path.resolve(import.meta.dirname, "../../dist/commands/restore.js");

/** Somebody writes from two numbers; a backup is made; then the two become one contact, which is erased. The backup and the list of erasures are in `folder`. */
async function eraseAfterBackup(folder: string): Promise<void> {
  const world = await openWorld();
  try {
    const sales = await world.queue("Vendas", "#236681");
    const flags = { addContact: true, editContact: true, delContact: true };
    const marta = await world.person("Marta", { queueIds: [sales.id], profile: "admin", ...flags });
    await world.settings({ timeCreateNewTicket: "0" });
    const shop = await world.number("Loja", [sales]);
    await world.customer(PHONE, shop).writes(WORDS);
    await world.ticketOf(marta, PHONE);
    await world.customer(OTHER, shop).writes("escrevo do outro aparelho");
    await world.ticketOf(marta, OTHER);
    await world.customer("5511987650023", shop).writes(STAYS);
    await world.ticketOf(marta, "5511987650023");
    const { dataDir, test, auth } = world.stage;
    await createBackup({
      ...{ databaseUrl: test.url, dataDir, sql: test.database.sql, files: auth.services.files, clock: systemClock },
      ...{ version: "1.2.3", target: path.join(folder, "before.tar"), passphrase: null, secretVariables: [], onStep: quiet },
      readVolume: async () => ({ freeBytes: 10 ** 12, totalBytes: 10 ** 12 }),
    });
    const contacts = await world.rows<{ id: number }>("SELECT id FROM contact WHERE number = ANY ($1) ORDER BY id", [[PHONE, OTHER]]);
    const [kept, gone] = contacts.map(({ id }) => id);
    await marta.ask("POST", `/contacts/${kept ?? 0}/merge/${gone ?? 0}`, {});
    await world.rows("UPDATE ticket SET status = 'closed', closed_at = now(), ended_at = now() WHERE contact_id = $1", [kept]);
    const erasure = `/contacts/${kept ?? 0}/erasure`;
    await eventually(async () => expect(await marta.ask("GET", erasure)).toMatchObject({ obstacles: [] }));
    expect((await marta.call("POST", erasure, {})).status).toBe(200);
    await copyFile(path.join(dataDir, ERASURE_LIST), path.join(folder, ERASURE_LIST));
    expect((await readdir(dataDir)).filter((name) => name.endsWith(".part"))).toEqual([]);
  } finally {
    await world.close();
  }
}

describe("an erased person whom a backup still has", () => {
  let target: TestDatabase;
  let folder = "";
  const place = () => ({ databaseUrl: target.url, dataDir: path.join(folder, "data"), givenSecrets: NO_SECRETS, files: undefined });
  const ask = <T>(statement: string, values: readonly unknown[] = []) => target.database.sql.ask<T>(statement, values);
  const listed = () => gatherErasures(null, [path.join(folder, ERASURE_LIST)]);

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "balcao-erased-"));
    await eraseAfterBackup(folder);
    // Models are those of the database that was opened last.
    target = await createTestDatabase({ poolSize: 3 });
    const { databaseUrl, dataDir } = place();
    await restoreBackup({
      files: createFileStore({ root: path.join(dataDir, "files"), blockedExtensions: [], clock: systemClock }),
      ...{ databaseUrl, dataDir, clock: systemClock, file: path.join(folder, "before.tar"), passphrase: null, isReplacing: true },
      ...{ givenSecrets: null, readVolume: null, onStep: quiet },
    });
  }, 120_000);
  afterAll(async () => {
    await target.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Which tables of the restored database have one of the texts. */
  async function findRestored(): Promise<string[]> {
    const tables = await ask<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1",
    );
    const found: string[] = [];
    for (const { name } of tables)
      for (const needle of NEEDLES)
        if ((await ask(`SELECT FROM public.${name} t WHERE position($1 IN t::text) > 0 LIMIT 1`, [needle])).length > 0) found.push(name);
    return found;
  }
  const count = async (table: string) => (await ask<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n ?? 0;

  it("is not mistaken for whoever has that number of a contact in another life of the database [D-640]", async () => {
    const before = await count("contact");
    const [one] = await ask<{ id: number }>("SELECT min(id) AS id FROM contact");
    const erasures = [{ at: new Date().toISOString(), userId: 1, subjects: [[one?.id ?? 0, "2020-01-01T00:00:00.000Z"]] as const }];
    expect(await repeatErasures(place(), systemClock, erasures)).toBe(0);
    expect(await count("contact")).toBe(before);
  });

  it(
    "is erased again, open conversation and contacts merged meanwhile included, and nobody else goes [D-640]",
    async () => {
      expect(await findRestored()).not.toEqual([]);
      const before = await count("contact");
      expect(await repeatErasures(place(), systemClock, await listed())).toBe(2);
      expect(await findRestored()).toEqual([]);
      expect(await ask("SELECT body FROM message WHERE body = $1", [STAYS])).toHaveLength(1);
      expect(await count("contact")).toBe(before - 2);
      expect(await count("erasure")).toBe(2);
      expect(await repeatErasures(place(), systemClock, await listed())).toBe(0);
    },
    patience(60_000),
  );

  it(
    "is erased by the command itself, which finds the list beside the backup and keeps it [D-640]",
    async () => {
      const { databaseUrl } = place();
      const dataDir = path.join(folder, "other data");
      const env = { ...process.env, NODE_ENV: "production", DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
      await mkdir(dataDir);
      const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, path.join(folder, "before.tar"), "--replace"], { env });
      expect(stdout).toContain("2 contact(s) that were erased after the backup was made were erased again.");
      expect(await findRestored()).toEqual([]);
      expect(await readFile(path.join(dataDir, ERASURE_LIST), "utf8")).toContain(await readFile(path.join(folder, ERASURE_LIST), "utf8"));
    },
    patience(60_000),
  );

  it("is in a list that names nobody; a damaged list is refused with its line [D-640]", async () => {
    const file = path.join(folder, ERASURE_LIST);
    const text = await readFile(file, "utf8");
    expect(text).toMatch(/^\{"at":/);
    expect(NEEDLES.filter((needle) => text.includes(needle))).toEqual([]);
    await writeFile(file, `${text}{"at":"20`);
    await expect(listed()).rejects.toThrow(/line 2, is no erasure/);
  });
});
