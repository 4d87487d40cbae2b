import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiError, NoAnswerError } from "./apiError";
import { createHttp, toQuery } from "./http";

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly token: string | undefined;
  readonly key: string | undefined;
}

type Rule = (
  request: Seen,
  times: number,
) => { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> };

/** A server on a free port that answers by a rule and remembers what it saw. */
async function serve(rule: Rule) {
  const seen: Seen[] = [];
  const server: Server = createServer((request: IncomingMessage, response) => {
    request.resume().on("end", () => {
      const one: Seen = {
        method: request.method ?? "",
        url: request.url ?? "",
        token: request.headers.authorization,
        key: request.headers["idempotency-key"]?.toString(),
      };
      seen.push(one);
      const { status, body, headers } = rule(one, seen.filter((other) => other.url === one.url).length);
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { seen, baseUrl: `http://127.0.0.1:${port}/api`, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** A client whose refresh gives `token-2`, with counts of what it did. */
function client(baseUrl: string, refresh?: () => Promise<void>) {
  const state = { token: "token-1", refreshes: 0, ended: [] as string[], waits: [] as (number | null)[], onWait: () => undefined as void };
  const send = createHttp({
    baseUrl,
    readToken: () => state.token,
    refresh: async () => {
      state.refreshes += 1;
      await (refresh?.() ?? new Promise((resolve) => setTimeout(resolve, 5)));
      state.token = "token-2";
    },
    onUnauthorized: (error) => state.ended.push(error.code ?? ""),
    waitForRoom: async ({ retryAfterSeconds }, signal) => {
      state.waits.push(retryAfterSeconds);
      await Promise.resolve(state.onWait());
      signal?.throwIfAborted();
    },
  });
  return { state, send };
}

const expired = { status: 403, body: { error: "ERR_INVALID_TOKEN", message: "ERR_INVALID_TOKEN", code: "ERR_INVALID_TOKEN" } };
const onlyNewToken: Rule = ({ token }) => (token === "Bearer token-2" ? { status: 200, body: { ok: true } } : expired);

describe("the way to the api", () => {
  it("sends the bearer to the backend address [AUTH-013]", async () => {
    const server = await serve(() => ({ status: 200, body: { ok: true } }));
    await client(server.baseUrl).send({ method: "GET", path: "/tickets", query: { status: "open", queueIds: [1, 2] } });
    expect(server.seen).toEqual([
      { method: "GET", url: "/api/tickets?status=open&queueIds=1%2C2", token: "Bearer token-1", key: undefined },
    ]);
    await server.close();
  });

  it("refreshes once for many refused calls and retries each of them once [AUTH-015]", async () => {
    const server = await serve(onlyNewToken);
    const { state, send } = client(server.baseUrl);
    const answers = await Promise.all(["/a", "/b", "/c"].map((path) => send({ method: "GET", path })));
    expect(answers).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
    expect(state.refreshes).toBe(1);
    expect(server.seen).toHaveLength(6);
    await server.close();
  });

  it("shows a second 403 instead of trying for ever [AUTH-015]", async () => {
    const server = await serve(() => ({
      status: 403,
      body: { error: "ERR_NO_PERMISSION", message: "ERR_NO_PERMISSION", code: "ERR_NO_PERMISSION" },
    }));
    const { state, send } = client(server.baseUrl);
    await expect(send({ method: "GET", path: "/users" })).rejects.toMatchObject({ status: 403, code: "ERR_NO_PERMISSION" });
    expect([state.refreshes, server.seen.length]).toEqual([1, 2]);
    await server.close();
  });

  it("ends the session on a 401, with the server's reason [AUTH-014]", async () => {
    const server = await serve(() => ({
      status: 401,
      body: { error: "ERR_USER_NO_ACTIVE", message: "ERR_USER_NO_ACTIVE", code: "ERR_USER_NO_ACTIVE" },
    }));
    const { state, send } = client(server.baseUrl);
    await expect(send({ method: "GET", path: "/tickets" })).rejects.toBeInstanceOf(ApiError);
    expect(state.ended).toEqual(["ERR_USER_NO_ACTIVE"]);
    await server.close();
  });

  it("leaves the refusals of login and refresh to their callers", async () => {
    const server = await serve(({ url }) => ({ status: url.endsWith("login") ? 401 : 403, body: {} }));
    const { state, send } = client(server.baseUrl);
    await expect(send({ method: "POST", path: "/auth/login" })).rejects.toMatchObject({ status: 401 });
    await expect(send({ method: "POST", path: "/auth/refresh_token" })).rejects.toMatchObject({ status: 403 });
    expect([state.refreshes, state.ended.length]).toEqual([0, 0]);
    await server.close();
  });

  it("gives every write a key and keeps it for the retry, so that nothing goes out twice", async () => {
    const server = await serve(onlyNewToken);
    await client(server.baseUrl).send({ method: "POST", path: "/messages/1", body: { body: "oi" } });
    expect(server.seen.map(({ key }) => key)).toEqual([server.seen[0]?.key, server.seen[0]?.key]);
    expect(server.seen[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    await server.close();
  });

  it("tells a missing answer from a refusal and reads Retry-After", async () => {
    const server = await serve(() => ({
      status: 429,
      body: { error: "Espere", message: "Espere", code: "ERR_TOO_MANY_REQUESTS" },
      headers: { "retry-after": "42" },
    }));
    await expect(client(server.baseUrl).send({ method: "GET", path: "/x" })).rejects.toMatchObject({
      text: "Espere",
      retryAfterSeconds: 42,
    });
    await server.close();
    await expect(client(server.baseUrl).send({ method: "GET", path: "/x" })).rejects.toBeInstanceOf(NoAnswerError);
  });

  it("waits and repeats a call, with its key, when the person calls too often; nothing else is repeated [D-421]", async () => {
    const answers = [429, 429, 200];
    const server = await serve(() => ({
      status: answers.shift() ?? 500,
      body: { code: "ERR_TOO_MANY_CALLS", error: "ERR_TOO_MANY_CALLS" },
      headers: { "retry-after": "7" },
    }));
    const { state, send } = client(server.baseUrl);
    await send({ method: "POST", path: "/messages/1", body: { body: "oi" } });
    expect([state.waits, new Set(server.seen.map(({ key }) => key)).size, server.seen.length]).toEqual([[7, 7], 1, 3]);
    answers.push(429, 429, 429, 429, 429, 200);
    await expect(send({ method: "GET", path: "/x" })).rejects.toMatchObject({ status: 429 });
    answers.splice(0, 1, 429, 200);
    const leaving = new AbortController();
    state.onWait = () => leaving.abort(new Error("left"));
    await expect(send({ method: "GET", path: "/x", signal: leaving.signal })).rejects.toThrow("left");
    expect(answers).toEqual([200]);
    await server.close();
  });

  it("gives up when the caller does, and after its time, where AbortSignal.any is missing", async () => {
    const any = Object.getOwnPropertyDescriptor(AbortSignal, "any");
    Reflect.deleteProperty(AbortSignal, "any");
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { send } = client(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/api`);
    try {
      const leaving = new AbortController();
      const left = send({ method: "GET", path: "/x", signal: leaving.signal });
      leaving.abort(new Error("left"));
      await expect(left).rejects.toThrow("left");
      await expect(send({ method: "GET", path: "/x", signal: new AbortController().signal, timeoutMs: 20 })).rejects.toBeInstanceOf(
        NoAnswerError,
      );
    } finally {
      if (any) Object.defineProperty(AbortSignal, "any", any);
      silent.closeAllConnections();
      await new Promise((resolve) => silent.close(resolve));
    }
  });

  it("does not take an error of its own for a missing answer", async () => {
    const server = await serve(() => ({ status: 200, body: {} }));
    const circle: { self?: unknown } = {};
    circle.self = circle;
    await expect(client(server.baseUrl).send({ method: "POST", path: "/x", body: circle })).rejects.toBeInstanceOf(TypeError);
    await server.close();
  });

  it("leaves undefined out of a query and keeps the empty list", () => {
    expect(toQuery({ a: undefined, b: "", list: [] })).toBe("?b=&list=");
    expect(toQuery({})).toBe("");
  });
});
