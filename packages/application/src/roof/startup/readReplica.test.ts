import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase, sqlStateOf } from "@balcao/database/sql";
import { createSilentLogger } from "@balcao/platform/logger";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { patience } from "@balcao/testing/patience";
import { getDashboardStats } from "../../company/dashboard/index.js";
import { examineDatabase, examineReplica, replicaFinding } from "../doctor/index.js";
import { readOld } from "../../ground/kernel/index.js";
import { ctxOf, openReplicaStage, replicaOptions, until, type ReplicaStage } from "../../replica.fixture.js";
import { DatabaseNotUsable, migrateWhenReady, openServices } from "./index.js";

/** How many reads the replica takes at once. */
const READS = 5;

let stage: ReplicaStage;
beforeAll(async () => {
  stage = await openReplicaStage();
}, 120_000);
afterEach(() => stage.resume());
afterAll(() => stage.close());

/** Whether the next read that may be old is answered by the replica. */
const isUsed = async (): Promise<boolean> =>
  (await readOld(stage.services, (sql) => sql.ask<{ it: boolean }>("SELECT pg_is_in_recovery() AS it")))[0]?.it === true;

describe("the read replica", () => {
  it("answers the dashboard and reports and finds tickets, while reads that a right depends on ask the main server [D-258]", async () => {
    const old = await stage.addTicket(1, "orçamento antigo");
    await stage.reach("ok");
    await until(async () => (await stage.find("admin", "orçamento")).length === 1);
    await stage.pause();
    await stage.addTicket(1, "orçamento novo");
    // A look of the services' own may have met a busy machine just before.
    await stage.reach("ok");
    expect(await stage.find("admin", "orçamento")).toEqual([old]);
    expect(await stage.report("admin")).toBe(1);
    expect(await stage.figures()).toEqual([1, 1]);
    expect(await stage.report("gerente")).toBe(2);
    await stage.resume();
    await until(async () => (await stage.find("admin", "orçamento")).length === 2);
    expect(await stage.report("admin")).toBe(2);
    expect(await stage.figures()).toEqual([2, 2]);
  });

  it("shows no ticket that was taken away a moment ago, and no message that was deleted [D-258, TICKET-029]", async () => {
    const [kept, moved, silenced] = [
      await stage.addTicket(1, "segredo"),
      await stage.addTicket(1, "segredo"),
      await stage.addTicket(1, "segredo"),
    ];
    await until(async () => (await stage.find("gerente", "segredo")).length === 3);
    await stage.pause();
    await stage.primary.ask("UPDATE ticket SET queue_id = 2 WHERE id = $1", [moved]);
    await stage.primary.ask("UPDATE message SET is_deleted = true WHERE ticket_id = $1", [silenced]);
    await stage.reach("ok");
    expect(await stage.find("gerente", "segredo")).toEqual([kept]);
    expect(new Set(await stage.find("admin", "segredo"))).toEqual(new Set([kept, moved]));
  });

  it("is left out when it is more than 30 s behind, and is not behind while nobody writes [D-258]", async () => {
    await stage.reach("ok");
    stage.pass(31_000);
    await stage.reach("ok");
    expect(await isUsed()).toBe(true);
    await stage.pause();
    await stage.addTicket(1, "atraso");
    // Commits of this server reach its disk a moment later, and a replica is sent what has reached it.
    await until(async () => {
      stage.pass(31_000);
      await stage.services.replica?.check();
      return stage.services.replica?.state() === "behind";
    });
    expect(await isUsed()).toBe(false);
    expect(await stage.find("admin", "atraso")).toHaveLength(1);
    await stage.resume();
    await stage.reach("ok");
    expect(await isUsed()).toBe(true);
  });

  it("is replaced by the main server when it fails in the middle, without an error, and is used again later [D-258]", async () => {
    await stage.reach("ok");
    await stage.servers.stopReplica();
    const added = await stage.addTicket(2, "queda");
    expect(await stage.find("admin", "queda")).toEqual([added]);
    expect(await isUsed()).toBe(false);
    expect(stage.services.replica?.state()).toBe("unreachable");
    expect((await stage.metrics.print()).text).toContain('balcao_replica_state{state="unreachable",process="api"} 1');
    await stage.servers.startReplica();
    stage.pass(10_001);
    await stage.reach("ok");
    expect(await isUsed()).toBe(true);
    expect((await stage.metrics.print()).text).toContain('balcao_replica_state{state="ok",process="api"} 1');
  });

  it("is not given up because its connections are busy: a read that waits too long for one runs on the main server [D-258]", async () => {
    await stage.reach("ok");
    const which = "SELECT pg_is_in_recovery() AS is_replica";
    const busy = Array.from({ length: READS }, () => readOld(stage.services, (sql) => sql.ask(`${which} FROM pg_sleep(5)`)));
    expect(await readOld(stage.services, (sql) => sql.ask(which))).toEqual([{ is_replica: false }]);
    expect(stage.services.replica?.state()).toBe("ok");
    expect(await Promise.all(busy)).toEqual(busy.map(() => [{ is_replica: true }]));
  });

  it("repeats a read on the main server that the replay has cancelled, and rests after it [D-258]", async () => {
    await stage.primary.ask("CREATE TABLE probe (id int)");
    await stage.reach("ok");
    await until(
      async () =>
        (await readOld(stage.services, (sql) => sql.ask("SELECT to_regclass('probe') AS it WHERE to_regclass('probe') IS NOT NULL")))
          .length === 1,
    );
    const failures: unknown[] = [];
    const read = readOld(stage.services, async (sql) => {
      const [server] = await sql.ask<{ replica: boolean }>("SELECT pg_is_in_recovery() AS replica");
      if (server?.replica !== true) return "main server";
      // The lock of the table is taken before the wait begins.
      await sql.ask("SELECT pg_sleep(60) FROM (SELECT count(*) FROM probe) counted").catch((error: unknown) => {
        failures.push(sqlStateOf(error));
        throw error;
      });
      return "replica";
    });
    await until(isReading);
    await stage.primary.ask("DROP TABLE probe");
    expect(await read).toBe("main server");
    expect(failures).toEqual(["40001"]);
    await stage.services.replica?.check();
    expect(stage.services.replica?.state()).toBe("unreachable");
    stage.pass(10_001);
    await stage.reach("ok");
  });
});

