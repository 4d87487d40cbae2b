import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSealer } from "@balcao/platform/secrets";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { backupFinding, connectionFinding, examineDatabase, processFinding, schemaFinding, serverFindings } from "./databaseFindings.js";
import type { Finding } from "./finding.js";
import {
  addressFindings,
  certificateFinding,
  diskFinding,
  examinePort,
  examinePublicAddress,
  examineRedis,
  folderFindings,
  redisFinding,
  soundFinding,
} from "./placeFindings.js";

const GB = 1024 ** 3;
const now = new Date("2026-11-23T12:00:00Z");
const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
const levels = (findings: readonly Finding[]): Record<string, string> =>
  Object.fromEntries(findings.map(({ name, level }) => [name, level]));
const at = (findings: readonly Finding[], index: number): Finding => {
  const found = findings[index];
  if (!found) throw new Error(`there is no finding ${index}`);
  return found;
};
const good = { major: 18, isReadOnly: false, isUtf8: true, now };
const noWork = { isEmpty: false, pending: 0, newer: null, older: null, isAside: false };

describe("the doctor", () => {
  it.each<[string, Finding, Finding["level"]]>([
    ["an old server", at(serverFindings({ ...good, major: 16 }, now), 0), "fault"],
    ["a replica", at(serverFindings({ ...good, isReadOnly: true }, now), 1), "fault"],
    ["clocks that differ by 5 s", at(serverFindings({ ...good, now: hoursAgo(-5 / 3_600) }, now), 3), "warning"],
    ["clocks that differ by an hour", at(serverFindings({ ...good, now: hoursAgo(1) }, now), 3), "fault"],
    ["too few connections", connectionFinding(20, []), "fault"],
    ["more programs than connections", connectionFinding(100, [{ program: "a", connections: 101 }]), "fault"],
    ["nearly too many programs", connectionFinding(100, [{ program: "a", connections: 95 }]), "warning"],
    ["enough connections", connectionFinding(100, [{ program: "a", connections: 22 }]), "ok"],
    ["an api without a worker", processFinding({ apis: 1, workers: 0 }), "fault"],
    ["a worker without an api", processFinding({ apis: 0, workers: 1 }), "fault"],
    ["an installation that is stopped", processFinding({ apis: 0, workers: 0 }), "warning"],
    ["two of each", processFinding({ apis: 2, workers: 2 }), "ok"],
    ["a newer schema", schemaFinding({ ...noWork, newer: "9999-future" }), "fault"],
    ["a schema of before the baseline", schemaFinding({ ...noWork, older: "0063-auditFilters", pending: 1 }), "fault"],
    ["an interrupted restore", schemaFinding({ ...noWork, isAside: true }), "fault"],
    ["missing migrations", schemaFinding({ ...noWork, pending: 1 }), "warning"],
    ["a disk on which sends are refused", diskFinding({ totalBytes: 100 * GB, freeBytes: 9.9 * GB }), "fault"],
    ["a small disk on which sends are refused", diskFinding({ totalBytes: 20 * GB, freeBytes: 1.9 * GB }), "fault"],
    ["a disk on which they soon will be", diskFinding({ totalBytes: 1_000 * GB, freeBytes: 19 * GB }), "warning"],
    ["a disk with room", diskFinding({ totalBytes: 1_000 * GB, freeBytes: 21 * GB }), "ok"],
    ["a machine without ffmpeg", soundFinding(false), "warning"],
    ["a machine with ffmpeg", soundFinding(true), "ok"],
    ["a Redis that evicts", redisFinding({ maxBytes: GB, policy: "allkeys-lru" }), "fault"],
    ["a Redis without a limit", redisFinding({ maxBytes: 0, policy: "allkeys-lru" }), "ok"],
    ["no backup", backupFinding(null, now), "warning"],
    ["a backup of the night before", backupFinding(hoursAgo(37), now), "warning"],
    ["a backup of the night", backupFinding(hoursAgo(9), now), "ok"],
    ["a certificate that has ended", certificateFinding(hoursAgo(48), now), "fault"],
    ["a certificate that ends soon", certificateFinding(hoursAgo(-72), now), "warning"],
    [
      "http for other machines",
      at(addressFindings({ publicUrl: "http://inbox.example.com", isHttps: false, trustProxy: 0 }), 0),
      "warning",
    ],
    [
      "https without a trusted proxy",
      at(addressFindings({ publicUrl: "https://inbox.example.com", isHttps: true, trustProxy: 0 }), 0),
      "warning",
    ],
    ["https behind a proxy", at(addressFindings({ publicUrl: "https://inbox.example.com", isHttps: true, trustProxy: 1 }), 0), "ok"],
  ])("judges %s [B-09, B-10, B-17]", (_what, finding, level) => {
    expect(finding.level).toBe(level);
    if (finding.level !== "ok") expect(finding.remedy.length).toBeGreaterThan(10);
  });

  describe("on a database", () => {
    let test: TestDatabase;
    beforeAll(async () => {
      test = await createTestDatabase({ poolSize: 2 });
    }, 120_000);
    afterAll(() => test.close());

    const sealer = createSealer("s".repeat(43));
    const examine = () => examineDatabase({ url: test.url, sql: test.database.sql, sealer, now: () => new Date() });

    it("finds what waits for a person, keys of another secret, and a schema of a newer or an old version [B-13, B-14]", async () => {
      expect(levels(await examine())).toMatchObject({
        processes: "warning",
        schema: "ok",
        "parked events": "ok",
        "unknown sends": "ok",
        numbers: "ok",
        webhooks: "ok",
        partitions: "ok",
        keys: "ok",
        backup: "warning",
      });
      const { sql } = test.database;
      await sql.ask(
        "INSERT INTO connection (name, api, status, number, account_sealed) VALUES ('Loja', 'meow', 'DISCONNECTED', '5511999990000', 'other.x')",
      );
      await sql.ask(
        "INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at, state) VALUES (1, 'x', 'l', 'k', '', '{}', now(), 2)",
      );
      await sql.ask(
        "INSERT INTO outbox (id, connection_id, lane, origin, peer, state) VALUES (gen_random_uuid(), 1, 'l', 'agent', '{}', 'unknown')",
      );
      await sql.ask("INSERT INTO live_event (topic, payload, at) VALUES ('x', '{}', '2250-01-01')");
      await sql.ask("INSERT INTO backup (started_at, finished_at, bytes, files, encrypted) VALUES (now(), now(), 1, 0, true)");
      expect(levels(await examine())).toMatchObject({
        "parked events": "warning",
        "unknown sends": "warning",
        partitions: "warning",
        numbers: "warning",
        keys: "fault",
        backup: "ok",
      });
      await sql.ask("INSERT INTO schema_migration (name) VALUES ('9999-future')");
      expect(levels(await examine())).toMatchObject({ schema: "fault" });
      await sql.ask("UPDATE schema_migration SET name = '0001-people' WHERE name = '9999-future'");
      expect(
        at(
          (await examine()).filter(({ name }) => name === "schema"),
          0,
        ).sentence,
      ).toContain("of an old version (0001-people)");
    });

    it("finds a number whose gateway reports nothing about what was sent, and none that is only quiet [P-10]", async () => {
      const own = await createTestDatabase({ poolSize: 2 });
      try {
        const { sql } = own.database;
        const webhooks = async () => levels(await examineDatabase({ url: own.url, sql, sealer, now: () => new Date() }))["webhooks"];
        await sql.ask("INSERT INTO connection (name, api, status) VALUES ('Loja', 'meow', 'CONNECTED'), ('App', 'baileys', 'CONNECTED')");
        const send = (connectionId: number, lane: string, ago: string): Promise<unknown> =>
          sql.ask(
            `INSERT INTO outbox (id, connection_id, lane, origin, peer, state, finished_at) VALUES (gen_random_uuid(), $1, $2, 'agent', '{}', 'sent', now() - $3::interval)`,
            [connectionId, lane, ago],
          );
        // Not yet, too long ago, a connector without webhooks, and one conversation only.
        for (const lane of ["a", "b", "c"]) await send(1, lane, "10 minutes");
        for (const lane of ["a", "b", "c"]) await send(1, lane, "2 days");
        for (const lane of ["a", "b", "c"]) await send(2, lane, "2 hours");
        for (const ago of ["2 hours", "3 hours", "4 hours"]) await send(1, "a", ago);
        expect(await webhooks()).toBe("ok");
        for (const lane of ["b", "c"]) await send(1, lane, "2 hours");
        expect(await webhooks()).toBe("warning");
        await sql.ask(
          "INSERT INTO connection_activity (connection_id, last_event_id, last_event_at) VALUES (1, 1, now() - interval '5 hours')",
        );
        expect(await webhooks()).toBe("warning");
        await sql.ask("UPDATE connection_activity SET last_event_at = now() - interval '90 minutes'");
        expect(await webhooks()).toBe("ok");
      } finally {
        await own.close();
      }
    });

    it.each([
      ["ECONNREFUSED", "Check DATABASE_URL and that the server runs."],
      ["ENOTFOUND", "The name of the server at DATABASE_URL cannot be found"],
      ["CERT_HAS_EXPIRED", "The certificate of the server at DATABASE_URL has expired: renew it there."],
      ["28P01", "DATABASE_URL has a wrong password."],
      ["3D000", "DATABASE_URL names a database that does not exist: create it first."],
      ["53300", "PostgreSQL has no free connection"],
    ])("says what to do when it cannot be used because of %s [B-03, B-08, B-09]", async (code, remedy) => {
      const url = "postgres://a:b@127.0.0.1:1/c";
      const failing = { run: () => Promise.reject(Object.assign(new Error("x"), { code })), ask: () => Promise.resolve([]) };
      const [finding] = await examineDatabase({ url, sql: failing, sealer, now: () => now });
      expect(finding).toMatchObject({
        level: "fault",
        sentence: `It cannot be used (${code}).`,
        remedy: expect.stringContaining(remedy) as string,
      });
    });
  });

  it("asks the port and the public address whether Balcão answers", async () => {
    let body = '{"status":"ok","database":"ok","version":"1.2.3"}';
    const server: Server = createServer((_request, response) => response.end(body)).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    expect(await examinePort({ host: "0.0.0.0", port })).toMatchObject({ level: "ok", sentence: `Balcão 1.2.3 answers at port ${port}.` });
    body = "<html>";
    expect((await examinePort({ host: "127.0.0.1", port })).level).toBe("fault");
    await new Promise((resolve) => server.close(resolve));
    expect((await examinePort({ host: "127.0.0.1", port })).level).toBe("warning");
    expect(await examinePublicAddress({ publicUrl: `http://localhost:${port}`, isHttps: false }, now)).toEqual([]);
    expect(levels(await examinePublicAddress({ publicUrl: `http://127.0.0.2:${port}`, isHttps: false }, now))).toEqual({
      "public address": "warning",
    });
  });

  it("looks at the data folder and at who may read the secrets", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "balcao-doctor-"));
    await writeFile(path.join(folder, "secrets.json"), "{}", { mode: 0o600 });
    expect(levels(await folderFindings(folder))).toEqual({ "data folder": "ok" });
    await chmod(path.join(folder, "secrets.json"), 0o644);
    expect(levels(await folderFindings(folder))).toEqual({ "data folder": "ok", secrets: "fault" });
    await rm(folder, { recursive: true });
    expect(levels(await folderFindings(folder))).toEqual({ "data folder": "fault" });
  });

  it("takes a Redis that is absent or away for a warning", async () => {
    const away = () => Promise.reject(Object.assign(new Error("x"), { code: "ECONNREFUSED" }));
    expect((await examineRedis(undefined, away)).level).toBe("warning");
    expect(await examineRedis("redis://127.0.0.1:1", away)).toMatchObject({
      level: "warning",
      sentence: expect.stringContaining("ECONNREFUSED"),
    });
    const unnamed = () => Promise.reject(Object.assign(new Error("x"), { code: "ENOTFOUND" }));
    expect(await examineRedis("redis://nowhere", unnamed)).toMatchObject({ remedy: expect.stringContaining("DNS of this machine") });
  });
});
