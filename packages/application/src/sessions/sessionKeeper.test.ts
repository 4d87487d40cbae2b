import type { ConnectorApi, SessionStatus } from "@balcao/domain/connections";
import type { GatewayConnector, GatewaySession, SessionReport } from "@balcao/gateways/port";
import { newUuid } from "@balcao/platform/ids";
import { openTestHouse, type TestHouse } from "../house.fixture.js";
import { createSessionKeeper, type SessionKeeper } from "./sessionKeeper.js";

const FULL = "Cheio: aumente o limite.";
/** Quick enough that nobody waits: what nobody has held for two renewals is told. */
const TIMES = { ttlMs: 60_000, renewMs: 0, graceMs: 60_000 };

let test: TestHouse;
const opened: number[] = [];
const closed: number[] = [];
/** A session whose gateway does not let go. */
let stubborn = 0;
const stopped = (id: number): Promise<void> => {
  closed.push(id);
  return id === stubborn ? new Promise(() => undefined) : Promise.resolve();
};
const keepers: SessionKeeper[] = [];

/** A gateway that connects at once. */
function connector(api: ConnectorApi, more: Partial<GatewayConnector> = {}, status: SessionStatus = "CONNECTED"): GatewayConnector {
  const report: SessionReport = { status, qrcode: null, phone: null, battery: null, reason: null };
  return {
    api,
    open: (connection, host) => {
      opened.push(connection.id);
      const session: GatewaySession = {
        api,
        start: () => host.report(report),
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

function keeper(connectors: readonly GatewayConnector[], times = TIMES): SessionKeeper {
  const made = createSessionKeeper({
    house: test.house,
    connectors: new Map(connectors.map((each) => [each.api, each])),
    webhookBaseUrl: "http://127.0.0.1",
    temporaryFolder: test.folder,
    sessionFolder: test.folder,
    holder: newUuid(),
    capacity: 10,
    times,
    onFree: () => undefined,
  });
  if (stubborn === 0) keepers.push(made);
  return made;
}

const ask = <T>(sql: string, values: readonly unknown[] = []) => test.rows<T>(sql, values);
const add = async (name: string, api: ConnectorApi): Promise<number> =>
  (await ask<{ id: number }>("INSERT INTO connection (name, api, wanted) VALUES ($1, $2, true) RETURNING id", [name, api]))[0]?.id ?? 0;
const states = () =>
  ask<{ id: number; status: string; reason: string | null; epoch: number }>(
    "SELECT c.id, c.status, c.status_reason AS reason, coalesce(l.epoch, 0)::int AS epoch FROM connection c LEFT JOIN session_lease l ON l.connection_id = c.id ORDER BY c.id",
  );
/** Nobody has touched the connections for a minute. */
const later = () => ask("UPDATE connection SET updated_at = now() - interval '1 minute'");

beforeEach(async () => {
  test = await openTestHouse();
  opened.length = 0;
  closed.length = 0;
  stubborn = 0;
});
afterEach(async () => {
  for (const each of keepers.splice(0)) await each.stop();
  await test.close();
});

describe("the sessions of a process", () => {
  it("are no more than it has room for, and who finds none is told why, once [CONN-022]", async () => {
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
    const told = await ask<{ n: number }>("SELECT count(*)::int AS n FROM live_event WHERE payload->>'id' = $1", [String(ids[2])]);
    expect(told).toEqual([{ n: 1 }]);

    const other = keeper([browsers, connector("baileys")]);
    await other.tick();
    expect(opened.slice(3)).toEqual([ids[2]]);
  });

  it("that wait for a person to begin anew take no place from others", async () => {
    await add("Parada", "wwebjs");
    const idle = connector("wwebjs", { mostSessions: 1, fullReason: FULL }, "TIMEOUT");
    const one = keeper([idle]);
    await one.tick();
    await Promise.all(one.sessions().map((session) => session.ask()));
    const second = await add("Outra", "wwebjs");
    await one.tick();
    expect(opened).toContain(second);
  });

  it("are none of a kind that it cannot open, and that is said", async () => {
    const id = await add("Sem conector", "meow");
    const one = keeper([connector("baileys")]);
    await one.tick();
    await later();
    await one.tick();
    expect(opened).toEqual([]);
    expect(await states()).toEqual([{ id, status: "DISCONNECTED", reason: expect.stringContaining("tipo de conexão"), epoch: 0 }]);
  });

  it("are not given away because of a number that was deleted, and a new number does not wait for its end [CONN-022, CONN-029]", async () => {
    const ids = [await add("Um", "baileys"), await add("Dois", "baileys"), await add("Três", "baileys")];
    // Its leases are renewed long after this test.
    const one = keeper([connector("baileys", {}, "qrcode")], { ttlMs: 600_000, renewMs: 300_000, graceMs: 600_000 });
    await one.tick();
    await ask("DELETE FROM connection WHERE id = $1", [ids[1]]);
    const fresh = await add("Quatro", "baileys");
    await one.tick();
    expect(opened).toEqual([...ids, fresh]);
    expect(closed).toEqual([ids[1]]);
    expect(one.sessions().map(({ connectionId }) => connectionId)).toEqual([ids[0], ids[2], fresh]);
  });

  it("end without holding up others, however long one takes", async () => {
    const ids = [await add("Um", "baileys"), await add("Dois", "baileys")];
    stubborn = ids[0] ?? 0;
    const one = keeper([connector("baileys")]);
    await one.tick();
    await ask("DELETE FROM connection WHERE id = $1", [stubborn]);
    const fresh = await add("Três", "baileys");
    await one.tick();
    expect(closed).toEqual([stubborn]);
    expect(opened).toEqual([...ids, fresh]);
    // A lease that was revoked is not opened beside a session that is not down.
    stubborn = ids[1] ?? 0;
    await ask("UPDATE session_lease SET owner = NULL, epoch = epoch + 1, expires_at = '-infinity' WHERE connection_id = $1", [stubborn]);
    await one.tick();
    await one.tick();
    expect(opened).toEqual([...ids, fresh]);
    expect(one.sessions().map(({ connectionId }) => connectionId)).toEqual([fresh]);
  });

  it("stand alone: one that cannot be opened says so and stops no other [CONN-022]", async () => {
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
      reason: expect.stringContaining("não pôde ser aberta") as string,
    });
    // Once its lease has run out it is tried again, by whoever comes.
    await ask("UPDATE session_lease SET expires_at = now() - interval '1 second' WHERE connection_id = $1", [broken]);
    const other = keeper([working]);
    await other.tick();
    expect(opened.at(-1)).toBe(broken);
  });

  it.each([
    ["has no connection to the database any more", "nobody", true],
    ["is still connected", "test", false],
  ])("of a worker that fell silent come free after 8 s when it %s [P-8, P-27]", async (_what, program, free) => {
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
    // Who has only just come does not judge: after a restart of the database others may be slower to come back.
    await ask("UPDATE session_worker SET here_since = now() - interval '9 seconds' WHERE owner <> $1", [silent]);
    await one.tick();
    expect(opened).toEqual(free ? [id] : []);
  });
});
