import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { DatabaseNotUsable, migrateWhenReady } from "@balcao/application/startup";
import { createSilentLogger } from "@balcao/platform/logger";
import { createTestDatabase, type TestDatabase } from "@balcao/testing/database";
import { openFrontDoor } from "./server.js";

describe("the start of the api", () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await createTestDatabase();
  }, 120_000);
  afterAll(() => test.close());

  it("says what to mend when the database or its password is wrong, instead of waiting", async () => {
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

  it("waits for a database that does not listen yet, until it is told to stop", async () => {
    const stop = new AbortController();
    const waiting = migrateWhenReady("postgres://a:b@127.0.0.1:1/c", createSilentLogger(), stop.signal);
    const told = await Promise.race([
      waiting.then(
        () => "done",
        () => "failed",
      ),
      new Promise((resolve) => setTimeout(() => resolve("waiting"), 1_500)),
    ]);
    expect(told).toBe("waiting");
    stop.abort();
    await expect(waiting).rejects.toThrow();
  });

  it("answers 503 from the first moment on, and names a port that is taken", async () => {
    const front = await openFrontDoor({ host: "127.0.0.1", port: 0, version: "1.2.3" });
    try {
      const health = await fetch(`http://127.0.0.1:${front.port}/api/health`);
      expect([health.status, await health.json()]).toEqual([
        503,
        { status: "starting", database: "migrating", redis: "down", version: "1.2.3" },
      ]);
      const call = await fetch(`http://127.0.0.1:${front.port}/api/tickets`);
      expect([call.status, call.headers.get("Retry-After"), await call.json()]).toMatchObject([503, "2", { code: "ERR_UNAVAILABLE" }]);
    } finally {
      await front.close();
    }
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    await expect(openFrontDoor({ host: "127.0.0.1", port, version: "1" })).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is taken by another program: set PORT to a free one.`,
    );
    other.close();
  });

  it("is ready from the moment that the app answers until it stops, and takes nobody in before or after", async () => {
    const front = await openFrontDoor({ host: "127.0.0.1", port: 0, version: "1" });
    const origin = `http://127.0.0.1:${front.port}`;
    const ready = async () => {
      const answer = await fetch(`${origin}/api/ready`);
      return [answer.status, await answer.json()];
    };
    expect(await ready()).toEqual([503, { ready: false, phase: "starting" }]);
    let finish: () => void = () => undefined;
    await front.open((_request, response) => void (finish = () => response.end("slow")));
    expect(await ready()).toEqual([200, { ready: true, phase: "ready" }]);
    // A connection that a proxy keeps: a request runs on it while the api stops, and the next one comes.
    const kept = connect(front.port, "127.0.0.1");
    let heard = "";
    kept.setEncoding("utf8").on("data", (text: string) => (heard += text));
    const send = async (path: string) => {
      const arrived = once(front.server, "request");
      kept.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      await arrived;
    };
    await send("/slow");
    const closed = front.close();
    await send("/api/ready");
    finish();
    await Promise.all([closed, once(kept, "close")]);
    expect(heard).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*slow[^]*HTTP\/1\.1 503 [^]*Connection: close\r\n[^]*"phase":"stopping"/);
    await expect(fetch(`${origin}/api/ready`)).rejects.toThrow();
  });

  it("refuses connections behind a proxy until it is ready, so that the proxy takes another api", async () => {
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as AddressInfo;
    free.close();
    await once(free, "close");
    const front = await openFrontDoor({ host: "127.0.0.1", port, version: "1", isBehindProxy: true });
    await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow();
    await front.open((_request, response) => void response.end("here"));
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("here");
    await front.close();
  });
});
