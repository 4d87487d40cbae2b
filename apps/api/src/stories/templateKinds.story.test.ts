import type { ContactView } from "@balcao/contracts/contacts";
import type { MassSendView } from "@balcao/contracts/massSends";
import type { MessageView } from "@balcao/contracts/messages";
import type { ScheduleView } from "@balcao/contracts/schedules";
import type { TemplateChoice, TemplateFileView, TemplateListView } from "@balcao/contracts/templates";
import type { Agent } from "./agent.fixture.js";
import { openCloudWorld, type CloudWorld } from "./cloud.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { photo } from "./photo.fixture.js";

type Part = Readonly<Record<string, unknown>>;
const BODY: Part = { type: "BODY", text: "Oi {{nome}}, saiu." };
const LINK: Part = { type: "URL", text: "Ver", url: "https://loja.com.br/{{1}}" };
const PDF = Buffer.from("%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");
/** The beginning of an MP4 file. */
const MP4 = Buffer.concat([Buffer.from("000000186674797069736f6d0000020069736f6d6d703432", "hex"), Buffer.alloc(64)]);
const SAMPLES: Readonly<Record<string, Parameters<typeof photo>[0]>> = {
  video: { bytes: MP4, name: "filme.mp4", type: "video/mp4" },
  document: { bytes: PDF, name: "a.pdf", type: "application/pdf" },
};
/** A png of 4 × 3 px without colours. */
const GREY = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAAAAACRn/EaAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQImWMoLy8vZ4ATACnlBZW59fJdAAAAAElFTkSuQmCC",
  "base64",
);
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
const card = (text: string): Part => ({
  components: [
    { type: "HEADER", format: "IMAGE" },
    { type: "BODY", text },
    { type: "BUTTONS", buttons: [LINK] },
  ],
});

