import type { MessageInfoView, SentToContactView } from "@balcao/contracts/messages";
import { localTime } from "@balcao/domain/calendar";
import type { Agent } from "./agent.fixture.js";
import { openCloudWorld, type CloudWorld } from "./cloud.fixture.js";
import { eventually } from "./eventually.fixture.js";

const ZONE = "America/Sao_Paulo";
const HOUR_MS = 3_600_000;
const XML = new Uint8Array(Buffer.from("<?xml version='1.0'?><NFe/>"));

describe("a message to a number of the Cloud API, from a program", () => {
  let cloud: CloudWorld;
  let davi: Agent;
  let ana: Agent;
  let keys = 0;

  beforeAll(async () => {
    cloud = await openCloudWorld();
    davi = cloud.world.davi;
    const sales = await cloud.world.queue("Vendas", "#236681");
    ana = await cloud.world.person("Ana", { queueIds: [sales.id] });
    const { id } = await cloud.number("Loja", [sales], { isDefault: true });
    await cloud.world.rows("INSERT INTO send_pacing (connection_id, interval_ms) VALUES ($1, 100)", [id]);
    cloud.graph.control.addTemplate({
      ...{ name: "pedido_pronto", category: "UTILITY", language: "pt_BR", status: "APPROVED" },
      components: [{ type: "BODY", text: "Olá {{1}}, o pedido {{2}} está pronto." }],
    });
  }, 90_000);
  afterAll(() => cloud.close());

  const send = (body: unknown) => davi.call("POST", "/send", body, { "Idempotency-Key": `cloud-${(keys += 1)}` });
  const sent = async (body: unknown): Promise<SentToContactView> => {
    const answer = await send(body);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body as SentToContactView;
  };
  const states = ({ messages }: SentToContactView) =>
    Promise.all(messages.map(async ({ id }) => (await davi.ask<MessageInfoView>("GET", `/messages/info/${id}`)).sending));
  const count = () =>
    cloud.world.rows(
      "SELECT (SELECT count(*) FROM contact) AS contacts, (SELECT count(*) FROM message) AS messages, (SELECT count(*) FROM file) AS files",
    );

  it("is a template to whoever has not written, and what Meta would refuse changes nothing [D-650]", async () => {
    const number = cloud.newPhone();
    const before = await count();
    const values = (...texts: string[]) => ({ number, name: "Carla", template: { name: "pedido_pronto", values: texts } });
    expect(await send({ number, body: "Seu pedido saiu" })).toMatchObject({ status: 400, body: { details: [{ field: "template" }] } });
    expect((await send(values("Carla"))).status).toBe(400);
    expect((await send({ ...values("Carla", "7"), template: { name: "nunca", values: [] } })).status).toBe(400);
    expect(await count()).toEqual(before);
    const out = await sent(values("Carla", "7"));
    await eventually(async () => expect(await states(out)).toEqual(["sent"]));
    expect(cloud.sentTo(number).map(({ type, body }) => [type, body["name"]])).toEqual([["template", "pedido_pronto"]]);
  }, 60_000);

  it("has its upload, as the connection carries it, within 24 hours, and waits in quiet hours for nobody who wrote [D-265, D-651]", async () => {
    const { phone, id } = await cloud.inTalk(ana);
    const clock = (at: number): string => {
      const { hour, minute } = localTime(new Date(at), ZONE);
      return [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
    };
    const quiet = { quietFrom: clock(Date.now() - HOUR_MS), quietUntil: clock(Date.now() + 2 * HOUR_MS), quietHours: "enabled" };
    await cloud.world.settings(quiet);
    await cloud.world.restartWorker();
    const stranger = cloud.newPhone();
    const waiting = await sent({ number: stranger, template: { name: "pedido_pronto", values: ["Davi", "8"] } });
    const form = new FormData();
    form.append("number", phone);
    form.append("body", "Sua nota");
    form.append("medias", new Blob([XML]), "nota.xml");
    const out = await sent(form);
    expect(out.ticketId).toBe(id);
    await eventually(async () => expect(new Set(await states(out))).toEqual(new Set(["sent"])));
    expect(cloud.sentTo(phone).map(({ type }) => type)).toContain("document");
    expect([await states(waiting), cloud.postsTo(stranger)]).toEqual([["queued"], []]);
    await cloud.world.settings({ quietHours: "disabled" });
    await cloud.world.restartWorker();
    await eventually(async () => expect(await states(waiting)).toEqual(["sent"]));
    expect(cloud.sentTo(stranger).map(({ type }) => type)).toEqual(["template"]);
  }, 60_000);
});
