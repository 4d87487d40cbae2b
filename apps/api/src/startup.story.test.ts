import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
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
    const front = await openFrontDoor("127.0.0.1", 0, "1.2.3");
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
    await expect(openFrontDoor("127.0.0.1", port, "1")).rejects.toThrow(
      `Port ${port} of 127.0.0.1 is taken by another program: set PORT to a free one.`,
    );
    other.close();
  });
});
