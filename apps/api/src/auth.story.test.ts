import { createHash, createHmac } from "node:crypto";
import { openField } from "@balcao/domain/envelope";
import { signMediaPath } from "@balcao/platform/files";
import { loadSecrets } from "@balcao/platform/secrets";
import { ADMIN, createPerson, NO_SECRETS, openApiStage, PASSWORD, type ApiStage } from "./apiStage.fixture.js";

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString("base64url");

/** A token that is not signed by the api: with another key, or unsigned. */
function forge(claims: unknown, key: string | null): string {
  const signed = `${encode({ alg: key === null ? "none" : "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${key === null ? "" : createHmac("sha256", key).update(signed).digest("base64url")}`;
}

function claimsOf(token: string): Record<string, unknown> & { readonly sid: string } {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown> & { sid: string };
}

describe("sessions over HTTP", () => {
  let stage: ApiStage;
  let admin: string;

  beforeAll(async () => {
    stage = await openApiStage();
    admin = (await stage.signIn(ADMIN.email, ADMIN.password)).token;
    await createPerson(stage, admin, "Ana");
    await createPerson(stage, admin, "Teo", { active: false });
    await createPerson(stage, admin, "Rui", { weekdays: false, saturday: false, sunday: false, holidays: false });
  }, 120_000);
  afterAll(() => stage.close());
  beforeEach(() => stage.test.database.sql.ask("DELETE FROM login_failure"));

  const login = (email: string, password: string) =>
    stage.call("POST", "/api/auth/login", { body: { email: stage.seal("email", email), password: stage.seal("password", password) } });
  const refresh = (cookie: string, headers: Record<string, string> = {}) =>
    stage.call("POST", "/api/auth/refresh_token", { headers: { Cookie: cookie, ...headers } });
  const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;
  const refreshCookie = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith("refresh="))
      ?.split(";")[0] ?? "";

  it("signs in with sealed e-mail and password and answers token and user with the e-mail sealed [AUTH-010, AUTH-011, API-001]", async () => {
    const { token, user } = await stage.signIn("ANA@balcao.test");
    expect(typeof token).toBe("string");
    expect(user).toMatchObject({ name: "Ana", profile: "user", mustChangePassword: false });
    expect(openField(stage.auth.secrets.transportSecret, "email", String(user["email"]))).toBe("ana@balcao.test");
    expect(JSON.stringify(user)).not.toContain('password"');
  });

  it("refuses every wrong way of signing in with the same answer [ERR-012]", async () => {
    const swapped = { email: stage.seal("password", "ana@balcao.test"), password: stage.seal("email", PASSWORD) };
    const answers = await Promise.all([
      login("ana@balcao.test", "wrong"),
      login("nobody@balcao.test", PASSWORD),
      stage.call("POST", "/api/auth/login", { body: { email: "ana@balcao.test", password: PASSWORD } }),
      stage.call("POST", "/api/auth/login", { body: swapped }),
    ]);
    const bodies = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
    for (const each of bodies)
      expect(each).toEqual([
        401,
        '{"error":"ERR_INVALID_CREDENTIALS","message":"ERR_INVALID_CREDENTIALS","code":"ERR_INVALID_CREDENTIALS"}',
      ]);
  });

  it.each(["ana@balcao.test", "nobody@balcao.test"])(
    "compares a hash for a wrong sign-in of %s, so that the time of the answer does not show who has an account [S-04]",
    async (email) => {
      const [{ hash } = { hash: "" }] = await stage.test.database.sql.ask<{ hash: string }>(
        "SELECT password_hash AS hash FROM user_account LIMIT 1",
      );
      // Comparisons begin in order, at most eight at once: one that begins after four hundred others ends after most of them.
      let done = 0;
      const others = Array.from({ length: 400 }, () => stage.auth.hasher.verify("x", hash).then(() => (done += 1)));
      await login(email, "wrong");
      expect(done).toBeGreaterThan(400 - 8);
      await Promise.all(others);
      await stage.test.database.sql.ask("DELETE FROM login_failure");
    },
  );

  it("shows that an account is inactive or out of hours only after the right password [ERR-013, ERR-014, AUTH-020, S-05]", async () => {
    expect(await codeOf(await login("teo@balcao.test", "wrong"))).toBe("ERR_INVALID_CREDENTIALS");
    const inactive = await login("teo@balcao.test", PASSWORD);
    expect([inactive.status, await codeOf(inactive)]).toEqual([400, "ERR_USER_NO_ACTIVE"]);
    expect(await codeOf(await login("rui@balcao.test", "wrong"))).toBe("ERR_INVALID_CREDENTIALS");
    const outside = await login("rui@balcao.test", PASSWORD);
    expect([outside.status, await codeOf(outside)]).toEqual([400, "ERR_INVALID_WORKING_TIME"]);
  });

  it("refuses the eleventh wrong try with 429 and Retry-After, also when the tries are simultaneous", async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => login("ana@balcao.test", "wrong")));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);
    const late = await login("ana@balcao.test", PASSWORD);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("Retry-After"))).toBeGreaterThan(60);
    expect((await login(ADMIN.email, ADMIN.password)).status).toBe(200);
  });

  it("signs in sixty people behind one address at the same time, and answers fifty wrong tries of an hour [S-06, API-001]", async () => {
    await stage.test.database.sql.ask(
      `INSERT INTO user_account (name, email, password_hash, weekdays, saturday, sunday, holidays, start_time, end_time)
       SELECT 'Pessoa ' || g, 'pessoa' || g || '@balcao.test', password_hash, true, true, true, true, '00:00', '23:59'
       FROM user_account, generate_series(1, 60) g WHERE email = 'ana@balcao.test'`,
    );
    const emails = Array.from({ length: 60 }, (_, index) => `pessoa${index + 1}@balcao.test`);
    const together = async (password: string): Promise<number[]> =>
      (await Promise.all(emails.map((email) => login(email, password)))).map(({ status }) => status).sort();
    expect(await together(PASSWORD)).toEqual(Array<number>(60).fill(200));
    expect(await together("wrong")).toEqual([...Array<number>(50).fill(401), ...Array<number>(10).fill(429)]);
    expect((await login("pessoa1@balcao.test", PASSWORD)).status).toBe(429);
  });

  it("accepts a known device with the right password however often others at its address fail [S-06]", async () => {
    const { cookieHeader } = await stage.signIn("ana@balcao.test");
    const device = cookieHeader.split("; ").filter((cookie) => cookie.startsWith("device="));
    const from = (email: string, password: string, cookie: readonly string[] = []) =>
      stage.call("POST", "/api/auth/login", {
        headers: { Cookie: cookie.join("; ") },
        body: { email: stage.seal("email", email), password: stage.seal("password", password) },
      });
    for (let index = 0; index < 12; index += 1) await from("ana@balcao.test", "wrong");
    for (let index = 0; index < 45; index += 1) await from(`nobody${index}@balcao.test`, "wrong");
    const stranger = await from("ana@balcao.test", PASSWORD);
    expect([stranger.status, await codeOf(stranger)]).toEqual([429, "ERR_TOO_MANY_REQUESTS"]);
    expect((await from("ana@balcao.test", PASSWORD, device)).status).toBe(200);
    // The device is known for her account only, and a changed cookie is not accepted.
    expect((await from(ADMIN.email, ADMIN.password, device)).status).toBe(429);
    expect((await from("ana@balcao.test", PASSWORD, ["device=AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA"])).status).toBe(429);
    const own = [];
    for (let index = 0; index < 12; index += 1) own.push((await from("ana@balcao.test", "wrong", device)).status);
    expect(own).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });

  it("lets the owner in with the right password, some seconds later, while strangers fail at the account [S-06, C-8]", async () => {
    const bucket = `account ${createHash("sha256").update("ana@balcao.test").digest("base64url").slice(0, 24)}`;
    await stage.test.database.sql.ask(
      "INSERT INTO login_failure (bucket, at) SELECT $1, now() - g * interval '1 second' FROM generate_series(1, 100) g",
      [bucket],
    );
    const begin = performance.now();
    expect((await login("ana@balcao.test", PASSWORD)).status).toBe(200);
    expect(performance.now() - begin).toBeGreaterThan(1_900);
  });

  it("ignores a forwarded address while no proxy is configured [S-06]", async () => {
    const tries = Array.from({ length: 12 }, (_, index) =>
      stage.call("POST", "/api/auth/login", {
        headers: { "X-Forwarded-For": `10.0.0.${index}` },
        body: { email: stage.seal("email", "ana@balcao.test"), password: stage.seal("password", "wrong") },
      }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  it("sets HttpOnly cookies, all but one of them for the session calls only [AUTH-013, S-10]", async () => {
    const { cookies } = await stage.signIn("ana@balcao.test");
    expect(cookies).toHaveLength(3);
    expect(cookies.find((cookie) => cookie.startsWith("device="))).toMatch(/; Path=\/api\/auth; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    expect(cookies.find((cookie) => cookie.startsWith("refresh="))).toMatch(/; Path=\/api\/auth; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    expect(cookies.find((cookie) => cookie.startsWith("dl="))).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  });

  it("answers 401 without a bearer and 403 to any token that is not a valid access token [AUTH-014, AUTH-015, ERR-018]", async () => {
    const { token } = await stage.signIn("ana@balcao.test");
    const claims = claimsOf(token);
    const { token: socketToken } = (await (await stage.call("POST", "/api/auth/socket", { token, body: {} })).json()) as { token: string };
    const { accessTokenKey, transportSecret } = stage.auth.secrets;
    const none = await stage.call("GET", "/api/queue");
    expect([none.status, await codeOf(none)]).toEqual([401, "ERR_SESSION_EXPIRED"]);
    const wrong = [
      "garbage",
      socketToken,
      forge(claims, null),
      forge(claims, transportSecret),
      forge({ ...claims, aud: "dl" }, accessTokenKey),
      forge({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 }, accessTokenKey),
    ];
    for (const each of wrong) {
      const answer = await stage.call("GET", "/api/queue", { token: each });
      expect([answer.status, await codeOf(answer)]).toEqual([403, "ERR_INVALID_TOKEN"]);
    }
    expect((await stage.call("GET", "/api/queue", { token })).status).toBe(200);
  });

  it("refuses a rightly signed token without a session as invalid [S-08, S-32]", async () => {
    const { token } = await stage.signIn("ana@balcao.test");
    const claims = claimsOf(token);
    const { accessTokenKey } = stage.auth.secrets;
    for (const more of [
      { sid: "" },
      { sid: "x" },
      { sid: "' OR 1=1" },
      { sid: `${claims.sid}0` },
      { sub: "1e30" },
      { ver: 1e30 },
      { ver: 0.5 },
    ]) {
      const bad = forge({ ...claims, ...more }, accessTokenKey);
      const answer = await stage.call("GET", "/api/queue", { token: bad });
      expect([more, answer.status, await codeOf(answer)]).toEqual([more, 403, "ERR_INVALID_TOKEN"]);
      const file = await stage.call("GET", `/api/public/media/${crypto.randomUUID()}`, {
        headers: { Cookie: `dl=${forge({ ...claims, ...more, aud: "dl" }, accessTokenKey)}` },
      });
      expect([more, file.status]).toEqual([more, 403]);
    }
    const { mediaKey } = await loadSecrets(stage.dataDir, NO_SECRETS);
    const address = signMediaPath(mediaKey, { id: crypto.randomUUID(), sessionId: "no-session", now: new Date() });
    expect((await stage.call("GET", `/api${address}`)).status).toBe(403);
  });

  it("gives a socket token for the own account only [AUTH-016, API-002, S-22]", async () => {
    const { token, user } = await stage.signIn("ana@balcao.test");
    expect((await stage.call("POST", "/api/auth/socket", { token, body: { user: user["id"] } })).status).toBe(200);
    expect((await stage.call("POST", "/api/auth/socket", { token, body: { user: { id: user["id"] } } })).status).toBe(200);
    const other = await stage.call("POST", "/api/auth/socket", { token, body: { user: 1 } });
    expect([other.status, await codeOf(other)]).toEqual([403, "ERR_NO_PERMISSION"]);
  });

  it("answers ten parallel refreshes with one successor, which works for all of them [API-003]", async () => {
    const { cookieHeader } = await stage.signIn("ana@balcao.test");
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(cookieHeader)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    expect(new Set(answers.map(refreshCookie)).size).toBe(1);
    const [first] = answers;
    const { token } = (await first?.json()) as { token: string };
    expect((await stage.call("GET", "/api/queue", { token })).status).toBe(200);
    expect((await refresh(refreshCookie(answers[9] ?? new Response()))).status).toBe(200);
  });

  it("ends the whole session when a token is used again long after its successor was used [API-003, ERR-018]", async () => {
    const { cookieHeader, token } = await stage.signIn("ana@balcao.test");
    const second = await refresh(cookieHeader);
    const next = (await second.json()) as { token: string };
    await stage.call("GET", "/api/queue", { token: next.token });
    expect((await refresh(cookieHeader)).status).toBe(200);
    const { sid } = claimsOf(token);
    await stage.test.database.sql.ask(
      "UPDATE auth_session SET successor_used_at = successor_used_at - interval '11 seconds', rotated_at = rotated_at - interval '11 seconds' WHERE id = $1",
      [sid],
    );
    const replay = await refresh(cookieHeader);
    expect([replay.status, await codeOf(replay)]).toEqual([401, "ERR_SESSION_EXPIRED"]);
    expect((await refresh(refreshCookie(second))).status).toBe(401);
    expect((await stage.call("GET", "/api/queue", { token: next.token })).status).toBe(401);
    const audit = await stage.test.database.sql.ask("SELECT 1 FROM audit_entry WHERE action = 'session.refreshReused'");
    expect(audit).toHaveLength(1);
  });

  it("ends the session for a token that is several generations old, and does nothing for a guessed one", async () => {
    const { cookieHeader, token } = await stage.signIn("ana@balcao.test");
    const { sid } = claimsOf(token);
    let cookie = cookieHeader;
    for (let round = 0; round < 3; round += 1) cookie = refreshCookie(await refresh(cookie));
    expect((await refresh(`refresh=${sid}.1.${"A".repeat(43)}`)).status).toBe(401);
    expect((await refresh(cookie)).status).toBe(200);
    await stage.test.database.sql.ask("UPDATE auth_session SET rotated_at = rotated_at - interval '11 seconds' WHERE id = $1", [sid]);
    expect((await refresh(cookieHeader)).status).toBe(401);
    expect((await refresh(cookie)).status).toBe(401);
  });

  it("refuses forged cookies of any age at once and without a limit on the session [S-09, API-003]", async () => {
    const { cookieHeader, token } = await stage.signIn("ana@balcao.test");
    const { sid } = claimsOf(token);
    await stage.test.database.sql.ask("UPDATE auth_session SET counter = 900000 WHERE id = $1", [sid]);
    const startedAt = performance.now();
    for (const counter of [0, 1, 450_000, 899_990, 899_999, 900_000, 999_999]) {
      const answer = await refresh(`refresh=${sid}.${counter}.${"A".repeat(43)}`);
      expect([counter, answer.status, await codeOf(answer)]).toEqual([counter, 401, "ERR_SESSION_EXPIRED"]);
    }
    // Deriving a key per generation would take over a minute; these requests take milliseconds.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await stage.test.database.sql.ask("UPDATE auth_session SET counter = 0 WHERE id = $1", [sid]);
    expect((await refresh(cookieHeader)).status).toBe(200);
  });

  it("limits the refreshes of a session; limits invalid cookies by address, without an effect on a session [S-09]", async () => {
    const other = await stage.signIn("ana@balcao.test");
    const { cookieHeader } = await stage.signIn("ana@balcao.test");
    const mine: number[] = [];
    for (let round = 0; round < 32; round += 1) mine.push((await refresh(cookieHeader)).status);
    expect(mine).toEqual([...Array<number>(30).fill(200), 429, 429]);
    const forged = new Set<number>();
    for (let round = 0; round < 300 && !forged.has(429); round += 1)
      forged.add((await refresh(`refresh=${crypto.randomUUID()}.3.${"A".repeat(43)}`)).status);
    expect([...forged]).toEqual([401, 429]);
    expect((await refresh(other.cookieHeader)).status).toBe(200);
  });

  it("refuses a refresh and a logout that another site requests, before any effect [S-11]", async () => {
    const { cookieHeader, token } = await stage.signIn("ana@balcao.test");
    for (const headers of [{ Origin: "https://evil.example" }, { Origin: "null" }, { "Sec-Fetch-Site": "cross-site" }] as Record<
      string,
      string
    >[]) {
      const answer = await refresh(cookieHeader, headers);
      expect([answer.status, await codeOf(answer)]).toEqual([403, "ERR_ORIGIN"]);
      expect((await stage.call("DELETE", "/api/auth/logout", { token, headers })).status).toBe(403);
    }
    expect((await refresh(cookieHeader, { Origin: stage.origin })).status).toBe(200);
  });

  it("ends only this session at logout, and deletes its cookies [API-004]", async () => {
    const here = await stage.signIn("ana@balcao.test");
    const there = await stage.signIn("ana@balcao.test");
    const answer = await stage.call("DELETE", "/api/auth/logout", { token: here.token });
    expect(answer.status).toBe(200);
    const nameOf = (cookie: string): string => cookie.slice(0, cookie.indexOf("="));
    const ended = answer.headers.getSetCookie().filter((cookie) => cookie.includes("Expires=Thu, 01 Jan 1970"));
    // The device cookie stays; it gives no right.
    const ofSession = here.cookies.map(nameOf).filter((name) => !name.endsWith("device"));
    expect(ofSession).toHaveLength(2);
    expect(ended.map(nameOf).sort()).toEqual(ofSession.sort());
    expect((await stage.call("GET", "/api/queue", { token: here.token })).status).toBe(401);
    expect((await refresh(here.cookieHeader)).status).toBe(401);
    expect((await stage.call("GET", "/api/queue", { token: there.token })).status).toBe(200);
  });

  it("refuses people who become inactive or whose hours end: 401 with the reason [ERR-013, ERR-014]", async () => {
    const { token, cookieHeader, user } = await stage.signIn("ana@balcao.test");
    const change = async (sql: string): Promise<void> => {
      await stage.test.database.sql.ask(`UPDATE user_account SET ${sql} WHERE id = $1`, [user["id"]]);
      await stage.auth.services.directory.refresh();
    };
    await change("active = false");
    for (const answer of [await stage.call("GET", "/api/queue", { token }), await refresh(cookieHeader)])
      expect([answer.status, await codeOf(answer)]).toEqual([401, "ERR_USER_NO_ACTIVE"]);
    await change("active = true, weekdays = false, saturday = false, sunday = false");
    for (const answer of [await stage.call("GET", "/api/queue", { token }), await refresh(cookieHeader)])
      expect([answer.status, await codeOf(answer)]).toEqual([401, "ERR_INVALID_WORKING_TIME"]);
    await change("weekdays = true, saturday = true, sunday = true");
    expect((await stage.call("GET", "/api/queue", { token })).status).toBe(200);
    await change("must_change_password = true");
    const gated = await stage.call("GET", "/api/queue", { token });
    expect([gated.status, await codeOf(gated)]).toEqual([403, "ERR_PASSWORD_CHANGE_REQUIRED"]);
    expect((await stage.call("DELETE", "/api/auth/logout", { token })).status).toBe(200);
    await change("must_change_password = false");
  });

  it("writes sign-ins, failures and logouts into the audit", async () => {
    const actions = await stage.test.database.sql.ask<{ action: string }>(
      "SELECT DISTINCT action FROM audit_entry WHERE source = 'server'",
    );
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["session.login", "session.loginFailed", "session.logout", "user.create"]),
    );
  });
});
