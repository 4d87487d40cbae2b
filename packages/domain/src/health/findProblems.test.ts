import { findProblems, type ConnectionFacts, type HealthFacts } from "./index.js";

const now = new Date("2026-11-23T12:00:00Z");
const ago = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);

const connection = (more: Partial<ConnectionFacts> = {}): ConnectionFacts => ({
  id: 1,
  status: "CONNECTED",
  wanted: true,
  lastEventAt: ago(0),
  unanswered: 0,
  waiting: 0,
  oldestSeconds: 0,
  unknown: 0,
  parked: 0,
  notices: 0,
  isStopped: false,
  refused: 0,
  sent: 0,
  ...more,
});
const facts = (more: Partial<HealthFacts> = {}): HealthFacts => ({
  now,
  connections: [connection()],
  lanes: { waiting: 0, oldestSeconds: 0 },
  workers: 1,
  apis: 1,
  lost: 0,
  redis: "up",
  isRedisEvicting: false,
  database: { connections: 10, connectionsAllowed: 100, openTransaction: null },
  partitions: [{ until: ago(-36), leastAheadMs: 12 * 3_600_000, hasStrays: false }],
  isDiskLow: false,
  replica: null,
  areFilesUsable: true,
  hooksStopped: 0,
  lastBackupAt: ago(24),
  installedAt: ago(30 * 24),
  ...more,
});
const found = (more: Partial<HealthFacts>) =>
  findProblems(facts(more)).map(({ kind, level, connectionId, value }) => [kind, level, connectionId, value]);

describe("what is not well", () => {
  it("is nothing in an installation that works, with Redis or without", () => {
    expect(found({})).toEqual([]);
    expect(found({ replica: "ok" })).toEqual([]);
    expect(found({ redis: "off", isDiskLow: false, lastBackupAt: null, installedAt: ago(6 * 24) })).toEqual([]);
  });

  it.each<[string, Partial<HealthFacts>, unknown[]]>([
    ["a process that ended without a word", { lost: 2 }, ["processLost", "attention", null, 2]],
    ["no worker", { workers: 0 }, ["noWorker", "bad", null, null]],
    ["no api", { apis: 0 }, ["noApi", "bad", null, null]],
    ["a bucket of files that does not answer", { areFilesUsable: false }, ["filesAway", "bad", null, null]],
    ["a full disk", { isDiskLow: true }, ["diskLow", "bad", null, null]],
    ["late conversations", { lanes: { waiting: 3, oldestSeconds: 31 } }, ["lanesLate", "attention", null, 31]],
    ["stopped conversations", { lanes: { waiting: 3, oldestSeconds: 301 } }, ["lanesLate", "bad", null, 301]],
    [
      "few database connections",
      { database: { connections: 90, connectionsAllowed: 100, openTransaction: null } },
      ["databaseFull", "attention", null, 90],
    ],
    [
      "a forgotten transaction",
      { database: { connections: 1, connectionsAllowed: 100, openTransaction: { program: "psql", seconds: 70 } } },
      ["openTransaction", "attention", null, 70],
    ],
    [
      "partitions that end in eleven hours",
      { partitions: [{ until: ago(-11), leastAheadMs: 12 * 3_600_000, hasStrays: false }] },
      ["partitionsLate", "attention", null, null],
    ],
    ["no partition", { partitions: [{ until: null, leastAheadMs: 1, hasStrays: false }] }, ["partitionsLate", "attention", null, null]],
    [
      "rows without a partition",
      { partitions: [{ until: ago(-36), leastAheadMs: 1, hasStrays: true }] },
      ["partitionsLate", "attention", null, null],
    ],
    ["a replica that is away", { replica: "unreachable" }, ["replicaUnreachable", "attention", null, null]],
    ["a replica that is behind", { replica: "behind" }, ["replicaBehind", "attention", null, null]],
    ["a replica that is a server of its own", { replica: "promoted" }, ["replicaForeign", "attention", null, null]],
    ["a replica of another database", { replica: "foreign" }, ["replicaForeign", "attention", null, null]],
    ["a lost Redis", { redis: "down" }, ["redisDown", "attention", null, null]],
    ["a Redis that deletes keys when it is full", { isRedisEvicting: true }, ["redisEvicts", "attention", null, null]],
    ["webhooks that have stopped", { hooksStopped: 2 }, ["hooksStopped", "attention", null, 2]],
    ["a backup that is not of last night", { lastBackupAt: ago(37) }, ["backupOld", "attention", null, 37]],
    ["no backup after a week", { lastBackupAt: null, installedAt: ago(8 * 24) }, ["backupNever", "attention", null, 8]],
    ["a number that logged out", { connections: [connection({ status: "LOGGEDOUT" })] }, ["loggedOut", "bad", 1, null]],
    ["a number that is away", { connections: [connection({ status: "DISCONNECTED" })] }, ["down", "bad", 1, null]],
    ["a number that sends nothing", { connections: [connection({ waiting: 2, oldestSeconds: 121 })] }, ["outboxLate", "attention", 1, 121]],
    [
      "a number whose gateway says nothing about what was sent",
      { connections: [connection({ lastEventAt: ago(9), unanswered: 3 }), connection({ id: 2 })] },
      ["webhookDead", "bad", 1, null],
    ],
    ["parked events", { connections: [connection({ parked: 4 })] }, ["parked", "attention", 1, 4]],
    ["refused sends", { connections: [connection({ refused: 3, sent: 12 })] }, ["sendsRefused", "attention", 1, 3]],
    [
      "a number of which every other send is refused",
      { connections: [connection({ refused: 3, sent: 3 })] },
      ["sendsRefused", "bad", 1, 3],
    ],
    ["unknown sends", { connections: [connection({ unknown: 2 })] }, ["unknown", "attention", 1, 2]],
    [
      "a number without events while another has some",
      { connections: [connection({ lastEventAt: ago(7) }), connection({ id: 2 })] },
      ["silent", "attention", 1, null],
    ],
  ])("names %s", (_what, more, problem) => {
    expect(found(more)).toEqual([problem]);
  });

  it("does not name numbers that nobody wants, that are quiet together, or whose first event is still to come", () => {
    expect(found({ connections: [connection({ status: "DISCONNECTED", wanted: false })] })).toEqual([]);
    expect(found({ connections: [connection({ lastEventAt: ago(9) }), connection({ id: 2, lastEventAt: ago(2) })] })).toEqual([]);
    expect(found({ connections: [connection({ lastEventAt: null }), connection({ id: 2 })] })).toEqual([]);
  });

  it("does not name few refused sends, or few among many, or a backup of last night", () => {
    expect(found({ connections: [connection({ refused: 2 }), connection({ id: 2, refused: 30, sent: 121 })] })).toEqual([]);
    expect(found({ lastBackupAt: ago(35) })).toEqual([]);
  });

  it("begins with what has stopped", () => {
    const connections = [connection({ parked: 1 }), connection({ id: 2, status: "LOGGEDOUT" })];
    expect(found({ connections, redis: "down" }).map(([kind]) => kind)).toEqual(["loggedOut", "redisDown", "parked"]);
  });
});
