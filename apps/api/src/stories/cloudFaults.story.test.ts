import type { MessageView } from "@balcao/contracts/messages";
import type { Agent } from "./agent.fixture.js";
import { openCloudWorld, type CloudWorld } from "./cloud.fixture.js";
import { eventually } from "./eventually.fixture.js";

const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=", "base64");

describe("faults of the Cloud API", () => {
  let cloud: CloudWorld;
  let ana: Agent;

  beforeAll(async () => {
    cloud = await openCloudWorld();
    const sales = await cloud.world.queue("Vendas", "#236681");
    ana = await cloud.world.person("Ana", { queueIds: [sales.id] });
    await cloud.number("Loja Meta", [sales]);
  }, 90_000);
  afterAll(() => cloud.close());
  afterEach(() => {
    cloud.graph.control.clearFaults();
    cloud.graph.control.webhookFaults({});
    cloud.graph.control.switches({ spoilMedia: false, windowAtOnce: false });
  });

  const shown = (id: number, body: string): MessageView | undefined =>
    ana.messages(id).messages.findLast((message) => message.body.includes(body));
  const coded = (code: number, status: number, headers: Readonly<Record<string, string>> = {}) =>
    ({ kind: "status", code: status, body: JSON.stringify({ error: { code, message: `(#${code})` } }), headers }) as const;
  const hasTried = (times: number) =>
    eventually(async () => {
      const [row] = await cloud.world.rows("SELECT 1 FROM outbox WHERE state = 'queued' AND attempt = $1", [times]);
      expect(row).toBeDefined();
    });

  it("of throughput, with a time to wait or without, delay a message and send it once", async () => {
    const { phone, id } = await cloud.inTalk(ana);
    cloud.graph.control.fault({ match: { path: "/messages$" }, action: coded(130429, 429, { "retry-after": "3600" }), times: 1 });
    await ana.writes(id, "Devagar");
    await hasTried(1);
    const [{ wait } = { wait: 0 }] = await cloud.world.rows<{ wait: number }>(
      "SELECT extract(epoch FROM not_before - clock_timestamp())::int AS wait FROM outbox WHERE state = 'queued'",
    );
    expect(wait).toBeGreaterThan(3_000);
    await eventually(() => expect(shown(id, "Devagar")).toMatchObject({ ack: 0, sending: "queued" }));
    await cloud.hurry();
    await eventually(() => expect(shown(id, "Devagar")).toMatchObject({ ack: 2, errorLog: null }));
    expect(cloud.sentTo(phone)).toHaveLength(1);
  });

  it.each([
    ["a page instead of an answer", { kind: "status", code: 502, when: "after", body: "<html>Bad gateway</html>" }],
    ["half an answer", { kind: "truncate", bytes: 12 }],
    ["an answer that is no JSON", { kind: "badjson" }],
  ] as const)("are shown as unknown until a status arrives, and nothing is sent twice: %s [F-09]", async (what, action) => {
    const { phone, id } = await cloud.inTalk(ana);
    cloud.graph.control.policy({ sentAfterMs: 60_000, deliveredAfterMs: 60_000 });
    cloud.graph.control.fault({ match: { path: "/messages$" }, action, times: 1 });
    await ana.writes(id, what);
    await eventually(() => expect(shown(id, what)).toMatchObject({ ack: 0, sending: "unknown" }));
    cloud.graph.control.policy({ sentAfterMs: 5, deliveredAfterMs: 10 });
    await cloud.graph.control.status({ wamid: cloud.sentTo(phone)[0]?.wamid ?? "", status: "delivered" });
    await eventually(() => expect(shown(id, what)).toMatchObject({ ack: 2, sending: "sent", errorLog: null }));
    expect(cloud.postsTo(phone)).toHaveLength(1);
  });

  it("of the window, in the answer to the send, are shown with their code [CONV-036]", async () => {
    const { id } = await cloud.inTalk(ana);
    cloud.graph.control.switches({ windowAtOnce: true });
    cloud.graph.control.fault({ match: { path: "/messages$" }, action: coded(131047, 400), times: 1 });
    await ana.writes(id, "Tarde");
    await eventually(() => expect(shown(id, "Tarde")).toMatchObject({ ack: -1, sending: "failed", errorLog: { code: 131047 } }));
  });

  it("of media store no file: bytes that differ from the announced ones are fetched again", async () => {
    const { phone, id } = await cloud.inTalk(ana);
    cloud.graph.control.switches({ spoilMedia: true });
    await cloud.says({ from: phone, kind: "image", text: "Foto", media: { bytes: PICTURE, mime: "image/png" } });
    await eventually(async () => {
      const [chore] = await cloud.world.rows<{ last_error: string }>(
        "SELECT last_error FROM gateway_chore WHERE kind = 'fetchMedia' AND attempts > 0",
      );
      expect(chore?.last_error).toContain("not what was announced");
    });
    await eventually(() => expect(shown(id, "Foto")).toMatchObject({ mediaType: "image", mediaUrl: null }));
    cloud.graph.control.switches({ spoilMedia: false });
    await cloud.world.rows("UPDATE gateway_chore SET ready_at = clock_timestamp()");
    await eventually(() => expect(shown(id, "Foto")).toMatchObject({ media: { state: "ready", size: PICTURE.length } }));
  });

  it("of the network only delay events", async () => {
    const { phone, id } = await cloud.inTalk(ana);
    cloud.graph.control.webhookFaults({ delay: [50, 400], duplicate: 1 });
    const late = [0, 1, 2, 3].map((place) => cloud.says({ from: phone, kind: "text", text: `atraso ${place}` }));
    await ana.writes(id, "Resposta");
    await Promise.all(late);
    await eventually(() => expect(shown(id, "Resposta")).toMatchObject({ ack: 2 }));
    await eventually(async () => {
      const bodies = (await ana.opens(id)).messages.map(({ body }) => body);
      expect(bodies.filter((body) => body.startsWith("atraso")).sort()).toEqual([0, 1, 2, 3].map((place) => `atraso ${place}`));
    });
    await cloud.world.allInStep();
  });

  it("of the journal lose no events: Meta sends them again", async () => {
    const { phone, id } = await cloud.inTalk(ana);
    await cloud.world.rows("ALTER TABLE inbound_event RENAME TO inbound_event_away");
    const { attempt } = cloud.graph.control.inbound({ from: phone, kind: "text", text: "De novo" });
    expect(await attempt).toBe(false);
    await cloud.world.rows("ALTER TABLE inbound_event_away RENAME TO inbound_event");
    await eventually(() => expect(shown(id, "De novo")).toBeDefined());
  });

  it("of other senders change nothing: unsigned, wrongly signed, unknown fields and types", async () => {
    const { phone, id } = await cloud.inTalk(ana);
    const count = () => cloud.world.rows("SELECT count(*)::int AS n FROM inbound_event");
    const before = await count();
    for (const fault of [{ unsigned: true }, { badsignature: true }]) {
      cloud.graph.control.webhookFaults(fault);
      expect(await cloud.graph.control.raw({ body: { object: "whatsapp_business_account", entry: [] } })).toBe(401);
    }
    cloud.graph.control.webhookFaults({});
    expect(
      await cloud.graph.control.raw({
        body: { object: "whatsapp_business_account", entry: [{ id: "1", changes: [{ field: "novelty", value: {} }] }] },
      }),
    ).toBe(200);
    expect(await count()).toEqual(before);
    await cloud.says({ from: phone, kind: "hologram", fields: { depth: 3 }, more: { novelty: { deep: [1] } } });
    await eventually(() => expect(shown(id, "Mensagem não suportada")).toBeDefined());
  });
});