/** Less than the limit of a read on the replica, which would end the wait as well. */
const SOON_MS = Math.min(patience(10_000), 16_000);

describe("a replica that goes silent", () => {
  afterEach(() => stage.line.restore());

  it("keeps nobody waiting who asked it before, and has no more connections after a while [D-258]", async () => {
    const added = await stage.addTicket(1, "silêncio");
    await stage.reach("ok");
    await until(async () => (await stage.find("admin", "silêncio")).length === 1);
    await Promise.all([stage.figures(), stage.report("admin")]);
    stage.line.silence();
    const since = performance.now();
    const answers = Promise.all([stage.figures(), stage.report("admin"), stage.find("admin", "silêncio")]);
    // The replica rests after a failed read, and is still looked at.
    let tries = 0;
    await readOld(stage.services, () => ((tries += 1) === 1 ? Promise.reject(new Error("broken")) : Promise.resolve()));
    const [figures, report, found] = await answers;
    expect(performance.now() - since).toBeLessThan(SOON_MS);
    expect(found).toEqual([added]);
    expect(report).toBe(figures[1]);
    expect(stage.services.replica?.state()).toBe("unreachable");
    expect(await isUsed()).toBe(false);
    const open = stage.line.count();
    for (let look = 0; look < 2; look += 1) {
      stage.pass(10_001);
      await stage.services.replica?.check();
    }
    expect(stage.services.replica?.state()).toBe("unreachable");
    await until(() => Promise.resolve(stage.line.count() <= open));
    stage.line.restore();
    stage.pass(10_001);
    await stage.reach("ok");
    expect(await isUsed()).toBe(true);
  });

  it("does not stop the start or a command that ends, and doctor says that it cannot be used [D-258]", async () => {
    stage.line.silence();
    const folder = await mkdtemp(path.join(tmpdir(), "balcao-replica-"));
    const { services, close } = await openServices(replicaOptions(stage.servers.url, stage.line.url, folder));
    expect(services.replica?.state()).toBe("unreachable");
    expect(await readOld(services, (sql) => sql.ask("SELECT 1 AS it"))).toEqual([{ it: 1 }]);
    expect((await examineReplica(stage.line.url, stage.primary)).map(({ level }) => level)).toEqual(["warning"]);
    await close();
    await rm(folder, { recursive: true, force: true });
  });

  it("holds up no figures that the main server can add up [D-258]", async () => {
    await stage.primary.ask("UPDATE figure_state SET zone = 'America/Sao_Paulo'");
    await stage.primary.ask("INSERT INTO figure_day (day, rule) VALUES ((now() AT TIME ZONE 'America/Sao_Paulo')::date, 'test')");
    await stage.reach("ok");
    await until(async () => (await readOld(stage.services, (sql) => sql.ask("SELECT FROM figure_day"))).length === 1);
    // The sums wait at the replica for a lock of the main server, which has released it since.
    const locker = openDatabase({ url: stage.servers.url, applicationName: "test", poolSize: 1 });
    await locker.transaction(async (tx) => {
      await tx.ask("LOCK TABLE figure_message_cell IN ACCESS EXCLUSIVE MODE");
      await stage.primary.ask("UPDATE figure_state SET zone = zone");
      await until(async () => (await readOld(stage.services, (sql) => sql.ask(LOCKED))).length === 1);
      await stage.pause();
    });
    await locker.close();
    const late = stage.figures();
    await until(async () => (await readOld(stage.services, (sql) => sql.ask(WAITING))).length === 1);
    stage.pass(31_000);
    expect(stage.services.replica?.state()).toBe("behind");
    // Another period needs the same sum, and nothing else of the first.
    await getDashboardStats(stage.services, ctxOf("admin"), { firstDate: "2000-01-01", pairs: false });
    await stage.resume();
    expect(await late).toHaveLength(2);
    await stage.primary.ask("DELETE FROM figure_day");
  });
});

