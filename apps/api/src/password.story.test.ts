import { ADMIN, createPerson, openApiStage, PASSWORD, type ApiStage, type SignedInClient } from "./apiStage.fixture.js";
import { eventually } from "./stories/eventually.fixture.js";

const NEXT = "Outra-Senha-2";

describe("the change of one's own password", () => {
  let stage: ApiStage;
  let admin: SignedInClient;
  let ana: { readonly id: number; readonly email: string };
  let rui: { readonly id: number; readonly email: string };

  beforeAll(async () => {
    stage = await openApiStage();
    admin = await stage.signIn(ADMIN.email, ADMIN.password);
    ana = await createPerson(stage, admin.token, "Ana");
    rui = await createPerson(stage, admin.token, "Rui");
  }, 120_000);
  afterAll(() => stage.close());

  const change = (token: string, userId: number, current: string, password: string, more: object = {}) =>
    stage.call("PUT", `/api/users/${userId}`, {
      token,
      body: { currentPassword: stage.seal("currentPassword", current), password: stage.seal("password", password), ...more },
    });
  const refresh = (cookies: string) => stage.call("POST", "/api/auth/refresh_token", { headers: { Cookie: cookies } });
  const cookiesOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; ");

  it("ends the other sessions of the person; this one goes on with a new cookie, whose forerunner is worth nothing [USER-011, AUTH-012, LOG-007, D-115, D-116, S-12, S-14]", async () => {
    const here = await stage.signIn(ana.email);
    const there = await stage.signIn(ana.email);
    const log = { descricao: "Alterou a própria senha", origem: "Usuários" };
    const answer = await change(here.token, ana.id, PASSWORD, NEXT, { queueIds: [], log });
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ id: ana.id, name: "Ana" })]);
    expect((await stage.call("GET", "/api/queue", { token: there.token })).status).toBe(401);
    expect((await refresh(there.cookieHeader)).status).toBe(401);
    expect((await stage.call("GET", "/api/queue", { token: here.token })).status).toBe(200);
    expect((await refresh(here.cookieHeader)).status).toBe(401);
    const renewed = await refresh(cookiesOf(answer));
    expect(renewed.status).toBe(200);
    const { token } = (await renewed.json()) as { token: string };
    expect((await stage.call("GET", "/api/queue", { token })).status).toBe(200);
    await expect(stage.signIn(ana.email)).rejects.toThrow("401");
    await stage.signIn(ana.email, NEXT);
    expect(
      await stage.test.database.sql.ask(
        "SELECT source, action, description FROM audit_entry WHERE action IN ('user.changePassword', 'remark') AND user_id = $1 ORDER BY id",
        [ana.id],
      ),
    ).toEqual([
      { source: "server", action: "user.changePassword", description: "" },
      { source: "client", action: "remark", description: "Alterou a própria senha" },
    ]);
  });

  it("is 400 at its field for a wrong present password, for a weak or common new one and for values that are not sealed [USER-015, USER-025, S-07]", async () => {
    const { token } = await stage.signIn(rui.email);
    const refused = async (answer: Response) => [answer.status, (await answer.json()) as { message: string; details: unknown }] as const;
    expect(await refused(await change(token, rui.id, "errada", NEXT))).toEqual([
      400,
      expect.objectContaining({ message: "Senha atual incorreta!", details: [{ field: "currentPassword", rule: "wrong" }] }),
    ]);
    expect(await refused(await change(token, rui.id, PASSWORD, "abcdef1!"))).toEqual([
      400,
      expect.objectContaining({
        message: "A senha deve ter pelo menos uma letra maiúscula.",
        details: [{ field: "password", rule: "upper" }],
      }),
    ]);
    expect(await refused(await change(token, rui.id, PASSWORD, "Password1!"))).toEqual([
      400,
      expect.objectContaining({ details: [{ field: "password", rule: "common" }] }),
    ]);
    const plain = await stage.call("PUT", `/api/users/${rui.id}`, { token, body: { currentPassword: PASSWORD, password: NEXT } });
    expect(await refused(plain)).toEqual([400, expect.objectContaining({ details: [{ field: "currentPassword", rule: "sealed" }] })]);
    const bare = await stage.call("PUT", `/api/users/${rui.id}`, { token, body: { password: stage.seal("password", NEXT) } });
    expect(await refused(bare)).toEqual([400, expect.objectContaining({ details: [{ field: "currentPassword", rule: "required" }] })]);
    await stage.signIn(rui.email);
  });

  it("is nobody else's, an administrator's neither [D-116]", async () => {
    const { token } = await stage.signIn(rui.email);
    for (const by of [token, admin.token]) expect((await change(by, ana.id, NEXT, "Terceira-Senha-3")).status).toBe(403);
    await stage.signIn(ana.email, NEXT);
  });

  it("lets in whoever must change the password first [C-5]", async () => {
    const { token } = await stage.signIn(rui.email);
    await stage.test.database.sql.ask("UPDATE user_account SET must_change_password = true WHERE id = $1", [rui.id]);
    await stage.auth.services.directory.refresh();
    expect((await stage.call("GET", "/api/queue", { token })).status).toBe(403);
    expect((await change(token, rui.id, PASSWORD, NEXT)).status).toBe(200);
    expect((await stage.call("GET", "/api/queue", { token })).status).toBe(200);
  });

  it("lets no sign-in through whose password was compared before the change and whose session would come after it [D-697]", async () => {
    const otto = await createPerson(stage, admin.token, "Otto");
    const { sql } = stage.test.database;
    const waiting = async () => {
      const [row] = await sql.ask<{ n: number }>(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return row?.n;
    };
    const { late } = await stage.test.database.transaction(async (tx) => {
      await tx.ask("UPDATE user_account SET password_hash = (SELECT password_hash FROM user_account WHERE id = 1) WHERE id = $1", [
        otto.id,
      ]);
      const signIn = stage.signIn(otto.email).then(
        () => "signed in",
        (error: unknown) => String(error),
      );
      await eventually(async () => expect(await waiting()).toBe(1));
      return { late: signIn };
    });
    expect(await late).toContain("401");
    expect(await sql.ask("SELECT id FROM auth_session WHERE user_id = $1", [otto.id])).toEqual([]);
  });

  it("can be guessed ten times at most by whoever holds a token, and each wrong guess is in the audit", async () => {
    const { token } = await stage.signIn(ana.email, NEXT);
    const statuses: number[] = [];
    for (let n = 0; n < 10; n += 1) statuses.push((await change(token, ana.id, `errada ${n}`, PASSWORD)).status);
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 400));
    const answer = await change(token, ana.id, NEXT, PASSWORD);
    expect([answer.status, Number(answer.headers.get("Retry-After")) > 0]).toEqual([429, true]);
    const refused = await stage.test.database.sql.ask("SELECT 1 FROM audit_entry WHERE action = 'user.passwordRefused' AND user_id = $1", [
      ana.id,
    ]);
    expect(refused).toHaveLength(10);
  });
});
