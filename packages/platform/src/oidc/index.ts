import type { Configuration, CustomFetch, ServerMetadata } from "openid-client";
import { createGuardedFetch, PeerError, RedirectError, UrlNotAllowedError } from "../http/index.js";

/** The discovery document is read again after this time, in milliseconds. */
const KNOWN_MS = 10 * 60_000;
/** The largest document or answer of a provider. */
const MAX_BYTES = 512 * 1024;
/** A provider's clock may differ by this many seconds. */
const CLOCK_SECONDS = 30;

/** The provider does not answer, or not as OpenID Connect says: nobody can sign in by it at the moment. */
export class ProviderAway extends Error {
  override readonly name = "ProviderAway";
}

/** The provider's answer is not for this sign-in or does not prove who it is. The message is for the log and has nothing of a person. */
export class ProviderRefused extends Error {
  override readonly name = "ProviderRefused";
}

/** What binds an answer of the provider to the browser that asked for it. */
export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE: only who has it can use the code. */
  readonly verifier: string;
}

/** The checked claims of an ID token, with those of the provider's userinfo where it has one. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/** A provider of OpenID Connect, by its discovery document. Nothing of it is loaded or asked before the first sign-in. */
export interface OidcClient {
  /**
   * Makes the checks of a sign-in and the provider's address for it. With `freshSeconds` the provider asks again who has shown it longer ago,
   * where it can. Throws ProviderAway.
   */
  readonly begin: (freshSeconds: number | null) => Promise<{ readonly address: string; readonly checks: SignInChecks }>;
  /** Exchanges the code of the answer (the query of our address) for the claims and their ID token. Throws ProviderAway, ProviderRefused. */
  readonly finish: (query: string, checks: SignInChecks) => Promise<{ readonly claims: Claims; readonly idToken: string }>;
  /**
   * Where the provider ends its own session, and comes back from to `returnTo`; null where it has no such address. Some providers ask whose
   * session it is, or lead nowhere, without the ID token.
   */
  readonly signOutAddress: (returnTo: string, idToken: string | null) => Promise<string | null>;
  /** Reads the discovery document anew, and asks whether the provider knows our address; null where it does not say. Throws ProviderAway. */
  readonly examine: () => Promise<{ readonly knowsAddress: boolean | null; readonly endsSessions: boolean }>;
}

export interface OidcOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly scopes: string;
  /** Our address that the provider sends the browser back to. */
  readonly redirectUri: string;
  /** Milliseconds for one call; 5 s by default. */
  readonly timeoutMs?: number;
}

const library = () => import("openid-client");

const createProviderFetch = ({ issuer, timeoutMs = 5_000 }: OidcOptions) =>
  createGuardedFetch({ timeoutMs, maxBytes: MAX_BYTES, internalHosts: [new URL(issuer).host] });

/** The guarded client as the library calls it. */
function createFetch(options: OidcOptions): CustomFetch {
  const fetchGuarded = createProviderFetch(options);
  return async (address, { method, headers, body }) => {
    const answer = await fetchGuarded(address, {
      method: method === "POST" ? "POST" : "GET",
      headers,
      // The library sends forms.
      ...(body instanceof URLSearchParams && { body: body.toString() }),
    });
    if (answer.status >= 500) throw new ProviderAway(`the provider answered ${answer.status}`);
    const type = answer.headers["content-type"];
    return new Response(answer.status === 204 ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: type === undefined ? {} : { "content-type": type },
    });
  };
}

