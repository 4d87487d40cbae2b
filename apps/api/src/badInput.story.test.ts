import { readdir } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import path from "node:path";
import { patience } from "@balcao/testing/patience";
import { openApiStage, type ApiStage } from "./apiStage.fixture.js";
import { setScene, type SetScene } from "./callScene.fixture.js";

interface Refusal {
  readonly error: string;
  readonly message: string;
  readonly code: string;
  readonly details?: readonly { readonly field: string; readonly rule: string }[];
}

describe("bad input", () => {
  let stage: ApiStage;
  let set: SetScene;

  beforeAll(async () => {
    stage = await openApiStage({ env: { MEOW_URL: "http://127.0.0.1:9", MEOW_ADMIN_TOKEN: "not-a-real-admin-token" } });
    set = await setScene(stage);
  }, 120_000);
  afterAll(() => stage.close());

  const ask = async (method: string, at: string, body?: unknown, headers: Record<string, string> = {}): Promise<[number, Refusal]> => {
    const answer = await stage.call(method, at, {
      token: set.admin.token,
      body,
      headers: typeof body === "string" ? { "Content-Type": "application/json", ...headers } : headers,
    });
    return [answer.status, (await answer.json()) as Refusal];
  };
  const rows = async (): Promise<unknown> =>
    stage.test.database.sql.ask(
      "SELECT (SELECT count(*) FROM queue) q, (SELECT count(*) FROM contact) c, (SELECT count(*) FROM message) m, (SELECT count(*) FROM user_account) u",
    );

  it("answers unknown routes and invalid ids with 404 in JSON [API-129]", async () => {
    for (const [method, at] of [
      ["GET", "/api/nothing"],
      ["DELETE", "/api/queue"],
      ["PATCH", "/api/tickets/1"],
      ["GET", "/api/tickets/0"],
      ["GET", "/api/tickets/1e9"],
      ["GET", "/api/tickets/99999999999"],
      ["GET", "/api/contacts/abc"],
      ["GET", "/api"],
    ] as const) {
      const [status, { code }] = await ask(method, at);
      expect([at, status, code]).toEqual([at, 404, "ERR_NOT_FOUND"]);
    }
  });

  it("names the object that does not exist [ERR-023, ERR-024, ERR-025, ERR-026]", async () => {
    const missing = {
      "/api/tickets/99999": "ERR_NO_TICKET_FOUND",
      "/api/messages/99999": "ERR_NO_TICKET_FOUND",
      "/api/contacts/99999": "ERR_NO_CONTACT_FOUND",
      "/api/users/99999": "ERR_NO_USER_FOUND",
      "/api/whatsapp/99999": "ERR_NO_WAPP_FOUND",
    };
    for (const [at, wanted] of Object.entries(missing)) {
      const [status, { code, error, message }] = await ask("GET", at);
      expect([at, status, code, error, message]).toEqual([at, 404, wanted, wanted, wanted]);
    }
  });

  it("refuses bodies that are not JSON, not an object or of another type, names the field and writes nothing [API-129]", async () => {
    const before = await rows();
    for (const body of ["{", "[1,", '"text"', "null", "[]", "12"]) {
      const [status, { code }] = await ask("POST", "/api/queue", body);
      expect([body, status, code]).toEqual([body, 400, "ERR_VALIDATION"]);
    }
    const wrong: readonly (readonly [unknown, string])[] = [
      [{ name: 12, color: "#123456" }, "name"],
      [{ name: ["a", "b"], color: "#123456" }, "name"],
      [{ name: { $gt: "" }, color: "#123456" }, "name"],
      [{ name: "x", color: "#123456" }, "name"],
      [{ name: "Vendas 2", color: "red" }, "color"],
      [{ name: "Vendas 2", color: "#123456", customOrder: "one" }, "customOrder"],
      [{ name: "Ven\u0000das", color: "#123456" }, "name"],
      [{}, "name"],
    ];
    for (const [body, field] of wrong) {
      const [status, { code, details }] = await ask("POST", "/api/queue", body);
      expect([status, code]).toEqual([400, "ERR_VALIDATION"]);
      expect(details?.map((detail) => detail.field)).toContain(field);
    }
    expect(await rows()).toEqual(before);
  });

  it("refuses blank names of every kind of object, and writes nothing", async () => {
    const before = await rows();
    const email = stage.seal("email", "blank@balcao.test");
    const password = stage.seal("password", "Segura-Senha-1");
    for (const name of ["", "  ", " \u00a0\u2003 ", "\n\t"])
      for (const [method, at, body] of [
        ["POST", "/api/queue", { color: "#abcdef" }],
        ["POST", "/api/users", { email, password }],
        ["POST", "/api/whatsapp", { api: "meow" }],
        ["PUT", `/api/whatsapp/${set.scene.connectionId}`, {}],
        ["POST", "/api/contacts", { number: "5511977770009", respostaAutomatica: true }],
        ["POST", "/api/contact", { number: "5511977770009" }],
      ] as const) {
        const [status, { code, details }] = await ask(method, at, { ...body, name });
        expect([at, name, status, code, details?.[0]?.field]).toEqual([at, name, 400, "ERR_VALIDATION", "name"]);
      }
    expect(await rows()).toEqual(before);
  });

  it("refuses a common password with a sentence that says so [S-07]", async () => {
    for (const password of ["Senha@123", "P@ssw0rd", "Qwerty-123"]) {
      const [status, { code, message, details }] = await ask("POST", "/api/users", {
        name: "Nina",
        email: stage.seal("email", "nina@balcao.test"),
        password: stage.seal("password", password),
      });
      expect([password, status, code, message]).toEqual([password, 400, "ERR_VALIDATION", "Esta senha é muito comum. Escolha outra."]);
      expect(details).toEqual([{ field: "password", rule: "common" }]);
    }
  });

  it("refuses field names like __proto__ and pollutes no prototype", async () => {
    for (const key of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
      const [status, { code, details }] = await ask(
        "POST",
        "/api/queue",
        `{"name":"Vendas 3","color":"#654321","${key}":{"polluted":true}}`,
      );
      expect([key, status, code, details?.[0]?.field]).toEqual([key, 400, "ERR_VALIDATION", key]);
      const nested = await ask("POST", "/api/log", `{"log":{"descricao":"x","${key}":{}}}`);
      expect([key, nested[0]]).toEqual([key, 400]);
      expect([key, (await ask("GET", `/api/tickets?${key}=1`))[0]]).toEqual([key, 400]);
    }
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("refuses nesting deeper than twenty and drops unknown fields", async () => {
    expect((await ask("POST", "/api/log", `{"log":${"[".repeat(30)}${"]".repeat(30)}}`))[0]).toBe(400);
    const answer = await stage.call("POST", "/api/queue", {
      token: set.admin.token,
      body: { name: "Vendas 4", color: "#0000fe", id: 77, extra: "x" },
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).not.toMatchObject({ id: 77 });
  });

  it("refuses wrong query values and reads lists as arrays, JSON and commas", async () => {
    for (const [query, field] of [
      ["pageNumber=-1", "pageNumber"],
      ["pageNumber=1e9", "pageNumber"],
      ["status=nothing", "status"],
      ["queueIds=a,b", "queueIds[0]"],
      ["date=yesterday", "date"],
      ["date=9999-12-31", "date"],
      ["lastDate=0001-01-01", "lastDate"],
      ["cursor=-271821-04-20T00:00:00.000Z~1", "cursor"],
      ["cursor=2026-11-22T12:00:00.000Z~9999999999", "cursor"],
      ["status=open&status=closed", "status"],
      ["showAll=maybe", "showAll"],
    ] as const) {
      const [status, { details }] = await ask("GET", `/api/tickets?${query}`);
      expect([query, status, details?.[0]?.field]).toEqual([query, 400, field]);
    }
    for (const query of ["queueIds=1,2", "queueIds=%5B1,2%5D", "queueIds[]=1&queueIds[]=2", "queueIds=1&queueIds=2", "queueIds="])
      expect([query, (await stage.call("GET", `/api/tickets?${query}`, { token: set.admin.token })).status]).toEqual([query, 200]);
  });

  it("refuses bodies over the route's limit with 413 and other kinds of body with 415", async () => {
    expect(await ask("POST", "/api/queue", JSON.stringify({ name: "x".repeat(200_000), color: "#111111" }))).toMatchObject([
      413,
      { code: "ERR_PAYLOAD_TOO_LARGE" },
    ]);
    expect(await ask("POST", "/api/auth/login", JSON.stringify({ email: "x".repeat(1_000_000), password: "" }))).toMatchObject([
      413,
      { code: "ERR_PAYLOAD_TOO_LARGE" },
    ]);
    expect(await ask("POST", "/api/queue", "name=x", { "Content-Type": "application/x-www-form-urlencoded" })).toMatchObject([
      415,
      { code: "ERR_UNSUPPORTED_MEDIA_TYPE" },
    ]);
    expect(await ask("POST", "/api/queue", "<a/>", { "Content-Type": "application/xml" })).toMatchObject([
      415,
      { code: "ERR_UNSUPPORTED_MEDIA_TYPE" },
    ]);
  });

  it("accepts at most ten files and twenty fields under the documented name and leaves no temporary file [CONV-022]", async () => {
    const at = `/api/messages/${set.scene.ticketId}`;
    const withFiles = (count: number, name = "medias"): FormData => {
      const form = new FormData();
      for (let index = 0; index < count; index += 1)
        form.append(name, new Blob([`file ${index}`], { type: "text/plain" }), `nota-${index}.txt`);
      return form;
    };
    const fields = withFiles(1);
    for (let index = 0; index < 25; index += 1) fields.append(`field${index}`, "x");
    const send = async (body: FormData): Promise<[number, Refusal]> => {
      const answer = await stage.call("POST", at, { token: set.agent.token, body });
      return [answer.status, (await answer.json()) as Refusal];
    };
    const before = await rows();
    expect(await send(withFiles(11))).toMatchObject([400, { details: [{ field: "medias", rule: "max" }] }]);
    expect(await send(withFiles(1, "attachments"))).toMatchObject([400, { details: [{ field: "attachments" }] }]);
    expect((await send(fields))[0]).toBe(400);
    expect((await ask("POST", at, "--x\r\nbroken", { "Content-Type": "multipart/form-data; boundary=y" }))[0]).toBe(400);
    expect(await rows()).toEqual(before);
    expect(await readdir(path.join(stage.dataDir, "tmp", "uploads"))).toEqual([]);
  });

  it("refuses an upload that announces more than any connection accepts, with the documented sentence [CONV-023]", async () => {
    const status = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const request = httpRequest(`${stage.origin}/api/messages/${set.scene.ticketId}`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${set.agent.token}`,
          "Content-Type": "multipart/form-data; boundary=x",
          "Content-Length": String(110 * 1024 * 1024),
        },
      });
      request.on("response", (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => {
          resolve({ status: response.statusCode, text });
          request.destroy();
        });
      });
      request.on("error", reject);
      request.write("--x\r\n");
    });
    expect(status.status).toBe(413);
    expect(JSON.parse(status.text)).toMatchObject({
      code: "ERR_UPLOAD_LIMIT",
      error: "Os arquivos selecionados excedem o limite total de 100 MB.",
    });
  });

  it("leaves no file when senders disconnect in the middle of a file, and keeps running", async () => {
    const head = 'Content-Disposition: form-data; name="medias"; filename="grande.bin"\r\nContent-Type: application/octet-stream\r\n\r\n';
    const breakOff = (): Promise<void> =>
      new Promise((resolve) => {
        const request = httpRequest(`${stage.origin}/api/messages/${set.scene.ticketId}`, {
          method: "POST",
          headers: { Authorization: `Bearer ${set.agent.token}`, "Content-Type": "multipart/form-data; boundary=x" },
        });
        request.on("error", () => resolve());
        request.on("close", () => resolve());
        request.write(`--x\r\n${head}${"a".repeat(200_000)}`, () => request.destroy());
      });
    await Promise.all(Array.from({ length: 20 }, breakOff));
    const folder = path.join(stage.dataDir, "tmp", "uploads");
    const deadline = Date.now() + patience(10_000);
    while ((await readdir(folder)).length > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await readdir(folder)).toEqual([]);
    expect((await stage.call("GET", "/api/health")).status).toBe(200);
  });

  it("counts the bytes of a request that does not announce its length, over all of its files", async () => {
    const part = 'Content-Disposition: form-data; name="medias"; filename="grande.bin"\r\nContent-Type: application/octet-stream\r\n\r\n';
    const megabyte = Buffer.alloc(1024 * 1024, 97);
    async function* body() {
      for (let file = 0; file < 3; file += 1) {
        yield Buffer.from(`--x\r\n${part}`);
        for (let piece = 0; piece < 40; piece += 1) yield megabyte;
        yield Buffer.from("\r\n");
      }
      yield Buffer.from("--x--\r\n");
    }
    const answer = await fetch(`${stage.origin}/api/messages/${set.scene.ticketId}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${set.agent.token}`, "Content-Type": "multipart/form-data; boundary=x" },
      body: body(),
      duplex: "half",
    });
    expect([answer.status, ((await answer.json()) as Refusal).code]).toEqual([413, "ERR_UPLOAD_LIMIT"]);
    expect(await readdir(path.join(stage.dataDir, "tmp", "uploads"))).toEqual([]);
  });

  it("lets no page of another origin read an answer, with or without a preflight [S-63]", async () => {
    for (const origin of ["https://evil.example", "null", `${stage.origin}.evil.example`])
      for (const method of ["OPTIONS", "GET"])
        for (const at of ["/api/queue", "/api/health", "/config.json", "/socket.io/?EIO=4&transport=polling"]) {
          const headers = { Origin: origin, "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "authorization" };
          const answer = await stage.call(method, at, { token: set.admin.token, headers });
          const allowed = [...answer.headers.keys()].filter((name) => name.startsWith("access-control-"));
          expect([origin, method, at, allowed]).toEqual([origin, method, at, []]);
        }
  });

  it("sends its security headers with every answer, errors included, and shows no internals [S-40, S-64]", async () => {
    for (const at of ["/api/nothing", "/api/health", "/nothing", "/api/%E0%A4%A"]) {
      const answer = await stage.call("GET", at);
      expect(answer.headers.get("Content-Security-Policy")).toBe(
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      );
      expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer");
      expect(answer.headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
      expect(answer.headers.get("X-Powered-By")).toBeNull();
      expect(answer.headers.get("Strict-Transport-Security")).toBeNull();
      expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
      expect(await answer.text()).not.toMatch(/ at |node_modules|SELECT/);
    }
  });
});
