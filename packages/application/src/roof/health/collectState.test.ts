import { createMetrics } from "@balcao/platform/metrics";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { collectDisk, collectRedis, collectState, noteConnectionArrivals } from "./index.js";

const INSERT_SEND = `INSERT INTO outbox (id, connection_id, lane, origin, peer, state, created_at)
  VALUES (gen_random_uuid(), $1, $2, 'agent', '{}', $3, now() - $4 * interval '1 second')`;
const INSERT_EVENT = `INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at, received_at)
  VALUES ($1, 'message', 'l', $2, '', '{}', now(), $3)`;

describe("the metrics of what is stored", () => {
  let test: TestServices;
  beforeEach(async () => {
    test = await openTestServices();
  });

  it("count waiting and unknown sends by connection, waiting conversations and the last event of each connection", async () => {
    const [shop, office] = [await test.connection("meow"), await test.connection("baileys")];
    for (const [state, seconds] of [
      ["queued", 90],
      ["queued", 10],
      ["handed", 5],
      ["unknown", 500],
      ["sent", 900],
      ["failed", 900],
    ] as const)
      await test.rows(INSERT_SEND, [shop, `${shop}:${state}`, state, seconds]);
    await test.rows(INSERT_SEND, [office, "office", "unknown", 1]);
    await test.rows(
      "INSERT INTO inbound_lane (lane, ready_at) VALUES ('a', now() - interval '70 seconds'), ('b', now() + interval '1 hour'), ('c', NULL)",
    );
    await test.rows(INSERT_EVENT, [shop, "older", "2026-11-22T10:00:00Z"]);
    await test.rows(INSERT_EVENT, [shop, "newer", "2026-11-22T11:00:00Z"]);
    await noteConnectionArrivals(test.services);
    await test.rows(INSERT_EVENT, [shop, "newest", "2026-11-22T12:00:00Z"]);
    await noteConnectionArrivals(test.services);
    await test.rows("UPDATE outbox SET finished_at = now() - interval '14 minutes' WHERE state IN ('sent', 'failed')");
    await test.rows(INSERT_SEND, [office, "late", "failed", 1]);
    await test.rows("UPDATE outbox SET finished_at = now() - interval '16 minutes' WHERE lane = 'late'");
    const metrics = createMetrics({ name: "api", hasNode: false });
    collectState(test.services, metrics);
    const { text } = await metrics.print();
    const valueOf = (sample: string): number =>
      Number(
        text
          .split("\n")
          .find((line) => line.startsWith(`balcao_${sample}`))
          ?.split(" ")
          .at(-1),
      );
    expect(valueOf(`outbox_messages{connection="${shop}",state="queued"`)).toBe(2);
    expect(valueOf(`outbox_messages{connection="${shop}",state="handed"`)).toBe(1);
    expect(valueOf(`outbox_messages{connection="${shop}",state="unknown"`)).toBe(1);
    expect(valueOf(`outbox_messages{connection="${office}",state="unknown"`)).toBe(1);
    expect(valueOf(`outbox_oldest_seconds{connection="${shop}"`)).toBeGreaterThanOrEqual(90);
    expect(valueOf(`outbox_oldest_seconds{connection="${office}"`)).toBe(0);
    expect(valueOf(`sends_refused{connection="${shop}"`)).toBe(1);
    expect(valueOf(`sends_refused_share{connection="${shop}"`)).toBe(0.5);
    expect(valueOf(`sends_refused{connection="${office}"`)).toBeNaN();
    expect(valueOf("lanes_waiting")).toBe(2);
    expect(valueOf("lane_oldest_seconds")).toBeGreaterThanOrEqual(70);
    expect(valueOf(`connection_last_event_timestamp_seconds{connection="${shop}"`)).toBe(Date.parse("2026-11-22T12:00:00Z") / 1_000);
    expect(valueOf("database_up")).toBe(1);
    expect(valueOf("wal_archive_failing")).toBe(0);
    // Without a backup it is the age of the installation, of which the test database is some minutes old at most.
    expect(valueOf("backup_age_seconds")).toBeLessThan(86_400);
    await test.rows(
      "INSERT INTO backup (started_at, finished_at, bytes, files, encrypted) VALUES (now(), now() - interval '9 days', 1, 0, true)",
    );
    const later = createMetrics({ name: "api", hasNode: false });
    collectState(test.services, later);
    collectDisk(later, { use: () => Promise.resolve({ totalBytes: 9, freeBytes: 7, isLow: true }) });
    const again = (await later.print()).text;
    expect(Number(/balcao_backup_age_seconds\S* (\d+)/.exec(again)?.[1])).toBeGreaterThan(8 * 86_400);
    expect(again).toMatch(/balcao_disk_free_bytes\S* 7\n[^]*balcao_disk_low\S* 1\n/);
    await test.close();
  });

  it("are read again after two seconds, and forget what is no longer there", async () => {
    const [shop, office] = [await test.connection("meow"), await test.connection("baileys")];
    await test.rows("UPDATE connection SET wanted = id = $1, status = CASE id WHEN $1 THEN 'OPENING' ELSE 'CONNECTED' END", [shop]);
    await test.services.directory.refresh();
    for (const state of ["queued", "failed"]) await test.rows(INSERT_SEND, [shop, state, state, 1]);
    await test.rows("UPDATE outbox SET finished_at = now() WHERE state = 'failed'");
    const { database, directory } = test.services;
    let ms = 10_000;
    const metrics = createMetrics({ name: "api", hasNode: false });
    collectState({ database, directory, clock: { ...test.services.clock, monotonic: () => ms } }, metrics);
    const samples = async () => [...(await metrics.print()).text.matchAll(/^balcao_(\w+)(?:\{([^}]*)\})? (\S+)$/gm)];
    const labelsOf = async (name: string) => (await samples()).filter(([, each]) => each === name).map(([, , labels]) => labels);
    const names = ["outbox_messages", "outbox_oldest_seconds", "sends_refused", "sends_refused_share", "parked_events", "connections"];
    const counts = async () => Object.fromEntries(await Promise.all(names.map(async (name) => [name, (await labelsOf(name)).length])));
    const before = await counts();
    expect(before).toMatchObject({ sends_refused: 1, sends_refused_share: 1, parked_events: 2, connections: 2 });
    expect((await samples()).find(([, name]) => name === "connections_down")?.[3]).toBe("1");
    await test.rows("DELETE FROM outbox");
    expect(await counts()).toEqual(before);
    ms += 2_000;
    await test.rows("DELETE FROM connection WHERE id = $1", [office]);
    await directory.refresh();
    expect(await counts()).toEqual({
      ...before,
      outbox_messages: 0,
      outbox_oldest_seconds: 0,
      sends_refused: 0,
      sends_refused_share: 0,
      parked_events: 1,
      connections: 1,
    });
    await test.close();
  });

  it("say that the database does not answer, and are printed nevertheless", async () => {
    const metrics = createMetrics({ name: "api", hasNode: false });
    collectState(test.services, metrics);
    expect((await metrics.print()).text).toContain('balcao_database_up{process="api"} 1');
    const later = createMetrics({ name: "api", hasNode: false });
    collectState(test.services, later);
    await test.close();
    expect((await later.print()).text).toContain('balcao_database_up{process="api"} 0');
  });
});

describe("the metric of Redis", () => {
  it("is 1 while a process is connected, 0 while it is not, and not there where none is configured", async () => {
    let status: "up" | "down" | "off" = "off";
    const metrics = createMetrics({ name: "worker", hasNode: false });
    collectRedis(metrics, () => status);
    const value = async () => /balcao_redis_up{[^}]*} (\d)/.exec((await metrics.print()).text)?.[1];
    expect(await value()).toBeUndefined();
    status = "up";
    expect(await value()).toBe("1");
    status = "down";
    expect(await value()).toBe("0");
  });
});
