import type { VolumeUse } from "@balcao/platform/volumes";
import { API_POOLS } from "./poolSizes.js";
import { openApiStage, type ApiStage } from "./apiStage.fixture.js";
import { SCENE_ENV, setScene, type SetScene } from "./callScene.fixture.js";
import { eventually } from "./stories/eventually.fixture.js";
import { giveWebhookKey, sendWebhook as sendSigned } from "./stories/signedWebhook.fixture.js";

const ROOM: VolumeUse = { totalBytes: 1_000_000, freeBytes: 900_000 };

describe("a store in trouble", () => {
  let stage: ApiStage;
  let set: SetScene;
  let disk = ROOM;

  beforeAll(async () => {
    stage = await openApiStage({ env: SCENE_ENV, pools: API_POOLS, readDisk: () => Promise.resolve(disk) });
    set = await setScene(stage);
    await giveWebhookKey(stage, set.scene.connectionId);
  }, 120_000);
  afterAll(() => stage.close());

  const sendWebhook = (id: string) => sendSigned(stage.origin, id);
  const say = (body: string) => stage.call("POST", `/api/messages/${set.scene.ticketId}`, { token: set.agent.token, body: { body } });
  const outcomeOf = async (answer: Response): Promise<[number, string]> => [
    answer.status,
    ((await answer.json()) as { code: string }).code,
  ];

  it("accepts webhooks and answers its health while requests wait for a lock, and answers those with 503 [P-5, P-9]", async () => {
    let unlock = (): void => undefined;
    const isOver = new Promise<void>((resolve) => (unlock = resolve));
    let requests: Promise<Response[]> = Promise.resolve([]);
    const locked = stage.test.database.transaction(async (tx) => {
      await tx.ask("LOCK TABLE ticket IN ACCESS EXCLUSIVE MODE");
      requests = Promise.all(Array.from({ length: 20 }, () => stage.call("GET", "/api/tickets?status=open", { token: set.agent.token })));
      await isOver;
    });
    await eventually(async () => {
      const waiting = await stage.test.database.sql.ask(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(waiting.length).toBeGreaterThanOrEqual(7);
    });
    const answers = Promise.all([
      stage.call("GET", "/api/health"),
      ...Array.from({ length: 10 }, (_, index) => sendWebhook(`LOCK${index}`)),
    ]);
    // The requests are refused while the table is locked.
    await Promise.allSettled([answers, requests]);
    unlock();
    await locked;
    const [health, ...webhooks] = await answers;
    expect(webhooks).toEqual(Array<number>(10).fill(200));
    expect([health.status, await health.json()]).toMatchObject([200, { status: "degraded", database: "slow" }]);
    const refused = (await requests).filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(await outcomeOf(answer)).toEqual([503, "ERR_UNAVAILABLE"]);
      expect(answer.headers.get("Retry-After")).toBe("2");
    }
    await eventually(async () => expect(await (await stage.call("GET", "/api/health")).json()).toMatchObject({ database: "up" }));
  }, 60_000);

  it.each([
    ["53100", 507, "ERR_STORAGE_LOW"],
    ["55P03", 503, "ERR_UNAVAILABLE"],
    ["57P01", 503, "ERR_UNAVAILABLE"],
    ["57014", 503, "ERR_UNAVAILABLE"],
    ["40P01", 503, "ERR_UNAVAILABLE"],
  ])(
    "answers SQLSTATE %s of a prepared statement and of a model with %i, and never says that it is stored [P-9, F-06, F-04]",
    async (state, status, code) => {
      for (const table of ["message", "queue"])
        await stage.test.database.sql.ask(
          `CREATE OR REPLACE FUNCTION refuse_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'in trouble' USING ERRCODE = '${state}'; END $$;
         CREATE TRIGGER refuse BEFORE INSERT ON ${table} EXECUTE FUNCTION refuse_${table}()`,
        );
      try {
        expect(await outcomeOf(await say("Bom dia"))).toEqual([status, code]);
        const queue = { name: `Fila ${state}`, color: "#010203" };
        expect(await outcomeOf(await stage.call("POST", "/api/queue", { token: set.admin.token, body: queue }))).toEqual([status, code]);
      } finally {
        for (const table of ["message", "queue"]) await stage.test.database.sql.ask(`DROP TRIGGER refuse ON ${table}`);
      }
    },
  );

  it("answers a webhook that the full disk of the database cannot hold with an error, stores nothing of it, and takes it again [P-9, F-06]", async () => {
    const { sql } = stage.test.database;
    const stored = async () => (await sql.ask("SELECT FROM inbound_event WHERE dedupe_key LIKE '%NOROOM%'")).length;
    await sql.ask(
      `CREATE FUNCTION refuse_event() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`,
    );
    await sql.ask("CREATE TRIGGER refuse BEFORE INSERT ON inbound_event EXECUTE FUNCTION refuse_event()");
    try {
      expect([503, 507]).toContain(await sendWebhook("NOROOM"));
      expect(await stored()).toBe(0);
    } finally {
      await sql.ask("DROP TRIGGER refuse ON inbound_event");
    }
    expect(await sendWebhook("NOROOM")).toBe(200);
    expect(await stored()).toBe(1);
  });

  it("refuses sends and uploads when the disk is nearly full, and nothing else; accepts them when there is room [P-9, F-06]", async () => {
    disk = { ...ROOM, freeBytes: 90_000 };
    await eventually(async () => expect(await outcomeOf(await say("Cabe?"))).toEqual([507, "ERR_STORAGE_LOW"]));
    const form = new FormData();
    form.append("medias", new Blob(["um texto"], { type: "text/plain" }), "nota.txt");
    const upload = await stage.call("POST", `/api/messages/${set.scene.ticketId}`, { token: set.agent.token, body: form });
    expect(await outcomeOf(upload)).toEqual([507, "ERR_STORAGE_LOW"]);
    const card = { contactId: set.scene.freeContactId };
    const sent = await stage.call("POST", `/api/messages/vcard/${set.scene.ticketId}`, { token: set.agent.token, body: card });
    expect(await outcomeOf(sent)).toEqual([507, "ERR_STORAGE_LOW"]);
    expect(await sendWebhook("FULL1")).toBe(200);
    expect((await stage.call("GET", `/api/messages/${set.scene.ticketId}`, { token: set.agent.token })).status).toBe(200);
    expect((await stage.call("GET", "/api/health")).status).toBe(200);
    disk = ROOM;
    await eventually(async () => expect((await say("Agora cabe.")).status).toBe(200));
  }, 60_000);
});
