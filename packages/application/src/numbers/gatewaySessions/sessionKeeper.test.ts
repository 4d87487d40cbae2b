import { setTimeout as sleep } from "node:timers/promises";
import type { ConnectorApi, SessionStatus } from "@balcao/domain/connections";
import type { GatewayConnector, GatewaySession, SessionReport } from "@balcao/gateways/port";
import { createManualClock } from "@balcao/platform/clock";
import { newUuid } from "@balcao/platform/ids";
import { createLogger } from "@balcao/platform/logger";
import { createWaker, type RedisLink } from "@balcao/platform/redis";
import { patience } from "@balcao/testing/patience";
import { dispatchDue } from "../outbox/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { createSessionKeeper, type SessionKeeper } from "./sessionKeeper.js";

const FULL = "browserFull: 2";
/** With `renewMs` 0, a connection without a holder is reported at the next tick. */
const TIMES = { ttlMs: 60_000, renewMs: 0, graceMs: 60_000 };

let test: TestServices;
const opened: number[] = [];
const closed: number[] = [];
/** The sessions that were started, by connection. */
const started: number[] = [];
/** The id of a session whose `stop` never resolves; 0 for none. */
let stuckId = 0;
const stopped = (id: number): Promise<void> => {
  closed.push(id);
  return id === stuckId ? new Promise(() => undefined) : Promise.resolve();
};
const keepers: SessionKeeper[] = [];

/** A connector whose sessions report `status` at once. */
function connector(api: ConnectorApi, more: Partial<GatewayConnector> = {}, status: SessionStatus = "CONNECTED"): GatewayConnector {
  const report: SessionReport = { status, qrcode: null, phone: null, battery: null, reason: null };
  return {
    api,
    open: (connection, host) => {
      opened.push(connection.id);
      const session: GatewaySession = {
        api,
        start: () => {
          started.push(connection.id);
          return host.report(report);
        },
        stop: () => stopped(connection.id),
        logout: async () => undefined,
        remove: async () => undefined,
        status: async () => report,
        send: async () => ({ state: "unknown", error: { code: 0, title: "", message: "", details: "" } }),
      };
      return session;
    },
    toInbound: () => ({ kind: "ignored", reason: "" }),
    ...more,
  };
}

function keeper(connectors: readonly GatewayConnector[], times = TIMES, services = test.services): SessionKeeper {
  const made = createSessionKeeper({
    services,
    connectors: new Map(connectors.map((each) => [each.api, each])),
    webhookBaseUrl: "http://127.0.0.1",
    temporaryFolder: test.folder,
    sessionFolder: test.folder,
    holder: newUuid(),
    capacity: 10,
    times,
    onFree: () => undefined,
  });
  if (stuckId === 0) keepers.push(made);
  return made;
}

const ask = <T>(sql: string, values: readonly unknown[] = []) => test.rows<T>(sql, values);
const add = async (name: string, api: ConnectorApi): Promise<number> =>
  (await ask<{ id: number }>("INSERT INTO connection (name, api, wanted) VALUES ($1, $2, true) RETURNING id", [name, api]))[0]?.id ?? 0;
const states = () =>
  ask<{ id: number; status: string; reason: string | null; epoch: number }>(
    "SELECT c.id, c.status, c.status_reason AS reason, coalesce(l.epoch, 0)::int AS epoch FROM connection c LEFT JOIN session_lease l ON l.connection_id = c.id ORDER BY c.id",
  );
/** Moves every connection's last change one minute back. */
const later = () => ask("UPDATE connection SET updated_at = now() - interval '1 minute'");

beforeEach(async () => {
  test = await openTestServices();
  opened.length = 0;
  closed.length = 0;
  started.length = 0;
  stuckId = 0;
});
afterEach(async () => {
  for (const each of keepers.splice(0)) await each.stop();
  await test.close();
});

