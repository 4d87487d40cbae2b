import type { MessageView } from "@balcao/contracts/messages";
import type { TemplateEvent } from "@balcao/contracts/realtime";
import type { TemplateListView, TemplateView } from "@balcao/contracts/templates";
import type { GraphTemplate } from "@balcao/simulators/graph";
import type { Agent } from "./agent.fixture.js";
import { openCloudWorld, type CloudWorld } from "./cloud.fixture.js";
import { eventually } from "./eventually.fixture.js";

const draft = {
  name: "pedido_pronto",
  language: "pt_BR",
  category: "UTILITY",
  components: [
    { type: "HEADER", format: "TEXT", text: "Seu pedido" },
    { type: "BODY", text: "Olá {{1}}, o pedido {{2}} está pronto." },
    { type: "FOOTER", text: "Loja Central" },
  ],
  buttons: [
    { type: "QUICK_REPLY", text: "Obrigado" },
    { type: "URL", text: "Acompanhar", url: "https://loja.com.br/pedidos" },
  ],
};

type Given = Omit<GraphTemplate, "id" | "reason"> & { readonly reason?: string };

/** A template as it stands at Meta, approved unless told otherwise. */
function template(name: string, body: string, more: Partial<Given> = {}): Given {
  return { name, category: "UTILITY", language: "pt_BR", status: "APPROVED", components: [{ type: "BODY", text: body }], ...more };
}

