import { startWuzapi, type RunningWuzapi } from "@balcao/simulators/wuzapi";
import { createTestHost, type TestHost } from "../conformance/testHost.js";
import { createNodeTransport } from "../transport/nodeTransport.js";
import { MEOW_EVENTS, MeowAccount } from "./meowAccount.js";
import { MEOW_NEWER_EVENTS } from "./meowStatus.js";
import { MeowClient } from "./meowClient.js";

const ADMIN_TOKEN = "admin-token-of-the-test";
const WEBHOOK = "http://127.0.0.1:9/whatsapp/meow/webhook/Vendas_token";

describe("the WuzAPI user of a connection", () => {
  let api: RunningWuzapi;
  let host: TestHost;
  beforeEach(async () => {
    api = await startWuzapi({ adminToken: ADMIN_TOKEN });
    host = await createTestHost();
  });
  afterEach(async () => {
    await api.close();
    await host.remove();
  });
  const accountWith = (memory: Record<string, string>, adminToken = ADMIN_TOKEN): MeowAccount =>
    new MeowAccount(
      new MeowClient(api.url, createNodeTransport()),
      adminToken,
      { id: 1, name: "Vendas", api: "meow", account: memory, webhookUrl: WEBHOOK },
      host,
    );
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(api.url + path, {
      method: "POST",
      headers: { authorization: ADMIN_TOKEN, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const sent = (path: string): unknown[] => api.control.requests(path).map(({ body }) => body);

  it("is created with its own keys, webhook, events and base64 media, and then gets key and delivery again by their own calls", async () => {
    await accountWith({}).ensure();
    const { token = "", hmacKey = "", userId = "" } = host.memory;
    expect(token).toMatch(/^[0-9a-f]{48}$/);
    expect(hmacKey).toMatch(/^[0-9a-f]{48}$/);
    expect(hmacKey).not.toBe(token);
    expect(sent("/admin/users")).toMatchObject([
      { name: "Vendas", token, hmacKey, webhook: WEBHOOK, events: MEOW_EVENTS.join(","), s3Config: { mediaDelivery: "base64" } },
    ]);
    expect(sent("/session/s3/config")).toEqual([{ enabled: false, media_delivery: "base64" }]);
    expect(sent("/session/hmac/config")).toEqual([{ hmac_key: hmacKey }]);
    expect(api.control.state().users).toMatchObject([{ id: userId, name: "Vendas", token }]);
    expect(MEOW_EVENTS).not.toContain("HistorySync");
  });

  it("stays the same user when the process died before it stored the answer", async () => {
    await accountWith({}).ensure();
    const { token = "", hmacKey = "", userId = "" } = host.memory;
    await accountWith({ token, hmacKey }).ensure();
    expect(host.memory).toMatchObject({ token, userId });
    expect(api.control.state().users).toHaveLength(1);
  });

  it("is created again when WuzAPI has lost it", async () => {
    await accountWith({ token: "remembered-token", hmacKey: "0123456789abcdef0123456789abcdef", userId: "gone" }).ensure();
    expect(api.control.state().users).toMatchObject([{ token: "remembered-token", id: host.memory["userId"] }]);
  });

  it("gets the webhook's new address and its events when the address has changed", async () => {
    await post("/admin/users", { name: "Vendas", token: "t1", webhook: "http://127.0.0.1:9/old", events: "All" });
    await accountWith({ token: "t1", hmacKey: "0123456789abcdef0123456789abcdef" }).ensure();
    expect(sent("/webhook")).toEqual([{ webhookurl: WEBHOOK, events: [...MEOW_EVENTS, ...MEOW_NEWER_EVENTS] }]);
  });

  it("is refused with a sentence that says what to do when the admin token is wrong", async () => {
    await expect(accountWith({}, "wrong").ensure()).rejects.toMatchObject({
      name: "GatewayError",
      kind: "auth",
      message: expect.stringContaining("MEOW_ADMIN_TOKEN"),
    });
  });
});