describe("the sessions of a process", () => {
  it("are at most as many as fit, and a connection without a place shows the reason, once [CONN-022]", async () => {
    const browsers = connector("wwebjs", { mostSessions: 2, fullReason: FULL });
    const ids = [await add("Um", "wwebjs"), await add("Dois", "wwebjs"), await add("Três", "wwebjs"), await add("Leve", "baileys")];
    const one = keeper([browsers, connector("baileys")]);
    await one.tick();
    expect([...opened].sort()).toEqual([ids[0], ids[1], ids[3]]);
    await later();
    for (let again = 0; again < 3; again += 1) await one.tick();
    expect(opened).toHaveLength(3);
    const left = (await states()).find(({ id }) => id === ids[2]);
    expect(left).toEqual({ id: ids[2], status: "DISCONNECTED", reason: FULL, epoch: 0 });
    const events = await ask<{ n: number }>("SELECT count(*)::int AS n FROM live_event WHERE payload->>'id' = $1", [String(ids[2])]);
    expect(events).toEqual([{ n: 1 }]);

    const other = keeper([browsers, connector("baileys")]);
    await other.tick();
    expect(opened.slice(3)).toEqual([ids[2]]);
  });

  it("make no codes for numbers that wait for a person to link them, and start when one asks [D-290]", async () => {
    const ids = [await add("Encerrada", "baileys"), await add("Esgotada", "meow"), await add("Caída", "meow")];
    for (const [place, status] of ["LOGGEDOUT", "TIMEOUT", "DISCONNECTED"].entries())
      await ask("UPDATE connection SET status = $2 WHERE id = $1", [ids[place], status]);
    const one = keeper([connector("baileys"), connector("meow")]);
    for (let again = 0; again < 3; again += 1) await one.tick();
    expect([...opened].sort()).toEqual(ids);
    expect(started).toEqual([ids[2]]);
    await one.session(ids[0] ?? 0)?.start();
    expect(started).toEqual([ids[2], ids[0]]);
    expect((await states()).map(({ status }) => status)).toEqual(["CONNECTED", "TIMEOUT", "CONNECTED"]);
  });

  it("do not start a number that rests, whoever held it before, until the rest ends [D-291]", async () => {
    const id = await add("Suspensa", "meow");
    await ask(
      "UPDATE connection SET status = 'DISCONNECTED', status_reason = 'temporaryBan', reason_until = now() + interval '1 hour' WHERE id = $1",
      [id],
    );
    const one = keeper([connector("meow")]);
    for (let again = 0; again < 3; again += 1) await one.tick();
    expect([opened, started]).toEqual([[id], []]);
    await one.session(id)?.start();
    expect(started).toEqual([id]);
    expect((await states())[0]).toMatchObject({ status: "CONNECTED", reason: null });
  });

  it("do not count against the limit while they wait for a person to link them again", async () => {
    await add("Parada", "wwebjs");
    const idle = connector("wwebjs", { mostSessions: 1, fullReason: FULL }, "TIMEOUT");
    const one = keeper([idle]);
    await one.tick();
    await Promise.all(one.sessions().map((session) => session.ask()));
    const second = await add("Outra", "wwebjs");
    await one.tick();
    expect(opened).toContain(second);
  });

  it("are none of a kind without a connector, and the connection shows the reason", async () => {
    const id = await add("Sem conector", "meow");
    const one = keeper([connector("baileys")]);
    await one.tick();
    await later();
    await one.tick();
    expect(opened).toEqual([]);
    expect(await states()).toEqual([{ id, status: "DISCONNECTED", reason: "noConnector", epoch: 0 }]);
  });

  it("stay when a number is deleted, and a new number does not wait for the deleted one to close [CONN-022, CONN-029]", async () => {
    const ids = [await add("Um", "baileys"), await add("Dois", "baileys"), await add("Três", "baileys")];
    // Leases are renewed long after this test ends.
    const one = keeper([connector("baileys", {}, "qrcode")], { ttlMs: 600_000, renewMs: 300_000, graceMs: 600_000 });
    await one.tick();
    await ask("DELETE FROM connection WHERE id = $1", [ids[1]]);
    const fresh = await add("Quatro", "baileys");
    await one.tick();
    expect(opened).toEqual([...ids, fresh]);
    expect(closed).toEqual([ids[1]]);
    expect(one.sessions().map(({ connectionId }) => connectionId)).toEqual([ids[0], ids[2], fresh]);
  });

  it("close without delaying others, however long one takes", async () => {
    const ids = [await add("Um", "baileys"), await add("Dois", "baileys")];
    stuckId = ids[0] ?? 0;
    const one = keeper([connector("baileys")]);
    await one.tick();
    await ask("DELETE FROM connection WHERE id = $1", [stuckId]);
    const fresh = await add("Três", "baileys");
    await one.tick();
    expect(closed).toEqual([stuckId]);
    expect(opened).toEqual([...ids, fresh]);
    // A revoked lease is not opened again while the old session is still closing.
    stuckId = ids[1] ?? 0;
    await ask("UPDATE session_lease SET owner = NULL, epoch = epoch + 1, expires_at = '-infinity' WHERE connection_id = $1", [stuckId]);
    await one.tick();
    await one.tick();
    expect(opened).toEqual([...ids, fresh]);
    expect(one.sessions().map(({ connectionId }) => connectionId)).toEqual([fresh]);
  });

  it("are independent: one that cannot be opened shows the reason and stops no other [CONN-022]", async () => {
    const broken = await add("Quebrada", "baileys");
    const others = [await add("Um", "baileys"), await add("Dois", "baileys")];
    const working = connector("baileys");
    const one = keeper([
      {
        ...working,
        open: (connection, host) => {
          if (connection.id === broken) throw new Error("the account cannot be read");
          return working.open(connection, host);
        },
      },
    ]);
    for (let again = 0; again < 2; again += 1) await one.tick();
    expect(one.sessions().map(({ connectionId }) => connectionId)).toEqual(others);
    expect((await states())[0]).toMatchObject({
      id: broken,
      status: "DISCONNECTED",
      reason: "unopened",
    });
    // After the lease has expired, any process may try the connection again.
    await ask("UPDATE session_lease SET expires_at = now() - interval '1 second' WHERE connection_id = $1", [broken]);
    const other = keeper([working]);
    await other.tick();
    expect(opened.at(-1)).toBe(broken);
  });

  it("stay connected while our own store is away, and are asked again soon after it is back [P-8]", async () => {
    await add("Um", "baileys");
    const clock = createManualClock("2026-11-22T12:00:00Z");
    let battery = 90;
    let asked = 0;
    const working = connector("baileys");
    const answering: GatewayConnector = {
      ...working,
      open: (connection, host) => ({
        ...working.open(connection, host),
        status: () => {
          asked += 1;
          return Promise.resolve({ status: "CONNECTED", qrcode: null, phone: null, battery, reason: null });
        },
      }),
    };
    const one = keeper([answering], { ttlMs: 600_000, renewMs: 300_000, graceMs: 600_000 }, { ...test.services, clock });
    await one.tick();
    const [session] = one.sessions();
    await session?.ask();
    await ask(
      "CREATE FUNCTION be_away() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '57P03'; END $$",
    );
    await ask("CREATE TRIGGER be_away BEFORE UPDATE ON connection EXECUTE FUNCTION be_away()");
    for (let again = 0; again < 8; again += 1) {
      battery -= 1;
      await session?.ask();
      expect(session?.status()).toBe("CONNECTED");
    }
    await ask("DROP TRIGGER be_away ON connection");
    asked = 0;
    clock.advance(4_000);
    await session?.maintain();
    expect(asked).toBe(1);
    expect(await ask("SELECT battery FROM connection")).toEqual([{ battery }]);
  });

  it("are asked after a send that found its gateway away, which is no event of the gateway [M-5]", async () => {
    const id = await add("Um", "cloud_api");
    const causes: (string | undefined)[] = [];
    const away = {
      state: "refused",
      retry: true,
      retryAfterMs: null,
      error: { code: "notConnected", title: "", message: "", details: "" },
    } as const;
    const working = connector("cloud_api");
    const refusing: GatewayConnector = {
      ...working,
      open: (connection, host) => ({
        ...working.open(connection, host),
        send: async () => away,
        status: async (cause) => {
          causes.push(cause);
          return { status: "CONNECTED", qrcode: null, phone: null, battery: null, reason: null };
        },
      }),
    };
    const one = keeper([refusing], { ttlMs: 600_000, renewMs: 300_000, graceMs: 600_000 });
    await one.tick();
    await ask("INSERT INTO contact (name) VALUES ('Cliente')");
    await ask("INSERT INTO ticket (status, contact_id, connection_id) VALUES ('open', 1, $1)", [id]);
    await ask(
      `WITH m AS (INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, body, sent_at)
         VALUES (1, $1, 'phone:5511900000001', 'me', true, 'text', 'oi', now()) RETURNING id)
       INSERT INTO outbox (id, message_id, connection_id, lane, origin, peer)
         SELECT gen_random_uuid(), id, $1, 'a', 'agent', '{"phone":"5511900000001"}' FROM m`,
      [id],
    );
    const [holder] = await ask<{ owner: string }>("SELECT owner FROM session_lease");
    await dispatchDue(
      test.services,
      holder?.owner ?? "",
      one.sessions().map(({ dispatcher }) => dispatcher),
    );
    await until(() => causes.length > 0);
    test.services.waker.signal(`session:${id}`);
    await until(() => causes.length > 1);
    expect(causes).toEqual(["send", "event"]);
  });

  it("are asked again where hints may have been lost with Redis, which is no event of the gateway either [M-5]", async () => {
    await add("Um", "cloud_api");
    const causes: (string | undefined)[] = [];
    let gap = (): void => undefined;
    const redis: RedisLink = {
      status: () => "up",
      isEvicting: () => false,
      publish: async () => true,
      subscribe: (_channel, _onMessage, onGap) => void (gap = onGap),
      addCounts: async () => null,
      close: async () => undefined,
    };
    const working = connector("cloud_api");
    const listening: GatewayConnector = {
      ...working,
      open: (connection, host) => ({
        ...working.open(connection, host),
        status: async (cause) => {
          if (cause !== undefined) causes.push(cause);
          return { status: "CONNECTED", qrcode: null, phone: null, battery: null, reason: null };
        },
      }),
    };
    const waker = createWaker({ redis, clock: test.services.clock });
    const one = keeper([listening], { ttlMs: 600_000, renewMs: 300_000, graceMs: 600_000 }, { ...test.services, waker });
    await one.tick();
    gap();
    await until(() => causes.length > 0);
    expect(causes).toEqual(["missed"]);
  });

  it("log a number that goes down and record the gap, with the reason, and once [CONN-024, P-10]", async () => {
    const id = await add("Um", "baileys");
    const lines: string[] = [];
    const logger = createLogger({ name: "t", level: "warn", destination: { write: (line) => void lines.push(line) } });
    const fallen: SessionReport = { status: "DISCONNECTED", qrcode: null, phone: null, battery: null, reason: "connectionLost" };
    let send: (report: SessionReport) => Promise<void> = () => Promise.reject(new Error("the session is not open"));
    const working = connector("baileys");
    const listening: GatewayConnector = {
      ...working,
      open: (connection, host) => {
        send = (report) => host.report(report);
        return working.open(connection, host);
      },
    };
    const one = keeper([listening], TIMES, { ...test.services, logger });
    await one.tick();
    await Promise.all(one.sessions().map((session) => session.ask()));
    expect(lines).toEqual([]);
    for (let again = 0; again < 2; again += 1) await send(fallen);
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { connectionId: id, status: "DISCONNECTED", reason: "connectionLost", msg: "a number is no longer connected" },
    ]);
    expect(await ask("SELECT connection_id AS id, reason, until_at AS until FROM connection_gap")).toEqual([
      { id, reason: "connectionLost", until: null },
    ]);
  });

  it.each([
    ["has no connection to the database any more", "nobody", true],
    ["is still connected", "test", false],
  ])("of a worker without a heartbeat become free after 8 s when it %s [P-8, P-27]", async (_what, program, free) => {
    const id = await add("Um", "baileys");
    const silent = newUuid();
    await ask(
      "INSERT INTO session_worker (owner, seen_at, here_since, program) VALUES ($1, now() - interval '9 seconds', now() - interval '1 hour', $2)",
      [silent, program],
    );
    await ask("INSERT INTO session_lease (connection_id, owner, epoch, expires_at) VALUES ($1, $2, 1, now() + interval '1 hour')", [
      id,
      silent,
    ]);
    const one = keeper([connector("baileys")]);
    await one.tick();
    expect(opened).toEqual([]);
    // A worker that has just started does not judge others: after a restart of the database they
    // may reconnect later than it.
    await ask("UPDATE session_worker SET here_since = now() - interval '9 seconds' WHERE owner <> $1", [silent]);
    await one.tick();
    expect(opened).toEqual(free ? [id] : []);
  });
});

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + patience(10_000);
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("The condition never came true.");
    await sleep(5);
  }
}
