import type { PasskeyBeginView, PasskeyMadeView } from "@balcao/contracts/auth";
import { systemClock } from "@balcao/platform/clock";
import { appCode } from "@balcao/testing/appCode";
import { openTestProvider, type TestProvider } from "@balcao/testing/oidcProvider";
import { ADMIN, createPerson, openApiStage, PASSWORD, type ApiStage, type SignedInClient } from "./apiStage.fixture.js";
import { createAuthenticator } from "./authenticator.fixture.js";

const PUBLIC_URL = "http://localhost:3000";
const CLIENT = { id: "balcao", secret: "segredo da empresa", redirectUri: `${PUBLIC_URL}/login` };
const MINUTE = 60_000;

interface Session {
  readonly id: number;
  readonly token: string;
  readonly provenUntil: string | null;
  readonly cookie: string;
}

describe("who came by the company's provider", () => {
  let provider: TestProvider;
  let stage: ApiStage;
  let admin: SignedInClient;
  let now = new Date();
  const pass = (ms: number): void => void (now = new Date(now.getTime() + ms));

  beforeAll(async () => {
    provider = await openTestProvider(CLIENT);
    stage = await openApiStage({
      clock: { ...systemClock, now: () => now },
      env: {
        ...{ PUBLIC_URL, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
        ...{ OIDC_PEOPLE: "new", OIDC_CLAIMS: "groups=ti:admin", OIDC_SIGN_OUT: "provider" },
      },
    });
    admin = await stage.signIn(ADMIN.email, ADMIN.password);
  }, 120_000);
  afterAll(async () => {
    await stage.close();
    await provider.close();
  });
  beforeEach(() => {
    provider.tamper(null);
    provider.accounts.clear();
    now = new Date();
  });

  const cookiesOf = (answer: Response): string =>
    answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0] ?? "")
      .join("; ");
  /** Signs in by the provider; returns the address that it was asked at, too. */
  async function signIn(account: string, fresh = false): Promise<Session & { readonly asked: URLSearchParams }> {
    const begun = await stage.call("POST", "/api/auth/provider", { body: fresh ? { fresh } : {} });
    const { address } = (await begun.json()) as { address: string };
    const query = await provider.signIn(address, account);
    const answer = await stage.call("POST", "/api/auth/provider/session", { body: { query }, headers: { Cookie: cookiesOf(begun) } });
    const { token, user } = (await answer.json()) as { token: string; user: { id: number; provenUntil: string | null } | undefined };
    return {
      id: user?.id ?? 0,
      token,
      provenUntil: user?.provenUntil ?? null,
      cookie: cookiesOf(answer),
      asked: new URL(address).searchParams,
    };
  }
  /** Somebody whom the provider's sign-in has made, at any hour. */
  async function newPerson(email: string): Promise<void> {
    await signIn(email);
    await stage.test.database.sql.ask(
      "UPDATE user_account SET saturday = true, sunday = true, start_time = '', end_time = '' WHERE email = $1",
      [email],
    );
    await stage.auth.services.directory.refresh();
  }
  async function send<T>(method: string, path: string, token: string, body: unknown) {
    const answer = await stage.call(method, `/api${path}`, { token, body });
    const read = (await answer.json()) as T & { readonly code?: string };
    return { ...read, status: answer.status };
  }

  it("sets up a second step without a password, after a sign-in there that is new enough [D-681]", async () => {
    const email = "nova@balcao.test";
    await newPerson(email);
    const own = await signIn(email, true);
    expect(own.asked.get("max_age")).toBe("600");
    expect(Date.parse(own.provenUntil ?? "")).toBeGreaterThan(now.getTime() + 9 * MINUTE);
    const { secret } = await send<{ secret: string }>("POST", "/auth/second_factor", own.token, {});
    const confirmed = await send<{ recoveryCodes: string[] }>("POST", "/auth/second_factor/confirm", own.token, {
      code: appCode(secret, now),
    });
    expect(confirmed.recoveryCodes).toHaveLength(10);
    const begun = await send<PasskeyBeginView>("POST", "/auth/passkeys/begin", own.token, {});
    const credential = createAuthenticator(PUBLIC_URL).create(begun.options);
    const made = await send<PasskeyMadeView>("POST", "/auth/passkeys", own.token, { ticket: begun.ticket, name: "Celular", credential });
    expect((await send("DELETE", `/auth/passkeys/${made.passkey.id}`, own.token, {})).status).toBe(200);
    const token = { name: "Loja", areas: { contacts: "read" }, reach: "all" };
    expect((await send("POST", "/tokens", own.token, token)).status).toBe(200);
    expect((await send("DELETE", "/auth/second_factor", own.token, {})).status).toBe(200);
  });

  it("is asked to sign in there again after ten minutes, and nothing has changed [D-681]", async () => {
    const email = "velha@balcao.test";
    await newPerson(email);
    const own = await signIn(email, true);
    pass(11 * MINUTE);
    expect(await send("POST", "/auth/second_factor", own.token, {})).toMatchObject({ status: 400, code: "ERR_PROOF_OLD" });
    expect(await send("POST", "/auth/passkeys/begin", own.token, {})).toMatchObject({ status: 400, code: "ERR_PROOF_OLD" });
    expect(await send("POST", "/tokens", own.token, { name: "Loja", areas: { contacts: "read" }, reach: "all" })).toMatchObject({
      code: "ERR_PROOF_OLD",
    });
    // A guessed password is a guessed password.
    const guess = { currentPassword: stage.seal("currentPassword", PASSWORD) };
    expect(await send("POST", "/auth/second_factor", own.token, guess)).toMatchObject({ status: 400, code: "ERR_VALIDATION" });
    const renewed = await stage.call("POST", "/api/auth/refresh_token", { headers: { Cookie: own.cookie } });
    const { user } = (await renewed.json()) as { user: { provenUntil: string } };
    expect(Date.parse(user.provenUntil)).toBeLessThan(now.getTime());
    expect((await send<{ since: string | null }>("GET", "/auth/second_factor", own.token, undefined)).since).toBeNull();
  });

  it("counts what the provider says of when it was, and a sign-in that came by itself for nothing [D-681]", async () => {
    const email = "aberta@balcao.test";
    await newPerson(email);
    const seconds = (ago: number) => Math.floor((now.getTime() - ago) / 1_000);
    const outcome = async (claims: Record<string, unknown>, fresh: boolean) => {
      provider.tamper({ claims });
      return (await send("POST", "/auth/second_factor", (await signIn(email, fresh)).token, {})).status;
    };
    expect(await outcome({ auth_time: seconds(20 * MINUTE) }, true)).toBe(400);
    expect(await outcome({ auth_time: seconds(MINUTE) }, false)).toBe(200);
    expect(await outcome({ auth_time: undefined }, false)).toBe(400);
    expect(await outcome({ auth_time: undefined }, true)).toBe(200);
    // A clock that goes ahead gains nothing.
    provider.tamper({ claims: { auth_time: seconds(-60 * MINUTE) } });
    const ahead = await signIn(email);
    expect(Date.parse(ahead.provenUntil ?? "")).toBeLessThanOrEqual(now.getTime() + 10 * MINUTE);
  });

  it("is nobody who came by the password: that is asked for, whatever the provider knows [D-681]", async () => {
    const { email } = await createPerson(stage, admin.token, "Ana");
    await signIn(email, true);
    const { token, user } = await stage.signIn(email);
    expect(user["provenUntil"]).toBeNull();
    expect(await send("POST", "/auth/second_factor", token, {})).toMatchObject({ status: 400, code: "ERR_VALIDATION" });
  });

  it("signs out there with the ID token, which some providers ask for, and with no other session's [D-682]", async () => {
    const { email } = await createPerson(stage, admin.token, "Rui");
    const own = await signIn(email);
    const signOut = async (session: Session, cookie: string) => {
      const answer = await stage.call("DELETE", "/api/auth/logout", { token: session.token, headers: { Cookie: cookie } });
      return new URL(((await answer.json()) as { address: string }).address);
    };
    const hint = own.cookie.split("; ").find((cookie) => cookie.startsWith("hint=")) ?? "";
    expect(hint).not.toContain(email);
    const address = await signOut(own, hint);
    const [, payload = ""] = address.searchParams.get("id_token_hint")?.split(".") ?? [];
    expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({ sub: `subject of ${email}`, aud: CLIENT.id });
    expect((await fetch(address)).status).toBe(200);
    expect((await signOut(await signIn(email), "hint=forged")).searchParams.get("id_token_hint")).toBeNull();
  });
});
