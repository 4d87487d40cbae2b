import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ERASURE_LIST, gatherErasures } from "@balcao/application/people/privacy";
import { createBackup, repeatErasures, restoreBackup } from "@balcao/application/roof/backup";
import { systemClock } from "@balcao/platform/clock";
import { createFileStore } from "@balcao/platform/files";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { patience } from "@balcao/testing/patience";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

const PHONE = "5511987650021";
const OTHER = "5511987650022";
const WORDS = "a chave da adega ficou com o Anselmo";
const STAYS = "bom dia, aqui é outra pessoa";
const NEEDLES = [PHONE, OTHER, WORDS];
const quiet = (): void => undefined;

describe("an erased person whom a backup still has", () => {
  let world: World;
  let marta: Agent;
  let target: TestDatabase;
  let folder = "";
  const dataDir = (): string => path.join(folder, "data");
  const ask = <T>(statement: string, values: readonly unknown[] = []) => target.database.sql.ask<T>(statement, values);

  beforeAll(async () => {
    world = await openWorld();
    folder = await mkdtemp(path.join(tmpdir(), "balcao-erased-"));
    target = await createTestDatabase({ poolSize: 3 });
    const sales = await world.queue("Vendas", "#236681");
    marta = await world.person("Marta", { queueIds: [sales.id], profile: "admin", addContact: true, editContact: true, delContact: true });
    await world.settings({ timeCreateNewTicket: "0" });
    const shop = await world.number("Loja", [sales]);
    await world.customer(PHONE, shop).writes(WORDS);
    await world.customer(OTHER, shop).writes("escrevo do outro aparelho");
    await world.customer("5511987650023", shop).writes(STAYS);
    await world.ticketOf(marta, "5511987650023");
    await world.ticketOf(marta, OTHER);
  }, 120_000);
  afterAll(async () => {
    await world.close();
    await target.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Where the restored database has one of the texts. */
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

  it(
    "is erased again by a restore, with the contacts merged meanwhile and an open conversation, and nobody else goes [D-640]",
    async () => {
      const { dataDir: from, auth } = world.stage;
      const { services } = auth;
      const ids = await world.rows<{ id: number; number: string }>(
        "SELECT id, number FROM contact WHERE number = ANY ($1) ORDER BY number",
        [[PHONE, OTHER]],
      );
      const [one, other] = ids.map(({ id }) => id);
      const file = path.join(folder, "before.tar");
      await createBackup({
        ...{ databaseUrl: world.stage.databaseUrl, dataDir: from, sql: services.database.sql, files: services.files, clock: systemClock },
        ...{ version: "1.2.3", target: file, passphrase: null, secretVariables: [], onStep: quiet },
        readVolume: async () => ({ freeBytes: 10 ** 12, totalBytes: 10 ** 12 }),
      });
      await marta.ask("POST", `/contacts/${one ?? 0}/merge/${other ?? 0}`, {});
      await world.rows("UPDATE ticket SET status = 'closed', closed_at = now(), ended_at = now() WHERE contact_id = $1", [one]);
      await eventually(async () => expect(await marta.ask("GET", `/contacts/${one ?? 0}/erasure`)).toMatchObject({ obstacles: [] }));
      expect((await marta.call("POST", `/contacts/${one ?? 0}/erasure`, {})).status).toBe(200);
      const list = path.join(from, ERASURE_LIST);
      const text = await readFile(list, "utf8");
      expect(NEEDLES.filter((needle) => text.includes(needle))).toEqual([]);

      const files = createFileStore({ root: path.join(dataDir(), "files"), blockedExtensions: [], clock: systemClock });
      await restoreBackup({
        ...{ databaseUrl: target.url, dataDir: dataDir(), files, clock: systemClock, file, passphrase: null, isReplacing: true },
        ...{ givenSecrets: null, readVolume: null, onStep: quiet },
      });
      expect(await findRestored()).not.toEqual([]);
      const [before] = await ask<{ n: number }>("SELECT count(*)::int AS n FROM contact");
      const erasures = await gatherErasures(null, [list]);
      const place = { databaseUrl: target.url, dataDir: dataDir(), givenSecrets: world.stage.givenSecrets, files: undefined };
      expect(await repeatErasures(place, systemClock, erasures)).toBe(2);
      expect(await findRestored()).toEqual([]);
      expect(await ask("SELECT body FROM message WHERE body = $1", [STAYS])).toHaveLength(1);
      expect(await ask("SELECT count(*)::int AS n FROM contact")).toEqual([{ n: (before?.n ?? 0) - 2 }]);
      expect(await ask("SELECT count(*)::int AS n FROM erasure")).toEqual([{ n: 2 }]);
      expect(await repeatErasures(place, systemClock, erasures)).toBe(0);
      expect((await readdir(from)).filter((name) => name.endsWith(".part"))).toEqual([]);
    },
    patience(60_000),
  );

  it("is not mistaken for somebody who has the same number of the contact in another life of the database [D-640]", async () => {
    const erasures = [{ at: new Date().toISOString(), userId: 1, subjects: [[1, "2020-01-01T00:00:00.000Z"]] as const }];
    const [before] = await ask<{ n: number }>("SELECT count(*)::int AS n FROM contact");
    const place = { databaseUrl: target.url, dataDir: dataDir(), givenSecrets: world.stage.givenSecrets, files: undefined };
    expect(await repeatErasures(place, systemClock, erasures)).toBe(0);
    expect(await ask("SELECT count(*)::int AS n FROM contact")).toEqual([before]);
  });
});
