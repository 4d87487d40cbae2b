import { patience } from "@balcao/testing/patience";
import { openApiStage, type ApiStage } from "../apiStage.fixture.js";
import { SCENE_ENV, setScene, type SetScene } from "../callScene.fixture.js";
import { freePort } from "./previousVersion.fixture.js";
import { giveWebhookKey, sendWebhook } from "./signedWebhook.fixture.js";
import { startWorkerProcess } from "./workerProcess.fixture.js";

/** Half of them are attendants who write, half customers whose gateway calls the webhook. */
const WRITERS = 20;
/** So many accepted changes after which the api is killed, while all writers go on. */
const ACCEPTED = 80;

describe("an api that is killed", () => {
  let stage: ApiStage;
  let set: SetScene;

  beforeAll(async () => {
    stage = await openApiStage({ env: SCENE_ENV });
    set = await setScene(stage);
    await giveWebhookKey(stage, set.scene.connectionId);
  }, 120_000);
  afterAll(() => stage.close());

  const say = async (origin: string, body: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${set.agent.token}`, "Content-Type": "application/json" };
    const at = `${origin}/api/messages/${set.scene.ticketId}`;
    const answer = await fetch(at, { method: "POST", headers, body: JSON.stringify({ body }) });
    await answer.arrayBuffer();
    return answer.status;
  };

  it(
    "keeps every change that it has accepted as a whole and leaves no half of another, and another api goes on [F-01, F-02]",
    async () => {
      const port = await freePort();
      const env = { NODE_ENV: "test", DATABASE_URL: stage.test.url, DATA_DIR: stage.dataDir, RATE_LIMIT_PER_MINUTE: "0", ...SCENE_ENV };
      const api = await startWorkerProcess({ ...env, PORT: String(port) }, "api");
      const origin = `http://127.0.0.1:${port}`;
      const accepted: string[] = [];
      const refused: string[] = [];
      let killing: Promise<void> | undefined;
      const write = async (writer: number): Promise<void> => {
        for (let number = 1; ; number++) {
          const name = `${writer % 2 === 0 ? "EVENT" : "SEND"}-${writer}-${number}.`;
          // Who gets no answer does not know, and writes no more.
          const status = await (writer % 2 === 0 ? sendWebhook(origin, name) : say(origin, name)).catch(() => null);
          if (status === null) return;
          (status === 200 ? accepted : refused).push(name);
          if (accepted.length >= ACCEPTED) killing ??= api.kill();
        }
      };
      await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
      await killing;
      for (const kind of ["EVENT", "SEND"]) expect(accepted.filter((name) => name.startsWith(kind)).length).toBeGreaterThan(5);

      const stored = await stage.test.database.sql.ask<{ name: string; isWhole: boolean }>(
        `SELECT m.body AS name, EXISTS (SELECT FROM outbox o WHERE o.message_id = m.id AND o.xmin = m.xmin) AND
           EXISTS (SELECT FROM live_event e WHERE e.ticket_id = m.ticket_id AND e.xid::text = m.xmin::text) AS "isWhole"
         FROM message m WHERE m.body LIKE 'SEND-%'
         UNION ALL
         SELECT e.payload::text, EXISTS (SELECT FROM inbound_lane l WHERE l.lane = e.lane AND l.ready_at IS NOT NULL)
         FROM inbound_event e WHERE e.payload::text LIKE '%EVENT-%'`,
      );
      const timesOf = (name: string): number => stored.filter((each) => each.name.includes(name)).length;
      expect(accepted.filter((name) => timesOf(name) !== 1)).toEqual([]);
      expect(refused.filter((name) => timesOf(name) > 0)).toEqual([]);
      expect(stored.filter(({ isWhole }) => !isWhole)).toEqual([]);
      expect(await say(stage.origin, "afterwards")).toBe(200);
    },
    patience(60_000),
  );
});