describe("message templates of a cloud connection", () => {
  let cloud: CloudWorld;
  let davi: Agent;
  let ana: Agent;
  let bia: Agent;
  let cloudId: number;
  let switchedOffId: number;
  let meowId: number;

  beforeAll(async () => {
    cloud = await openCloudWorld();
    davi = cloud.world.davi;
    const queue = await cloud.world.queue("Vendas", "#236681");
    const other = await cloud.world.queue("Suporte", "#2e7d32");
    ana = await cloud.world.person("Ana", { queueIds: [queue.id] });
    bia = await cloud.world.person("Bia", { queueIds: [other.id] });
    cloudId = (await cloud.number("Loja", [queue])).id;
    cloud.graph.control.addNumber({ id: "106540352242999", display: "+55 11 97000-0002" });
    const switchedOff = { metaIntegration: false, phoneNumberId: "106540352242999" };
    switchedOffId = (await cloud.number("Loja sem integração", [queue], switchedOff)).id;
    meowId = (await davi.ask<{ id: number }>("POST", "/whatsapp", { name: "Balcão", api: "meow" })).id;
  }, 90_000);
  afterAll(() => cloud.close());
  beforeEach(() => {
    cloud.graph.control.clearTemplates();
    // What one test asks of Meta does not count for the next: 200 questions an hour.
    cloud.graph.control.clearLimits();
  });

  const rows = <T>(sql: string, values: readonly unknown[] = []) => cloud.world.rows<T>(sql, values);
  const list = async (agent: Agent, id = cloudId) => (await agent.ask<TemplateListView>("GET", `/meta/templates/wpp/${id}`)).data;
  const put = (...given: Given[]): void => given.forEach((each) => cloud.graph.control.addTemplate(each));
  const atMeta = (): readonly GraphTemplate[] => cloud.graph.control.state().templates;
  const decide = (decision: string, reason = "") => cloud.graph.control.templateDecision({ name: "pedido_pronto", decision, reason });
  const lists = (): number =>
    cloud.graph.control
      .log()
      .filter((entry) => entry.kind === "request" && entry.method === "GET" && entry.path.endsWith("/message_templates")).length;
  const sends = () => cloud.graph.control.state().sent;
  const hears = (agent: Agent): TemplateEvent[] => {
    const heard: TemplateEvent[] = [];
    agent.socket.on("template", (event) => void heard.push(event));
    return heard;
  };
  const inTalk = async (): Promise<number> => (await cloud.inTalk(ana)).id;
  const send = (agent: Agent, ticketId: number, more: object, headers?: Record<string, string>) =>
    agent.call("POST", "/meta/templates", { template: "pedido_pronto", values: ["Ana", "7"], ticketId, ...more }, headers);

  it("are listed by name with every status for anybody who is signed in [API-030, TMPL-006, TMPL-008, TMPL-020]", async () => {
    put(
      template("b_rejeitado", "Oi.", { status: "REJECTED", reason: "PROMOTIONAL" }),
      template("a_pendente", "Oi.", { status: "PENDING" }),
    );
    put(template("c_aprovado", "Oi.", { components: [{ type: "HEADER", format: "TEXT", text: "Aviso" }] }));
    const found = await list(ana);
    expect(found.map(({ name, status, rejectedReason }) => [name, status, rejectedReason])).toEqual([
      ["a_pendente", "PENDING", null],
      ["b_rejeitado", "REJECTED", "PROMOTIONAL"],
      ["c_aprovado", "APPROVED", null],
    ]);
    expect(found[2]).toMatchObject({
      language: "pt_BR",
      category: "UTILITY",
      components: [{ type: "HEADER", format: "TEXT", text: "Aviso" }],
    });
    expect((await cloud.world.stage.call("GET", `/api/meta/templates/wpp/${cloudId}`)).status).toBe(401);
  });

  it("are submitted for review by an administrator, told to everybody and written down [API-032, TMPL-007, TMPL-008, TMPL-014, RT-025]", async () => {
    const heard = hears(ana);
    const made = await davi.ask<TemplateView>("POST", `/meta/templates/create/${cloudId}`, draft);
    expect(made).toMatchObject({
      name: "pedido_pronto",
      status: "PENDING",
      components: [
        { type: "HEADER", format: "TEXT", text: "Seu pedido" },
        { type: "BODY", text: "Olá {{1}}, o pedido {{2}} está pronto." },
        { type: "FOOTER", text: "Loja Central" },
        { type: "BUTTONS" },
      ],
      buttons: [
        { type: "QUICK_REPLY", text: "Obrigado" },
        { type: "URL", text: "Acompanhar", url: "https://loja.com.br/pedidos" },
      ],
    });
    await eventually(() =>
      expect(heard).toEqual([{ action: "create", template: made, templateName: "pedido_pronto", whatsappId: cloudId }]),
    );
    expect(
      await rows("SELECT action, description FROM audit_entry WHERE connection_id = $1 AND action LIKE 'template.%'", [cloudId]),
    ).toEqual([{ action: "template.create", description: "pedido_pronto" }]);
    const { components } = draft;
    const bare = await davi.ask<TemplateView>("POST", `/meta/templates/create/${cloudId}`, { name: "sem_mais", components });
    expect(bare).toMatchObject({ language: "pt_BR", category: "UTILITY", buttons: [] });
  });

  it("are deleted by an administrator in every language, told to everybody and written down [API-033, TMPL-003, TMPL-019]", async () => {
    put(template("antigo", "Oi."), template("antigo", "Hi.", { language: "en_US" }), template("novo", "Oi."));
    const heard = hears(ana);
    expect(await davi.call("DELETE", `/meta/template/${cloudId}/antigo`)).toMatchObject({ status: 200 });
    expect((await list(davi)).map(({ name }) => name)).toEqual(["novo"]);
    await eventually(() => expect(heard).toContainEqual({ action: "delete", templateName: "antigo", whatsappId: cloudId }));
    await davi.ask("POST", "/log", { log: { descricao: "Excluiu template: antigo", origem: "Templates", whatsappId: cloudId } });
    expect(
      await rows("SELECT action, origin FROM audit_entry WHERE connection_id = $1 AND description LIKE '%antigo' ORDER BY id", [cloudId]),
    ).toEqual([
      { action: "template.delete", origin: "" },
      { action: "remark", origin: "Templates" },
    ]);
  });

  it("are made and deleted by nobody but an administrator (D-215)", async () => {
    put(template("novo", "Oi."));
    expect(await ana.call("POST", `/meta/templates/create/${cloudId}`, draft)).toMatchObject({ status: 403 });
    expect(await ana.call("DELETE", `/meta/template/${cloudId}/novo`)).toMatchObject({ status: 403 });
    expect(atMeta().map(({ name }) => name)).toEqual(["novo"]);
  });

  it.each<[string, object, string, string]>([
    ["four buttons [TMPL-009]", { buttons: Array(4).fill({ type: "QUICK_REPLY", text: "Ok" }) }, "buttons", "Limite de botões atingido!"],
    ["two links [TMPL-010]", { buttons: Array(2).fill(draft.buttons[1]) }, "buttons", "Limite de botões de URL atingido!"],
    [
      "two phones [TMPL-011]",
      { buttons: Array(2).fill({ type: "PHONE_NUMBER", text: "Ligar", phone_number: "+55 11 90000-0001" }) },
      "buttons",
      "Limite de botões de telefone atingido!",
    ],
    [
      "a link and a phone [TMPL-012]",
      { buttons: [draft.buttons[1], { type: "PHONE_NUMBER", text: "Ligar", phone_number: "5511900000001" }] },
      "buttons",
      "Um botão de URL e um botão de telefone não podem ser combinados!",
    ],
    [
      "a button without words [TMPL-013]",
      { buttons: [{ type: "QUICK_REPLY", text: "" }] },
      "buttons.0.text",
      "O texto do botão é obrigatório!",
    ],
    [
      "ten variables [TMPL-015]",
      { components: [{ type: "BODY", text: `${Array.from({ length: 10 }, (_unused, index) => `a {{${index + 1}}}`).join(" ")} fim` }] },
      "body",
      "Limite de variáveis atingido!",
    ],
    [
      "a gap in its variables",
      { components: [{ type: "BODY", text: "Olá {{2}}." }] },
      "body",
      "Numere as variáveis em sequência, a partir de {{1}}.",
    ],
    [
      "more variables than words can carry",
      { components: [{ type: "BODY", text: "Oi {{1}} tchau" }] },
      "body",
      "Há variáveis demais para o tamanho do texto: escreva mais palavras ou use menos variáveis.",
    ],
    [
      "words of our own where it carries a code [TMPL-017]",
      { category: "AUTHENTICATION", components: [{ type: "BODY", text: "Seu código é {{1}} agora." }], buttons: [] },
      "body",
      "Templates de autenticação têm o texto da Meta: deixe este campo vazio.",
    ],
    ["no body", { components: [] }, "body", "Preencha este campo."],
  ])("are refused with %s, by the same sentences as the form (D-217)", async (_title, changes, field, sentence) => {
    const answer = await davi.call("POST", `/meta/templates/create/${cloudId}`, { ...draft, ...changes });
    expect(answer).toMatchObject({ status: 400, body: { error: sentence, code: "ERR_VALIDATION", details: [{ field }] } });
    expect(atMeta()).toEqual([]);
  });

  it.each<[string, object, string]>([
    ["a button of another kind [TMPL-014]", { buttons: [{ type: "OTP", text: "Copiar" }] }, "buttons[0].type"],
    ["another language [TMPL-016]", { language: "fr_FR" }, "language"],
    ["another category [TMPL-017]", { category: "SERVICE" }, "category"],
    ["no name", { name: "" }, "name"],
    ["a header that is a picture", { components: [{ type: "HEADER", format: "IMAGE" }, draft.components[1]] }, "components[0].format"],
  ])("are refused with %s", async (_title, changes, field) => {
    expect(await davi.call("POST", `/meta/templates/create/${cloudId}`, { ...draft, ...changes })).toMatchObject({
      status: 400,
      body: { code: "ERR_VALIDATION", details: [{ field }] },
    });
  });

  it("tell Meta's reason when Meta refuses one, and change nothing", async () => {
    put(template("pedido_pronto", "Oi."));
    const heard = hears(davi);
    expect(await davi.call("POST", `/meta/templates/create/${cloudId}`, draft)).toMatchObject({
      status: 400,
      body: { code: "ERR_GATEWAY", error: "ERR_TEMPLATE_EXISTS" },
    });
    expect(heard).toEqual([]);
  });

  it("are there on no other kind of connection, nor where the Meta integration is off (D-148, D-218)", async () => {
    const without = { status: 400, body: { code: "ERR_NO_TEMPLATES" } };
    expect(await davi.call("GET", `/meta/templates/wpp/${meowId}`)).toMatchObject(without);
    expect(await davi.call("POST", `/meta/templates/create/${meowId}`, draft)).toMatchObject(without);
    expect(await davi.call("DELETE", `/meta/template/${meowId}/novo`)).toMatchObject(without);
    expect(await davi.call("GET", `/meta/templates/wpp/${switchedOffId}`)).toMatchObject({
      status: 400,
      body: { error: "Ative a integração com a Meta nesta conexão para usar templates." },
    });
    expect(await davi.call("GET", "/meta/templates/wpp/9999")).toMatchObject({ status: 404, body: { code: "ERR_NO_WAPP_FOUND" } });
  });

  it("tell the outcome of a review as it comes, a new category, and their end [TMPL-008]", async () => {
    put(template("pedido_pronto", "Olá {{1}}, até já!", { status: "PENDING" }));
    const heard = hears(ana);
    await decide("APPROVED");
    await eventually(() =>
      expect(heard).toMatchObject([
        { action: "update", templateName: "pedido_pronto", whatsappId: cloudId, template: { status: "APPROVED", category: "UTILITY" } },
      ]),
    );
    await cloud.graph.control.templateCategory({ name: "pedido_pronto", category: "MARKETING" });
    await eventually(() => expect(heard[1]).toMatchObject({ template: { status: "APPROVED", category: "MARKETING" } }));
    await decide("REJECTED", "INVALID_FORMAT");
    await eventually(() => expect(heard[2]).toMatchObject({ template: { status: "REJECTED", rejectedReason: "INVALID_FORMAT" } }));
    const [gone] = atMeta();
    cloud.graph.control.clearTemplates();
    if (gone) await cloud.graph.control.tellReview({ template: gone, status: "DISABLED" });
    await eventually(() => expect(heard[3]).toEqual({ action: "delete", templateName: "pedido_pronto", whatsappId: cloudId }));
  });

  it("are sent with values, shown, found and told as a message of their own [CONV-041, API-029, API-031]", async () => {
    await davi.ask("POST", `/meta/templates/create/${cloudId}`, draft);
    await decide("APPROVED");
    const ticketId = await inTalk();
    const [offered] = (await ana.ask<TemplateListView>("GET", `/meta/templates/${ticketId}`)).data;
    const { status, body } = await send(ana, ticketId, { template: offered });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      mediaType: "template",
      body: "Olá Ana, o pedido 7 está pronto.",
      fromMe: true,
      userId: ana.id,
      templateData: {
        name: "pedido_pronto",
        language: "pt_BR",
        category: "UTILITY",
        header: "Seu pedido",
        footer: "Loja Central",
        values: ["Ana", "7"],
        buttons: [
          { type: "QUICK_REPLY", text: "Obrigado" },
          { type: "URL", url: "https://loja.com.br/pedidos" },
        ],
      },
    });
    await eventually(() =>
      expect(sends().at(-1)).toMatchObject({
        type: "template",
        body: {
          name: "pedido_pronto",
          language: { code: "pt_BR" },
          components: [{ type: "body", parameters: [{ text: "Ana" }, { text: "7" }] }],
        },
      }),
    );
    await eventually(() => {
      const shown = ana.messages(ticketId).messages.at(-1);
      expect(shown).toMatchObject({ id: (body as MessageView).id, sending: "sent", ack: 2, templateData: { header: "Seu pedido" } });
      expect(ana.list("open").tickets.find(({ id }) => id === ticketId)?.lastMessage).toBe("Olá Ana, o pedido 7 está pronto.");
    });
    await ana.isInStep();
    expect(await rows("SELECT description FROM audit_entry WHERE action = 'message.sendTemplate' AND ticket_id = $1", [ticketId])).toEqual([
      { description: "pedido_pronto" },
    ]);
  });

  it("are named by name alone too, mean the one that can be sent, and serve several sendings with one list", async () => {
    put(template("pedido_pronto", "Oi.", { language: "en_US", status: "PENDING" }), template("pedido_pronto", "Olá {{1}}, nº {{2}}."));
    const ticketId = await inTalk();
    await ana.ask("GET", `/meta/templates/${ticketId}`);
    const asked = lists();
    expect(await send(ana, ticketId, {})).toMatchObject({ status: 200, body: { body: "Olá Ana, nº 7." } });
    expect(await send(ana, ticketId, { values: ["{{2}}", "8"] })).toMatchObject({ status: 200, body: { body: "Olá {{2}}, nº 8." } });
    expect(lists()).toBe(asked);
  });

  it("go out once when the same key asks twice, even while Meta does not answer", async () => {
    put(template("pedido_pronto", "Olá {{1}}, nº {{2}}."));
    const ticketId = await inTalk();
    await ana.ask("GET", `/meta/templates/${ticketId}`);
    const key = { "Idempotency-Key": "template-once" };
    const first = await send(ana, ticketId, {}, key);
    expect(first.status).toBe(200);
    cloud.graph.control.clearTemplates();
    await ana.ask("GET", `/meta/templates/${ticketId}`);
    const again = await send(ana, ticketId, {}, key);
    expect((again.body as MessageView).id).toBe((first.body as MessageView).id);
    await eventually(() => expect(sends().filter(({ type }) => type === "template").length).toBeGreaterThan(0));
    expect(await rows("SELECT count(*)::int AS n FROM message WHERE ticket_id = $1 AND type = 'template'", [ticketId])).toEqual([{ n: 1 }]);
  });

  it("are refused where they would not arrive: unknown, not approved, values missing or in lines, ticket not open [TMPL-008]", async () => {
    put(template("pedido_pronto", "Olá {{1}}, nº {{2}}."), template("em_analise", "Oi.", { status: "PENDING" }));
    put(template("com_foto", "Oi.", { components: [{ type: "HEADER", format: "IMAGE" }] }));
    const ticketId = await inTalk();
    await ana.ask("GET", `/meta/templates/${ticketId}`);
    const before = sends().length;
    const refused = (field: string) => ({ status: 400, body: { code: "ERR_VALIDATION", details: [{ field }] } });
    expect(await send(ana, ticketId, { template: "nada" })).toMatchObject(refused("template"));
    expect(await send(ana, ticketId, { template: 7 })).toMatchObject(refused("template"));
    expect(await send(ana, ticketId, { template: "em_analise", values: [] })).toMatchObject({
      status: 400,
      body: { error: "Somente templates aprovados podem ser enviados." },
    });
    expect(await send(ana, ticketId, { template: "com_foto", values: [] })).toMatchObject(refused("template"));
    expect(await send(ana, ticketId, { values: ["Ana"] })).toMatchObject(refused("values"));
    expect(await send(ana, ticketId, { values: ["Ana", " "] })).toMatchObject(refused("values[1]"));
    expect(await send(ana, ticketId, { values: ["Ana", "7\n8"] })).toMatchObject(refused("values[1]"));
    expect(await send(ana, ticketId, { values: "Ana" })).toMatchObject(refused("values"));
    await ana.ask("PUT", `/tickets/${ticketId}`, { status: "pending", userId: null });
    expect(await send(davi, ticketId, {})).toMatchObject({ status: 400, body: { code: "ERR_TICKET_NOT_OPEN" } });
    expect(sends().length).toBe(before);
    expect(await rows("SELECT 1 FROM message WHERE ticket_id = $1 AND type = 'template'", [ticketId])).toEqual([]);
  });

  it("stay out of reach of people who may not open the ticket (D-215)", async () => {
    put(template("pedido_pronto", "Olá {{1}}, nº {{2}}."));
    const ticketId = await inTalk();
    expect(await bia.call("GET", `/meta/templates/${ticketId}`)).toMatchObject({ status: 403 });
    expect(await send(bia, ticketId, {})).toMatchObject({ status: 403 });
    expect(await send(ana, 99_999, {})).toMatchObject({ status: 404 });
  });

  it("say so when Meta does not take one, with the reason on the message [CONV-036]", async () => {
    put(template("pedido_pronto", "Olá {{1}}, nº {{2}}."));
    const ticketId = await inTalk();
    await ana.ask("GET", `/meta/templates/${ticketId}`);
    // Meta forgets it between the list and the send.
    cloud.graph.control.clearTemplates();
    const { body } = await send(ana, ticketId, {});
    await eventually(() =>
      expect(ana.messages(ticketId).messages.find(({ id }) => id === (body as MessageView).id)).toMatchObject({
        sending: "failed",
        errorLog: { code: 132_001 },
      }),
    );
    cloud.graph.control.token({ value: cloud.token, state: "expired" });
    expect(await ana.call("GET", `/meta/templates/${ticketId}`)).toMatchObject({ status: 400, body: { code: "ERR_GATEWAY" } });
    cloud.graph.control.token({ value: cloud.token, state: "good" });
  });
});
