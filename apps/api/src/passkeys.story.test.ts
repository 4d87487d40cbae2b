import type { PasskeyAskView, PasskeyBeginView, PasskeyMadeView, SecondFactorView } from "@balcao/contracts/auth";
import { systemClock } from "@balcao/platform/clock";
import { appCode } from "@balcao/testing/appCode";
import { ADMIN, createPerson, openApiStage, PASSWORD, type ApiStage, type SignedInClient } from "./apiStage.fixture.js";
import { createAuthenticator, type Authenticator } from "./authenticator.fixture.js";

const PUBLIC_URL = "http://localhost:3000";
const MINUTE = 60_000;

interface Answer<T> {
  readonly status: number;
  readonly body: T & { readonly code?: string };
  readonly cookie: string;
}

describe("passkeys", () => {
  let stage: ApiStage;
  let admin: SignedInClient;
  let now = new Date();
  let people = 0;
  const pass = (ms: number): void => void (now = new Date(now.getTime() + ms));

  beforeAll(async () => {
    stage = await openApiStage({ clock: { ...systemClock, now: () => now }, env: { PUBLIC_URL } });
    admin = await stage.signIn(ADMIN.email, ADMIN.password);
  }, 120_000);
  afterAll(() => stage.close());

  const current = (password = PASSWORD) => ({ currentPassword: stage.seal("currentPassword", password) });
  async function send<T = unknown>(method: string, at: string, token?: string, body?: unknown, cookie?: string): Promise<Answer<T>> {
    const headers = cookie === undefined ? {} : { Cookie: cookie };
    const answer = await stage.call(method, `/api${at}`, { token, body, headers });
    const cookies = answer.headers.getSetCookie().map((each) => each.split(";")[0] ?? "");
    return { status: answer.status, body: (await answer.json()) as Answer<T>["body"], cookie: cookies.join("; ") };
  }
  const read = async (token: string): Promise<SecondFactorView> => (await send<SecondFactorView>("GET", "/auth/second_factor", token)).body;
  const begin = async (token: string): Promise<PasskeyBeginView> =>
    (await send<PasskeyBeginView>("POST", "/auth/passkeys/begin", token, current())).body;
  const create = (token: string, ticket: string, credential: unknown, name = "Telefone") =>
    send<PasskeyMadeView>("POST", "/auth/passkeys", token, { ticket, name, credential });
  const remove = (token: string, id: number, password?: string) => send("DELETE", `/auth/passkeys/${id}`, token, current(password));
  const login = (email: string, code?: string) =>
    send("POST", "/auth/login", undefined, { email: stage.seal("email", email), password: stage.seal("password", PASSWORD), code });
  /** A sign-in that waits for its second step: the cookie, and what a passkey has to sign. */
  async function ask(email: string) {
    const first = await login(email);
    expect([first.status, first.body.code]).toEqual([401, "ERR_SECOND_FACTOR"]);
    return askAgain(first.cookie);
  }
  async function askAgain(before: string) {
    const { body, cookie } = await send<PasskeyAskView>("POST", "/auth/second_step/passkey", undefined, {}, before);
    return { cookie: cookie === "" ? before : cookie, app: body.app, options: body.options };
  }
  const step = async (passkey: unknown, cookie: string): Promise<readonly [number, string | undefined]> => {
    const { status, body } = await send("POST", "/auth/second_step", undefined, { passkey }, cookie);
    return [status, body.code];
  };
  const use = async (email: string, key: Authenticator, deviation: Parameters<Authenticator["get"]>[1] = {}) => {
    const { cookie, options } = await ask(email);
    if (options === null) throw new Error("no passkey is asked for");
    return step(key.get(options, deviation), cookie);
  };

  /** Somebody with a passkey. */
  async function personWithPasskey(name: string, options?: { readonly counts: boolean }) {
    people += 1;
    const { id, email } = await createPerson(stage, admin.token, `${name}${people}`);
    const { token } = await stage.signIn(email);
    const key = createAuthenticator(PUBLIC_URL, options);
    const begun = await begin(token);
    const made = await create(token, begun.ticket, key.create(begun.options));
    expect(made.status).toBe(200);
    return { id, email, token, key, passkey: made.body.passkey, recoveryCodes: made.body.recoveryCodes ?? [] };
  }

  it("are a second factor of their own, with recovery codes; the sign-in asks for one after the password [D-663]", async () => {
    const { email, token, key, recoveryCodes } = await personWithPasskey("Ana");
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await use(email, key)).toEqual([200, undefined]);
    expect(await read(token)).toEqual({
      since: expect.any(String),
      app: false,
      recoveryCodes: 10,
      demanded: false,
      offersPasskeys: true,
      passkeys: [{ id: expect.any(Number), name: "Telefone", createdAt: now.toISOString(), usedAt: now.toISOString() }],
    });
    expect((await login(email, recoveryCodes[0])).status).toBe(200);
    expect((await login(email, "123456")).body.code).toBe("ERR_SECOND_FACTOR_CODE");
  });

  it.each([
    ["of another origin", { origin: "http://localhost:3001" }],
    ["of another host", { rpId: "example.com" }],
    ["to another challenge", { challenge: Buffer.alloc(32, 1).toString("base64url") }],
    ["without the person's verification", { userVerified: false }],
    ["that was asked for something else", { type: "webauthn.create" }],
    ["by another key", { signer: createAuthenticator(PUBLIC_URL).privateKey }],
  ])("sign nobody in by an answer %s, and the challenge is used up [D-664]", async (_what, deviation) => {
    const { email, key } = await personWithPasskey("Rui");
    const { cookie, options } = await ask(email);
    if (options === null) throw new Error("no passkey is asked for");
    expect(await step(key.get(options, deviation), cookie)).toEqual([401, "ERR_PASSKEY"]);
    expect(await step(key.get(options), cookie)).toEqual([401, "ERR_SIGN_IN_LOST"]);
    // The sign-in itself goes on, with another challenge.
    const again = await askAgain(cookie);
    if (again.options === null) throw new Error("no passkey is asked for");
    expect(await step(key.get(again.options), again.cookie)).toEqual([200, undefined]);
  });

  it.each([
    ["of another origin", { origin: "https://localhost:3000" }],
    ["of another host", { rpId: "example.com" }],
    ["to another challenge", { challenge: Buffer.alloc(32, 1).toString("base64url") }],
    ["without the person's verification", { userVerified: false }],
    ["that was asked for something else", { type: "webauthn.get" }],
  ])("are not kept of an answer %s [D-664]", async (_what, deviation) => {
    const { email } = await createPerson(stage, admin.token, `Gil${(people += 1)}`);
    const { token } = await stage.signIn(email);
    const { ticket, options } = await begin(token);
    const key = createAuthenticator(PUBLIC_URL);
    expect((await create(token, ticket, key.create(options, deviation))).body.code).toBe("ERR_PASSKEY_REFUSED");
    // An answer that is right comes too late: the ticket is used.
    expect((await create(token, ticket, key.create(options))).body.code).toBe("ERR_PASSKEY_REFUSED");
    expect(await read(token)).toMatchObject({ since: null, passkeys: [] });
    expect((await login(email)).status).toBe(200);
  });

  it("cannot be replayed, also by two at the same time, nor in another browser or after five minutes [D-664]", async () => {
    const { email, key } = await personWithPasskey("Bia");
    const { cookie, options } = await ask(email);
    if (options === null) throw new Error("no passkey is asked for");
    const answer = key.get(options);
    expect(await step(answer, "")).toEqual([401, "ERR_SIGN_IN_LOST"]);
    const both = await Promise.all([step(answer, cookie), step(answer, cookie)]);
    expect(both.map(([status]) => status).sort()).toEqual([200, 401]);
    expect(await step(answer, cookie)).toEqual([401, "ERR_SIGN_IN_LOST"]);
    // The old answer under a new challenge.
    const next = await ask(email);
    expect(await step(answer, next.cookie)).toEqual([401, "ERR_PASSKEY"]);
    const late = await ask(email);
    if (late.options === null) throw new Error("no passkey is asked for");
    pass(6 * MINUTE);
    expect(await step(key.get(late.options), late.cookie)).toEqual([401, "ERR_SIGN_IN_LOST"]);
  });

  it("refuse a count that goes back or stays, and take keys that count nothing [D-664]", async () => {
    const { email, key } = await personWithPasskey("Caio");
    expect(await use(email, key, { counter: 7 })).toEqual([200, undefined]);
    expect(await use(email, key, { counter: 7 })).toEqual([401, "ERR_PASSKEY"]);
    expect(await use(email, key, { counter: 6 })).toEqual([401, "ERR_PASSKEY"]);
    expect(await use(email, key, { counter: 0 })).toEqual([401, "ERR_PASSKEY"]);
    expect(await use(email, key, { counter: 8 })).toEqual([200, undefined]);
    const plain = await personWithPasskey("Noa", { counts: false });
    expect(await use(plain.email, plain.key)).toEqual([200, undefined]);
    expect(await use(plain.email, plain.key)).toEqual([200, undefined]);
  });

  it("never open somebody else's account: neither their passkey, nor their ticket, nor the removal of mine [D-664]", async () => {
    const lia = await personWithPasskey("Lia");
    const nina = await personWithPasskey("Nina");
    expect(await use(lia.email, nina.key)).toEqual([401, "ERR_PASSKEY"]);
    const begun = await begin(lia.token);
    expect((await create(nina.token, begun.ticket, createAuthenticator(PUBLIC_URL).create(begun.options))).body.code).toBe(
      "ERR_PASSKEY_REFUSED",
    );
    // A credential that is somebody's cannot become another's.
    expect((await create(lia.token, begun.ticket, nina.key.create(begun.options))).body.code).toBe("ERR_PASSKEY_REFUSED");
    expect((await remove(nina.token, lia.passkey.id)).status).toBe(404);
    expect(await use(lia.email, lia.key)).toEqual([200, undefined]);
  });

  it("are asked for beside the app where the account has both, and the sign-in says what it has [D-680]", async () => {
    const both = await personWithPasskey("Gil");
    expect(await ask(both.email)).toMatchObject({ app: false, options: { challenge: expect.any(String) } });
    const { secret } = (await send<{ secret: string }>("POST", "/auth/second_factor", both.token, current())).body;
    await send("POST", "/auth/second_factor/confirm", both.token, { code: appCode(secret, now) });
    expect(await ask(both.email)).toMatchObject({ app: true, options: { challenge: expect.any(String) } });
    await remove(both.token, both.passkey.id);
    const app = await ask(both.email);
    expect(app).toMatchObject({ app: true, options: null });
    pass(MINUTE);
    // The password's sign-in goes on by the code alone, as the provider's does.
    const body = { code: appCode(secret, now) };
    expect((await send("POST", "/auth/second_step", undefined, body, app.cookie)).body).toMatchObject({
      returnPath: null,
      user: { id: both.id },
    });
    expect((await send("POST", "/auth/second_step", undefined, body, app.cookie)).status).toBe(401);
  });

  it("count with the codes against guessing: ten wrong answers, then 429 for the right one [D-664]", async () => {
    const { email, key, recoveryCodes } = await personWithPasskey("Ivo");
    for (let n = 0; n < 5; n += 1) {
      expect(await use(email, key, { origin: "http://evil.example" })).toEqual([401, "ERR_PASSKEY"]);
      expect((await login(email, "123456")).body.code).toBe("ERR_SECOND_FACTOR_CODE");
    }
    expect((await use(email, key))[0]).toBe(429);
    expect((await login(email, recoveryCodes[0])).status).toBe(429);
  });

  it("ask for the password before they are made or removed; the last one ends the second factor [D-663]", async () => {
    const { id, email, token, passkey } = await personWithPasskey("Iva");
    expect((await send("POST", "/auth/passkeys/begin", token, current("Errada-Senha-9"))).status).toBe(400);
    expect((await remove(token, passkey.id, "Errada-Senha-9")).status).toBe(400);
    const second = await begin(token);
    expect(second.options.excludeCredentials).toHaveLength(1);
    const made = await create(token, second.ticket, createAuthenticator(PUBLIC_URL).create(second.options), "Chave");
    expect(made.body.recoveryCodes).toBeNull();
    expect((await remove(token, made.body.passkey.id)).status).toBe(200);
    expect((await login(email)).body.code).toBe("ERR_SECOND_FACTOR");
    expect((await remove(token, passkey.id)).status).toBe(200);
    expect((await login(email)).status).toBe(200);
    const audit = await stage.test.database.sql.ask<{ action: string }>(
      "SELECT action FROM audit_entry WHERE subject_user_id = $1 AND action ~ 'asskey|SecondFactor' ORDER BY id",
      [id],
    );
    expect(audit.map(({ action }) => action)).toEqual(["user.passkey", "user.passkey", "user.endPasskey", "user.endSecondFactor"]);
  });

  it("fulfil what the company demands, and the last one then stays; an administrator takes all of them away [D-663]", async () => {
    const { id, email, token, key, passkey } = await personWithPasskey("Téo");
    expect((await send("PUT", "/settings/secondFactorGrace", admin.token, { value: "0" })).status).toBe(200);
    expect((await send("PUT", "/settings/secondFactorFor", admin.token, { value: "everyone" })).status).toBe(200);
    try {
      expect((await send("GET", "/queue", token)).status).toBe(200);
      expect((await remove(token, passkey.id)).status).toBe(403);
      expect((await read(token)).passkeys).toHaveLength(1);
    } finally {
      await stage.test.database.sql.ask("UPDATE setting SET value = 'nobody' WHERE key = 'secondFactorFor'");
      await stage.auth.services.directory.refresh();
    }
    expect(await use(email, key)).toEqual([200, undefined]);
    expect((await send("DELETE", `/users/${id}/second_factor`, admin.token)).status).toBe(200);
    expect((await login(email)).status).toBe(200);
    expect(await stage.test.database.sql.ask("SELECT id FROM passkey WHERE user_id = $1", [id])).toEqual([]);
  });

  it("go with the account of somebody who leaves [D-663]", async () => {
    const { id } = await personWithPasskey("Rita");
    expect((await send("DELETE", `/users/${id}`, admin.token, {})).status).toBe(200);
    expect(await stage.test.database.sql.ask("SELECT id FROM passkey WHERE user_id = $1", [id])).toEqual([]);
  });

  it("are not offered under an address without https, nor where an account has none [D-663]", async () => {
    const plain = await openApiStage({ env: { PUBLIC_URL: "http://balcao.example" } });
    try {
      const { token } = await plain.signIn(ADMIN.email, ADMIN.password);
      const body = { currentPassword: plain.seal("currentPassword", ADMIN.password) };
      expect((await plain.call("POST", "/api/auth/passkeys/begin", { token, body })).status).toBe(404);
      expect(await (await plain.call("GET", "/api/auth/second_factor", { token })).json()).toMatchObject({ offersPasskeys: false });
    } finally {
      await plain.close();
    }
    expect((await send("POST", "/auth/second_step/passkey", undefined, {}, "sign-in=forged")).body.code).toBe("ERR_SIGN_IN_LOST");
  });
});
