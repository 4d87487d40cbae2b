import { openTestReplica } from "../../packages/testing/src/replica/index.ts";
import { openDatabase } from "./stores.mjs";

describe("the database of DATABASE_URL", () => {
  let servers;
  beforeAll(async () => {
    servers = await openTestReplica();
  }, 120_000);
  afterAll(() => servers.close());

  const open = (databaseUrl) => openDatabase({ settings: { databaseUrl }, progress: { step: (_name, work) => work() } });

  it("is refused by npm start when it is a replica, with what to do and without the password [D-258, B-05]", async () => {
    const refusal = await open(servers.replicaUrl).catch((error) => error);
    expect(refusal.message).toMatch(/^The server at DATABASE_URL \(127\.0\.0\.1:\d+\) can only be read, such as a replica\.$/);
    expect(refusal.remedy).toContain("DATABASE_REPLICA_URL");
    expect((await open(servers.url)).url).toBe(servers.url);
  });
});
