import type { MessageView } from "@balcao/contracts/messages";
import type { TicketDecisionView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { openCloudWorld, type CloudWorld } from "./cloud.fixture.js";
import { eventually } from "./eventually.fixture.js";

describe("Meta's agent on a number [D-309]", () => {
  let cloud: CloudWorld;
  let ana: Agent;

  beforeAll(async () => {
    cloud = await openCloudWorld();
    const sales = await cloud.world.queue("Vendas", "#236681");
    ana = await cloud.world.person("Ana", { queueIds: [sales.id] });
    await cloud.number("Loja Meta", [sales], { outOfHoursMessage: "Fechado", greetingMessage: "Olá!" });
  }, 90_000);
  afterAll(() => cloud.close());

  const shown = (id: number, body: string): MessageView | undefined =>
    ana.messages(id).messages.findLast((message) => message.body === body);
  const since = (id: number) => ana.ask<{ metaAgentSince: string | null }>("GET", `/tickets/${id}`);
  const rules = async (id: number) =>
    (await ana.ask<TicketDecisionView[]>("GET", `/tickets/${id}/decisions`))
      .map(({ rule }) => rule)
      .filter((rule) => rule.startsWith("metaAgent"));

  it("answers a customer: both sides are in the conversation, nothing of ours goes out, and an answer takes over", async () => {
    const phone = cloud.newPhone();
    await cloud.graph.control.agentAnswers({ from: phone });
    await cloud.says({ from: phone, kind: "text", text: "Abrem que horas?" });
    const id = await cloud.world.ticketOf(ana, phone);
    await cloud.graph.control.agentSays({ to: phone, text: "Às nove." }).attempt;
    await ana.accepts(id);
    await ana.opens(id);
    await eventually(() => expect(shown(id, "Às nove.")).toMatchObject({ fromMe: true }));
    expect(shown(id, "Abrem que horas?")).toMatchObject({ fromMe: false });
    expect((await since(id)).metaAgentSince).not.toBeNull();
    expect(cloud.postsTo(phone)).toEqual([]);

    await ana.writes(id, "Aqui é a Ana");
    await eventually(() => expect(cloud.sentTo(phone)).toHaveLength(1));
    await eventually(async () => expect((await since(id)).metaAgentSince).toBeNull());
    await cloud.says({ from: phone, kind: "text", text: "Obrigado" });
    await eventually(() => expect(shown(id, "Obrigado")).toBeDefined());
    expect((await since(id)).metaAgentSince).toBeNull();
    await cloud.world.allInStep();
  });

  it("takes a conversation and leaves it to people: the details say when", async () => {
    const { phone, id } = await cloud.inTalk(ana);
    await cloud.graph.control.agentAnswers({ from: phone });
    await eventually(async () => expect((await since(id)).metaAgentSince).not.toBeNull());
    await cloud.graph.control.agentLeaves({ from: phone });
    await eventually(async () => expect((await since(id)).metaAgentSince).toBeNull());
    expect(await rules(id)).toEqual(["metaAgentLeft", "metaAgentAnswers"]);
    await cloud.world.allInStep();
  });
});
