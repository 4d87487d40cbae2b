import { systemClock } from "@balcao/platform/clock";
import { appCode } from "@balcao/testing/appCode";
import { ADMIN, createPerson, openApiStage, PASSWORD, type ApiStage, type SignedInClient } from "./apiStage.fixture.js";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe("a second factor", () => {
  let stage: ApiStage;
  let admin: SignedInClient;
  let now = new Date();
  const pass = (ms: number): void => void (now = new Date(now.getTime() + ms));

  beforeAll(async () => {
    stage = await openApiStage({ clock: { ...systemClock, now: () => now } });
    admin = await stage.signIn(ADMIN.email, ADMIN.password);
  }, 120_000);
  afterAll(() => stage.close());

  const current = (password = PASSWORD) => ({ currentPassword: stage.seal("currentPassword", password) });
  const login = async (email: string, code?: string): Promise<readonly [number, string | undefined]> => {
    const body = { email: stage.seal("email", email), password: stage.seal("password", PASSWORD), code };
    const answer = await stage.call("POST", "/api/auth/login", { body });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  const send = async <T>(
    method: string,
    at: string,
    token: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: T }> => {
    const answer = await stage.call(method, `/api${at}`, { token, body });
    return { status: answer.status, body: (await answer.json()) as T };
  };
  const begin = async (token: string): Promise<string> =>
    (await send<{ secret: string }>("POST", "/auth/second_factor", token, current())).body.secret;
  const confirm = (token: string, code: string) =>
    send<{ recoveryCodes: string[]; details?: unknown }>("POST", "/auth/second_factor/confirm", token, { code });

  /** Somebody with a second factor. */
  async function personWithApp(name: string) {
    const { id, email } = await createPerson(stage, admin.token, name);
    const { token } = await stage.signIn(email);
    const secret = await begin(token);
    const { recoveryCodes } = (await confirm(token, appCode(secret, now))).body;
    pass(MINUTE);
    return { id, email, token, secret, recoveryCodes };
  }

  it("counts from its first code on: a sign-in then asks for one, and takes each once [D-520]", async () => {
    const { email } = await createPerson(stage, admin.token, "Ana");
    const { token } = await stage.signIn(email);
    const secret = await begin(token);
    expect(await login(email)).toEqual([200, undefined]);
    expect(await confirm(token, "000000")).toMatchObject({ status: 400, body: { details: [{ field: "code", rule: "wrong" }] } });
    const confirmed = await confirm(token, appCode(secret, now));
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    expect(await login(email)).toEqual([401, "ERR_SECOND_FACTOR"]);
    // The code that confirmed it is used.
    expect(await login(email, appCode(secret, now))).toEqual([401, "ERR_SECOND_FACTOR_CODE"]);
    pass(MINUTE);
    const code = appCode(secret, now);
    const both = await Promise.all([login(email, code), login(email, `${code.slice(0, 3)} ${code.slice(3)}`)]);
    expect(both.map(([status]) => status).sort()).toEqual([200, 401]);
    expect((await send("GET", "/auth/second_factor", token)).body).toEqual({
      since: expect.any(String),
      app: true,
      recoveryCodes: 10,
      demanded: false,
      offersPasskeys: expect.any(Boolean),
      passkeys: [],
    });
  });

  it("forgives half a minute of a wrong clock, not more, and never the code of a step before one that was used [D-520]", async () => {
    const { email, secret } = await personWithApp("Rui");
    expect(await login(email, appCode(secret, new Date(now.getTime() - MINUTE)))).toEqual([401, "ERR_SECOND_FACTOR_CODE"]);
    expect(await login(email, appCode(secret, new Date(now.getTime() + 30_000)))).toEqual([200, undefined]);
    expect(await login(email, appCode(secret, now))).toEqual([401, "ERR_SECOND_FACTOR_CODE"]);
  });

  it("takes a recovery code once, also from two at the same time, and other codes end those before [D-520]", async () => {
    const { email, token, recoveryCodes } = await personWithApp("Bia");
    const [first = "", second = ""] = recoveryCodes;
    const both = await Promise.all([login(email, first), login(email, first.toUpperCase().replaceAll("-", " "))]);
    expect(both.map(([status]) => status).sort()).toEqual([200, 401]);
    expect((await send("GET", "/auth/second_factor", token)).body).toMatchObject({ recoveryCodes: 9 });
    const renewed = await send<{ recoveryCodes: string[] }>("POST", "/auth/second_factor/recovery_codes", token, current());
    expect(await login(email, second)).toEqual([401, "ERR_SECOND_FACTOR_CODE"]);
    expect(await login(email, renewed.body.recoveryCodes[0])).toEqual([200, undefined]);
  });

  it("cannot be guessed: ten wrong codes, then 429 for the right one too; the password alone forgives none of them [D-520]", async () => {
    const { email, secret } = await personWithApp("Caio");
    for (let n = 0; n < 10; n += 1) {
      expect(await login(email, "000000")).toEqual([401, "ERR_SECOND_FACTOR_CODE"]);
      expect(await login(email)).toEqual([401, "ERR_SECOND_FACTOR"]);
    }
    expect((await login(email, appCode(secret, now)))[0]).toBe(429);
  });

  it("asks for the password before anything changes, and never tells a code or secret again [D-520]", async () => {
    const { id, token, secret, recoveryCodes } = await personWithApp("Lia");
    for (const [method, at] of [
      ["POST", "/auth/second_factor"],
      ["POST", "/auth/second_factor/recovery_codes"],
      ["DELETE", "/auth/second_factor"],
    ] as const)
      expect((await send(method, at, token, current("Errada-Senha-9"))).status).toBe(400);
    const stored = JSON.stringify(await stage.test.database.sql.ask("SELECT * FROM second_factor WHERE user_id = $1", [id]));
    for (const word of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll("-", ""))])
      expect(stored).not.toContain(word);
    expect((await send("DELETE", "/auth/second_factor", token, current())).status).toBe(200);
    expect((await send("DELETE", "/auth/second_factor", token, current())).status).toBe(404);
    expect(
      await stage.test.database.sql.ask(
        "SELECT action FROM audit_entry WHERE subject_user_id = $1 AND action LIKE 'user.%econdFactor' ORDER BY id",
        [id],
      ),
    ).toEqual([{ action: "user.secondFactor" }, { action: "user.endSecondFactor" }]);
  });

  it("moves to another phone: the app before counts until the new one's first code [D-520]", async () => {
    const { email, token, secret } = await personWithApp("Nina");
    const next = await begin(token);
    expect(await login(email, appCode(secret, now))).toEqual([200, undefined]);
    pass(MINUTE);
    expect((await confirm(token, appCode(next, now))).status).toBe(200);
    pass(MINUTE);
    expect(await login(email, appCode(secret, now))).toEqual([401, "ERR_SECOND_FACTOR_CODE"]);
    expect(await login(email, appCode(next, now))).toEqual([200, undefined]);
  });

  it("is taken away by an administrator, whose act ends the sessions; never one's own, nor by others [D-520]", async () => {
    const { id, email, token } = await personWithApp("Téo");
    const other = await createPerson(stage, admin.token, "Iva");
    const { token: hers } = await stage.signIn(other.email);
    expect((await send("DELETE", `/users/${id}/second_factor`, hers)).status).toBe(403);
    expect((await send<{ secondFactor: boolean }>("GET", `/users/${id}`, admin.token)).body.secondFactor).toBe(true);
    expect((await send("DELETE", `/users/${id}/second_factor`, admin.token)).status).toBe(200);
    expect((await send("GET", "/auth/second_factor", token)).status).toBe(401);
    expect(await login(email)).toEqual([200, undefined]);
    expect((await send("DELETE", `/users/${id}/second_factor`, admin.token)).status).toBe(404);
    expect((await send("DELETE", "/users/1/second_factor", admin.token)).status).toBe(403);
  });

  it("is no way in for who has asked for it with a password that was changed since, whatever became of the factor [D-697]", async () => {
    const half = async (email: string): Promise<string> => {
      const body = { email: stage.seal("email", email), password: stage.seal("password", PASSWORD) };
      const answer = await stage.call("POST", "/api/auth/login", { body });
      return (
        answer.headers
          .getSetCookie()
          .find((cookie) => cookie.startsWith("sign-in="))
          ?.split(";")[0] ?? ""
      );
    };
    const finish = async (cookie: string, code: string) => {
      const answer = await stage.call("POST", "/api/auth/second_step", { body: { code }, headers: { Cookie: cookie } });
      return [answer.status, ((await answer.json()) as { code?: string }).code];
    };
    const reset = (id: number) => stage.call("POST", `/api/users/reset/${id}`, { token: admin.token, body: {} });
    const lost = [401, "ERR_SIGN_IN_LOST"];
    const eva = await personWithApp("Eva");
    const [first, second] = [await half(eva.email), await half(eva.email)];
    expect((await reset(eva.id)).status).toBe(200);
    expect(await finish(first, appCode(eva.secret, now))).toEqual(lost);
    expect((await send("DELETE", `/users/${eva.id}/second_factor`, admin.token)).status).toBe(200);
    expect(await finish(second, "000000")).toEqual(lost);
    const iris = await personWithApp("Iris");
    expect((await finish(await half(iris.email), appCode(iris.secret, now)))[0]).toBe(200);
  });

  it("is not turned on by guessing the first code of an app: ten wrong ones, then 429 for the right one [D-520]", async () => {
    const { email } = await createPerson(stage, admin.token, "Otto");
    const { token } = await stage.signIn(email);
    const secret = await begin(token);
    const right = appCode(secret, now);
    const wrong = right === "000000" ? "111111" : "000000";
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) statuses.push((await confirm(token, wrong)).status);
    expect(new Set(statuses)).toEqual(new Set([400]));
    expect((await confirm(token, right)).status).toBe(429);
  });

  it("is demanded by the company after some days: nothing else goes on before it is set up, and it cannot be taken away [D-521]", async () => {
    const { token } = await stage.signIn(ADMIN.email, ADMIN.password);
    const { email } = await createPerson(stage, token, "Gil");
    const put = (key: string, value: string) => send("PUT", `/settings/${key}`, token, { value });
    expect((await put("secondFactorGrace", "3")).status).toBe(200);
    expect((await put("secondFactorFor", "everyone")).status).toBe(200);
    try {
      const renewed = await stage.signIn(email);
      const due = Date.parse(String(renewed.user["secondFactorDue"]));
      expect([Math.round((due - now.getTime()) / DAY), (await send("GET", "/queue", renewed.token)).status]).toEqual([3, 200]);
      pass(3 * DAY + MINUTE);
      const late = await stage.signIn(email);
      expect(await send("GET", "/queue", late.token)).toMatchObject({ status: 403, body: { code: "ERR_SECOND_FACTOR_DUE" } });
      expect((await confirm(late.token, appCode(await begin(late.token), now))).status).toBe(200);
      expect((await send("GET", "/queue", late.token)).status).toBe(200);
      expect((await send("DELETE", "/auth/second_factor", late.token, current())).status).toBe(403);
    } finally {
      await stage.test.database.sql.ask("UPDATE setting SET value = 'nobody' WHERE key = 'secondFactorFor'");
      await stage.auth.services.directory.refresh();
    }
  });
});
