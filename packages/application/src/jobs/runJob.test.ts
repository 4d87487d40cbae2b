import { randomUUID } from "node:crypto";
import type { Ctx } from "../kernel/index.js";
import { openTestServices, type TestServices } from "../services.fixture.js";
import { listOwnJobs } from "./ownJobs.js";
import { runJob } from "./runJob.js";

const DONE = { result: {}, isStopped: false };

describe("a job", () => {
  let test: TestServices;
  let ctx: Ctx;
  beforeAll(async () => {
    test = await openTestServices();
    const [user] = await test.rows<{ id: number }>(
      "INSERT INTO user_account (name, email, password_hash, profile) VALUES ('Davi', 'davi@balcao.test', 'x', 'admin') RETURNING id",
    );
    await test.services.directory.refresh();
    const rights = { active: true, addContact: true, editContact: true, delContact: true };
    ctx = {
      ...{ actor: { id: user?.id ?? 0, profile: "user", queueIds: [], ...rights }, sessionId: randomUUID(), ip: null, now: new Date() },
      ...{ route: "POST /contacts/import", idempotencyKey: null },
    };
  });
  afterAll(() => test.close());

  const run = (work: () => Promise<typeof DONE>) => runJob(test.services, ctx, { kind: "contactImport", total: 9 }, work);
  const states = async () => (await listOwnJobs(test.services, ctx)).map(({ state }) => state);
  /** Begins a job, and returns how to end it. */
  const begin = async () => {
    let finish = (): void => undefined;
    let hasBegun = (): void => undefined;
    const begun = new Promise<void>((resolve) => (hasBegun = resolve));
    const work = run(() => {
      hasBegun();
      return new Promise((resolve) => (finish = () => resolve(DONE)));
    });
    await begun;
    return { finish: () => finish(), work };
  };

  it("runs alone of its kind, and is over at once when its process is killed [D-133]", async () => {
    const killed = await begin();
    await expect(run(() => Promise.resolve(DONE))).rejects.toMatchObject({ code: "ERR_JOB_RUNNING" });
    expect(await states()).toEqual(["running"]);
    // What the server does when a process ends: its session is over, and with it the lock.
    await test.rows(
      "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    expect(await states()).toEqual(["failed"]);
    await run(() => Promise.resolve(DONE));
    expect(await states()).toEqual(["done"]);
    killed.finish();
    await killed.work;
    expect(await states()).toEqual(["done"]);
  });
});
