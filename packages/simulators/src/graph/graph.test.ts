import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import { patience } from "@balcao/testing/patience";
import { createGraphClock, startGraph, type GraphClock, type RunningGraph } from "./index.js";

const NUMBER = "106540352242922";
const WABA = "102290129340398";
const CUSTOMER = "5511900000021";
const SECRET = "secret";
const HOUR = 60 * 60 * 1000;

interface ReceivedBody {
  readonly body: string;
  readonly signature: string | undefined;
}

describe("the stand-in for the Graph API", () => {
  let graph: RunningGraph;
  let clock: GraphClock;
  let hook: Server;
  let received: ReceivedBody[];
  let answer: number;

  beforeEach(async () => {
    received = [];
    answer = 200;
    hook = createServer((request, response) => {
      if (request.method === "GET") {
        const query = new URL(request.url ?? "", "http://x").searchParams;
        response.end(query.get("hub.verify_token") === "right" ? query.get("hub.challenge") : "no");
        return;
      }
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        received.push({ body: Buffer.concat(chunks).toString(), signature: request.headers["x-hub-signature-256"]?.toString() });
        response.writeHead(answer).end();
      });
    });
    await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
    const address = hook.address();
    const webhookUrl = `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}/`;
    clock = createGraphClock();
    graph = await startGraph({ appSecret: SECRET, token: "t", phoneNumberId: NUMBER, wabaId: WABA, clock, webhookUrl });
    graph.control.openWindow({ from: CUSTOMER });
  });
  afterEach(async () => {
    await graph.close();
    hook.closeAllConnections();
    await new Promise((resolve) => hook.close(resolve));
  });

  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    token = "t",
  ): Promise<{ status: number; json: Record<string, unknown> }> => {
    const response = await fetch(`${graph.url}/v26.0/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body instanceof FormData ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  const send = (fields: object) => ask("POST", `${NUMBER}/messages`, { messaging_product: "whatsapp", to: CUSTOMER, ...fields });
  const text = (body = "Oi", more: object = {}) => send({ type: "text", text: { body }, ...more });
  const codeOf = ({ json }: { json: Record<string, unknown> }): unknown => (json["error"] as { code?: unknown } | undefined)?.code;
  const statuses = (): string[] => received.flatMap(({ body }) => [...body.matchAll(/"status":"(\w+)"/g)].map(([, word = ""]) => word));
  const until = async (holds: () => boolean): Promise<void> => {
    for (let deadline = Date.now() + patience(5_000); !holds();) {
      if (Date.now() > deadline) throw new Error("it does not happen");
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };

  it("requires a token everywhere, also on media addresses, and a supported version", async () => {
    expect(codeOf(await ask("GET", NUMBER, undefined, "other"))).toBe(190);
    expect((await fetch(`${graph.url}/v19.0/${NUMBER}`, { headers: { authorization: "Bearer t" } })).status).toBe(400);
    const form = new FormData();
    form.set("messaging_product", "whatsapp");
    form.set("type", "image/png");
    form.set("file", new Blob(["png"]), "a.png");
    const { json } = await ask("POST", `${NUMBER}/media`, form);
    const described = await ask("GET", String(json["id"]));
    expect(described.json).toMatchObject({ mime_type: "image/png", file_size: 3, sha256: expect.stringMatching(/^[\da-f]{64}$/) });
    const url = String(described.json["url"]);
    expect((await fetch(url)).status).toBe(401);
    expect(await (await fetch(url, { headers: { authorization: "Bearer t" } })).text()).toBe("png");
    clock.advance(5 * 60_000 + 1);
    expect((await fetch(url, { headers: { authorization: "Bearer t" } })).status).toBe(404);
  });

  it("accepts a message before it is sent, and reports its statuses with the sender's own data", async () => {
    const { status, json } = await text("Oi", { biz_opaque_callback_data: "mine" });
    expect([status, json]).toMatchObject([200, { contacts: [{ wa_id: CUSTOMER }], messages: [{ id: expect.stringMatching(/^wamid\./) }] }]);
    await until(() => statuses().length === 2);
    expect(statuses().sort()).toEqual(["delivered", "sent"]);
    expect(received.every(({ body }) => body.includes('"biz_opaque_callback_data":"mine"'))).toBe(true);
  });

  it.each([
    ["without a text", { type: "text", text: {} }, 131008],
    ["with a text of 4,097 characters", { type: "text", text: { body: "x".repeat(4097) } }, 100],
    ["with an unknown file", { type: "image", image: { id: "9" } }, 100],
    ["of an unknown type", { type: "poll", poll: {} }, 100],
    ["to the sender", { to: "5511970000001", type: "text", text: { body: "x" } }, 131021],
    ["to no number", { to: "abc", type: "text", text: { body: "x" } }, 131009],
    ["with a template that nobody made", { type: "template", template: { name: "x", language: { code: "pt_BR" } } }, 132001],
    ["with a card without a name", { type: "contacts", contacts: [{ name: { first_name: "x" } }] }, 131008],
    ["with a place without a place", { type: "location", location: { name: "x" } }, 131009],
    ["with a caption on a sound", { type: "audio", audio: { id: "9", caption: "x" } }, 100],
    ["with a caption on a sticker", { type: "sticker", sticker: { id: "9", caption: "x" } }, 100],
    ["with a caption of 1,025 characters", { type: "document", document: { link: "https://x/a.pdf", caption: "x".repeat(1025) } }, 100],
  ])("refuses a message %s (Cloud API: reference of messages, error codes)", async (_what, fields, code) => {
    expect(codeOf(await send(fields))).toBe(code);
    expect(graph.control.state().sent).toEqual([]);
  });

  // developers.facebook.com, Cloud API, reference of media: supported types, and the text of the refusal.
  it.each([
    ["application/xml", false],
    ["text/csv", false],
    ["application/zip", false],
    ["image/gif", false],
    ["image/heic", false],
    ["audio/wav", false],
    ["application/vnd.oasis.opendocument.text", false],
    ["application/json", false],
    ["video/webm", false],
    ["application/pdf", true],
    ["text/plain", true],
    ["image/jpeg", true],
    ["image/webp", true],
    ["audio/ogg", true],
    ["video/3gpp", true],
  ])("stores a file of type %s only where Meta does (Cloud API: reference of media, supported types)", async (mime, isTaken) => {
    const form = new FormData();
    form.set("messaging_product", "whatsapp");
    form.set("type", mime);
    form.set("file", new Blob(["x"]), "a.bin");
    const { status, json } = await ask("POST", `${NUMBER}/media`, form);
    if (isTaken) return expect([status, json]).toEqual([200, { id: expect.any(String) }]);
    expect([status, json]).toMatchObject([
      400,
      { error: { code: 100, message: expect.stringMatching(/^\(#100\) Param file must be a file with one of the following types: /) } },
    ]);
    expect(JSON.stringify(json)).toContain(`Received file of type '${mime}'`);
  });

  it("closes the window 24 hours after the customer's last message: accepted, then failed with 131047", async () => {
    clock.advance(24 * HOUR + 1);
    expect((await text()).status).toBe(200);
    await until(() => statuses().length === 1);
    expect([statuses(), received[0]?.body]).toEqual([["failed"], expect.stringContaining('"code":131047')]);
    graph.control.switches({ windowAtOnce: true });
    expect(codeOf(await text())).toBe(131047);
    await graph.control.inbound({ from: CUSTOMER, kind: "reaction", target: "wamid.x", emoji: "👍" }).attempt;
    expect((await text()).status).toBe(200);
  });

  it("accepts 45 messages in a row to one customer, then one in six seconds; and 80 a second in all", async () => {
    const burst = await Promise.all(Array.from({ length: 46 }, () => text()));
    expect(burst.map(codeOf).filter((code) => code !== undefined)).toEqual([131056]);
    clock.advance(6_001);
    expect((await text()).status).toBe(200);
    await graph.close();
    // Time almost stops, so that no limit refills however slow the machine is.
    clock = createGraphClock(0.001);
    graph = await startGraph({ appSecret: SECRET, token: "t", phoneNumberId: NUMBER, wabaId: WABA, clock });
    const all = await Promise.all(Array.from({ length: 81 }, (_, place) => text("x", { to: `55119${1_000 + place}1111` })));
    expect(all.map(codeOf).filter((code) => code !== undefined)).toEqual([130429]);
    clock.advance(1_001);
    expect((await text("x", { to: "5511910000444" })).status).toBe(200);
  });

  it.each([
    ["5511900000026", 131026],
    ["5511900000049", 131049],
  ])("fails what goes to %s afterwards with %i", async (to, code) => {
    graph.control.openWindow({ from: to });
    expect((await text("Oi", { to })).status).toBe(200);
    await until(() => received.some(({ body }) => body.includes(`"code":${code}`)));
  });

  it("fails twice for one recipient, and always limits and blocks others", async () => {
    for (const to of ["5511900000500", "5511900000056", "5511900000190", "5511900000099"]) graph.control.openWindow({ from: to });
    const trouble = [
      await text("Oi", { to: "5511900000500" }),
      await text("Oi", { to: "5511900000500" }),
      await text("Oi", { to: "5511900000500" }),
    ];
    expect(trouble.map(({ status }) => status)).toEqual([500, 500, 200]);
    expect(codeOf(await text("Oi", { to: "5511900000056" }))).toBe(131056);
    expect(await text("Oi", { to: "5511900000190" })).toMatchObject({ status: 401, json: { error: { code: 190, error_subcode: 463 } } });
    expect(codeOf(await text("Oi", { to: "5511900000099" }))).toBeUndefined();
  });

  it("signs escaped bytes, and repeats webhooks without a 200", async () => {
    answer = 500;
    await graph.control.inbound({ from: CUSTOMER, kind: "text", text: "ação 👍" }).attempt;
    answer = 200;
    clock.advance(10_001);
    await until(() => received.length === 2);
    const [first, second] = received;
    expect(first?.body).toContain("a\\u00e7\\u00e3o \\ud83d\\udc4d");
    expect(second?.body).toBe(first?.body);
    expect(first?.signature).toBe(
      `sha256=${createHmac("sha256", SECRET)
        .update(first?.body ?? "")
        .digest("hex")}`,
    );
  });

  it("delivers duplicate, unsigned, wrongly signed and batched bodies on command", async () => {
    graph.control.webhookFaults({ duplicate: 2, unsigned: true });
    await graph.control.inbound({ from: CUSTOMER, kind: "text", text: "1" }).attempt;
    await graph.control.idle();
    expect(received.map(({ signature }) => signature)).toEqual([undefined, undefined, undefined]);
    graph.control.webhookFaults({ badsignature: true });
    graph.control.switches({ batch: { size: 3, ms: 50 } });
    await Promise.all(["2", "3", "4"].map((each) => graph.control.inbound({ from: CUSTOMER, kind: "text", text: each }).attempt));
    expect(received.at(-1)).toMatchObject({ signature: `sha256=${"0".repeat(64)}`, body: expect.stringMatching(/"2".*"3".*"4"/) });
  });

  it("verifies the webhook's address", async () => {
    expect(await graph.control.verifyWebhook({ verifyToken: "right" })).toBe(true);
    expect(await graph.control.verifyWebhook({ verifyToken: "wrong" })).toBe(false);
  });

  it("names customers who hide their number only by their id", async () => {
    await graph.control.inbound({ bsuid: "BR.1", kind: "text", text: "Oi" }).attempt;
    expect(received[0]?.body).toContain('"from_user_id":"BR.1"');
    expect(received[0]?.body).not.toMatch(/"from":|"wa_id":/);
    expect(await send({ to: undefined, recipient: "BR.1", type: "text", text: { body: "x" } })).toMatchObject({
      status: 200,
      json: { contacts: [{ user_id: "BR.1" }] },
    });
  });

  it("marks only existing messages as read and typing", async () => {
    const { id, attempt } = graph.control.inbound({ from: CUSTOMER, kind: "text", text: "Oi" });
    await attempt;
    const read = { messaging_product: "whatsapp", status: "read", typing_indicator: { type: "text" } };
    expect((await ask("POST", `${NUMBER}/messages`, { ...read, message_id: id })).json).toEqual({ success: true });
    expect(codeOf(await ask("POST", `${NUMBER}/messages`, { ...read, message_id: "x" }))).toBe(131009);
    expect(graph.control.state().received).toMatchObject([{ id, read: true, typing: 1 }]);
  });

  it("reviews templates, lists them page by page, and refuses those that Meta would", async () => {
    const draft = { name: "a", language: "pt_BR", category: "UTILITY" };
    const body = (value: string, examples?: string[]) => [
      { type: "BODY", text: value, ...(examples === undefined ? {} : { example: { body_text: [examples] } }) },
    ];
    const create = (fields: object) => ask("POST", `${WABA}/message_templates`, { ...draft, ...fields });
    expect((await create({ components: body("Olá {{1}}, tudo bem?", ["Rui"]) })).json).toMatchObject({ status: "PENDING" });
    const subcode = async (fields: object) => ((await create(fields)).json["error"] as { error_subcode?: number }).error_subcode;
    expect(await subcode({ components: body("Olá") })).toBe(2388024);
    expect(await subcode({ name: "b", components: body("{{1}} primeiro", ["x"]) })).toBe(2388299);
    expect(await subcode({ name: "b", components: body("a {{1}} {{2}} {{3}} b", ["x", "y", "z"]) })).toBe(2388293);
    expect(codeOf(await create({ name: "b", components: body("Olá {{1}}, tudo?") }))).toBe(100);
    expect(codeOf(await create({ name: "B C", components: body("Olá") }))).toBe(100);
    await graph.control.templateDecision({ name: "a", decision: "REJECTED", reason: "ABUSIVE_CONTENT" });
    expect(received[0]?.body).toContain('"event":"REJECTED"');
    graph.control.addTemplate({ ...draft, name: "c", status: "APPROVED", components: body("Olá") });
    const first = await ask("GET", `${WABA}/message_templates?limit=1`);
    const paging = first.json["paging"] as { cursors: { after: string }; next?: string };
    expect(first.json["data"]).toMatchObject([{ name: "a", status: "REJECTED", rejected_reason: "ABUSIVE_CONTENT" }]);
    expect(paging.next).toBeDefined();
    const second = await ask("GET", `${WABA}/message_templates?limit=1&after=${paging.cursors.after}`);
    expect(second.json).toMatchObject({ data: [{ name: "c" }] });
    expect((second.json["paging"] as { next?: string }).next).toBeUndefined();
    expect((await ask("DELETE", `${WABA}/message_templates?name=a`)).json).toEqual({ success: true });
  });

  it("accepts an authentication template only in its fixed form", async () => {
    const create = (name: string, components: object[]) =>
      ask("POST", `${WABA}/message_templates`, { name, language: "pt_BR", category: "AUTHENTICATION", components });
    const words = { type: "BODY", add_security_recommendation: true };
    const button = { type: "BUTTONS", buttons: [{ type: "OTP", otp_type: "COPY_CODE" }] };
    expect((await create("codigo", [words, button])).json).toMatchObject({ status: "PENDING", category: "AUTHENTICATION" });
    expect(codeOf(await create("livre", [{ type: "BODY", text: "Seu código é {{1}}." }, button]))).toBe(100);
    expect(codeOf(await create("sem_botao", [words]))).toBe(100);
  });

  it("lists the numbers of an account page by page, and only its own", async () => {
    graph.control.addNumber({ id: "2", display: "+55 11 97000-0002" });
    graph.control.addAccount({ wabaId: "555" });
    const first = await ask("GET", `${WABA}/phone_numbers?fields=id&limit=1`);
    const { cursors, next } = first.json["paging"] as { cursors: { after: string }; next?: string };
    expect(first.json["data"]).toMatchObject([{ id: NUMBER }]);
    expect(next).toBeDefined();
    const second = await ask("GET", `${WABA}/phone_numbers?fields=id&limit=1&after=${cursors.after}`);
    expect(second.json["data"]).toMatchObject([{ id: "2" }]);
    expect((second.json["paging"] as { next?: string }).next).toBeUndefined();
    expect((await ask("GET", "555/phone_numbers")).json["data"]).toEqual([]);
    expect(codeOf(await ask("GET", "999/phone_numbers"))).toBe(100);
  });

  it("sends events of accounts, categories and numbers in Meta's form (references of account_update, template_category_update, system)", async () => {
    const components = [{ type: "BODY", text: "Olá" }];
    graph.control.addTemplate({ name: "a", language: "pt_BR", category: "UTILITY", status: "APPROVED", components });
    await graph.control.templateCategory({ name: "a", category: "MARKETING" });
    await graph.control.accountUpdate({ event: "ACCOUNT_RESTRICTION" });
    await graph.control.userChangesNumber({ from: CUSTOMER, to: "5511900000099" }).attempt;
    const changes = received.map(({ body }) => (JSON.parse(body) as { entry: { changes: object[] }[] }).entry[0]?.changes[0]);
    expect(changes).toMatchObject([
      {
        field: "template_category_update",
        value: { message_template_name: "a", message_template_language: "pt_BR", previous_category: "UTILITY", new_category: "MARKETING" },
      },
      { field: "account_update", value: { event: "ACCOUNT_RESTRICTION" } },
      {
        field: "messages",
        value: { messages: [{ from: CUSTOMER, type: "system", system: { type: "user_changed_number", wa_id: "5511900000099" } }] },
      },
    ]);
  });

  /** Source: Graph's reference of the edge /{application-id}/subscriptions, which takes an app access token. */
  it("tells the app alone which fields it is subscribed to", async () => {
    const app = (await ask("GET", "app?fields=id")).json["id"];
    expect(codeOf(await ask("GET", `${String(app)}/subscriptions`))).toBe(15);
    graph.control.unsubscribe({ fields: ["standby"] });
    const { json } = await ask("GET", `${String(app)}/subscriptions`, undefined, `${String(app)}|${SECRET}`);
    const [subscription] = json["data"] as { object: string; fields: { name: string }[] }[];
    expect(subscription).toMatchObject({ object: "whatsapp_business_account", active: true });
    const names = subscription?.fields.map(({ name }) => name) ?? [];
    expect([names.includes("messages"), names.includes("standby")]).toEqual([true, false]);
  });

  /** Source: Meta's references of history, smb_app_state_sync, smb_message_echoes and user_preferences. */
  it("sends what happens in the WhatsApp Business app, and what a customer prefers (Meta: smb_message_echoes, history, smb_app_state_sync, user_preferences)", async () => {
    await graph.control.ownerDoes({ to: CUSTOMER, type: "revoke", revoke: { original_message_id: "wamid.0" } }).attempt;
    const past = [{ id: "wamid.1", fromMe: true, agoMs: HOUR, fields: { type: "text", text: { body: "Oi" } } }];
    await graph.control.history({ from: CUSTOMER, messages: past, progress: 40 });
    await graph.control.savesContact({ phone: CUSTOMER, name: "Rui Alves" });
    await graph.control.prefers({ from: CUSTOMER, value: "stop" });
    const values = received.map(
      ({ body }) => (JSON.parse(body) as { entry: { changes: { value: object }[] }[] }).entry[0]?.changes[0]?.value,
    );
    expect(values).toMatchObject([
      { message_echoes: [{ to: CUSTOMER, type: "revoke", revoke: { original_message_id: "wamid.0" } }] },
      {
        history: [
          { metadata: { progress: 40 }, threads: [{ id: CUSTOMER, messages: [{ to: CUSTOMER, history_context: { status: "READ" } }] }] },
        ],
      },
      { state_sync: [{ type: "contact", action: "add", contact: { full_name: "Rui Alves", phone_number: CUSTOMER } }] },
      { user_preferences: [{ wa_id: CUSTOMER, category: "marketing_messages", value: "stop" }] },
    ]);
  });

  /** Source: Meta's references of the webhooks `standby` and `messaging_handovers`. */
  it("sends what happens beside Meta's agent one level deeper, and hands over with the number as recipient (Meta: standby, messaging_handovers)", async () => {
    await graph.control.agentAnswers({ from: CUSTOMER });
    await graph.control.inbound({ from: CUSTOMER, kind: "text", text: "Oi" }).attempt;
    await graph.control.agentSays({ to: CUSTOMER, text: "Olá" }).attempt;
    await text();
    await graph.control.inbound({ from: CUSTOMER, kind: "text", text: "Gente?" }).attempt;
    await graph.control.idle();
    const changes = received
      .map(
        ({ body }) =>
          (JSON.parse(body) as { entry: { changes: { field: string; value: Record<string, unknown> }[] }[] }).entry[0]?.changes[0],
      )
      .filter((each) => each !== undefined && !("statuses" in each.value));
    expect(changes).toMatchObject([
      {
        field: "messaging_handovers",
        value: {
          recipient: { phone_number_id: NUMBER },
          sender: { phone_number: CUSTOMER },
          control_passed: { new_owner_role: "ai_agent" },
        },
      },
      { field: "standby", value: { standby: { messages: [{ from: CUSTOMER, text: { body: "Oi" } }] } } },
      { field: "standby", value: { standby: { message_echoes: [{ message: { to: CUSTOMER, text: { body: "Olá" } } }] } } },
      // Our own message took the conversation from the agent.
      { field: "messaging_handovers", value: { control_passed: { previous_owner_role: "ai_agent", new_owner_role: "escalation" } } },
      { field: "messages", value: { messages: [{ text: { body: "Gente?" } }] } },
    ]);
    for (const each of [changes[0], changes[1]])
      for (const name of ["metadata", "messages"])
        expect(each?.value[name] === undefined).toBe(each?.field !== "standby" || name === "messages");
  });

  it("counts management calls and registrations", async () => {
    const calls = await Promise.all(Array.from({ length: 201 }, () => ask("GET", NUMBER)));
    expect(calls.map(codeOf).filter((code) => code !== undefined)).toEqual([80007]);
    const register = (pin: string) => ask("POST", `${NUMBER}/register`, { messaging_product: "whatsapp", pin });
    await ask("POST", `${NUMBER}/deregister`, {});
    expect(codeOf(await text())).toBe(133010);
    expect(codeOf(await register("000000"))).toBe(133005);
    expect((await register("123456")).json).toEqual({ success: true });
    for (let time = 0; time < 8; time += 1) await register("000000");
    expect(codeOf(await register("123456"))).toBe(133016);
  });

  it("can also be controlled over HTTP", async () => {
    const control = (name: string, body: unknown) => fetch(`${graph.url}/__ctl/${name}`, { method: "POST", body: JSON.stringify(body) });
    await control("inbound", { from: CUSTOMER, kind: "text", text: "Oi" });
    await control("faults", { match: { path: "/messages$" }, action: { kind: "status", code: 503 }, times: 1 });
    const response = await fetch(`${graph.url}/v26.0/${NUMBER}/messages`, {
      method: "POST",
      headers: { authorization: "Bearer t" },
      body: "{}",
    });
    expect(response.status).toBe(503);
    const log = (await (await fetch(`${graph.url}/__ctl/log`)).json()) as { kind: string }[];
    expect(log.map(({ kind }) => kind)).toEqual(["webhook", "request"]);
    await control("reset", {});
    expect(((await (await fetch(`${graph.url}/__ctl/state`)).json()) as { sent: unknown[] }).sent).toEqual([]);
  });
});
