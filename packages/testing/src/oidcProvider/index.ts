import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type net from "node:net";
// @ts-expect-error: the package brings no types, and what is used of it is small.
import * as untyped from "oidc-provider";

type Claims = Readonly<Record<string, unknown>>;
type Jwk = Readonly<Record<string, unknown>>;

/** What is used of a request that the provider answers. */
interface Context {
  readonly path: string;
  body: { id_token?: string };
}

interface ProviderClass {
  new (
    issuer: string,
    configuration: object,
  ): {
    proxy: boolean;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: http.IncomingMessage, response: http.ServerResponse) => void;
    interactionFinished(request: http.IncomingMessage, response: http.ServerResponse, result: object): Promise<void>;
    Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  };
}

const { default: Provider } = untyped as unknown as { readonly default: ProviderClass };

/** The client that the provider knows. */
export interface TestClient {
  readonly id: string;
  readonly secret: string;
  readonly redirectUri: string;
}

/** A real provider of OpenID Connect (oidc-provider) on this machine, which asks for an account in a form without a password. */
export interface TestProvider {
  readonly issuer: string;
  /** The claims of an account; without any an account is its verified e-mail. */
  readonly accounts: Map<string, Claims>;
  /** Signs the next ID tokens anew with other claims, by another key or under another key's name. */
  tamper(change: Tampering | null): void;
  /** Begins to sign with another key; the one before is no longer published. */
  rotateKeys(): void;
  /** `hung`: it takes calls and says nothing. */
  set(trouble: "none" | "hung" | "broken"): void;
  /** Signs an account in as a browser does, from the address of `begin`; returns the query of the address that it leads back to. */
  signIn(address: string, account: string): Promise<string>;
  close(): Promise<void>;
}

interface Tampering {
  readonly claims?: Claims;
  /** `foreign`: a key that is not published, under the name of the one that is; `unknown`: under a name of its own; `none`: unsigned. */
  readonly key?: "own" | "foreign" | "unknown" | "none";
}

interface Key {
  readonly kid: string;
  readonly jwk: Jwk;
}

function makeKey(): Key {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const kid = randomUUID();
  return { kid, jwk: { ...privateKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" } };
}

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString("base64url");

function signAnew(token: string, key: Key, { claims, key: which = "own" }: Tampering): string {
  const payload = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Claims;
  const used = which === "own" ? key : makeKey();
  const header = which === "none" ? { alg: "none" } : { alg: "RS256", kid: which === "unknown" ? used.kid : key.kid };
  const signed = `${encode(header)}.${encode({ ...payload, ...claims })}`;
  if (which === "none") return `${signed}.`;
  const privateKey = createPrivateKey({ key: { ...used.jwk }, format: "jwk" });
  return `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
}

const FORM = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Provider</title><link rel="icon" href="data:,">
<form method="post"><label>Account <input name="account" autofocus></label> <button>Continue</button></form>`;

export async function openTestProvider(client: TestClient, port = 0): Promise<TestProvider> {
  const accounts = new Map<string, Claims>();
  let key = makeKey();
  let tampering: Tampering | null = null;
  let trouble: Parameters<TestProvider["set"]>[0] = "none";
  const server = http.createServer().listen(port, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;

  const claimsOf = (account: string): Claims => ({
    sub: `subject of ${account}`,
    email: account,
    email_verified: true,
    ...accounts.get(account),
  });
  const create = (): InstanceType<ProviderClass> => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [client.redirectUri],
          post_logout_redirect_uris: [client.redirectUri],
        },
      ],
      jwks: { keys: [key.jwk] },
      cookies: { keys: ["a key of tests"] },
      features: { devInteractions: { enabled: false } },
      claims: { openid: ["sub", "amr"], email: ["email", "email_verified"], profile: ["name", "groups", "preferred_username"] },
      conformIdTokenClaims: false,
      interactions: { url: (_context: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
      findAccount: (_context: unknown, account: string) => ({ accountId: account, claims: () => claimsOf(account) }),
      loadExistingGrant: async ({ oidc }: { readonly oidc: { readonly session: { readonly accountId: string } } }) => {
        const grant = new provider.Grant({ clientId: client.id, accountId: oidc.session.accountId });
        grant.addOIDCScope("openid email profile");
        await grant.save();
        return grant;
      },
    });
    provider.use(async (context, next) => {
      await next();
      const token = context.path === "/token" ? context.body.id_token : undefined;
      if (token !== undefined && tampering) context.body.id_token = signAnew(token, key, tampering);
    });
    return provider;
  };
  let provider = create();

  async function interact(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    if (request.method !== "POST") return void response.setHeader("Content-Type", "text/html").end(FORM);
    let text = "";
    for await (const part of request) text += String(part);
    const accountId = new URLSearchParams(text).get("account") ?? "";
    await provider.interactionFinished(request, response, { login: { accountId } });
  }

  server.on("request", (request: http.IncomingMessage, response: http.ServerResponse) => {
    if (trouble === "hung") return;
    if (trouble === "broken") return void response.writeHead(500).end("<html>");
    if (request.url?.startsWith("/interaction/") === true) return void interact(request, response);
    provider.callback()(request, response);
  });

  return {
    issuer,
    accounts,
    tamper: (change) => void (tampering = change),
    rotateKeys: () => {
      key = makeKey();
      provider = create();
    },
    set: (next) => void (trouble = next),
    signIn: (address, account) => followSignIn(address, account, client.redirectUri),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Follows the provider's pages with its cookies, and gives the account where it asks for one. */
async function followSignIn(begin: string, account: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>();
  let address = begin;
  for (let step = 0; step < 10 && !address.startsWith(redirectUri); step += 1) {
    const isForm = address.includes("/interaction/");
    const answer = await fetch(address, {
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(isForm && { method: "POST", body: new URLSearchParams({ account }) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get("location");
    if (next === null) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
    address = new URL(next, address).href;
  }
  return new URL(address).search;
}
