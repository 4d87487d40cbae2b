import { randomBytes, randomUUID } from "node:crypto";
import { insertAuthSession } from "@balcao/database/authSessions";
import { aCtx, anActor, CONTACT_RIGHTS } from "@balcao/testing/cast";
import { inUnit, type Ctx } from "../kernel/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { listOwnJobs, JobStopped, runJob } from "./index.js";

const DONE = { result: {}, isStopped: false };

describe("a job", () => {
  let test: TestServices;
  let ctx: Ctx;
  beforeAll(async () => {
    test = await openTestServices();
    // The first account cannot be deactivated.
    const [, user] = await test.rows<{ id: number }>(
      `INSERT INTO user_account (name, email, password_hash, profile)
       VALUES ('Davi', 'davi@balcao.test', 'x', 'admin'), ('Ana', 'ana@balcao.test', 'x', 'user') RETURNING id`,
    );
    await test.services.directory.refresh();
    ctx = aCtx(anActor(user?.id ?? 0, "user", CONTACT_RIGHTS), { route: "POST /contacts/import" });
  });
  beforeEach(async () => {
    ctx = { ...ctx, sessionId: randomUUID() };
    const session = { id: ctx.sessionId, userId: ctx.actor.id, refreshHash: randomBytes(32), now: ctx.now, ip: null, userAgent: null };
    const until = new Date(ctx.now.getTime() + 3_600_000);
    await insertAuthSession(test.services.database.sql, { ...session, idleUntil: until, absoluteUntil: until });
  });
  afterAll(() => test.close());

  const newJob = { kind: "contactImport", total: 9, may: () => true } as const;
  const run = (work: () => Promise<typeof DONE>) => runJob(test.services, ctx, newJob, work);
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
      "SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    );
    expect(await states()).toEqual(["failed"]);
    await run(() => Promise.resolve(DONE));
    expect(await states()).toEqual(["done"]);
    killed.finish();
    await killed.work;
    expect(await states()).toEqual(["done"]);
  });

  const endSession = () => test.rows("UPDATE auth_session SET revoked_at = now() WHERE id = $1", [ctx.sessionId]);
  let isRight = true;
  it.each([
    ["session", "signs out, or is signed out", endSession],
    ["right", "loses the right to it", () => Promise.resolve((isRight = false))],
    [
      "account",
      "is deactivated, of which another process knows first",
      async () => {
        await test.rows("UPDATE user_account SET active = false WHERE id = $1", [ctx.actor.id]);
        await endSession();
      },
    ],
  ])(
    "writes nothing more and says why (%s) when its person %s; what was written stays and is counted [W-06, D-278]",
    async (endedBy, _, lose) => {
      isRight = true;
      let written = 0;
      const ended = await runJob(test.services, ctx, { ...newJob, may: () => isRight }, async (job) => {
        const step = (at: number) =>
          inUnit(test.services, async (unit) => {
            await unit.ask("INSERT INTO tag (name, color) VALUES ($1, '#fff')", [`${endedBy} ${at}`]);
            await job.advance(unit, at);
          });
        await step((written += 1));
        await lose();
        await expect(step(2)).rejects.toBeInstanceOf(JobStopped);
        return { result: { created: written }, isStopped: true };
      });
      expect(ended.result).toEqual({ created: 1 });
      expect(await test.rows("SELECT name FROM tag WHERE name LIKE $1", [`${endedBy} %`])).toEqual([{ name: `${endedBy} 1` }]);
      const [job] = await listOwnJobs(test.services, ctx);
      expect(job).toMatchObject({ state: "cancelled", done: 1, result: { created: 1 }, endedBy });
    },
  );
});
