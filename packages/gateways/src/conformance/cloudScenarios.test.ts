import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { InboundEvent, OutboundContent, OutboundMessage } from "@balcao/domain/messages";
import { createGraphClock, type GraphClock, type GraphRequest } from "@balcao/simulators/graph";
import { MOST_MEDIA_BYTES } from "../cloudApi/index.js";
import { CUSTOMER, openCloudDouble, TOKEN, type CloudDouble } from "./cloudDouble.js";
import { createTestHost, until, type TestHost } from "./testHost.js";
import type { GatewaySession } from "../port/index.js";

const HOUR = 60 * 60 * 1000;
const OUTBOX_ID = "0190a3f2-7d11-7c4e-9b1a-5f2d3c4b6a70";
const TEMPLATE = { kind: "template", name: "pedido_pronto", language: "pt_BR", files: [], version: null } as const;
const LINK = { type: "button", sub_type: "url", index: "0", parameters: [{ type: "text", text: "7" }] };
const textsOf = (type: string, ...texts: string[]) => ({ type, parameters: texts.map((text) => ({ type: "text", text })) });

describe("the Cloud API, beyond the common conformance tests", () => {
  let clock: GraphClock;
  let host: TestHost;
  let double: CloudDouble;
  let session: GatewaySession;
  let memory: Record<string, string>;

  beforeEach(async () => {
    memory = {};
    clock = createGraphClock();
    host = await createTestHost(memory);
    double = await openCloudDouble(memory, clock);
    session = double.connector.open(double.profile, host);
    await session.start();
  });
  afterEach(async () => {
    await double.close();
    await host.remove();
  });

  const events = (): InboundEvent[] => double.journal().map(({ kind, payload }) => double.connector.toInbound(kind, payload));
  const acks = (): Extract<InboundEvent, { kind: "ack" }>[] => events().filter((event) => event.kind === "ack");
  const message = (content: OutboundContent, changes: Partial<OutboundMessage> = {}): OutboundMessage => ({
    outboxId: OUTBOX_ID,
    externalId: null,
    to: { phone: CUSTOMER },
    content,
    quoted: null,
    forwarded: null,
    ...changes,
  });
  const text = (body: string): OutboundContent => ({ kind: "text", body, mentions: [] });
  const posts = (path: RegExp): GraphRequest[] =>
    double.graph.control.log().filter((entry): entry is GraphRequest => entry.kind === "request" && path.test(entry.path));
  const file = async (mime: string, bytes: Buffer, more: object = {}): Promise<OutboundContent> => {
    const path = await host.temporaryPath();
    await writeFile(path, bytes);
    const facts = { kind: "media", media: "image", path, mime, fileName: "foto.png", size: bytes.length } as const;
    return { ...facts, caption: "", voice: false, seconds: null, ...more };
  };
  const received = (): string => {
    const [first] = events().flatMap((event) => (event.kind === "message" ? [event.ref.externalId] : []));
    return first ?? "";
  };

  it("are connected when Meta accepts the token, with the number and a subscription to its webhooks", async () => {
    expect(host.reports.at(-1)).toEqual({ status: "CONNECTED", qrcode: null, phone: "5511970000001", battery: null, reason: null });
    expect(double.graph.control.state().subscribed).toBe(true);
  });

  it("requests the number's status from Meta every ten minutes, however often `status` is called", async () => {
    for (let time = 0; time < 20; time += 1) await session.status();
    expect(posts(/106540352242922$/)).toHaveLength(1);
    double.passTime(11 * 60_000);
    await session.status();
    expect(posts(/106540352242922$/)).toHaveLength(2);
  });

  it.each([
    [{ token: "" }, /^metaIncomplete$/],
    [{ token: "EAAGanother" }, /^metaRefused: \(190\)/],
    [{ phoneNumberId: "999" }, /^metaRefused: /],
  ])("are DISCONNECTED with the reason when %j was entered, without the token in it", async (entered, reason) => {
    Object.assign(memory, entered);
    const other = double.connector.open(double.profileNow(), host);
    const report = await other.status();
    expect(report).toMatchObject({ status: "DISCONNECTED", reason: expect.stringMatching(reason) });
    expect(report.reason).not.toContain("EAAG");
  });

  it("say that the number is banned", async () => {
    double.graph.control.numberStatus({ phoneNumberId: "106540352242922", status: "BANNED" });
    double.passTime(11 * 60_000);
    expect(await session.status()).toMatchObject({ status: "DISCONNECTED", reason: "metaNumberDead: BANNED" });
  });

  it("sends the fields of each kind, with our own id, which comes back with every status", async () => {
    await session.send(message(text("Veja https://balcao.test")));
    await session.send(message({ kind: "location", latitude: -23.5, longitude: -46.6, name: "Loja", address: "" }));
    const vcard = "BEGIN:VCARD\nVERSION:3.0\nFN:Rui\nTEL;waid=5511988880000:+55 11 98888-0000\nEND:VCARD";
    await session.send(message({ kind: "contacts", cards: [{ name: "Rui", vcard }] }));
    await session.send(message(await file("audio/ogg; codecs=opus", randomBytes(900), { media: "audio", voice: true })));
    await session.send(message(await file("image/png", randomBytes(5 * 1024 * 1024 + 1))));
    const bodies = posts(/messages$/).map(({ body }) => body);
    expect(bodies[0]).toEqual({
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: CUSTOMER,
      type: "text",
      text: { body: "Veja https://balcao.test", preview_url: true },
      biz_opaque_callback_data: OUTBOX_ID,
    });
    expect(bodies.slice(1)).toMatchObject([
      { type: "location", location: { latitude: -23.5, longitude: -46.6, name: "Loja" } },
      { type: "contacts", contacts: [{ name: { formatted_name: "Rui" }, phones: [{ wa_id: "5511988880000" }] }] },
      { type: "audio", audio: { voice: true } },
      { type: "document", document: { filename: "foto.png" } },
    ]);
    await until(acks, (found) => found.some(({ ack, outboxId }) => ack === 2 && outboxId === OUTBOX_ID));
  });

  it("reaches customers who hide their number, and not groups", async () => {
    const bsuid = "BR.1502abc";
    double.graph.control.openWindow({ from: bsuid });
    expect(await session.send(message(text("Oi"), { to: { bsuid } }))).toMatchObject({ state: "sent" });
    await until(acks, (found) => found.some(({ chat, ack }) => chat.bsuid === bsuid && ack === 2));
    expect(await session.send(message(text("Oi"), { to: { group: "1203" } }))).toMatchObject({ state: "refused", retry: false });
  });

  it("sends free texts until 24 hours after the customer's last message; then they fail as 131047, and a template still goes", async () => {
    double.graph.control.addTemplate({
      name: "volta",
      language: "pt_BR",
      category: "UTILITY",
      status: "APPROVED",
      components: [{ type: "BODY", text: "Olá {{1}}, podemos conversar?" }],
    });
    clock.advance(24 * HOUR - 60_000);
    const early = await session.send(message(text("23 h 59")));
    await until(acks, (found) => found.some(({ ack, externalIds }) => ack === 2 && externalIds[0] === idOf(early)));
    clock.advance(2 * 60_000);
    const late = await session.send(message(text("24 h 01")));
    expect(late).toMatchObject({ state: "sent" });
    const [failed] = (await until(acks, (found) => found.some(({ ack }) => ack === -1))).filter(({ ack }) => ack === -1);
    expect(failed).toMatchObject({ externalIds: [idOf(late)], error: { code: 131047 }, outboxId: OUTBOX_ID });
    const template = message({ ...TEMPLATE, name: "volta", parts: [textsOf("body", "Rui")] });
    const sent = await session.send(template);
    await until(acks, (found) => found.some(({ ack, externalIds }) => ack === 2 && externalIds[0] === idOf(sent)));
    await session.send(message(text("O modelo nada reabre")));
    await until(acks, (found) => found.filter(({ ack }) => ack === -1).length === 2);
    await double.act({ kind: "text", text: "Oi" });
    const after = await session.send(message(text("Agora sim")));
    await until(acks, (found) => found.some(({ ack, externalIds }) => ack === 2 && externalIds[0] === idOf(after)));
  });

  it("refuses at once where Meta says 131047 at once", async () => {
    double.graph.control.switches({ windowAtOnce: true });
    clock.advance(25 * HOUR);
    expect(await session.send(message(text("Tarde")))).toMatchObject({ state: "refused", retry: false, error: { code: 131047 } });
  });

  it("stops and reports it when the token expires, and sends again with another", async () => {
    double.graph.control.token({ value: TOKEN, state: "expired" });
    const outcome = await session.send(message(text("Na fila")));
    expect(outcome).toMatchObject({ state: "refused", retry: true, error: { code: "notConnected", details: "190/463" } });
    expect(await session.status()).toMatchObject({ status: "DISCONNECTED", reason: expect.stringMatching(/^metaTokenExpired: /) });
    Object.assign(memory, { token: "EAAGnew" });
    double.graph.control.token({ value: "EAAGnew", state: "good" });
    const other = double.connector.open(double.profileNow(), host);
    expect((await other.status()).status).toBe("CONNECTED");
    expect(await other.send(message(text("Na fila")))).toMatchObject({ state: "sent" });
    expect(await double.shown()).toHaveLength(1);
  });

  it("waits as long as Meta's limits require: the usual time for the number, longer each time for one customer", async () => {
    const pair = { kind: "status", code: 400, body: JSON.stringify({ error: { code: 131056, message: "(#131056)" } }) } as const;
    double.graph.control.fault({ match: { path: "/messages$" }, action: pair, times: 3 });
    const pauses: unknown[] = [];
    for (let time = 0; time < 3; time += 1) pauses.push(await session.send(message(text("Oi"))));
    expect(pauses).toMatchObject([4_000, 16_000, 64_000].map((retryAfterMs) => ({ state: "refused", retry: true, retryAfterMs })));
    expect(await session.send(message(text("Oi")))).toMatchObject({ state: "sent" });
    const throughput = { ...pair, body: JSON.stringify({ error: { code: 130429, message: "(#130429)" } }) };
    double.graph.control.fault({ match: { path: "/messages$" }, action: throughput, times: 1 });
    expect(await session.send(message(text("Oi")))).toMatchObject({ state: "refused", retry: true, retryAfterMs: null });
  });

  it("does not send while a file cannot be uploaded, and never records it as unknown", async () => {
    for (const action of [{ kind: "reset", when: "after" }, { kind: "status", code: 502 }, { kind: "badjson" }] as const) {
      double.graph.control.fault({ match: { path: "/media$" }, action, times: 1 });
      expect(await session.send(message(await file("image/png", randomBytes(50))))).toMatchObject({ state: "refused", retry: true });
    }
    expect(await double.shown()).toEqual([]);
  });

  it("fetches media again when its address has expired between the two requests, and accepts only the announced bytes", async () => {
    const bytes = randomBytes(3_000);
    await double.act({ kind: "image", bytes, mime: "image/png", fileName: "", caption: "" });
    const [event] = events();
    const source = event?.kind === "message" && event.content.kind === "media" ? event.content.source : null;
    if (source?.at !== "provider") throw new Error("no description came");
    double.graph.control.expireAddresses({ times: 1 });
    const fetched = await session.fetchMedia?.(source);
    expect((await readFile(fetched?.path ?? "")).equals(bytes)).toBe(true);
    expect(posts(/v26\.0\/\d+$/).filter(({ path }) => !path.endsWith("922"))).toHaveLength(2);
    double.graph.control.switches({ spoilMedia: true });
    await expect(session.fetchMedia?.(source)).rejects.toMatchObject({ kind: "media" });
  });

  it.each([
    [MOST_MEDIA_BYTES + 1, "ERR_FILE_TOO_LARGE"],
    [0, "ERR_FILE_EMPTY"],
  ])("says of media of %i bytes why it is not fetched, and does not fetch it", async (size, code) => {
    await double.act({ kind: "image", bytes: randomBytes(30), mime: "image/png", fileName: "", caption: "" });
    const [event] = events();
    const source = event?.kind === "message" && event.content.kind === "media" ? event.content.source : null;
    if (source?.at !== "provider") throw new Error("no description came");
    const body = JSON.stringify({ url: `${double.graph.url}/media/x`, mime_type: "image/png", file_size: size });
    double.graph.control.fault({
      match: { path: `/${String(source.descriptor["id"])}$` },
      action: { kind: "status", code: 200, body },
      times: 1,
    });
    await expect(session.fetchMedia?.(source)).rejects.toMatchObject({ code });
    expect(posts(/\/media\/x$/)).toEqual([]);
  });

  it("marks as read, shows typing, and reacts", async () => {
    await double.act({ kind: "text", text: "Oi" });
    const target = { chat: { phone: CUSTOMER }, externalId: received(), fromMe: false, author: { phone: CUSTOMER } };
    await session.markRead?.([target]);
    await session.setTyping?.(target.chat, "composing", target);
    await session.setTyping?.(target.chat, "paused", target);
    await session.setTyping?.(target.chat, "composing", null);
    expect(double.graph.control.state().received).toMatchObject([{ read: true, typing: 1 }]);
    await session.react?.(target, "👍");
    await session.react?.(target, null);
    expect(double.graph.control.state().sent.map(({ body }) => body["emoji"])).toEqual(["👍", ""]);
    await double.graph.control.idle();
    expect(acks()).toEqual([]);
    await expect(session.markRead?.([{ ...target, externalId: "wamid.unknown" }])).rejects.toMatchObject({ kind: "invalid" });
  });

  it("creates templates, receives their reviews, sends and removes them [TMPL-008]", async () => {
    const catalog = session.templates;
    const draft = { name: "pedido_pronto", category: "UTILITY", language: "pt_BR", footer: "Balcão" } as const;
    const buttons = [{ type: "URL", text: "Ver", url: "https://balcao.test/p/{{1}}" }] as const;
    const created = await catalog?.create({ ...draft, header: "Olá {{1}}", body: "Seu pedido {{1}} está {{2}} no balcão.", buttons });
    expect(created).toMatchObject({ name: "pedido_pronto", status: "PENDING" });
    const template = message({ ...TEMPLATE, parts: [textsOf("header", "Ana"), textsOf("body", "7", "pronto"), LINK] });
    expect(await session.send(template)).toMatchObject({ state: "refused", retry: false, error: { code: 132001 } });
    await double.graph.control.templateDecision({ name: "pedido_pronto", decision: "APPROVED" });
    expect(events()).toMatchObject([
      { kind: "templateStatus", name: "pedido_pronto", language: "pt_BR", status: "APPROVED", reason: null },
    ]);
    expect(await session.send(template)).toMatchObject({ state: "sent" });
    const tooFew = message({ ...TEMPLATE, parts: [textsOf("header", "Ana"), textsOf("body", "7"), LINK] });
    expect(await session.send(tooFew)).toMatchObject({ state: "refused", retry: false, error: { code: 132000 } });
    await expect(catalog?.create({ ...draft, header: "", body: "Outra vez.", buttons: [] })).rejects.toMatchObject({
      kind: "invalid",
      providerCode: 2388024,
    });
    await catalog?.remove("pedido_pronto");
    expect(await catalog?.list()).toEqual([]);
    await expect(catalog?.remove("pedido_pronto")).rejects.toMatchObject({ name: "GatewayError", kind: "invalid" });
  });

  it("lists all templates, over all pages, with every status", async () => {
    for (let place = 0; place < 230; place += 1)
      double.graph.control.addTemplate({
        name: `modelo_${place}`,
        language: "pt_BR",
        category: "MARKETING",
        status: place % 2 === 0 ? "APPROVED" : "REJECTED",
        components: [{ type: "BODY", text: "Olá" }],
      });
    const listed = (await session.templates?.list()) ?? [];
    expect(listed.map(({ name }) => name)).toEqual(Array.from({ length: 230 }, (_, place) => `modelo_${place}`));
    expect(listed[1]).toMatchObject({ status: "REJECTED", components: [{ type: "BODY", text: "Olá" }] });
  });

  it("distinguishes the reasons of refused requests", async () => {
    const trouble = async (code: number, status: number): Promise<unknown> => {
      const body = JSON.stringify({ error: { code, message: `Malformed access token ${TOKEN}` } });
      double.graph.control.fault({ match: { path: "message_templates" }, action: { kind: "status", code: status, body }, times: 1 });
      return session.templates?.list().catch((error: unknown) => error);
    };
    const kinds = ["auth", "auth", "rateLimited", "transient", "invalid"];
    const errors = [
      await trouble(190, 401),
      await trouble(10, 403),
      await trouble(80007, 400),
      await trouble(2, 500),
      await trouble(100, 400),
    ];
    expect(errors).toMatchObject(kinds.map((kind) => ({ name: "GatewayError", kind })));
    expect(errors.map(String).join("\n")).not.toContain(TOKEN);
    const gone = double.unreachable.open(double.profile, host);
    await expect(gone.templates?.list()).rejects.toMatchObject({ kind: "unreachable" });
    await expect(gone.start()).rejects.toMatchObject({ kind: "unreachable" });
  });

  it("stays consistent when customers' events arrive twice, out of order and in large bodies", async () => {
    double.graph.control.webhookFaults({ duplicate: 2, reorder: { window: 12 } });
    double.graph.control.switches({ batch: { size: 7, ms: 20 } });
    const sent = Array.from({ length: 60 }, (_, place) =>
      double.graph.control.inbound({ from: CUSTOMER, kind: "text", text: `nº ${place} é ação` }),
    );
    await Promise.all(sent.map(({ attempt }) => attempt));
    await double.graph.control.idle();
    const received = events().flatMap((event) => (event.kind === "message" && event.content.kind === "text" ? [event.content.body] : []));
    expect(received).toHaveLength(60);
    expect(new Set(received)).toEqual(new Set(sent.map((_, place) => `nº ${place} é ação`)));
  });
});

function idOf(outcome: unknown): string {
  return typeof outcome === "object" && outcome !== null && "externalId" in outcome ? String(outcome.externalId) : "";
}