const OF_SUMS = "FROM pg_locks WHERE relation = 'figure_message_cell'::regclass";
const LOCKED = `SELECT ${OF_SUMS} AND mode = 'AccessExclusiveLock'`;
const WAITING = `SELECT ${OF_SUMS} AND NOT granted`;

/** Whether the slow read is under way at the replica. */
const isReading = async (): Promise<boolean> =>
  (
    await readOld(stage.services, (sql) =>
      sql.ask("SELECT FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep(60)%' AND wait_event = 'PgSleep'"),
    )
  ).length === 1;

describe("a replica that is named wrongly", () => {
  let folder: string;
  let other: TestDatabase;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "balcao-replica-"));
    other = await createTestDatabase();
  }, 120_000);
  afterAll(async () => {
    await other.close();
    await rm(folder, { recursive: true, force: true });
  });
  const open = (replicaUrl: string) => openServices(replicaOptions(stage.servers.url, replicaUrl, folder));

  it("stops the start with a sentence when it is a copy of another server or database [D-258]", async () => {
    for (const url of [other.url, stage.servers.replicaAdminUrl]) {
      await expect(open(url)).rejects.toThrow(/^DATABASE_REPLICA_URL is not a copy of the database of DATABASE_URL: /);
      await expect(open(url)).rejects.toBeInstanceOf(DatabaseNotUsable);
    }
  });

  it.each([
    ["promoted", "it is the main server", () => stage.servers.url],
    ["unreachable", "nothing answers there", () => "postgres://balcao@127.0.0.1:9/balcao"],
  ])("is %s and not used when %s, and the start goes on [D-258]", async (state, _when, urlOf) => {
    const { services, close } = await open(urlOf());
    try {
      expect(services.replica?.state()).toBe(state);
      expect(await readOld(services, (sql) => sql.ask("SELECT 1 AS it"))).toEqual([{ it: 1 }]);
    } finally {
      await close();
    }
  });

  it("is refused as the main server, with what to do, at the start and by doctor [D-258, B-05]", async () => {
    const sentence = /^DATABASE_URL names a server that can only be read, such as a replica\. Name the main server there/;
    const start = migrateWhenReady(stage.servers.replicaUrl, createSilentLogger(), new AbortController().signal);
    await expect(start).rejects.toThrow(sentence);
    await expect(start).rejects.toBeInstanceOf(DatabaseNotUsable);
    const replica = openDatabase({ url: stage.servers.replicaUrl, applicationName: "test", poolSize: 1 });
    const findings = await examineDatabase({ url: stage.servers.replicaUrl, sql: replica.sql, sealer: null, now: () => new Date() });
    await replica.close();
    expect(findings).toContainEqual({
      name: "database",
      level: "fault",
      sentence: "It can only be read: it is a replica.",
      remedy: "Name the main server in DATABASE_URL.",
    });
  });

  it("is judged by doctor, which says what to do [D-258]", async () => {
    const levelOf = async (url: string | undefined) => (await examineReplica(url, stage.primary)).map(({ name, level }) => [name, level]);
    expect(await levelOf(undefined)).toEqual([]);
    expect(await levelOf(stage.servers.replicaUrl)).toEqual([["replica", "ok"]]);
    expect(await levelOf(stage.servers.url)).toEqual([["replica", "fault"]]);
    expect(await levelOf(other.url)).toEqual([["replica", "fault"]]);
    expect(await levelOf("postgres://balcao@127.0.0.1:9/balcao")).toEqual([["replica", "warning"]]);
    const far = replicaFinding({ isReplica: true, isSameDatabase: true, lsn: 0 }, 100 * 1024 ** 2);
    expect(far).toMatchObject({ level: "warning", sentence: "It is 100.0 MB of log behind the main server." });
  });
});
