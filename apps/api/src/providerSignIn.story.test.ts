import type { PasskeyAskView, PasskeyBeginView, PasskeyMadeView } from "@balcao/contracts/auth";
import { systemClock } from "@balcao/platform/clock";
import { appCode } from "@balcao/testing/appCode";
import { openTestProvider, type TestProvider } from "@balcao/testing/oidcProvider";
import { ADMIN, createPerson, openApiStage, PASSWORD, type ApiStage, type SignedInClient } from "./apiStage.fixture.js";
import { createAuthenticator } from "./authenticator.fixture.js";

const PUBLIC_URL = "http://localhost:3000";
const CLIENT = { id: "balcao", secret: "segredo da empresa", redirectUri: `${PUBLIC_URL}/login` };
const MINUTE = 60_000;

interface Outcome {
  readonly status: number;
  readonly code?: string;
  readonly token?: string;
  readonly returnPath?: string | null;
  readonly user?: Record<string, unknown>;
  /** What the browser sends from now on. */
  readonly cookie: string;
}

describe("a sign-in by the company's provider", () => {
  let provider: TestProvider;
  let stage: ApiStage;
  let admin: SignedInClient;
  let now = new Date();
  const pass = (ms: number): void => void (now = new Date(now.getTime() + ms));
  const log: string[] = [];

  beforeAll(async () => {
    provider = await openTestProvider(CLIENT);
    stage = await openStage({ OIDC_PEOPLE: "new", OIDC_CLAIMS: "groups=chefia:gerente; groups=ti:admin; groups=loja:queue Vendas" });
    admin = await stage.signIn(ADMIN.email, ADMIN.password);
    await stage.call("POST", "/api/queue", { token: admin.token, body: { name: "Vendas", color: "#112233" } });
    // The tests pass at any time of any day, too: accounts that the provider's people get have office hours.
    await stage.test.database.sql.ask(`CREATE FUNCTION at_any_time() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      NEW.saturday := true; NEW.sunday := true; NEW.holidays := true; NEW.start_time := ''; NEW.end_time := ''; RETURN NEW; END $$`);
    await stage.test.database.sql.ask(
      "CREATE TRIGGER at_any_time BEFORE INSERT ON user_account FOR EACH ROW WHEN (NEW.weekdays) EXECUTE FUNCTION at_any_time()",
    );
  }, 120_000);
  afterAll(async () => {
    await stage.close();
    await provider.close();
  });
  beforeEach(() => {
    provider.tamper(null);
    provider.set("none");
    provider.accounts.clear();
  });

  const openStage = (env: Readonly<Record<string, string>>): Promise<ApiStage> =>
    openApiStage({
      clock: { ...systemClock, now: () => now },
      onLog: (line) => log.push(line),
      env: { PUBLIC_URL, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret, ...env },
    });
  const cookiesOf = (answer: Response): string =>
    answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0] ?? "")
      .join("; ");

  async function begin(at = stage, returnPath?: string): Promise<{ readonly address: string; readonly cookie: string }> {
    const answer = await at.call("POST", "/api/auth/provider", { body: { returnPath } });
    const { address } = (await answer.json()) as { address: string };
    return { address, cookie: cookiesOf(answer) };
  }
  async function post(path: string, body: unknown, cookie: string, at: Pick<ApiStage, "call"> = stage): Promise<Outcome> {
    const answer = await at.call("POST", `/api/auth/${path}`, { body, headers: { Cookie: cookie } });
    return { ...((await answer.json()) as Outcome), status: answer.status, cookie: cookiesOf(answer) };
  }
  const finish = (query: string, cookie: string, at = stage): Promise<Outcome> => post("provider/session", { query }, cookie, at);
  async function signIn(account: string, at = stage, returnPath?: string): Promise<Outcome> {
    const { address, cookie } = await begin(at, returnPath);
    return finish(await provider.signIn(address, account), cookie, at);
  }
  const refusal = async (account: string, at = stage): Promise<readonly [number, string | undefined]> => {
    const { status, code } = await signIn(account, at);
    return [status, code];
  };
  const person = (name: string, more: Readonly<Record<string, unknown>> = {}) => createPerson(stage, admin.token, name, more);
  const readUser = async (email: string) => {
    const [user] = await stage.test.database.sql.ask<{ id: number; name: string; profile: string; queues: string[] }>(
      `SELECT id, name, profile, ARRAY(SELECT name FROM queue q JOIN user_queue l ON l.queue_id = q.id WHERE l.user_id = u.id) AS queues
       FROM user_account u WHERE email = $1 AND deleted_at IS NULL`,
      [email],
    );
    return user;
  };

  it("opens the account with the e-mail that the provider has verified, as a password does, and leads back [D-660]", async () => {
    const { id, email } = await person("Ana");
    const session = await signIn(email, stage, "/tickets/7?x=1");
    expect(session).toMatchObject({ status: 200, returnPath: "/tickets/7?x=1", user: { id, mustChangePassword: false } });
    expect((await stage.call("GET", "/api/queue", { token: session.token })).status).toBe(200);
    // Later the subject counts, whatever the e-mail there is.
    provider.accounts.set(email, { email: "outra@balcao.test", email_verified: false });
    expect(await signIn(email)).toMatchObject({ status: 200, user: { id } });
    const audit = await stage.test.database.sql.ask(
      "SELECT action FROM audit_entry WHERE user_id = $1 AND action IN ('user.linkProvider', 'session.providerLogin') ORDER BY id",
      [id],
    );
    expect(audit.map((row) => (row as { action: string }).action)).toEqual([
      "user.linkProvider",
      "session.providerLogin",
      "session.providerLogin",
    ]);
  });

  it("is for the browser that began it alone, and once [D-660]", async () => {
    const { email } = await person("Rui");
    const own = await begin();
    const query = await provider.signIn(own.address, email);
    const lost = [401, "ERR_SIGN_IN_LOST"];
    const codeOf = async (...args: Parameters<typeof finish>) => {
      const { status, code } = await finish(...args);
      return [status, code];
    };
    // Somebody else's answer in this browser: with no cookie, or with that of another sign-in.
    expect(await codeOf(query, "")).toEqual(lost);
    expect(await codeOf(query, "sign-in=forged")).toEqual(lost);
    expect(await codeOf(query, (await begin()).cookie)).toEqual([401, "ERR_PROVIDER_REFUSED"]);
    const both = await Promise.all([finish(query, own.cookie), finish(query, own.cookie)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await codeOf(query, own.cookie)).toEqual(lost);
    // A second use of the code under a new sign-in with the same state cannot be made; one that has ended counts no more.
    const late = await begin();
    const lateQuery = await provider.signIn(late.address, email);
    pass(11 * MINUTE);
    expect(await codeOf(lateQuery, late.cookie)).toEqual(lost);
    now = new Date();
  });

  it("uses PKCE, state and nonce, and the cookie is out of reach of scripts [D-660]", async () => {
    const answer = await stage.call("POST", "/api/auth/provider", { body: {} });
    const { address } = (await answer.json()) as { address: string };
    const asked = new URL(address).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: CLIENT.redirectUri,
      scope: "openid email profile",
    });
    for (const name of ["state", "nonce", "code_challenge"]) expect(asked.get(name)?.length).toBeGreaterThan(40);
    const [cookie = ""] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
    expect(cookie).toContain("Path=/api/auth");
    for (const name of ["state", "nonce"]) expect(cookie).not.toContain(asked.get(name));
  });

  it.each([
    ["another issuer", { claims: { iss: "https://evil.example" } }],
    ["another audience", { claims: { aud: "another-client" } }],
    ["an end that is past", { claims: { exp: Math.floor(Date.now() / 1000) - 120, iat: Math.floor(Date.now() / 1000) - 240 } }],
    ["another nonce", { claims: { nonce: "of another sign-in" } }],
    ["no nonce", { claims: { nonce: undefined } }],
    ["another subject than the userinfo's", { claims: { sub: "somebody else" } }],
    ["a signature by another key", { key: "foreign" }],
    ["a key that is not published", { key: "unknown" }],
    ["no signature", { key: "none" }],
  ] as const)("is refused with an ID token with %s [D-660]", async (_what, tampering) => {
    const email = "invasor@balcao.test";
    provider.tamper(tampering);
    expect(await refusal(email)).toEqual([401, "ERR_PROVIDER_REFUSED"]);
    expect(await readUser(email)).toBeUndefined();
  });

  it("is refused with an answer of another provider, with none, and with the person's no [D-660]", async () => {
    const { address, cookie } = await begin();
    const query = await provider.signIn(address, "x@balcao.test");
    const other = new URLSearchParams(query);
    other.set("iss", "https://evil.example");
    expect(await finish(`?${other.toString()}`, cookie)).toMatchObject({ code: "ERR_PROVIDER_REFUSED" });
    for (const make of [
      (state: string) => `?error=access_denied&state=${state}&iss=${encodeURIComponent(provider.issuer)}`,
      (state: string) => `?state=${state}`,
      () => "?",
      () => "not a query",
      (state: string) => `?code=guessed&state=${state}&iss=${encodeURIComponent(provider.issuer)}`,
    ]) {
      const next = await begin();
      const state = new URL(next.address).searchParams.get("state") ?? "";
      expect(await finish(make(state), next.cookie)).toMatchObject({ status: 401, code: "ERR_PROVIDER_REFUSED" });
    }
  });

  it("follows a rotation of the provider's keys at once [D-660]", async () => {
    const { email } = await person("Nina");
    expect((await signIn(email)).status).toBe(200);
    provider.rotateKeys();
    expect((await signIn(email)).status).toBe(200);
  });

  it.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "never leads to %s [D-660]",
    async (returnPath) => {
      expect(await signIn("ana@balcao.test", stage, returnPath)).toMatchObject({ status: 200, returnPath: null });
    },
  );

  it("never opens an account by an e-mail that is not verified, or that another subject has come by [D-660]", async () => {
    const { id, email } = await person("Bia");
    for (const isVerified of [false, undefined, "true", 1]) {
      provider.accounts.set(email, { email_verified: isVerified });
      expect(await refusal(email)).toEqual([401, "ERR_PROVIDER_EMAIL"]);
    }
    provider.accounts.clear();
    expect(await signIn(email)).toMatchObject({ status: 200, user: { id } });
    provider.accounts.set("sucessora", { email });
    expect(await refusal("sucessora")).toEqual([401, "ERR_PROVIDER_UNKNOWN"]);
    // An administrator's new password is the way for somebody whose account was made anew there.
    await stage.call("POST", `/api/users/reset/${id}`, { token: admin.token, body: { password: stage.seal("password", PASSWORD) } });
    expect(await signIn("sucessora")).toMatchObject({ status: 200, user: { id, mustChangePassword: false } });
    expect(await refusal(email)).toEqual([401, "ERR_PROVIDER_UNKNOWN"]);
  });

  it("judges as a password does: inactive people and those outside their hours stay out [D-660]", async () => {
    const teo = await person("Téo", { active: false, email: stage.seal("email", "teo@balcao.test") });
    expect(teo.id).toBeGreaterThan(0);
    expect(await refusal("teo@balcao.test")).toEqual([400, "ERR_USER_NO_ACTIVE"]);
    const caio = await person("Caio", { weekdays: false, saturday: false, sunday: false, holidays: false });
    expect(await refusal(caio.email)).toEqual([400, "ERR_INVALID_WORKING_TIME"]);
  });

  it("makes an account for somebody new, whose profile and queues follow the claims each time [D-661]", async () => {
    const email = "nova@balcao.test";
    provider.accounts.set(email, { name: "Nova Pessoa", groups: ["loja", "chefia"] });
    expect((await signIn(email)).status).toBe(200);
    expect(await readUser(email)).toMatchObject({ name: "Nova Pessoa", profile: "gerente", queues: ["Vendas"] });
    provider.accounts.set(email, { groups: [] });
    expect((await signIn(email)).status).toBe(200);
    expect(await readUser(email)).toMatchObject({ name: "Nova Pessoa", profile: "user", queues: [] });
  });

  it("is one account for somebody new in several tabs at once, and each of them is signed in [D-697]", async () => {
    const tabs = async (account: string) => (await Promise.all([1, 2, 3].map(() => signIn(account)))).map(({ status }) => status);
    expect(await tabs("tres@balcao.test")).toEqual([200, 200, 200]);
    expect(await stage.test.database.sql.ask("SELECT count(*)::int AS n FROM user_account WHERE email = 'tres@balcao.test'")).toEqual([
      { n: 1 },
    ]);
    const { email } = await person("Pia");
    expect(await tabs(email)).toEqual([200, 200, 200]);
  });

  it("never takes the administration from user 1 [D-661]", async () => {
    expect(await signIn(ADMIN.email)).toMatchObject({ status: 200, user: { id: 1, profile: "admin" } });
  });

  it("takes a passkey for the second step, in the same sign-in alone [D-663]", async () => {
    const { id, email } = await person("Iara");
    const { token } = await stage.signIn(email);
    const own = async <T>(path: string, body: unknown) =>
      (await (await stage.call("POST", `/api/auth/${path}`, { token, body })).json()) as T;
    const key = createAuthenticator(PUBLIC_URL);
    const { ticket, options } = await own<PasskeyBeginView>("passkeys/begin", { currentPassword: stage.seal("currentPassword", PASSWORD) });
    const made = await own<PasskeyMadeView>("passkeys", { ticket, name: "Telefone", credential: key.create(options) });
    const half = await signIn(email, stage, "/contacts");
    expect(half).toMatchObject({ status: 401, code: "ERR_SECOND_FACTOR" });
    const asked = (await post("second_step/passkey", {}, half.cookie)) as Outcome & PasskeyAskView;
    if (asked.options === null) throw new Error("no passkey is asked for");
    const passkey = key.get(asked.options);
    // The cookie from before the challenge was made knows none.
    expect(await post("second_step", { passkey }, half.cookie)).toMatchObject({ code: "ERR_SIGN_IN_LOST" });
    expect(await post("second_step", { passkey }, asked.cookie)).toMatchObject({ status: 200, returnPath: "/contacts", user: { id } });
    // The sign-in has been used, whatever else would answer for it.
    expect(await post("second_step", { code: made.recoveryCodes?.[0] }, half.cookie)).toMatchObject({ code: "ERR_SIGN_IN_LOST" });
  });

  it("asks for the second step of the account, unless the provider has asked for one [D-660]", async () => {
    const { email } = await person("Lia");
    const { token } = await stage.signIn(email);
    const send = async (path: string, body: unknown) => (await stage.call("POST", `/api/auth/${path}`, { token, body })).json();
    const { secret } = (await send("second_factor", { currentPassword: stage.seal("currentPassword", PASSWORD) })) as { secret: string };
    await send("second_factor/confirm", { code: appCode(secret, now) });
    pass(MINUTE);
    const half = await signIn(email, stage, "/contacts");
    expect(half).toMatchObject({ status: 401, code: "ERR_SECOND_FACTOR" });
    expect(half.token).toBeUndefined();
    expect(await post("second_step", { code: "000000" }, half.cookie)).toMatchObject({ code: "ERR_SECOND_FACTOR_CODE" });
    expect(await post("second_step", { code: appCode(secret, now) }, "")).toMatchObject({ code: "ERR_SIGN_IN_LOST" });
    // The cookie of a sign-in that has only begun is none of one that asks for a code.
    expect(await post("second_step", { code: appCode(secret, now) }, (await begin()).cookie)).toMatchObject({ code: "ERR_SIGN_IN_LOST" });
    const whole = await post("second_step", { code: appCode(secret, now) }, half.cookie);
    expect(whole).toMatchObject({ status: 200, returnPath: "/contacts" });
    pass(MINUTE);
    expect(await post("second_step", { code: appCode(secret, now) }, half.cookie)).toMatchObject({ code: "ERR_SIGN_IN_LOST" });
    provider.tamper({ claims: { amr: ["pwd", "mfa"] } });
    expect((await signIn(email)).status).toBe(200);
    provider.tamper({ claims: { amr: "mfa" } });
    expect((await signIn(email)).code).toBe("ERR_SECOND_FACTOR");
  });

  it("counts the provider's second step where the company demands one [D-660]", async () => {
    const { email } = await person("Otto");
    await stage.test.database.sql.ask(
      "INSERT INTO setting (key, value) VALUES ('secondFactorFor', 'everyone'), ('secondFactorGrace', '0') ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    );
    await stage.auth.services.directory.refresh();
    try {
      pass(MINUTE);
      const bare = await signIn(email);
      expect((await stage.call("GET", "/api/queue", { token: bare.token })).status).toBe(403);
      provider.tamper({ claims: { amr: ["mfa"] } });
      const proven = await signIn(email);
      expect(proven.user?.["secondFactorDue"]).toBeNull();
      expect((await stage.call("GET", "/api/queue", { token: proven.token })).status).toBe(200);
      const renewed = await post("refresh_token", {}, proven.cookie);
      expect([renewed.status, renewed.user?.["secondFactorDue"]]).toEqual([200, null]);
    } finally {
      await stage.test.database.sql.ask("UPDATE setting SET value = 'nobody' WHERE key = 'secondFactorFor'");
      await stage.auth.services.directory.refresh();
    }
  });

  it("says that the provider is away, within seconds, and leaves the password alone [D-660]", async () => {
    const { address, cookie } = await begin();
    const query = await provider.signIn(address, "ana@balcao.test");
    for (const trouble of ["broken", "hung"] as const) {
      provider.set(trouble);
      expect((await stage.signIn("ana@balcao.test")).token).toBeTruthy();
      const fresh = await begin();
      if (fresh.address) {
        const state = new URL(fresh.address).searchParams.get("state") ?? "";
        const answer = `?code=x&state=${state}&iss=${encodeURIComponent(provider.issuer)}`;
        expect(await finish(answer, fresh.cookie)).toMatchObject({ status: 502, code: "ERR_PROVIDER_AWAY" });
      }
    }
    provider.set("none");
    expect((await finish(query, cookie)).status).toBe(200);
  }, 60_000);

  it("is neither offered nor there without a provider [D-660]", async () => {
    const plain = await openApiStage();
    try {
      expect(await (await plain.call("GET", "/config.json")).json()).toMatchObject({ provider: null });
      expect((await plain.call("POST", "/api/auth/provider", { body: {} })).status).toBe(404);
      expect((await plain.call("POST", "/api/auth/provider/session", { body: { query: "?code=x" } })).status).toBe(404);
    } finally {
      await plain.close();
    }
  }, 60_000);

  it("writes neither the client's secret nor anybody's e-mail or answer into the log [D-660]", async () => {
    const { address, cookie } = await begin();
    const query = await provider.signIn(address, "ana@balcao.test");
    provider.tamper({ claims: { nonce: "another" } });
    await finish(query, cookie);
    const written = log.join("\n");
    expect(written).toContain("a sign-in by the provider failed");
    const { code, state } = Object.fromEntries(new URLSearchParams(query));
    for (const word of [CLIENT.secret, "ana@balcao.test", code, state]) expect(written).not.toContain(word);
  });

  it("keeps the password for the administrators whom the operator names, and tells others after it [D-662]", async () => {
    const strict = await openStage({ PASSWORD_SIGN_IN: ADMIN.email, OIDC_SIGN_OUT: "provider", OIDC_NAME: "Acme" });
    try {
      expect(await (await strict.call("GET", "/config.json")).json()).toMatchObject({ provider: { name: "Acme" } });
      const { token } = await strict.signIn(ADMIN.email, ADMIN.password);
      const ana = await createPerson(strict, token, "Ana");
      const login = async (password: string) => {
        const body = { email: strict.seal("email", ana.email), password: strict.seal("password", password) };
        return ((await (await strict.call("POST", "/api/auth/login", { body })).json()) as { code: string }).code;
      };
      expect([await login(PASSWORD), await login("Errada-Senha-9")]).toEqual(["ERR_PASSWORD_SIGN_IN_OFF", "ERR_INVALID_CREDENTIALS"]);
      expect(await refusal("ninguem@balcao.test", strict)).toEqual([401, "ERR_PROVIDER_UNKNOWN"]);
      const session = await signIn(ana.email, strict);
      expect(session.status).toBe(200);
      const out = await strict.call("DELETE", "/api/auth/logout", { token: session.token });
      const { address } = (await out.json()) as { address: string };
      expect(address).toContain(`${provider.issuer}/session/end?`);
      expect(new URL(address).searchParams.get("post_logout_redirect_uri")).toBe(`${PUBLIC_URL}/login`);
      const byPassword = await strict.call("DELETE", "/api/auth/logout", { token });
      expect(await byPassword.json()).toMatchObject({ address: null });
    } finally {
      await strict.close();
    }
  }, 60_000);
});
