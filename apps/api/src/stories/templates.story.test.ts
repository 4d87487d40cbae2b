import type { ContactView } from "@balcao/contracts/contacts";
import type { MassSendView, RecipientListView } from "@balcao/contracts/massSends";
import type { MessageView } from "@balcao/contracts/messages";
import type { ScheduleView } from "@balcao/contracts/schedules";
import type { TemplateEvent } from "@balcao/contracts/live";
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

/** A template at Meta, approved unless `more` says otherwise. */
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
    cloudId = (await cloud.number("Loja", [queue], { isDefault: true })).id;
    await rows("INSERT INTO send_pacing (connection_id, interval_ms) VALUES ($1, 100)", [cloudId]);
    cloud.graph.control.addNumber({ id: "106540352242999", display: "+55 11 97000-0002" });
    const switchedOff = { metaIntegration: false, phoneNumberId: "106540352242999" };
    switchedOffId = (await cloud.number("Loja sem integração", [queue], switchedOff)).id;
    meowId = (await davi.ask<{ id: number }>("POST", "/whatsapp", { name: "Balcão", api: "meow" })).id;
  }, 90_000);
  afterAll(() => cloud.close());
  beforeEach(() => {
    cloud.graph.control.clearTemplates();
    // Meta's limit of 200 requests an hour starts anew for each test.
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
  const templateEvents = (agent: Agent): TemplateEvent[] => {
    const events: TemplateEvent[] = [];
    agent.socket.on("template", (event) => void events.push(event));
    return events;
  };
  const inTalk = async (): Promise<number> => (await cloud.inTalk(ana)).id;
  const send = (agent: Agent, ticketId: number, more: object, headers?: Record<string, string>) =>
    agent.call("POST", "/meta/templates", { template: "pedido_pronto", values: ["Ana", "7"], ticketId, ...more }, headers);

  it("are listed by name with every status for everybody who is signed in [API-030, TMPL-006, TMPL-008, TMPL-020]", async () => {
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

  it("are submitted for review by an administrator, sent to everybody and audited [API-032, TMPL-007, TMPL-008, TMPL-014, RT-025]", async () => {
    const events = templateEvents(ana);
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
      expect(events).toEqual([{ action: "create", template: made, templateName: "pedido_pronto", whatsappId: cloudId }]),
    );
    expect(
      await rows("SELECT action, description FROM audit_entry WHERE connection_id = $1 AND action LIKE 'template.%'", [cloudId]),
    ).toEqual([{ action: "template.create", description: "pedido_pronto" }]);
    const { components } = draft;
    const bare = await davi.ask<TemplateView>("POST", `/meta/templates/create/${cloudId}`, { name: "sem_mais", components });
    expect(bare).toMatchObject({ language: "pt_BR", category: "UTILITY", buttons: [] });
  });

  it("are deleted by an administrator in every language, sent to everybody and audited [API-033, TMPL-003, TMPL-019]", async () => {
    put(template("antigo", "Oi."), template("antigo", "Hi.", { language: "en_US" }), template("novo", "Oi."));
    const events = templateEvents(ana);
    expect(await davi.call("DELETE", `/meta/template/${cloudId}/antigo`)).toMatchObject({ status: 200 });
    expect((await list(davi)).map(({ name }) => name)).toEqual(["novo"]);
    await eventually(() => expect(events).toContainEqual({ action: "delete", templateName: "antigo", whatsappId: cloudId }));
    await davi.ask("POST", "/log", { log: { descricao: "Excluiu template: antigo", origem: "Templates", whatsappId: cloudId } });
    expect(
      await rows("SELECT action, origin FROM audit_entry WHERE connection_id = $1 AND description LIKE '%antigo' ORDER BY id", [cloudId]),
    ).toEqual([
      { action: "template.delete", origin: "" },
      { action: "remark", origin: "Templates" },
    ]);
  });

  it("are created and deleted only by an administrator (D-215)", async () => {
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
    ["a header of no kind", { components: [{ type: "HEADER", format: "GIF" }, draft.components[1]] }, "components[0].format"],
    ["a picture without its sample (D-322)", { components: [{ type: "HEADER", format: "IMAGE" }, draft.components[1]] }, "headerFile"],
  ])("are refused with %s", async (_title, changes, field) => {
    expect(await davi.call("POST", `/meta/templates/create/${cloudId}`, { ...draft, ...changes })).toMatchObject({
      status: 400,
      body: { code: "ERR_VALIDATION", details: [{ field }] },
    });
  });

  it("show Meta's reason when Meta refuses one, and change nothing", async () => {
    put(template("pedido_pronto", "Oi."));
    const events = templateEvents(davi);
    expect(await davi.call("POST", `/meta/templates/create/${cloudId}`, draft)).toMatchObject({
      status: 400,
      body: { code: "ERR_GATEWAY", error: "ERR_TEMPLATE_EXISTS" },
    });
    expect(events).toEqual([]);
  });

  it("do not exist on other kinds of connection, nor where the Meta integration is off (D-148, D-218)", async () => {
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

  it("show the result of a review when it arrives, a new category, and their deletion [TMPL-008]", async () => {
    put(template("pedido_pronto", "Olá {{1}}, até já!", { status: "PENDING" }));
    const events = templateEvents(ana);
    await decide("APPROVED");
    await eventually(() =>
      expect(events).toMatchObject([
        { action: "update", templateName: "pedido_pronto", whatsappId: cloudId, template: { status: "APPROVED", category: "UTILITY" } },
      ]),
    );
    await cloud.graph.control.templateCategory({ name: "pedido_pronto", category: "MARKETING" });
    await eventually(() => expect(events[1]).toMatchObject({ template: { status: "APPROVED", category: "MARKETING" } }));
    await decide("REJECTED", "INVALID_FORMAT");
    await eventually(() => expect(events[2]).toMatchObject({ template: { status: "REJECTED", rejectedReason: "INVALID_FORMAT" } }));
    const [gone] = atMeta();
    cloud.graph.control.clearTemplates();
    if (gone) await cloud.graph.control.recordReview({ template: gone, status: "DISABLED" });
    await eventually(() => expect(events[3]).toEqual({ action: "delete", templateName: "pedido_pronto", whatsappId: cloudId }));
  });

  it("are sent with values, and shown, found and broadcast as messages [CONV-041, API-029, API-031]", async () => {
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

  it("can be sent by name only, which chooses the one that can be sent, and several sends use one list", async () => {
    put(template("pedido_pronto", "Oi.", { language: "en_US", status: "PENDING" }), template("pedido_pronto", "Olá {{1}}, nº {{2}}."));
    const ticketId = await inTalk();
    await ana.ask("GET", `/meta/templates/${ticketId}`);
    const asked = lists();
    expect(await send(ana, ticketId, {})).toMatchObject({ status: 200, body: { body: "Olá Ana, nº 7." } });
    expect(await send(ana, ticketId, { values: ["{{2}}", "8"] })).toMatchObject({ status: 200, body: { body: "Olá {{2}}, nº 8." } });
    expect(lists()).toBe(asked);
  });

  it("go out once when the same key is sent twice, even while Meta does not answer", async () => {
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

  describe("for recipients of runs outside of the 24-hour window", () => {
    let here: ContactView;
    let away: ContactView;
    let awayToo: ContactView;
    const choice = (...values: string[]) => ({ name: "novidades", language: "pt_BR", values });
    const contact = (name: string) =>
      davi.ask<ContactView>("POST", "/contacts", { name, number: cloud.newPhone(), respostaAutomatica: true });
    const states = async (id: number) =>
      (await ana.ask<RecipientListView>("GET", `/envioMassa/${id}/recipients`)).recipients.map(({ name, state, reason }) =>
        state === "skipped" ? [name, state, reason] : [name, "sent"],
      );
    const isDone = (path: string) =>
      eventually(async () => expect((await ana.ask<{ status: string }>("GET", path)).status).toBe("done"), 30_000);
    const gets = ({ number }: ContactView) => cloud.sentTo(number ?? "");

    beforeAll(async () => {
      const phone = cloud.newPhone();
      await cloud.says({ from: phone, kind: "text", text: "Oi", name: "Aqui" });
      await cloud.world.ticketOf(ana, phone);
      const [known] = await rows<{ id: number }>("SELECT id FROM contact WHERE number = $1", [phone]);
      here = await ana.ask<ContactView>("GET", `/contacts/${known?.id ?? 0}`);
      [away, awayToo] = [await contact("Longe"), await contact("Ausente")];
    });
    beforeEach(() => put(template("novidades", "Olá {{1}}, chegaram as novidades de {{2}}.")));
    const ids = () => [here.id, away.id];

    it("are counted before the start, and skipped with the reason where no template was chosen [SEND-008, D-251]", async () => {
      const count = (more: object) => ana.call("POST", "/envioMassa/count", { contactsIds: ids(), ...more });
      expect(await count({})).toMatchObject({ body: { total: 2, windowClosed: 1, templatesOf: cloudId } });
      expect(await count({ whatsappId: meowId })).toMatchObject({ body: { windowClosed: 0, templatesOf: null } });
      expect(await count({ whatsappId: 99_999 })).toMatchObject({ status: 404 });
      const { id, template: chosen } = await ana.ask<MassSendView>("POST", "/envioMassa", { mensagem: "Só texto", contactsIds: ids() });
      expect(chosen).toBeNull();
      await isDone(`/envioMassa/${id}`);
      expect(await states(id)).toEqual([
        [here.name, "sent"],
        ["Longe", "skipped", "windowClosed"],
      ]);
      expect(gets(away)).toEqual([]);
    }, 60_000);

    it("get the chosen template with their own values, from a mass send, a test and a schedule; others get the text [SEND-008, SCHED-011, D-251]", async () => {
      const words = "Novidades!";
      const { id, template: shown } = await ana.ask<MassSendView>("POST", "/envioMassa", {
        mensagem: words,
        contactsIds: ids(),
        template: choice("{{name}}", "dezembro"),
      });
      const body = "Olá {{1}}, chegaram as novidades de {{2}}.";
      const version = expect.any(String) as string;
      const text = "Olá {{name}}, chegaram as novidades de dezembro.";
      expect(shown).toEqual({ name: "novidades", language: "pt_BR", body, text, values: ["{{name}}", "dezembro"], files: [], version });
      await isDone(`/envioMassa/${id}`);
      const template = (name: string) => ({
        type: "template",
        body: { name: "novidades", components: [{ type: "body", parameters: [{ text: name }, { text: "dezembro" }] }] },
      });
      expect(gets(away)).toMatchObject([template("Longe")]);
      expect(gets(here).at(-1)).toMatchObject({ type: "text" });
      expect(await rows("SELECT type, body FROM message WHERE send_run_id = $1 ORDER BY id", [id])).toEqual([
        { type: "text", body: words },
        { type: "template", body: "Olá Longe, chegaram as novidades de dezembro." },
      ]);
      const test = { mensagem: words, number: away.number };
      expect(await davi.call("POST", "/envioMassa/test", test)).toMatchObject({
        status: 400,
        body: { details: [{ field: "template", rule: "windowClosed" }] },
      });
      await davi.ask("POST", "/envioMassa/test", { ...test, template: choice("{{name}}", "dezembro") });
      await eventually(() => expect(gets(away)).toMatchObject([template("Longe"), template("Longe")]));

      const rule = {
        message: words,
        recurrence: "every_day",
        sendAt: new Date(Date.now() + 3_600_000).toISOString(),
        contactsIds: [awayToo.id],
      };
      const planned = await ana.ask<ScheduleView>("POST", "/agendamento", {
        ...rule,
        whatsappId: cloudId,
        template: choice("{{name}}", "maio"),
      });
      // Clients that do not know templates leave them as they are.
      const kept = await ana.ask<ScheduleView>("PUT", `/agendamento/${planned.id}`, { ...rule, whatsappId: cloudId });
      expect(kept.template).toEqual({ ...shown, text: "Olá {{name}}, chegaram as novidades de maio.", values: ["{{name}}", "maio"] });
      await ana.ask("PUT", `/agendamento/${planned.id}`, { ...rule, whatsappId: cloudId, template: choice("{{name}}", "dezembro") });
      await rows("UPDATE schedule SET next_due = date_trunc('milliseconds', now() - interval '1 second') WHERE id = $1", [planned.id]);
      await isDone(`/agendamento/${planned.id}`);
      expect(gets(awayToo)).toMatchObject([template("Ausente")]);
      expect((await ana.ask<ScheduleView>("PUT", `/agendamento/${planned.id}`, { ...rule, template: null })).template).toBeNull();
    }, 90_000);

    it("are skipped where a value is empty for them; a template that cannot be sent is refused before anything is stored [TMPL-008, D-251]", async () => {
      const start = (chosen: unknown) => ana.call("POST", "/envioMassa", { mensagem: "Oi", contactsIds: [away.id], template: chosen });
      const { body } = await start(choice("{{queue}}", "maio"));
      const { id } = body as MassSendView;
      await isDone(`/envioMassa/${id}`);
      expect(await states(id)).toEqual([["Longe", "skipped", "templateValue"]]);
      put(template("em_analise", "Oi.", { status: "PENDING" }));
      const before = await rows("SELECT max(id) AS id FROM send_run");
      for (const chosen of [
        { name: "sumiu", values: [] },
        { name: "em_analise", values: [] },
        choice("um só"),
        choice("{{name}}", ""),
        choice("{{name}}", "duas\nlinhas"),
        { name: "novidades", values: "Ana" },
        { name: "novidades", values: [1, 2] },
        "novidades",
        7,
      ])
        expect([chosen, await start(chosen)]).toMatchObject([chosen, { status: 400, body: { code: "ERR_VALIDATION" } }]);
      const rule = { message: "Oi", recurrence: "once", sendAt: new Date(Date.now() + 3_600_000).toISOString(), contactsIds: [away.id] };
      expect(await ana.call("POST", "/agendamento", { ...rule, whatsappId: meowId, template: choice("a", "b") })).toMatchObject({
        status: 400,
        body: { code: "ERR_NO_TEMPLATES" },
      });
      expect(await rows("SELECT max(id) AS id FROM send_run")).toEqual(before);
    }, 60_000);
  });

  it("are refused where Meta would refuse them: unknown, not approved, values missing or with line breaks, ticket not open [TMPL-008]", async () => {
    put(template("pedido_pronto", "Olá {{1}}, nº {{2}}."), template("em_analise", "Oi.", { status: "PENDING" }));
    put(template("com_foto", "Oi.", { components: [{ type: "HEADER", format: "IMAGE" }] }));
    put(template("com_catalogo", "Oi.", { components: [{ type: "BUTTONS", buttons: [{ type: "CATALOG", text: "Ver" }] }] }));
    const ticketId = await inTalk();
    await ana.ask("GET", `/meta/templates/${ticketId}`);
    const before = sends().length;
    const refused = (field: string) => ({ status: 400, body: { code: "ERR_VALIDATION", details: [{ field }] } });
    const refusedWith = (error: string) => ({ status: 400, body: { error } });
    expect(await send(ana, ticketId, { template: "nada" })).toMatchObject(refused("template"));
    expect(await send(ana, ticketId, { template: 7 })).toMatchObject(refused("template"));
    const inReview = await send(ana, ticketId, { template: "em_analise", values: [] });
    expect(inReview).toMatchObject(refusedWith("Somente templates aprovados podem ser enviados."));
    expect(await send(ana, ticketId, { template: "com_foto", values: [] })).toMatchObject(refused("values"));
    const withCatalog = await send(ana, ticketId, { template: "com_catalogo", values: [] });
    expect(withCatalog).toMatchObject(refusedWith("Este template tem algo que ainda não pode ser enviado por aqui: CATALOG."));
    for (const values of [["Ana"], "Ana"]) expect(await send(ana, ticketId, { values })).toMatchObject(refused("values"));
    for (const value of [" ", "7\n8"]) expect(await send(ana, ticketId, { values: ["Ana", value] })).toMatchObject(refused("values[1]"));
    await ana.ask("PUT", `/tickets/${ticketId}`, { status: "pending", userId: null });
    expect(await send(davi, ticketId, {})).toMatchObject({ status: 400, body: { code: "ERR_TICKET_NOT_OPEN" } });
    expect(sends().length).toBe(before);
    expect(await rows("SELECT 1 FROM message WHERE ticket_id = $1 AND type = 'template'", [ticketId])).toEqual([]);
  });

  it("cannot be sent by people who may not open the ticket (D-215)", async () => {
    put(template("pedido_pronto", "Olá {{1}}, nº {{2}}."));
    const ticketId = await inTalk();
    expect(await bia.call("GET", `/meta/templates/${ticketId}`)).toMatchObject({ status: 403 });
    expect(await send(bia, ticketId, {})).toMatchObject({ status: 403 });
    expect(await send(ana, 99_999, {})).toMatchObject({ status: 404 });
  });

  it("show on the message why Meta refused one [CONV-036]", async () => {
    put(template("pedido_pronto", "Olá {{1}}, nº {{2}}."));
    const ticketId = await inTalk();
    await ana.ask("GET", `/meta/templates/${ticketId}`);
    // Meta loses it between the list and the send.
    cloud.graph.control.clearTemplates();
    const { body } = await send(ana, ticketId, {});
    const sent = () => ana.messages(ticketId).messages.find(({ id }) => id === (body as MessageView).id);
    await eventually(() => expect(sent()).toMatchObject({ sending: "failed", errorLog: { code: 132_001 } }));
    cloud.graph.control.token({ value: cloud.token, state: "expired" });
    expect(await ana.call("GET", `/meta/templates/${ticketId}`)).toMatchObject({ status: 400, body: { code: "ERR_GATEWAY" } });
    cloud.graph.control.token({ value: cloud.token, state: "good" });
  });
});
