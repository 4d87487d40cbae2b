import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import request from "supertest";
import { loadSecrets } from "@balcao/platform/secrets";
import { ADMIN, createPerson, NO_SECRETS, openApiStage, PASSWORD, type ApiStage } from "./apiStage.fixture.js";

/** A file of the app. */
const ASSET = "export const text = 'balcão';\n".repeat(100);

describe("an installation behind https that serves the web app", () => {
  let stage: ApiStage;
  let web: string;

  beforeAll(async () => {
    web = await mkdtemp(path.join(tmpdir(), "balcao-web-"));
    await mkdir(path.join(web, "assets"));
    await writeFile(
      path.join(web, "index.html"),
      '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style><div id="root"></div>',
    );
    await writeFile(path.join(web, "assets", "app-1a2b.js"), ASSET);
    await writeFile(path.join(web, "assets", "app-1a2b.js.gz"), gzipSync(ASSET));
    await writeFile(path.join(web, "assets", "app-1a2b.js.br"), brotliCompressSync(ASSET));
    await writeFile(path.join(web, "favicon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
    stage = await openApiStage({
      env: {
        PUBLIC_URL: "https://inbox.example",
        WEB_DIST: web,
        RATE_LIMIT_PER_MINUTE: "5",
        APP_NAME: "Loja",
        LICENCE_URL: "https://admin.example.com/",
        LICENCE_COMPANY_ID: "7",
        INVOICES_URL: "https://faturas.example.com/",
        COMPANY_TAX_ID: "12345678000195",
        LICENCE_SUPPORT: "11 4000-1234",
      },
    });
  }, 120_000);
  afterAll(async () => {
    await stage.close();
    await rm(web, { recursive: true, force: true });
  });

  it("binds both cookies to https and to the host by their names and flags [S-10]", async () => {
    const { cookies } = await stage.signIn(ADMIN.email, ADMIN.password);
    expect(cookies.find((cookie) => cookie.startsWith("__Secure-refresh="))).toMatch(
      /; Path=\/api\/auth; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(cookies.find((cookie) => cookie.startsWith("__Host-dl="))).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/);
    expect((await stage.call("GET", "/api/health")).headers.get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
  });

  it("limits the calls of a person over all sessions, of each person separately, and reads apart from changes [S-65, D-421]", async () => {
    const admin = await stage.signIn(ADMIN.email, ADMIN.password);
    const { email } = await createPerson(stage, admin.token, "Ana");
    const [first, second] = [await stage.signIn(email, PASSWORD), await stage.signIn(email, PASSWORD)];
    const readOften = async (times: number): Promise<number[]> => {
      const statuses: number[] = [];
      for (let round = 0; round < times; round += 1) {
        const { token } = round % 2 === 0 ? first : second;
        statuses.push((await stage.call("GET", "/api/queue", { token })).status);
      }
      return statuses;
    };
    const change = async () =>
      (await stage.call("POST", "/api/log", { token: first.token, body: { log: { descricao: "Abriu a lista", origem: "Teste" } } })).status;
    expect([...(await readOften(24)), await change()]).toEqual([...Array.from({ length: 24 }, () => 200), 200]);
    expect(await readOften(3)).toEqual([200, 429, 429]);
    const changes: number[] = [];
    for (let round = 0; round < 5; round += 1) changes.push(await change());
    expect(changes).toEqual([200, 200, 200, 200, 429]);
    const refused = await stage.call("GET", "/api/queue", { token: first.token });
    expect(await refused.json()).toMatchObject({
      code: "ERR_TOO_MANY_CALLS",
      message: "ERR_TOO_MANY_CALLS",
    });
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await stage.call("GET", "/api/queue", { token: admin.token })).status).toBe(200);
  });

  it("limits the reads of its description, list of calls and client by everybody [S-65]", async () => {
    const read = async (address: string) => {
      const answer = await stage.call("GET", address);
      // A body that nobody reads keeps its connection.
      await answer.arrayBuffer();
      return [answer.status, answer.headers.get("Content-Type")];
    };
    for (const address of ["/client.ts", "/calls.md"]) expect(await read(address)).toEqual([200, "text/plain; charset=utf-8"]);
    const answers: unknown[][] = [];
    for (let round = 0; round < 30; round += 1) answers.push(await read("/openapi.json"));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(28);
    expect([answers[0]?.[1], answers.at(-1)?.[0], (await read("/client.ts"))[0]]).toEqual(["application/json; charset=utf-8", 429, 429]);
  });

  it("answers its health, which is degraded without Redis", async () => {
    await request(stage.origin)
      .get("/api/health")
      .expect(200, { status: "degraded", database: "up", redis: "off", workers: 0, version: "0.0.0" });
  });

  it("shows metrics to this machine and to callers with the token, not through a proxy", async () => {
    const ask = (headers: Record<string, string>) => request(stage.origin).get("/metrics").set(headers);
    await ask({}).expect(200, /balcao_http_request_duration_seconds/);
    await ask({ Host: "localhost" }).expect(200);
    const proxied = [
      { "X-Forwarded-For": "10.0.0.1" },
      { "X-Forwarded-Proto": "https" },
      { "X-Real-IP": "10.0.0.1" },
      { Forwarded: "for=10.0.0.1" },
      { Via: "1.1 proxy" },
      { Host: "inbox.example" },
      { Host: "127.0.0.1.evil.example" },
    ] as Record<string, string>[];
    for (const headers of proxied) await ask(headers).expect(403);
    const { metricsToken } = await loadSecrets(stage.dataDir, NO_SECRETS);
    const { text } = await ask({ Host: "inbox.example", Authorization: `Bearer ${metricsToken}` }).expect(200);
    expect(text).toMatch(/^balcao_connections_down\{.*\} 0$/m);
    expect(text).not.toMatch(/^balcao_parked_events\{/m);
    await ask({ Host: "inbox.example", Authorization: "Bearer wrong" }).expect(403);
    const { database, auth } = { database: stage.test.database.sql, auth: stage.auth };
    await database.ask(
      "INSERT INTO connection (name, api, status, wanted) VALUES ('Caída', 'meow', 'DISCONNECTED', true), ('Em pé', 'meow', 'CONNECTED', true)",
    );
    await database.ask(
      "INSERT INTO inbound_event (connection_id, kind, lane, dedupe_key, body_sha, payload, sent_at, state) SELECT max(id), 'message', 'l', 'k', '', '{}', now(), 2 FROM connection",
    );
    await auth.services.directory.refresh();
    const { text: later } = await ask({}).expect(200);
    expect(later).toMatch(/^balcao_connections_down\{.*\} 1$/m);
    expect(later).toMatch(/^balcao_parked_events\{.*\} 1$/m);
    await database.ask("DELETE FROM connection");
  });

  it("gives the browser its configuration before anybody signs in [SHELL-039]", async () => {
    const { transportSecret } = stage.auth.secrets;
    const licence = { url: "https://admin.example.com", companyId: "7", support: "11 4000-1234", finance: "" };
    await request(stage.origin)
      .get("/config.json")
      .expect(200, {
        appName: "Loja",
        transportSecret,
        connectors: ["baileys", "wwebjs"],
        licence,
        invoices: { url: "https://faturas.example.com/", taxId: "12345678000195" },
        mail: false,
        provider: null,
        phoneUrl: null,
        company: { name: "", logo: null },
        userCreation: false,
        timeZone: "America/Sao_Paulo",
        language: "browser",
      });
  });

  it("sends a file of the app as the build has compressed it, for a year, and plain to who takes nothing else", async () => {
    for (const [accepted, encoding] of [
      ["gzip", "gzip"],
      ["gzip, br", "br"],
      ["identity", undefined],
    ] as const) {
      const asset = await request(stage.origin).get("/assets/app-1a2b.js").set("Accept-Encoding", accepted).expect(200);
      expect([asset.headers["content-encoding"], asset.text]).toEqual([encoding, ASSET]);
      expect(asset.headers).toMatchObject({
        "content-type": expect.stringContaining("javascript"),
        "cache-control": "public,max-age=31536000,immutable",
        vary: expect.stringContaining("Accept-Encoding"),
      });
    }
    await request(stage.origin).get("/assets/app-9z9z.js").expect(404);
  });

  it("lets the page call the licence service [AUTH-017, S-66]", async () => {
    const page = await request(stage.origin).get("/login").set("Accept", "text/html").expect(200);
    expect(page.headers["content-security-policy"]).toContain("connect-src 'self' blob: data: https://admin.example.com");
  });

  it("serves the page with a new nonce for every address of the web app, and for no other address [S-64]", async () => {
    const page = async (at: string) => stage.call("GET", at, { headers: { Accept: "text/html" } });
    const [one, two] = [await page("/"), await page("/tickets/5")];
    const nonceOf = (answer: Response) =>
      /style-src 'self' 'nonce-([\w-]+)'/.exec(answer.headers.get("Content-Security-Policy") ?? "")?.[1] ?? "";
    const text = await two.text();
    expect(nonceOf(two)).toMatch(/^[\w-]{22}$/);
    expect(nonceOf(one)).not.toBe(nonceOf(two));
    expect(text.split(nonceOf(two))).toHaveLength(3);
    expect(two.headers.get("Content-Security-Policy")?.split("; ")).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonceOf(two)}'`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "media-src 'self' blob:",
      "connect-src 'self' blob: data: https://admin.example.com",
      "font-src 'self'",
      "worker-src 'self' blob:",
      "manifest-src 'self'",
      "frame-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    expect(two.headers.get("Cache-Control")).toBe("no-cache");
    expect((await page("/assets/app-1a2b.js")).headers.get("Cache-Control")).toBe("public,max-age=31536000,immutable");
    expect((await page("/favicon.svg")).headers.get("Cache-Control")).toBe("no-cache");
    for (const at of ["/index.html", "/assets/..%2findex.html"])
      expect((await page(at)).headers.get("Content-Security-Policy")).toBe("default-src 'none'");
    for (const at of ["/api/nothing", "/assets/nothing.js", "/socket.io/x", "/..%2f..%2fetc/passwd"]) {
      const answer = await page(at);
      expect([at, answer.headers.get("Content-Type")?.includes("html") ?? false]).toEqual([at, at.startsWith("/..")]);
    }
  });
});
