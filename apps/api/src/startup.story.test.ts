import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseNotUsable, migrateWhenReady } from "@balcao/application/roof/startup";
import { readEnv } from "@balcao/platform/env";
import { createLogger, createSilentLogger } from "@balcao/platform/logger";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { startWorker } from "@balcao/worker/worker";
import { openExpiredServer } from "./expiredServer.fixture.js";
import { openApiServer } from "./server.js";
import { runWorkerToItsEnd } from "./stories/workerProcess.fixture.js";

describe("the start of the api", () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
  }, 120_000);
  afterAll(() => test.close());

  it("says what to correct when the database or its password is wrong, instead of waiting [B-03]", async () => {
    const nowhere = new URL(test.url);
    nowhere.pathname = "/no_such_database";
    const stranger = new URL(test.url);
    stranger.password = "wrong";
    const refused = [
      migrateWhenReady(nowhere.href, createSilentLogger(), new AbortController().signal),
      migrateWhenReady(stranger.href, createSilentLogger(), new AbortController().signal),
    ];
    await Promise.all(refused.map((attempt) => expect(attempt).rejects.toThrow(DatabaseNotUsable)));
  });

  it("says what to correct when the certificate of the database's server has expired [B-09]", async () => {
    const server = await openExpiredServer();
    const url = `postgres://a:b@127.0.0.1:${server.port}/c?sslmode=verify-full`;
    const refused = await migrateWhenReady(url, createSilentLogger(), new AbortController().signal).catch((error: unknown) => error);
    await server.close();
    expect(refused).toBeInstanceOf(DatabaseNotUsable);
    expect(refused).toMatchObject({ message: expect.stringMatching(/has expired: renew it there/), exitCode: 78 });
  });

  it("waits, and says why, while the name of the database's server cannot be found or nothing answers the connection [B-08]", async () => {
    const silent = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    // No resolver is asked for a name with an empty part.
    const places = {
      "postgres://a:b@nowhere..invalid/c": /cannot be found/,
      [`postgres://a:b@127.0.0.1:${port}/c`]: /does not answer yet/,
    };
    for (const [url, sentence] of Object.entries(places)) {
      const stop = new AbortController();
      const logged: string[] = [];
      const write = (line: string): void => {
        logged.push(line);
        stop.abort();
      };
      const logger = createLogger({ name: "test", level: "info", destination: { write } });
      await expect(migrateWhenReady(url, logger, stop.signal, { connectMs: 200 })).rejects.toThrow(/abort/i);
      expect(logged).toEqual([expect.stringMatching(sentence)]);
    }
    silent.close();
    await once(silent, "close");
  });

  it("is a line of JSON in the log when it fails, of a worker as well, and the process ends with 78 for what people can correct", async () => {
    const planted = await createTestDatabase({ poolSize: 1 });
    const dataDir = await mkdtemp(path.join(tmpdir(), "balcao-worker-start-"));
    try {
      await planted.database.sql.ask("INSERT INTO schema_migration (name) VALUES ('9999-future')");
      const { code, said } = await runWorkerToItsEnd({ NODE_ENV: "test", DATABASE_URL: planted.url, DATA_DIR: dataDir });
      const fatal = said.split("\n").flatMap((line) => (line.includes('"level":"fatal"') ? [JSON.parse(line) as object] : []));
      expect(fatal).toMatchObject([{ name: "worker", msg: "the worker cannot start", err: { type: "DatabaseNotUsable" } }]);
      expect(code).toBe(78);
    } finally {
      await planted.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 60_000);

  it("is refused on the schema of a newer version with what to do, as is the start of the worker, and nothing is changed [B-14]", async () => {
    const planted = await createTestDatabase({ poolSize: 1 });
    const dataDir = await mkdtemp(path.join(tmpdir(), "balcao-newer-"));
    const logger = createSilentLogger();
    const closers: (() => Promise<unknown> | void)[] = [];
    const { signal } = new AbortController();
    const ofWorker = {
      onStop: (_name: string, close: () => Promise<unknown> | void) => void closers.push(close),
      signal,
      stop: () => Promise.resolve(),
    };
    try {
      await planted.database.sql.ask("INSERT INTO schema_migration (name) VALUES ('9999-future')");
      const before = await planted.database.sql.ask("SELECT name FROM schema_migration ORDER BY name");
      const sentence = /migrated by a newer version of Balcão \(9999-future\).*Start that version again, or restore the backup/;
      const refused = await migrateWhenReady(planted.url, logger, signal).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(DatabaseNotUsable);
      expect(refused).toMatchObject({ message: expect.stringMatching(sentence), exitCode: 78 });
      const env = readEnv({ NODE_ENV: "test", DATABASE_URL: planted.url, DATA_DIR: dataDir });
      await expect(startWorker(env, logger, ofWorker)).rejects.toThrow(sentence);
      expect(await planted.database.sql.ask("SELECT name FROM schema_migration ORDER BY name")).toEqual(before);
    } finally {
      for (const close of closers) await close();
      await planted.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it("waits for a database that does not listen yet, until it is stopped", async () => {
    const stop = new AbortController();
    const waiting = migrateWhenReady("postgres://a:b@127.0.0.1:1/c", createSilentLogger(), stop.signal);
    const state = await Promise.race([
      waiting.then(
        () => "done",
        () => "failed",
      ),
      new Promise((resolve) => setTimeout(() => resolve("waiting"), 1_500)),
    ]);
    expect(state).toBe("waiting");
    stop.abort();
    await expect(waiting).rejects.toThrow();
  });

  it("answers 503 from the first moment, and names a port that is taken [B-15]", async () => {
    const apiServer = await openApiServer({ host: "127.0.0.1", port: 0, version: "1.2.3" });
    try {
      const health = await fetch(`http://127.0.0.1:${apiServer.port}/api/health`);
      expect([health.status, await health.json()]).toEqual([
        503,
        { status: "starting", database: "migrating", redis: "down", version: "1.2.3" },
      ]);
      const call = await fetch(`http://127.0.0.1:${apiServer.port}/api/tickets`);
      expect([call.status, call.headers.get("Retry-After"), await call.json()]).toMatchObject([503, "2", { code: "ERR_UNAVAILABLE" }]);
    } finally {
      await apiServer.close();
    }
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    await expect(openApiServer({ host: "127.0.0.1", port, version: "1" })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is taken by another program: set PORT to a free one.`,
    );
    other.close();
  });

  it("is ready from the moment that the app answers until it stops, and answers no request before or after", async () => {
    const apiServer = await openApiServer({ host: "127.0.0.1", port: 0, version: "1" });
    const origin = `http://127.0.0.1:${apiServer.port}`;
    const ready = async () => {
      const answer = await fetch(`${origin}/api/ready`);
      return [answer.status, await answer.json()];
    };
    expect(await ready()).toEqual([503, { ready: false, phase: "starting" }]);
    let finish: () => void = () => undefined;
    await apiServer.open((_request, response) => void (finish = () => response.end("slow")));
    expect(await ready()).toEqual([200, { ready: true, phase: "ready" }]);
    // A proxy's keep-alive connection: a request runs on it while the api stops, and the next one follows.
    const kept = connect(apiServer.port, "127.0.0.1");
    let received = "";
    kept.setEncoding("utf8").on("data", (text: string) => (received += text));
    const send = async (path: string) => {
      const arrived = once(apiServer.server, "request");
      kept.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      await arrived;
    };
    await send("/slow");
    const closed = apiServer.close();
    await send("/api/ready");
    finish();
    await Promise.all([closed, once(kept, "close")]);
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*slow[^]*HTTP\/1\.1 503 [^]*Connection: close\r\n[^]*"phase":"stopping"/);
    await expect(fetch(`${origin}/api/ready`)).rejects.toThrow();
  });

  it("refuses connections behind a proxy until it is ready, so that the proxy chooses another api", async () => {
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as AddressInfo;
    free.close();
    await once(free, "close");
    const apiServer = await openApiServer({ host: "127.0.0.1", port, version: "1", isBehindProxy: true });
    await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow();
    await apiServer.open((_request, response) => void response.end("here"));
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("here");
    await apiServer.close();
  });
});