// Each kind of I.3 with the values of its fields; `{{name}}` is the recipient's name, `image` and so on a file.
const KINDS: readonly (readonly [kind: string, components: readonly Part[], values: readonly string[], shown: object])[] = [
  ["image", [{ type: "HEADER", format: "IMAGE" }, BODY], ["image", "{{name}}"], { media: { kind: "image" } }],
  ["video", [{ type: "HEADER", format: "VIDEO" }, BODY], ["video", "{{name}}"], { media: { kind: "video" } }],
  ["document", [{ type: "HEADER", format: "DOCUMENT" }, BODY], ["document", "{{name}}"], { media: { kind: "document" } }],
  [
    "place",
    [{ type: "HEADER", format: "LOCATION" }, BODY],
    ["-23.55, -46.63", "Loja", "Rua A, 1", "{{name}}"],
    { place: { latitude: -23.55, name: "Loja" } },
  ],
  ["header", [{ type: "HEADER", format: "TEXT", text: "Pedido {{1}}" }, BODY], ["7", "{{name}}"], { header: "Pedido 7" }],
  [
    "link",
    [BODY, { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Ok" }, LINK] }],
    ["{{name}}", "p/7"],
    { buttons: [{}, { url: "https://loja.com.br/p/7" }] },
  ],
  [
    "code",
    [BODY, { type: "BUTTONS", buttons: [{ type: "COPY_CODE", text: "Copiar" }] }],
    ["{{name}}", "VERAO10"],
    { buttons: [{ code: "VERAO10" }] },
  ],
  [
    "form",
    [BODY, { type: "BUTTONS", buttons: [{ type: "FLOW", text: "Abrir", flow_id: 7 }] }],
    ["{{name}}"],
    { buttons: [{ type: "FLOW" }] },
  ],
  [
    "cards",
    [BODY, { type: "CAROUSEL", cards: [card("Um {{1}}"), card("Dois")] }],
    ["{{name}}", "image", "bolo", "1", "image", "2"],
    {
      cards: [
        { body: "Um bolo", media: { kind: "image" } },
        { body: "Dois", buttons: [{ url: "https://loja.com.br/2" }] },
      ],
    },
  ],
];

describe("the kinds of templates (D-320)", () => {
  let cloud: CloudWorld;
  let ana: Agent;
  let rui: Agent;
  let cloudId: number;
  let away: ContactView;
  const files: Record<string, string> = {};

  const rows = <T>(sql: string, values: readonly unknown[] = []) => cloud.world.rows<T>(sql, values);
  const upload = (agent: Agent, file: Parameters<typeof photo>[0] = {}): Promise<TemplateFileView> =>
    agent.ask<TemplateFileView>("POST", "/meta/templates/files", photo(file));
  const put = (name: string, components: readonly Part[]): void =>
    cloud.graph.control.addTemplate({ name, category: "UTILITY", language: "pt_BR", status: "APPROVED", components });
  const valuesWith = (values: readonly string[]): string[] => values.map((value) => files[value] ?? value);
  const uploads = (): number =>
    cloud.graph.control.log().filter((entry) => entry.kind === "request" && entry.method === "POST" && entry.path.endsWith("/media"))
      .length;
  const isDone = (path: string) =>
    eventually(async () => expect((await ana.ask<{ status: string }>("GET", path)).status).toBe("done"), 30_000);
  const listed = async (ticketId: number, name: string) =>
    (await ana.ask<TemplateListView>("GET", `/meta/templates/${ticketId}`)).data.find((each) => each.name === name);

  beforeAll(async () => {
    cloud = await openCloudWorld();
    const queue = await cloud.world.queue("Vendas", "#236681");
    ana = await cloud.world.person("Ana", { queueIds: [queue.id] });
    rui = await cloud.world.person("Rui", { queueIds: [queue.id] });
    cloudId = (await cloud.number("Loja", [queue], { isDefault: true })).id;
    await rows("INSERT INTO send_pacing (connection_id, interval_ms) VALUES ($1, 100)", [cloudId]);
    away = await cloud.world.davi.ask<ContactView>("POST", "/contacts", {
      name: "Longe",
      number: cloud.newPhone(),
      respostaAutomatica: true,
    });
  }, 90_000);
  afterAll(() => cloud.close());
  beforeEach(async () => {
    cloud.graph.control.clearTemplates();
    cloud.graph.control.clearLimits();
    const [image, video, document] = await Promise.all([upload(ana), upload(ana, SAMPLES["video"]), upload(ana, SAMPLES["document"])]);
    Object.assign(files, { image: image.id, video: video.id, document: document.id });
  });

  it("takes a picture of any form as the one that Meta takes in its place [D-470]", async () => {
    const moving = Buffer.from("R0lGODlhAgACAIAAAAAAAP///yH5BAAAAAAALAAAAAACAAIAAAICRF4AOw==", "base64");
    const grey = await upload(ana, { bytes: GREY, name: "logo.png", type: "image/png" });
    expect(grey).toMatchObject({ name: "logo.jpg", mimetype: "image/jpeg" });
    expect(await upload(ana, { bytes: moving, name: "a.gif", type: "image/gif" })).toMatchObject({ mimetype: "image/gif" });
  });

  it.each(KINDS)("%s: what is seen in a conversation is what is sent [CONV-041]", async (name, components, values, shown) => {
    put(name, components);
    const ticket = await cloud.inTalk(ana);
    const template = await listed(ticket.id, name);
    const given = valuesWith(values.map((value) => (value === "{{name}}" ? "Ana" : value)));
    const message = await ana.ask<MessageView>("POST", "/meta/templates", { template, values: given, ticketId: ticket.id });
    expect(message).toMatchObject({ body: "Oi Ana, saiu.", templateData: { name, ...shown } });
    await eventually(() => expect(ana.messages(ticket.id).messages.at(-1)).toMatchObject({ sending: "sent" }));
    expect(JSON.stringify(cloud.graph.control.state().sent.at(-1)?.body)).toContain('"text":"Ana"');
  });

  describe("in runs", () => {
    const choices = (): TemplateChoice[] =>
      KINDS.map(([name, components, values]) => {
        put(name, components);
        return { name, language: "pt_BR", values: valuesWith(values) };
      });
    /** What the recipient got, by the name of its template, since so many messages. */
    const got = (since: number) =>
      cloud
        .sentTo(away.number ?? "")
        .slice(since)
        .map(({ body }) => [String(body["name"]), JSON.stringify(body).includes('"text":"Longe"')])
        .sort();
    const all = KINDS.map(([name]) => [name, true]).sort();

    it("every kind has the words of its recipient from a mass send [SEND-008]", async () => {
      const before = cloud.sentTo(away.number ?? "").length;
      const runs: number[] = [];
      for (const template of choices())
        runs.push((await ana.ask<MassSendView>("POST", "/envioMassa", { mensagem: "Oi", contactsIds: [away.id], template })).id);
      await eventually(() => expect(got(before)).toEqual(all), 60_000);
      const stored = await rows("SELECT DISTINCT body FROM message WHERE send_run_id = ANY ($1::int[])", [runs]);
      expect(stored).toEqual([{ body: "Oi Longe, saiu." }]);
    }, 90_000);

    it("every kind has the words of its recipient from a schedule, which keeps its files when it is changed [SCHED-011]", async () => {
      const before = cloud.sentTo(away.number ?? "").length;
      const rule = { message: "Oi", recurrence: "every_day", sendAt: inAnHour(), contactsIds: [away.id], whatsappId: cloudId };
      for (const template of choices()) {
        const planned = await ana.ask<ScheduleView>("POST", "/agendamento", { ...rule, template });
        // The form sends the stored files again by their ids.
        const kept = await ana.ask<ScheduleView>("PUT", `/agendamento/${planned.id}`, { title: "Novo", template: planned.template });
        expect(kept.template?.files).toEqual(planned.template?.files);
      }
      await rows("UPDATE schedule SET next_due = date_trunc('milliseconds', now() - interval '1 second')");
      await eventually(() => expect(got(before)).toEqual(all), 60_000);
      await rows("UPDATE schedule SET next_due = NULL");
    }, 90_000);
  });

  it("a file that is sent twice at the same moment is each message's own, or is asked for again [D-320]", async () => {
    put("foto_dupla", [
      { type: "HEADER", format: "IMAGE" },
      { type: "BODY", text: "Oi." },
    ]);
    const tickets = [await cloud.inTalk(ana), await cloud.inTalk(ana), await cloud.inTalk(ana)];
    const template = await listed(tickets[0]?.id ?? 0, "foto_dupla");
    const { id } = await upload(ana);
    const answers = await Promise.all(
      tickets.map((ticket) => ana.call("POST", "/meta/templates", { template, values: [id], ticketId: ticket.id })),
    );
    const sent = answers.flatMap(({ status, body }) => (status === 200 ? [Number((body as MessageView).id)] : []));
    expect(sent.length).toBeGreaterThan(0);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body]).toEqual([400, expect.objectContaining({ details: [{ field: "values", rule: "file" }] })]);
    const owned = await rows("SELECT owner_id FROM file WHERE owner_kind = 'message' AND owner_id = ANY($1::bigint[]) ORDER BY 1", [sent]);
    expect(owned).toHaveLength(sent.length);
  });

  it("uploads the file of a run once for all its recipients", async () => {
    put("foto_da_campanha", [
      { type: "HEADER", format: "IMAGE" },
      { type: "BODY", text: "Oi." },
    ]);
    const people = await Promise.all(
      [1, 2, 3].map((at) =>
        cloud.world.davi.ask<ContactView>("POST", "/contacts", { name: `P${at}`, number: cloud.newPhone(), respostaAutomatica: true }),
      ),
    );
    const before = uploads();
    const contactsIds = people.map(({ id }) => id);
    const { id } = await ana.ask<MassSendView>("POST", "/envioMassa", {
      mensagem: "Oi",
      contactsIds,
      template: { name: "foto_da_campanha", values: [files["image"]] },
    });
    await isDone(`/envioMassa/${id}`);
    await eventually(() => expect(people.map(({ number }) => cloud.sentTo(number ?? "").length)).toEqual([1, 1, 1]));
    expect(uploads() - before).toBe(1);
  }, 60_000);

  it("refuses one that has changed since it was previewed, and nothing goes (D-321)", async () => {
    put("muda", [{ type: "BODY", text: "Oi." }]);
    const ticket = await cloud.inTalk(ana);
    const offered = await listed(ticket.id, "muda");
    const chosen = { name: "muda", language: "pt_BR", version: offered?.version, values: [] };
    const rule = { message: "Oi", recurrence: "every_day", sendAt: inAnHour(), contactsIds: [away.id] };
    const planned = await ana.ask<ScheduleView>("POST", "/agendamento", { ...rule, whatsappId: cloudId, template: chosen });
    cloud.graph.control.clearTemplates();
    put("muda", [{ type: "BODY", text: "Compre já!" }]);
    const before = cloud.graph.control.state().sent.length;
    const changed = {
      status: 400,
      body: { error: "Este template mudou na Meta. Confira a prévia de novo antes de enviar.", details: [{ rule: "changed" }] },
    };
    expect(await ana.call("POST", "/meta/templates", { template: offered, values: [], ticketId: ticket.id })).toMatchObject(changed);
    expect(await ana.call("POST", "/envioMassa", { mensagem: "Oi", contactsIds: [away.id], template: chosen })).toMatchObject(changed);
    await rows("UPDATE schedule SET next_due = date_trunc('milliseconds', now() - interval '1 second') WHERE id = $1", [planned.id]);
    await isDone(`/agendamento/${planned.id}`);
    expect(
      await rows(
        "SELECT o.error ->> 'code' AS code FROM outbox o JOIN message m ON m.id = o.message_id JOIN send_run r ON r.id = m.send_run_id WHERE r.schedule_id = $1",
        [planned.id],
      ),
    ).toEqual([{ code: "ERR_TEMPLATE_CHANGED" }]);
    expect(cloud.graph.control.state().sent).toHaveLength(before);
  }, 60_000);

  it.each(["image", "video", "document", "location"])(
    "is created with a header of the kind %s, files with a sample (D-322) [API-032]",
    async (kind) => {
      const davi = cloud.world.davi;
      const sample = kind === "location" ? undefined : await upload(davi, SAMPLES[kind]);
      const header = { type: "HEADER", format: kind.toUpperCase(), ...(sample && { file: sample.id }) };
      const draft = { name: `novo_${kind}`, components: [header, { type: "BODY", text: "Seu pedido saiu." }] };
      expect(await davi.ask("POST", `/meta/templates/create/${cloudId}`, draft)).toMatchObject({
        status: "PENDING",
        components: [{ format: kind.toUpperCase() }, {}],
      });
      const atMeta = cloud.graph.control.state().templates.at(-1)?.components[0];
      expect(JSON.stringify(atMeta).includes("header_handle")).toBe(kind !== "location");
      const wrong = {
        ...draft,
        name: "outro",
        components: [{ ...header, format: "VIDEO", file: (await upload(davi)).id }, draft.components[1]],
      };
      expect(await davi.call("POST", `/meta/templates/create/${cloudId}`, wrong)).toMatchObject({
        status: 400,
        body: { details: [{ field: "headerFile", rule: "kind" }] },
      });
    },
  );

  it("goes again as it was, with its picture, when a person resends it", async () => {
    put("de_novo", [
      { type: "HEADER", format: "IMAGE" },
      { type: "BODY", text: "Oi." },
    ]);
    const ticket = await cloud.inTalk(ana);
    const failure = { error: { code: 100, message: "no", type: "OAuthException" } };
    cloud.graph.control.fault({
      match: { method: "POST", path: "/messages$" },
      action: { kind: "status", code: 400, body: JSON.stringify(failure), headers: { "content-type": "application/json" } },
      times: 1,
    });
    const made = await ana.ask<MessageView>("POST", "/meta/templates", {
      template: "de_novo",
      values: [files["image"]],
      ticketId: ticket.id,
    });
    await eventually(() => expect(ana.messages(ticket.id).messages.at(-1)).toMatchObject({ id: made.id, sending: "failed" }));
    await ana.ask("POST", `/messages/unconfirmed/${made.id}`, { action: "resend" });
    await eventually(() => expect(ana.messages(ticket.id).messages.at(-1)).toMatchObject({ mediaType: "template", sending: "sent" }));
    expect(cloud.graph.control.state().sent.at(-1)).toMatchObject({ type: "template", body: { components: [{ type: "header" }] } });
  });

  it("has files of the kind that Meta takes, and of nobody else", async () => {
    put("so_foto", [
      { type: "HEADER", format: "IMAGE" },
      { type: "BODY", text: "Oi." },
    ]);
    const ticket = await cloud.inTalk(ana);
    const send = (value: string | undefined) =>
      ana.call("POST", "/meta/templates", { template: "so_foto", values: [value], ticketId: ticket.id });
    const refused = (rule: string) => ({ status: 400, body: { details: [{ field: "values[0]", rule }] } });
    const foreign = await upload(rui);
    expect(await send(files["document"])).toMatchObject(refused("kind"));
    expect(await send(foreign.id)).toMatchObject(refused("file"));
    expect(await send("qualquer")).toMatchObject(refused("file"));
    expect(await send("")).toMatchObject(refused("required"));
    const first = await send(files["image"]);
    expect(first).toMatchObject({ status: 200 });
    // The same file once more is a copy, so that deleting one message leaves the other its picture.
    expect(await send((first.body as MessageView).mediaUrl ?? "")).toMatchObject({ status: 200 });
    const owned = await rows<{ n: number }>(
      "SELECT count(*)::int AS n FROM file f JOIN message m ON m.id = f.owner_id AND f.owner_kind = 'message' WHERE m.ticket_id = $1",
      [ticket.id],
    );
    expect(owned).toEqual([{ n: 2 }]);
  });
});
