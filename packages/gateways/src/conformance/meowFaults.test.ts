import { createGuardedFetch } from "@balcao/platform/http";
import { createClock, startWuzapi, type FaultAction, type RunningWuzapi } from "@balcao/simulators/wuzapi";
import { patience } from "@balcao/testing/patience";
import { createMeowConnector } from "../meow/index.js";
import type { GatewaySession } from "../port/index.js";
import { createNodeTransport } from "../transport/nodeTransport.js";
import { createTestHost, until, type TestHost } from "./testHost.js";

const ADMIN_TOKEN = "admin-token-of-the-test";
const CUSTOMER = "5511900000001";
const HTML = "<html><body>Bad gateway</body></html>";
const PATIENCE_MS = 300;
const TEXT = {
  outboxId: "1",
  externalId: "3EB0AA",
  to: { phone: CUSTOMER },
  content: { kind: "text", body: "Oi", mentions: [] },
  quoted: null,
  forwarded: null,
} as const;

/** Requests to WuzAPI, including its files, when it answers incorrectly or not at all. */
describe("the meow connector under faults", () => {
  let api: RunningWuzapi;
  let host: TestHost;
  let session: GatewaySession;
  const token = (): string => host.memory["token"] ?? "";

  beforeEach(async () => {
    api = await startWuzapi({ adminToken: ADMIN_TOKEN, clock: createClock(20), retry: { enabled: false } });
    host = await createTestHost();
    const transport = createNodeTransport();
    session = createMeowConnector({
      baseUrl: api.url,
      adminToken: ADMIN_TOKEN,
      fetchPublic: createGuardedFetch({ isAllowedAddress: () => true, ports: [api.port] }),
      transport: (request) => transport({ ...request, timeoutMs: patience(PATIENCE_MS) }),
    }).open({ id: 1, name: "Vendas", api: "meow", account: {}, webhookUrl: "http://127.0.0.1:1/hook" }, host);
    await session.start();
    await until(
      () => session.status(),
      ({ status }) => status === "qrcode",
    );
    api.control.scan({ token: token() });
    await until(
      () => session.status(),
      ({ status }) => status === "CONNECTED",
    );
  });
  afterEach(async () => {
    await session.stop();
    await api.close();
    await host.remove();
  });

  it("sets a user aside that cannot log out, which is its session again when it is restored, without a code [D-482]", async () => {
    const first = token();
    const deleted: { readonly reason: string; readonly keys: ReadonlyMap<string, string> }[] = [];
    host.keys.clear = async (reason) => {
      deleted.push({ reason, keys: new Map(host.stored) });
      host.stored.clear();
    };
    api.control.streamReplaced({ token: first });
    await session.logout();
    expect(deleted.map(({ reason }) => reason)).toEqual(["disconnected"]);
    await session.start();
    await until(
      () => session.status(),
      ({ status }) => status === "qrcode",
    );
    const users = api.control.state().users;
    expect(users.map((user) => [user.token === first, user.number !== ""])).toEqual([
      [true, true],
      [false, false],
    ]);

    // As an administrator restores it: it is one of the session's keys again.
    for (const [key, value] of deleted[0]?.keys ?? []) host.stored.set(key, value);
    await session.start();
    await until(
      () => session.status(),
      ({ status }) => status === "CONNECTED",
    );
    expect(token()).toBe(first);
    expect(api.control.state().users).toHaveLength(1);
    expect(host.stored.size).toBe(0);
    expect(host.memory["aside"]).toBe("");
  });

  it("deletes users that were set aside with their connection, and after the days for which copies are kept [D-482]", async () => {
    api.control.streamReplaced({ token: token() });
    await session.logout();
    expect(host.memory["aside"]).toMatch(/^\S+@\d+$/);
    await session.remove();
    expect(api.control.state().users).toEqual([]);
  });

  it("never ends a pairing by itself, whatever WhatsApp answers (issue: three answers of 500 cost a session its keys)", async () => {
    api.control.clearLog();
    for (const code of [500, 503, 405, 411, 402]) {
      api.control.refuseLogins({ token: token(), code });
      await session.status();
      await session.start().catch(() => undefined);
    }
    const asked = api.control.requests("/session/logout").length + api.control.requests("/admin/users").length;
    expect(asked).toBe(0);
    expect(api.control.state().users).toMatchObject([{ number: expect.stringMatching(/^\d+$/) }]);
  });

  it("marks the number as away after each connection, so that the owner's phone rings", async () => {
    expect(api.control.state().users[0]?.available).toBe(false);
    api.control.streamReplaced({ token: token() });
    expect((await session.status()).status).toBe("DISCONNECTED");
    await session.start();
    await until(
      async () => (await session.status()).status === "CONNECTED" && api.control.state().users[0]?.available === false,
      (isAway) => isAway,
    );
  });

  it("finds the end of a pairing that no webhook told, makes no further codes, and offers one when a person asks [CONN-022]", async () => {
    api.control.webhookFaults({ drop: 1 });
    api.control.loggedOut({ token: token() });
    expect((await session.status()).status).toBe("DISCONNECTED");
    await session.start();
    const { status, qrcode, phone, reason } = await until(
      () => session.status(),
      (report) => report.status === "LOGGEDOUT",
    );
    expect({ status, qrcode, phone, reason }).toEqual({ status: "LOGGEDOUT", qrcode: null, phone: null, reason: "loggedOut" });
    await until(
      () => api.control.state().users[0]?.hasQr,
      (hasQr) => hasQr === false,
    );
    expect((await session.status()).status).toBe("LOGGEDOUT");
    await session.start();
    await until(
      () => session.status(),
      (report) => report.status === "qrcode",
    );
    api.control.scan({ token: token() });
    await until(
      () => session.status(),
      (report) => report.status === "CONNECTED",
    );
  });

  it.each<[string, FaultAction, string]>([
    ["a page of HTML", { kind: "status", code: 502, body: HTML }, "transient"],
    ["a page of HTML with 200", { kind: "status", code: 200, body: HTML }, "transient"],
    ["spoilt JSON", { kind: "badjson" }, "transient"],
    ["half an answer", { kind: "truncate", bytes: 12 }, "transient"],
    ["a connection that breaks before", { kind: "reset", when: "before" }, "transient"],
    ["a connection that breaks after", { kind: "reset", when: "after" }, "transient"],
    ["silence", { kind: "hang" }, "transient"],
    [
      "too many questions",
      { kind: "status", code: 429, body: '{"code":429,"error":"rate limit","success":false}', headers: { "retry-after": "7" } },
      "rateLimited",
    ],
  ])("does not take %s for a state, and knows the state again afterwards", async (_title, action, kind) => {
    api.control.fault({ match: { path: "^/session/status" }, action, times: 1 });
    await expect(session.status()).rejects.toMatchObject({ name: "GatewayError", kind });
    expect(await session.status()).toMatchObject({ status: "CONNECTED" });
  });

  it.each([463, 479])("does not repeat what WhatsApp itself refused with %i", async (code) => {
    const body = JSON.stringify({ code: 500, error: `error sending message: server returned error ${code}`, success: false });
    api.control.fault({ match: { path: "^/chat/send/text" }, action: { kind: "status", code: 500, body }, times: 1 });
    expect(await session.send(TEXT)).toMatchObject({ state: "refused", retry: false, error: { code } });
  });

  it.each<[string, FaultAction, number | null]>([
    [
      "WhatsApp itself",
      { kind: "status", code: 500, body: '{"code":500,"error":"error sending message: server returned error 429","success":false}' },
      60_000,
    ],
    [
      "WuzAPI, with a time",
      { kind: "status", code: 429, body: '{"code":429,"error":"rate limit","success":false}', headers: { "retry-after": "7" } },
      7_000,
    ],
    ["a proxy, with a page", { kind: "status", code: 429, body: HTML }, null],
  ])("tries later what was refused because of the rate by %s [M-5]", async (_who, action, retryAfterMs) => {
    api.control.fault({ match: { path: "^/chat/send/text" }, action, times: 1 });
    expect(await session.send(TEXT)).toMatchObject({ state: "refused", retry: true, retryAfterMs, error: { code: 429 } });
    expect(await session.send(TEXT)).toMatchObject({ state: "sent", externalId: TEXT.externalId });
  });

  it("reports a file without bytes as empty", async () => {
    const answer = JSON.stringify({ code: 200, data: { Mimetype: "image/png", Data: "data:image/png;base64," }, success: true });
    api.control.fault({ match: { path: "^/chat/downloadimage" }, action: { kind: "status", code: 200, body: answer }, times: 1 });
    const descriptor = { media: "image", Url: "https://mmg.whatsapp.net/x", MediaKey: "a2V5" };
    await expect(session.fetchMedia?.({ at: "provider", descriptor })).rejects.toMatchObject({ kind: "media", code: "ERR_FILE_EMPTY" });
  });

  it("reports a missing file, or one with other bytes than announced, as unavailable, and leaves no file", async () => {
    const { id } = api.control.inbound({ token: token(), from: CUSTOMER, kind: "image" });
    const [message] = api.control.state().chats.flatMap(({ messages }) => messages);
    const fields = (): Record<string, unknown> => {
      const [sent] = api.control.webhookAttempts("Message");
      const found = /"imageMessage":(\{[^}]*\})/.exec(JSON.stringify(sent?.payload))?.[1] ?? "{}";
      const parsed: unknown = JSON.parse(found);
      return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
    };
    expect(message?.id).toBe(id);
    await api.control.idle();
    const { directPath, mediaKey, mimetype, fileSHA256, fileEncSHA256, fileLength, URL } = fields();
    const descriptor = {
      media: "image",
      Url: URL,
      DirectPath: directPath,
      MediaKey: mediaKey,
      Mimetype: mimetype,
      FileSHA256: fileSHA256,
      FileEncSHA256: fileEncSHA256,
      FileLength: fileLength,
    };
    const fetched = await session.fetchMedia?.({ at: "provider", descriptor });
    expect(fetched?.mime).toBe("image/png");
    const wrong = { ...descriptor, FileSHA256: Buffer.alloc(32).toString("base64") };
    await expect(session.fetchMedia?.({ at: "provider", descriptor: wrong })).rejects.toMatchObject({ kind: "media" });
    api.control.fault({ match: { path: "^/chat/downloadimage" }, action: { kind: "truncate", bytes: 40 }, times: 1 });
    await expect(session.fetchMedia?.({ at: "provider", descriptor })).rejects.toMatchObject({ name: "GatewayError" });
    api.control.expireMedia({ id });
    await expect(session.fetchMedia?.({ at: "provider", descriptor })).rejects.toMatchObject({ kind: "media" });
  });
});
