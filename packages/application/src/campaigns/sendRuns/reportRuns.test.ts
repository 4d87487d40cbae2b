import { addRunChange, insertRun } from "@balcao/database/sendRuns";
import { BLOCK_SIGNALS } from "@balcao/domain/connections";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { reportRuns } from "./index.js";

describe("the live events of a run", () => {
  let test: TestServices;
  beforeEach(async () => (test = await openTestServices()));
  afterEach(() => test.close());

  it("are one a second, however many recipients change and workers report; nothing that changed is left unsaid [RT-022]", async () => {
    const { services, rows } = test;
    const connectionId = await test.connection("baileys");
    const draft = { message: "Oi", fileIds: [], template: null, allContacts: true, contactIds: [], tagIds: [], connectionId, userId: null };
    const id = await insertRun(services.database.sql, draft, new Date());
    if (id === null) throw new Error("no run");
    const events = async () => (await rows("SELECT 1 FROM live_event WHERE topic = 'massSend'")).length;
    const waiting = async () => (await rows("SELECT 1 FROM send_change")).length;
    const burst = async () => {
      for (let round = 0; round < 5; round += 1) {
        await addRunChange(services.database.sql, id);
        await Promise.all([reportRuns(services), reportRuns(services), reportRuns(services)]);
      }
    };
    await addRunChange(services.database.sql, id);
    await Promise.all([reportRuns(services), reportRuns(services), reportRuns(services)]);
    expect(await events()).toBe(1);
    // While the second lasts nothing more is sent, whatever changes.
    await rows("UPDATE send_run SET reported_at = now() + interval '1 hour'");
    await burst();
    expect(await events()).toBe(1);
    expect(await waiting()).toBeGreaterThan(0);
    await rows("UPDATE send_run SET reported_at = now() - interval '1 second'");
    await reportRuns(services);
    expect([await events(), await waiting()]).toEqual([2, 0]);
  }, 60_000);

  it("follow the stop of a number that WhatsApp has blocked, though no recipient changed", async () => {
    const { services, rows } = test;
    const connectionId = await test.connection("baileys");
    const draft = { message: "Oi", fileIds: [], template: null, allContacts: true, contactIds: [], tagIds: [], connectionId, userId: null };
    await insertRun(services.database.sql, draft, new Date());
    await rows("UPDATE send_run SET state = 'running'");
    await rows(`INSERT INTO send_pacing (connection_id) VALUES (${connectionId}) ON CONFLICT DO NOTHING`);
    await rows("DELETE FROM send_change");
    await rows(`UPDATE connection SET status_reason = '${BLOCK_SIGNALS[0]}'`);
    await reportRuns(services);
    expect(await rows("SELECT stop_reason FROM send_pacing")).toEqual([{ stop_reason: "blocked" }]);
    expect(await rows("SELECT 1 FROM live_event WHERE topic = 'massSend'")).toHaveLength(1);
  });

  it("tell its person once that the number stopped, and that nobody got it; without her, administrators [D-430]", async () => {
    const { services, rows } = test;
    const connectionId = await test.connection("baileys");
    const person = async (name: string, profile: string): Promise<number> => {
      const sql = "INSERT INTO user_account (name, email, password_hash, profile) VALUES ($1, $1 || '@example.com', '', $2) RETURNING id";
      return (await rows<{ id: number }>(sql, [name, profile]))[0]?.id ?? 0;
    };
    const [davi, ana] = [await person("davi", "admin"), await person("ana", "user")];
    await services.directory.refresh();
    const draft = { message: "Oi", fileIds: [], template: null, allContacts: true, contactIds: [], tagIds: [], connectionId, userId: ana };
    const id = (await insertRun(services.database.sql, draft, new Date())) ?? 0;
    const report = async () => {
      await rows("UPDATE send_run SET reported_at = now() - interval '1 second' WHERE reported_at IS NOT NULL");
      await addRunChange(services.database.sql, id);
      await reportRuns(services);
    };
    const told = () => rows('SELECT user_id AS "userId", key, reason FROM comment_mention');
    await rows("UPDATE send_run SET state = 'running'");
    await rows("INSERT INTO send_recipient (run_id, contact_id, name, state) VALUES ($1, 1, 'Um', 'queued')", [id]);
    await report();
    expect(await told()).toEqual([]);
    await rows("UPDATE send_pacing SET stopped_at = clock_timestamp(), stop_reason = 'refusals'");
    await report();
    expect(await told()).toEqual([{ userId: ana, key: `massSend-${id}`, reason: "stopped" }]);
    await rows("DELETE FROM comment_mention");
    await rows("UPDATE send_pacing SET stopped_at = now() - interval '1 minute'");
    await report();
    expect(await told()).toEqual([]);
    await rows("UPDATE user_account SET active = false WHERE id = $1", [ana]);
    await services.directory.refresh();
    await rows("UPDATE send_recipient SET state = 'failed'");
    await report();
    expect(await told()).toEqual([{ userId: davi, key: `massSend-${id}`, reason: "allFailed" }]);
  });
});
