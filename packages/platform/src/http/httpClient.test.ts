import net from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createHttpClient, NotSentError, PeerError, RefusedError, UnknownOutcomeError } from "./index.js";
import type { HttpCall, HttpClientOptions } from "./index.js";
import { listen, serve } from "./server.fixture.js";
import type { Listener, TestServer } from "./server.fixture.js";

const servers: TestServer[] = [];
const clients: { close: () => void }[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function clientOf(listener: Listener, options: Partial<HttpClientOptions> = {}) {
  const server = await serve(listener);
  servers.push(server);
  return clientTo(server.url, options);
}

function clientTo(baseUrl: string, options: Partial<HttpClientOptions> = {}) {
  const client = createHttpClient({ baseUrl, ...options });
  clients.push(client);
  return client;
}

async function failureOf(promise: Promise<unknown>): Promise<PeerError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof PeerError) return error;
  throw new Error("The call did not fail as a call to a peer.", { cause: error });
}

describe("createHttpClient", () => {
  it("sends JSON, query and headers, and reads JSON", async () => {
    const client = await clientOf(
      async (request, response) => {
        const seen = {
          url: request.url,
          method: request.method,
          token: request.headers["token"],
          type: request.headers["content-type"],
          length: request.headers["content-length"],
          body: await text(request),
        };
        response.end(JSON.stringify(seen));
      },
      { headers: { token: "t-1" } },
    );
    const answer = await client.request({
      method: "POST",
      path: "/chat/send",
      query: { page: 2, all: true, none: undefined },
      json: { text: "olá" },
    });
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      url: "/chat/send?page=2&all=true",
      method: "POST",
      token: "t-1",
      type: "application/json",
      length: "15",
      body: '{"text":"olá"}',
    });
  });

  it("streams a body and keeps the path of its base address", async () => {
    const client = await clientOf(async (request, response) => response.end(`${request.url} ${await text(request)}`));
    const under = clientTo(`${servers[0]?.url}/v1/`);
    expect((await under.request({ method: "PUT", path: "/media", body: Readable.from(["a", "b"]) })).text()).toBe("/v1/media ab");
    expect((await client.request({ path: "/x", method: "DELETE" })).text()).toBe("/x ");
  });

  it("reuses a connection, or opens a new one on request", async () => {
    const ports = new Set<number | undefined>();
    const client = await clientOf((request, response) => {
      ports.add(request.socket.remotePort);
      response.end("{}");
    });
    await client.request({ path: "/" });
    await client.request({ path: "/" });
    expect(ports.size).toBe(1);
    await client.request({ path: "/", isConnectionFresh: true });
    expect(ports.size).toBe(2);
  });
});

describe("the outcome of a failed call [M-5]", () => {
  it("is notSent when no connection was made", async () => {
    const closed = await serve(() => undefined);
    await closed.close();
    const error = await failureOf(clientTo(closed.url).request({ path: "/?secret=1", isConnectionFresh: true }));
    expect(error).toBeInstanceOf(NotSentError);
    expect(error).toMatchObject({ outcome: "notSent", message: expect.not.stringContaining("secret") });
    expect(await failureOf(clientTo("http://name.invalid").request({ path: "/" }))).toBeInstanceOf(NotSentError);
  });

  it("is notSent when a TLS handshake never ends, because the request waits for it", async () => {
    let bytes = "";
    const mute = await listen(
      net.createServer((socket) => void socket.on("data", (data) => (bytes += data.toString("latin1"))).on("error", () => undefined)),
    );
    const error = await failureOf(
      clientTo(`https://127.0.0.1:${mute.port}`, { timeoutMs: 150 }).request({
        method: "POST",
        path: "/",
        json: { text: "canary" },
        isConnectionFresh: true,
      }),
    );
    expect(error).toBeInstanceOf(NotSentError);
    expect(bytes).not.toContain("canary");
    await mute.close();
  });

  it.each([400, 401, 404, 409, 429, 302])("is refused for %i, with the body", async (status) => {
    const client = await clientOf((_request, response) => response.writeHead(status, { location: "/elsewhere" }).end('{"code":7}'));
    const error = await failureOf(client.request({ path: "/" }));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ status, outcome: "refused" });
    expect(error.body?.toString()).toBe('{"code":7}');
  });

  const unclear: [string, Listener, Partial<HttpCall>][] = [
    ["a 500", (_request, response) => response.writeHead(500).end("x"), {}],
    ["a 408", (_request, response) => response.writeHead(408).end("x"), {}],
    ["silence", () => undefined, { timeoutMs: 100 }],
    ["a cut before the answer", (request) => request.socket.destroy(), {}],
    [
      "a cut within the answer",
      (_request, response) => response.writeHead(200, { "content-length": "99" }).write("{", () => response.destroy()),
      {},
    ],
    ["an answer that never ends", (_request, response) => response.writeHead(200).write("{"), { timeoutMs: 100 }],
    ["an answer over the limit", (_request, response) => response.end("x".repeat(2_000)), { maxBytes: 1_000 }],
  ];
  it.each(unclear)("is unknown after %s, without another try", async (_name, listener, call) => {
    let requests = 0;
    const client = await clientOf((request, response) => {
      requests += 1;
      listener(request, response);
    });
    expect(await failureOf(client.request({ method: "POST", path: "/", json: {}, isConnectionFresh: true, ...call }))).toBeInstanceOf(
      UnknownOutcomeError,
    );
    expect(requests).toBe(1);
  });

  it("is unknown when a reused connection breaks", async () => {
    let requests = 0;
    const client = await clientOf((request, response) => {
      requests += 1;
      if (requests === 1) response.end("{}");
      else request.socket.destroy();
    });
    await client.request({ path: "/" });
    expect(await failureOf(client.request({ path: "/" }))).toBeInstanceOf(UnknownOutcomeError);
  });

  it("is unknown for the page of a proxy instead of JSON", async () => {
    const client = await clientOf((_request, response) => response.end("<html>Bad gateway"));
    const answer = await client.request({ path: "/" });
    expect(() => answer.json()).toThrow(UnknownOutcomeError);
  });

  it("ends when the caller aborts", async () => {
    const abort = new AbortController();
    const client = await clientOf(() => abort.abort());
    expect(await failureOf(client.request({ path: "/", signal: abort.signal }))).toBeInstanceOf(UnknownOutcomeError);
  });
});