/** Makes a configuration for each sign-in, by the document of the provider: keys are read each time, so that a withdrawn one counts no more. */
function createConfigurer(options: OidcOptions): () => Promise<Configuration> {
  const customFetch = createFetch(options);
  // The environment allows http on this machine alone.
  const isPlain = options.issuer.startsWith("http:");
  let known: { readonly server: ServerMetadata; readonly until: number } | null = null;

  async function discover(oidc: Awaited<ReturnType<typeof library>>): Promise<ServerMetadata> {
    if (known !== null && known.until > performance.now()) return known.server;
    const found = await oidc.discovery(new URL(options.issuer), options.clientId, undefined, oidc.None(), {
      [oidc.customFetch]: customFetch,
      // oxlint-disable-next-line typescript/no-deprecated -- deprecated to stand out
      execute: isPlain ? [oidc.allowInsecureRequests] : [],
    });
    known = { server: found.serverMetadata(), until: performance.now() + KNOWN_MS };
    return known.server;
  }

  return async () => {
    const oidc = await library();
    const server = await discover(oidc);
    const { clientId, clientSecret } = options;
    const takesForms = server.token_endpoint_auth_methods_supported?.includes("client_secret_post") !== false;
    const prove = takesForms ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
    const auth = clientSecret === undefined ? oidc.None() : prove(clientSecret);
    const config = new oidc.Configuration(server, clientId, { [oidc.clockTolerance]: CLOCK_SECONDS }, auth);
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated to stand out
    if (isPlain) oidc.allowInsecureRequests(config);
    config[oidc.customFetch] = customFetch;
    // The signature is checked also where TLS alone would do.
    oidc.enableNonRepudiationChecks(config);
    return config;
  };
}

/**
 * Signs in by authorization code with PKCE. The issuer is the operator's word and may be in the company's network; other hosts that its
 * document names must be on the public internet. No redirect is followed.
 */
export function createOidcClient(options: OidcOptions): OidcClient {
  const configure = createConfigurer(options);
  return {
    begin: async (freshSeconds) => {
      const oidc = await library();
      const config = await configure().catch(away);
      const checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
      const address = oidc.buildAuthorizationUrl(config, {
        redirect_uri: options.redirectUri,
        scope: options.scopes,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: "S256",
        ...(freshSeconds !== null && { max_age: String(freshSeconds) }),
      });
      return { address: address.href, checks };
    },
    finish: async (query, { state, nonce, verifier }) => {
      const oidc = await library();
      const config = await configure().catch(away);
      const address = new URL(options.redirectUri);
      address.search = query;
      const expected = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const answer = await oidc.authorizationCodeGrant(config, address, expected).catch(refused);
      const claims = answer.claims();
      if (claims === undefined) throw new ProviderRefused("the answer has no ID token");
      const idToken = answer.id_token ?? "";
      if (config.serverMetadata().userinfo_endpoint === undefined) return { claims: { ...claims }, idToken };
      const more = await oidc.fetchUserInfo(config, answer.access_token, claims.sub).catch(refused);
      // What the signed token says counts before what was asked for afterwards.
      return { claims: { ...more, ...claims }, idToken };
    },
    signOutAddress: async (returnTo, idToken) => {
      const oidc = await library();
      const config = await configure().catch(away);
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: returnTo, ...(idToken !== null && { id_token_hint: idToken }) })
        .href;
    },
    examine: async () => {
      const oidc = await library();
      const config = await configure().catch(away);
      const { redirectUri: redirect_uri, scopes: scope } = options;
      // Nobody is signed in here, which a provider may tell to an address that it knows, and to no other.
      const asked = oidc.buildAuthorizationUrl(config, { redirect_uri, scope, prompt: "none", state: "doctor", nonce: "doctor" });
      const isSentTo = (error: unknown): boolean | null =>
        error instanceof RedirectError ? error.location?.startsWith(redirect_uri) === true || null : away(error);
      const isTaken = ({ status }: { readonly status: number }): boolean | null => (status >= 400 && status < 500 ? false : null);
      const knowsAddress = await createProviderFetch(options)(asked.href).then(isTaken, isSentTo);
      return { knowsAddress, endsSessions: config.serverMetadata().end_session_endpoint !== undefined };
    },
  };
}

/** All reasons of an error, from the outermost in; the library wraps what the connection said. */
function* reasonsOf(error: unknown): Generator<Error> {
  for (let each = error; each instanceof Error; each = each.cause) yield each;
}

function away(error: unknown): never {
  throw new ProviderAway(
    [...reasonsOf(error)]
      .map(({ message }) => message)
      .join(": ")
      .slice(0, 300),
    { cause: error },
  );
}

function refused(error: unknown): never {
  const reasons = [...reasonsOf(error)];
  const isAway = reasons.some(
    (each) =>
      each instanceof ProviderAway || each instanceof UrlNotAllowedError || (each instanceof PeerError && each.outcome !== "refused"),
  );
  if (isAway) return away(error);
  throw new ProviderRefused(
    reasons
      .map(({ message }) => message)
      .join(": ")
      .slice(0, 300),
  );
}
