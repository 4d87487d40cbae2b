import { ADMIN, openApiStage, PASSWORD, type ApiStage } from "../apiStage.fixture.js";

/** Creating an account without being signed in (D-007). */
describe("signing up", () => {
  let stage: ApiStage;
  let admin: string;

  beforeAll(async () => {
    stage = await openApiStage();
    admin = (await stage.signIn(ADMIN.email, ADMIN.password)).token;
  }, 120_000);
  afterAll(() => stage.close());
  beforeEach(async () => {
    await stage.test.database.sql.ask("DELETE FROM login_failure");
    await allow(true);
  });

  const allow = async (on: boolean): Promise<void> => {
    const value = on ? "enabled" : "disabled";
    await stage.test.database.sql.ask(
      "INSERT INTO setting (key, value) VALUES ('userCreation', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      [value],
    );
    await stage.auth.services.directory.refresh();
  };
  const signUp = (name: string, email: string, password = PASSWORD, more: object = {}) =>
    stage.call("POST", "/api/auth/signup", {
      body: { name, email: stage.seal("email", email), password: stage.seal("password", password), ...more },
    });
  const login = (email: string) =>
    stage.call("POST", "/api/auth/login", { body: { email: stage.seal("email", email), password: stage.seal("password", PASSWORD) } });
  const refusalOf = async (answer: Response) => {
    const { code, message, details } = (await answer.json()) as {
      code: string;
      message: string;
      details?: { field: string; rule: string }[];
    };
    return { status: answer.status, code, message, details };
  };
  const accounts = async () => (await stage.test.database.sql.ask<{ n: number }>("SELECT count(*)::int AS n FROM user_account"))[0]?.n;

  it("creates an inactive user without queues or rights, whatever the call asks for, whom an administrator sees [AUTH-008, SET-012, S-15]", async () => {
    const queue = await stage.call("POST", "/api/queue", { token: admin, body: { name: "Vendas", color: "#236681" } });
    const { id: queueId } = (await queue.json()) as { id: number };
    const rights = { id: 1, profile: "admin", active: true, queueIds: [queueId], addContact: true, editContact: true, delContact: true };
    expect((await signUp("  Nina Alves ", "Nina@Balcao.test", PASSWORD, rights)).status).toBe(200);
    const early = await refusalOf(await login("nina@balcao.test"));
    expect([early.status, early.code]).toEqual([400, "ERR_USER_NO_ACTIVE"]);
    const { users } = (await (await stage.call("GET", "/api/users?all=true", { token: admin })).json()) as {
      users: ({ id: number; name: string } & Record<string, unknown>)[];
    };
    const nina = users.find(({ name }) => name === "Nina Alves");
    expect(nina).toMatchObject({
      email: "nina@balcao.test",
      profile: "user",
      active: false,
      queues: [],
      addContact: false,
      editContact: false,
      delContact: false,
    });
    const { sql } = stage.test.database;
    const written = await sql.ask("SELECT ip, user_id FROM audit_entry WHERE action = 'user.signup' AND subject_user_id = $1", [nina?.id]);
    expect(written).toEqual([{ ip: "127.0.0.1", user_id: null }]);
    expect(
      await sql.ask("SELECT 1 FROM live_event WHERE topic = 'user' AND payload ->> 'id' = $1 AND payload ->> 'action' = 'create'", [
        String(nina?.id),
      ]),
    ).toHaveLength(1);
    await sql.ask(
      "UPDATE user_account SET active = true, start_time = '', end_time = '', saturday = true, sunday = true, holidays = true WHERE id = $1",
      [nina?.id],
    );
    expect((await login("nina@balcao.test")).status).toBe(200);
  });

  it("is refused while the setting is off, and the browser gets the setting before anybody signs in [ERR-019, SET-012]", async () => {
    const userCreation = async () => ((await (await stage.call("GET", "/config.json")).json()) as { userCreation: boolean }).userCreation;
    expect(await userCreation()).toBe(true);
    await allow(false);
    expect(await userCreation()).toBe(false);
    const before = await accounts();
    const refused = await refusalOf(await signUp("Nina", "outra@balcao.test"));
    expect([refused.status, refused.code]).toEqual([403, "ERR_USER_CREATION_DISABLED"]);
    expect(await accounts()).toBe(before);
  });

  it("applies the rules of passwords, e-mails and names, and refuses unencrypted fields (D-001, D-113, D-117)", async () => {
    expect((await signUp("Caio", "caio@balcao.test")).status).toBe(200);
    const before = await accounts();
    const weak = await refusalOf(await signUp("Nina", "fraca@balcao.test", "fraca"));
    expect([weak.status, weak.details, weak.message]).toEqual([
      400,
      [{ field: "password", rule: "short" }],
      "A senha deve ter no mínimo 8 caracteres.",
    ]);
    const taken = await refusalOf(await signUp("Caio", "CAIO@balcao.test"));
    expect([taken.status, taken.code]).toEqual([400, "ERR_EMAIL_TAKEN"]);
    const nameless = await refusalOf(await signUp(" x ", "sem.nome@balcao.test"));
    expect(nameless.details).toEqual([{ field: "name", rule: "min" }]);
    const wrong = await refusalOf(await signUp("Nina", "not an address"));
    expect(wrong.details).toEqual([{ field: "email", rule: "email" }]);
    for (const [field, body] of [
      ["email", { name: "Nina", email: "nina@balcao.test", password: stage.seal("password", PASSWORD) }],
      ["password", { name: "Nina", email: stage.seal("email", "aberta@balcao.test"), password: PASSWORD }],
    ] as const) {
      const open = await refusalOf(await stage.call("POST", "/api/auth/signup", { body }));
      expect([open.status, open.details?.[0]?.field]).toEqual([400, field]);
    }
    expect(await accounts()).toBe(before);
  });

  it("is allowed ten times per address in 15 minutes, valid or not, and does not lock the login (D-014)", async () => {
    const answers = await Promise.all(
      Array.from({ length: 13 }, (_, at) => signUp("Nina", `n${at}@balcao.test`, at % 2 ? PASSWORD : "fraca")),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    const late = await signUp("Nina", "tarde@balcao.test");
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("Retry-After"))).toBeGreaterThan(60);
    expect((await refusalOf(late)).message).toBe("Muitas tentativas. Aguarde um pouco e tente novamente.");
    expect((await stage.signIn(ADMIN.email, ADMIN.password)).token).toBeTruthy();
  });
});
