import { setTimeout as sleep } from "node:timers/promises";
import { insertMediaJob } from "@balcao/database/mediaJobs";
import { patience } from "@balcao/testing/patience";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import { giveUpVoice } from "./prepareVoice.js";

let test: TestServices;
beforeEach(async () => {
  test = await openTestServices();
  await test.connection("meow");
  await test.rows("INSERT INTO contact (name) VALUES ('Cliente')");
  await test.rows("INSERT INTO ticket (status, contact_id, connection_id) VALUES ('open', 1, 1)");
  await test.rows(
    `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, type, sent_at)
     VALUES (1, 1, 'phone:5511900000001', 'me', true, 'audio', now())`,
  );
});
afterEach(() => test.close());

it("waits for the ticket before anything else, so that it never deadlocks with a change of the message", async () => {
  await insertMediaJob(test.services.database.sql, 1, "prepareVoice");
  let ended: Promise<void> = Promise.resolve();
  await test.services.database.transaction(async (tx) => {
    await tx.ask("SELECT 1 FROM ticket FOR UPDATE");
    ended = giveUpVoice(test.services, 1, "failed");
    await untilSomebodyWaits();
    expect(await tx.ask("SELECT 1 FROM message FOR UPDATE NOWAIT")).toHaveLength(1);
    expect(await tx.ask("SELECT 1 FROM media_job FOR UPDATE NOWAIT")).toHaveLength(1);
  });
  await ended;
  expect(await test.rows("SELECT media ->> 'voiceFault' AS fault FROM message")).toEqual([{ fault: "failed" }]);
});

async function untilSomebodyWaits(): Promise<void> {
  const deadline = Date.now() + patience(10_000);
  const waiting = () => test.rows("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'");
  while ((await waiting()).length === 0) {
    if (Date.now() > deadline) throw new Error("Nobody waits for the ticket.");
    await sleep(5);
  }
}
