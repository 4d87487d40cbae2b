import { ADMIN, createPerson, openApiStage, PASSWORD, type ApiStage, type SignedInClient } from "../apiStage.fixture.js";
import { arrive } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";

const GIVEN = "Entregue-Senha-1";
const NEXT = "Outra-Senha-2";

describe("an account that somebody else holds a session of", () => {
  let stage: ApiStage;
  let davi: SignedInClient;
  let ana: { readonly id: number; readonly email: string };
  let rui: { readonly id: number; readonly email: string };

  beforeAll(async () => {
    stage = await openApiStage();
    davi = await stage.signIn(ADMIN.email, ADMIN.password);
    ana = await createPerson(stage, davi.token, "Ana");
    rui = await createPerson(stage, davi.token, "Rui");
  }, 120_000);
  afterAll(() => stage.close());

  const put = (token: string, userId: number, body: object) => stage.call("PUT", `/api/users/${userId}`, { token, body });
  const current = (text: string) => ({ currentPassword: stage.seal("currentPassword", text) });
  const reset = (userId: number, body: object) => stage.call("POST", `/api/users/reset/${userId}`, { token: davi.token, body });
  const refused = async (answer: Response) => [answer.status, ((await answer.json()) as { details: unknown }).details];
  const at = (field: string, rule: string) => [400, [{ field, rule }]];
  const emailOf = async (id: number) =>
    (await stage.test.database.sql.ask<{ email: string }>("SELECT email FROM user_account WHERE id = $1", [id]))[0]?.email;

  it("keeps its e-mail without the present password, and its browsers are told of a change [D-274]", async () => {
    const agent = await arrive(stage, { name: "Ana", email: ana.email });
    const moved = { email: stage.seal("email", "ana.nova@balcao.test") };
    expect(await refused(await put(agent.token, ana.id, moved))).toEqual(at("currentPassword", "required"));
    expect(await refused(await put(agent.token, ana.id, { ...moved, ...current("errada") }))).toEqual(at("currentPassword", "wrong"));
    expect(await emailOf(ana.id)).toBe(ana.email);
    expect((await put(agent.token, ana.id, { email: stage.seal("email", ana.email), name: "Ana" })).status).toBe(200);
    expect((await put(agent.token, ana.id, { ...moved, ...current(PASSWORD) })).status).toBe(200);
    expect(await emailOf(ana.id)).toBe("ana.nova@balcao.test");
    await eventually(() => expect(agent.received).toContain('account {"action":"email","userAgent":""}'));
    expect((await put(davi.token, ana.id, { email: stage.seal("email", ana.email) })).status).toBe(200);
    agent.leaves();
  });

  it("tells its browsers of a sign-in from an unknown one, and of none from a known one, and lists them [D-274]", async () => {
    const agent = await arrive(stage, { name: "Rui", email: rui.email });
    const other = await stage.signIn(rui.email);
    const told = () => agent.received.filter((line) => line.startsWith("account "));
    await eventually(() => expect(told()).toEqual([expect.stringMatching(/^account \{"action":"signIn","userAgent":"\S+/)]));
    const body = { email: stage.seal("email", rui.email), password: stage.seal("password", PASSWORD) };
    expect((await stage.call("POST", "/api/auth/login", { body, headers: { Cookie: other.cookieHeader } })).status).toBe(200);
    expect(await agent.ask<unknown[]>("GET", `/users/${rui.id}/sessions`)).toHaveLength(3);
    await agent.ask("PUT", `/users/${rui.id}`, { name: "Rui Alves" });
    await eventually(() => expect(agent.received.some((line) => line.startsWith("user ") && line.includes("Rui Alves"))).toBe(true));
    expect(told()).toHaveLength(1);
    agent.leaves();
  });

  it("is not reset by its own administrator without the present password [D-274]", async () => {
    expect(await refused(await reset(1, {}))).toEqual(at("currentPassword", "required"));
    expect(await refused(await reset(1, current("errada")))).toEqual(at("currentPassword", "wrong"));
    expect((await stage.call("GET", "/api/queue", { token: davi.token })).status).toBe(200);
  });

  it("refuses its e-mail as the password, wherever one is set [D-274]", async () => {
    const long = { ...ana, email: "Ana.Souza-1@balcao.test" };
    const sealed = stage.seal("password", long.email);
    const created = await stage.call("POST", "/api/users", {
      token: davi.token,
      body: { name: "Ana Souza", email: stage.seal("email", long.email), password: sealed },
    });
    expect(await refused(created)).toEqual(at("password", "email"));
    await put(davi.token, ana.id, { email: stage.seal("email", long.email) });
    expect(await refused(await reset(ana.id, { password: sealed }))).toEqual(at("password", "email"));
    const { token } = await stage.signIn(long.email.toLowerCase());
    expect(await refused(await put(token, ana.id, { ...current(PASSWORD), password: sealed }))).toEqual(at("password", "email"));
    await put(davi.token, ana.id, { email: stage.seal("email", ana.email) });
  });

  it("has a temporary password that ends after 72 hours and cannot be kept; its other browsers are told why they end [D-114, D-274]", async () => {
    const before = await stage.signIn(ana.email);
    expect((await reset(ana.id, { password: stage.seal("password", GIVEN) })).status).toBe(200);
    const ended = await stage.call("GET", "/api/queue", { token: before.token });
    expect([ended.status, ((await ended.json()) as { code: string }).code]).toEqual([401, "ERR_PASSWORD_CHANGED"]);
    const refresh = await stage.call("POST", "/api/auth/refresh_token", { headers: { Cookie: before.cookieHeader } });
    expect([refresh.status, ((await refresh.json()) as { code: string }).code]).toEqual([401, "ERR_PASSWORD_CHANGED"]);

    const { token } = await stage.signIn(ana.email, GIVEN);
    const same = { ...current(GIVEN), password: stage.seal("password", GIVEN) };
    expect(await refused(await put(token, ana.id, same))).toEqual(at("password", "same"));
    expect((await stage.call("GET", "/api/queue", { token })).status).toBe(403);

    const hours = "SELECT round(extract(epoch FROM temporary_until - now()) / 3600)::int AS hours FROM user_account WHERE id = $1";
    expect(await stage.test.database.sql.ask(hours, [ana.id])).toEqual([{ hours: 72 }]);
    await stage.test.database.sql.ask("UPDATE user_account SET temporary_until = now() - interval '1 s' WHERE id = $1", [ana.id]);
    await expect(stage.signIn(ana.email, GIVEN)).rejects.toThrow(/400 .*ERR_TEMPORARY_PASSWORD_ENDED/);
    await expect(stage.signIn(ana.email, "Errada-Senha-9")).rejects.toThrow(/401 .*ERR_INVALID_CREDENTIALS/);

    expect((await put(token, ana.id, { ...current(GIVEN), password: stage.seal("password", NEXT) })).status).toBe(200);
    expect(await stage.test.database.sql.ask(hours, [ana.id])).toEqual([{ hours: null }]);
    await stage.signIn(ana.email, NEXT);
  });

  it("loses its sessions for good when it is deactivated, and says that it is [D-274]", async () => {
    const { token, cookieHeader } = await stage.signIn(rui.email);
    const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];
    const asks = async () => codeOf(await stage.call("GET", "/api/queue", { token }));
    const refreshes = async () => codeOf(await stage.call("POST", "/api/auth/refresh_token", { headers: { Cookie: cookieHeader } }));
    expect((await put(davi.token, rui.id, { active: false })).status).toBe(200);
    expect([await asks(), await refreshes()]).toEqual([
      [401, "ERR_USER_NO_ACTIVE"],
      [401, "ERR_USER_NO_ACTIVE"],
    ]);
    expect((await put(davi.token, rui.id, { active: true })).status).toBe(200);
    expect([await asks(), await refreshes()]).toEqual([
      [401, "ERR_SESSION_EXPIRED"],
      [401, "ERR_SESSION_EXPIRED"],
    ]);
    await stage.signIn(rui.email);
  });
});
