import { once } from "node:events";
import http from "node:http";
import type net from "node:net";
import { createOidcClient, ProviderAway } from "./index.js";

type Answer = (path: string, response: http.ServerResponse) => void;

/** A server of this machine, which counts who calls it. */
async function openServer(answer: Answer) {
  const server = http.createServer((request, response) => {
    calls += 1;
    answer(request.url ?? "", response);
  });
  let calls = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    calls: () => calls,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString("base64url");
const json = (response: http.ServerResponse, body: unknown): void =>
  void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));

describe("a provider that is not to be trusted", () => {
  /** A server of the company's network, which nothing of the provider may reach. */
  let inside: Awaited<ReturnType<typeof openServer>>;
  let provider: Awaited<ReturnType<typeof openServer>>;
  let answer: Answer = () => undefined;

  beforeAll(async () => {
    inside = await openServer((_path, response) => json(response, { keys: [] }));
    provider = await openServer((path, response) => answer(path, response));
  });
  afterAll(async () => {
    await provider.close();
    await inside.close();
  });

  const clientOf = () =>
    createOidcClient({
      ...{ issuer: provider.url, clientId: "balcao", clientSecret: "segredo", scopes: "openid", timeoutMs: 2_000 },
      redirectUri: "https://balcao.example/login",
    });
  const documentOf = (more: object = {}) => ({
    ...{ issuer: provider.url, authorization_endpoint: `${provider.url}/auth`, token_endpoint: `${provider.url}/token` },
    ...{ jwks_uri: `${provider.url}/jwks`, response_types_supported: ["code"], subject_types_supported: ["public"] },
    ...{ id_token_signing_alg_values_supported: ["RS256"], ...more },
  });
  /** Begins a sign-in, and ends it with a code. */
  const signIn = async (): Promise<unknown> => {
    const client = clientOf();
    const { checks } = await client.begin(null);
    nonce = checks.nonce;
    return client.finish(`?code=x&state=${checks.state}`, checks);
  };
  let nonce = "";
  const token = (path: string, response: http.ServerResponse): boolean => {
    if (path !== "/token") return false;
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: provider.url, aud: "balcao", sub: "ana", iat: now, exp: now + 60, nonce };
    const idToken = `${encode({ alg: "RS256", kid: "x" })}.${encode(claims)}.${encode("none")}`;
    json(response, { access_token: "x", token_type: "bearer", id_token: idToken });
    return true;
  };

  it.each(["token_endpoint", "jwks_uri"])("cannot make the server call its own network by its %s [D-660, S-58]", async (name) => {
    answer = (path, response) => token(path, response) || json(response, documentOf({ [name]: `${inside.url}/secret` }));
    await expect(signIn()).rejects.toThrow(ProviderAway);
    expect(inside.calls()).toBe(0);
  });

  it("is not followed to where its document leads [D-660, S-58]", async () => {
    answer = (_path, response) => void response.writeHead(302, { location: `${inside.url}/document` }).end();
    await expect(clientOf().begin(null)).rejects.toThrow(ProviderAway);
    expect(inside.calls()).toBe(0);
  });

  it.each<[string, Answer]>([
    [
      "a document without an end",
      (_path, response) => void response.writeHead(200, { "content-type": "application/json" }).end(" ".repeat(600 * 1024)),
    ],
    ["a document that never ends", (_path, response) => void response.writeHead(200, { "content-type": "application/json" }).write("{")],
    ["a document that is none", (_path, response) => void response.writeHead(200, { "content-type": "application/json" }).end("<html>")],
    ["the document of another issuer", (_path, response) => json(response, documentOf({ issuer: "https://evil.example" }))],
  ])("answers with %s, and nobody waits longer than a call may last [D-660]", async (_what, how) => {
    answer = how;
    await expect(clientOf().begin(null)).rejects.toThrow(ProviderAway);
  });
});
