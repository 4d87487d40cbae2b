import { createPerson, openApiStage, PASSWORD, type ApiStage } from "./apiStage.fixture.js";
import { setScene, type SetScene } from "./callScene.fixture.js";

describe("people, queues, settings and remarks", () => {
  let stage: ApiStage;
  let set: SetScene;

  beforeAll(async () => {
    stage = await openApiStage({ env: { MEOW_URL: "http://127.0.0.1:9", MEOW_ADMIN_TOKEN: "not-a-real-admin-token" } });
    set = await setScene(stage);
    await createPerson(stage, set.admin.token, "Davina", { profile: "admin" });
  }, 120_000);
  afterAll(() => stage.close());

  const read = async <T>(at: string, token: string): Promise<T> => (await stage.call("GET", at, { token })).json() as Promise<T>;
  const post = async (at: string, body: unknown): Promise<[number, Record<string, unknown>]> => {
    const answer = await stage.call("POST", at, { token: set.admin.token, body });
    return [answer.status, (await answer.json()) as Record<string, unknown>];
  };
  const newUser = (more: object) => ({
    name: "Nina",
    email: stage.seal("email", "nina@balcao.test"),
    password: stage.seal("password", PASSWORD),
    ...more,
  });

  it("gives a new user the documented defaults: flags by profile, working days and hours [USER-001, USER-027, USER-028, AUTH-012]", async () => {
    const [status, nina] = await post(
      "/api/users",
      newUser({ email: stage.seal("email", "Nina@Balcao.test"), queueIds: [set.scene.queueId] }),
    );
    expect(status).toBe(200);
    expect(nina).toEqual({
      id: expect.any(Number),
      name: "Nina",
      email: "nina@balcao.test",
      profile: "user",
      active: true,
      status: "offline",
      profilePicUrl: null,
      whatsappId: null,
      whatsapp: null,
      queues: [{ id: set.scene.queueId, name: "Vendas", color: "#ff0000" }],
      weekdays: true,
      saturday: false,
      sunday: false,
      holidays: false,
      startTime: "08:00",
      endTime: "18:00",
      addContact: false,
      editContact: false,
      delContact: false,
      sendToMany: false,
      maintain: false,
      secondFactor: false,
      substitution: [],
    });
    const [, boss] = await post(
      "/api/users",
      newUser({ email: stage.seal("email", "boss@balcao.test"), profile: "admin", password: PASSWORD }),
    );
    expect(boss).toMatchObject({ addContact: true, editContact: true, delContact: true });
    const stored = await stage.test.database.sql.ask<{ hash: string }>(
      "SELECT password_hash AS hash FROM user_account WHERE email = 'nina@balcao.test'",
    );
    expect(stored[0]?.hash).toMatch(/^\$2[aby]\$/);
  });

  it("refuses a taken e-mail whatever its case, in the documented words", async () => {
    const [status, body] = await post("/api/users", newUser({ email: stage.seal("email", "ANA@balcao.test") }));
    expect([status, body]).toEqual([
      400,
      { error: "Já existe um usuário com este e-mail.", message: "Já existe um usuário com este e-mail.", code: "ERR_EMAIL_TAKEN" },
    ]);
  });

  it("refuses names, e-mails and passwords that break the rules [USER-012, USER-013, USER-014, USER-015]", async () => {
    const wrong: readonly (readonly [object, string, string | undefined])[] = [
      [{ name: "N" }, "name", undefined],
      [{ name: "N".repeat(51) }, "name", undefined],
      [{ name: undefined }, "name", undefined],
      [{ email: undefined }, "email", undefined],
      [{ email: "nina@balcao.test" }, "email", undefined],
      [{ email: stage.seal("email", "nina") }, "email", undefined],
      [{ email: stage.seal("password", "nina2@balcao.test") }, "email", undefined],
      [{ password: stage.seal("password", "Curta-1") }, "password", "A senha deve ter no mínimo 8 caracteres."],
      [{ password: "sem-maiuscula-1" }, "password", "A senha deve ter pelo menos uma letra maiúscula."],
      [{ password: "SEM-MINUSCULA-1" }, "password", "A senha deve ter pelo menos uma letra minúscula."],
      [{ password: "Sem-Numero-Nenhum" }, "password", "A senha deve ter pelo menos um número."],
      [{ password: "SemEspecial123" }, "password", "A senha deve ter pelo menos um caractere especial."],
      [{ password: `Longa-1${"x".repeat(50)}` }, "password", undefined],
      [{ profile: "owner" }, "profile", undefined],
      [{ queueIds: [99_999] }, "queueIds", undefined],
      [{ startTime: "25:00" }, "startTime", undefined],
    ];
    for (const [more, field, sentence] of wrong) {
      const [status, body] = await post("/api/users", newUser({ email: stage.seal("email", "wrong@balcao.test"), ...more }));
      expect([more, status, body["code"], (body["details"] as { field: string }[] | undefined)?.[0]?.field]).toEqual([
        more,
        400,
        "ERR_VALIDATION",
        field,
      ]);
      if (sentence !== undefined) expect(body).toMatchObject({ error: sentence, message: sentence });
    }
    expect(await stage.test.database.sql.ask("SELECT 1 FROM user_account WHERE email LIKE 'wrong%'")).toEqual([]);
  });

  it("stores substitutions with a new user: one per queue, complete, and only people of that queue [USER-018, USER-019, USER-020]", async () => {
    const { queueId, userId } = set.scene;
    const [, other] = await post("/api/queue", { name: "Suporte", color: "#0000ff" });
    const otherId = Number(other["id"]);
    const create = (substitution: unknown) =>
      post("/api/users", newUser({ name: "Tina", email: stage.seal("email", "tina@balcao.test"), active: false, substitution }));
    const wrong: readonly (readonly [unknown, string])[] = [
      [
        [
          { queueId, substituteId: userId },
          { queueId, substituteId: userId },
        ],
        "Não deve haver mais de uma substituição para a mesma fila",
      ],
      [[{ queueId }], "Não deve existir substituições sem fila/usuário atribuído"],
      [[{ queueId: null, substituteId: userId }], "Não deve existir substituições sem fila/usuário atribuído"],
      [[{ queueId, substituteId: 99_999 }], "Não deve existir substituições sem fila/usuário atribuído"],
      [[{ queueId: otherId, substituteId: userId }], "O(a) usuário(a) Ana não pertence à essa fila"],
    ];
    for (const [substitution, sentence] of wrong)
      expect(await create(substitution)).toMatchObject([
        400,
        { error: sentence, message: sentence, code: "ERR_VALIDATION", details: [{ field: "substitution" }] },
      ]);
    expect(await stage.test.database.sql.ask("SELECT 1 FROM user_account WHERE email = 'tina@balcao.test'")).toEqual([]);
    const [status, tina] = await create([{ queueId, substituteId: userId, transfer: true }]);
    expect([status, tina["substitution"]]).toEqual([200, [{ queueId, substituteId: userId }]]);
    expect(await read(`/api/users/${String(tina["id"])}`, set.admin.token)).toEqual(tina);
  });

  it("creates once for a repeated Idempotency-Key and refuses the key for another request", async () => {
    const body = newUser({ name: "Iris", email: stage.seal("email", "iris@balcao.test") });
    const create = (content: unknown) =>
      stage.call("POST", "/api/users", { token: set.admin.token, body: content, headers: { "Idempotency-Key": "create-iris" } });
    const answers = await Promise.all([create(body), create(body), create(body)]);
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: number }).id));
    expect([answers.map(({ status }) => status), new Set(ids).size]).toEqual([[200, 200, 200], 1]);
    const other = await create({ ...body, name: "Outra" });
    expect([other.status, ((await other.json()) as { code: string }).code]).toEqual([409, "ERR_IDEMPOTENCY_CONFLICT"]);
  });

  it("hides user 1 from everybody else, and details of accounts from agents [USER-004]", async () => {
    interface List {
      readonly users: readonly Record<string, unknown>[];
      readonly count: number;
    }
    const forAgent = await read<List>("/api/users?all=true", set.agent.token);
    expect(forAgent.users.map(({ id }) => id)).not.toContain(1);
    const colleague = forAgent.users.find(({ name }) => name === "Davina");
    expect(Object.keys(colleague ?? {}).sort()).toEqual(["active", "id", "name", "profilePicUrl", "profile", "queues", "status"].sort());
    expect(forAgent.users.find(({ id }) => id === set.scene.userId)).toMatchObject({ email: "ana@balcao.test" });
    const davina = await stage.signIn("davina@balcao.test");
    expect((await read<List>("/api/users?all=true", davina.token)).users.map(({ id }) => id)).not.toContain(1);
    expect((await stage.call("GET", "/api/users/1", { token: davina.token })).status).toBe(404);
    expect((await read<List>("/api/users?all=true", set.admin.token)).users.map(({ id }) => id)).toContain(1);
    expect((await read<List>("/api/users?searchParam=davina@", set.agent.token)).count).toBe(0);
    expect((await read<List>("/api/users?searchParam=DAVINA@", set.admin.token)).count).toBe(1);
  });

  it("shows user 1 to nobody else in queues, transfers and new tickets [USER-004, D-121]", async () => {
    const { queueId, ticketId, connectionId, freeContactId } = set.scene;
    await stage.test.database.sql.ask("INSERT INTO queue_attendant (queue_id, user_id, place) VALUES ($1, 1, 1)", [queueId]);
    await stage.auth.services.directory.refresh();
    const davina = await stage.signIn("davina@balcao.test");
    interface Detail {
      readonly queuesUser: readonly { readonly id: number }[];
      readonly userIds: readonly number[];
    }
    const forOther = await read<Detail>(`/api/queue/${queueId}`, davina.token);
    expect([...forOther.userIds, ...forOther.queuesUser.map(({ id }) => id)]).not.toContain(1);
    expect((await read<Detail>(`/api/queue/${queueId}`, set.admin.token)).userIds).toContain(1);

    const tries = (userId: number): readonly (readonly ["PUT" | "POST", string, unknown])[] => [
      ["PUT", `/api/tickets/${ticketId}`, { userId, queueId, whatsappId: connectionId }],
      ["POST", "/api/tickets", { contactId: freeContactId, queueId, whatsappId: connectionId, userId, status: "open" }],
    ];
    const answerFor = async (userId: number) =>
      Promise.all(
        tries(userId).map(async ([method, at, body]) => {
          const answer = await stage.call(method, at, { token: davina.token, body });
          return [answer.status, await answer.json()];
        }),
      );
    const refused = await answerFor(1);
    expect(refused).toEqual([
      [400, expect.objectContaining({ code: "ERR_WORKING_USER_REQUIRED" })],
      [400, expect.objectContaining({ code: "ERR_WORKING_USER_REQUIRED" })],
    ]);
    expect(refused).toEqual(await answerFor(99_999));
    const own = await stage.call("PUT", `/api/tickets/${ticketId}`, {
      token: set.admin.token,
      body: { userId: 1, queueId, whatsappId: connectionId },
    });
    expect([own.status, await own.json()]).toMatchObject([200, { userId: 1 }]);
  });

  it("requires different names and colours of queues, except for the default colour [QUEUE-010, QUEUE-011, QUEUE-012, QUEUE-013, QUEUE-015, ERR-030]", async () => {
    expect((await post("/api/queue", { name: "Financeiro", color: "#FF0000" }))[1]).toMatchObject({
      code: "ERR_QUEUE_COLOR_ALREADY_EXISTS",
    });
    expect((await post("/api/queue", { name: "VENDAS", color: "#ff0001" }))[1]).toMatchObject({
      code: "ERR_NAME_TAKEN",
      error: "Já existe um cadastro com este nome.",
    });
    expect(await post("/api/queue", { name: "Um", color: "#7a7a7a" })).toMatchObject([200, { customOrder: 999, greetingMessage: "" }]);
    expect((await post("/api/queue", { name: "Dois", color: "#7A7A7A", customOrder: 1, greetingMessage: "Olá" }))[0]).toBe(200);
    for (const wrong of [
      { name: "x" },
      { name: "x".repeat(251) },
      { color: "#1" },
      { color: "#123456789a" },
      { color: undefined },
      { color: "azul" },
    ])
      expect((await post("/api/queue", { name: "Três", color: "#aabbcc", ...wrong }))[0]).toBe(400);
    for (const [field, value] of [
      ["customOrder", "primeira"],
      ["customOrder", 1.5],
      ["greetingMessage", 5],
    ] as const)
      expect(await post("/api/queue", { name: "Três", color: "#aabbcc", [field]: value })).toMatchObject([400, { details: [{ field }] }]);
    expect((await read<{ name: string }[]>("/api/queue", set.agent.token)).map(({ name }) => name)).toEqual([
      "Dois",
      "Reserva",
      "Suporte",
      "Um",
      "Vendas",
    ]);
  });

  it("shows everybody the settings as key and value, and the super administrator's own ones to nobody else [SET-002, SET-033, D-450]", async () => {
    interface Setting {
      readonly key: string;
      readonly value: string;
    }
    const all = await read<Setting[]>("/api/settings", set.admin.token);
    const forAgent = await read<Setting[]>("/api/settings", set.agent.token);
    expect(all).toEqual(
      expect.arrayContaining([
        { key: "blockContactImport", value: "disabled" },
        { key: "weekdays", value: "enabled" },
        { key: "timeCreateNewTicket", value: "60" },
        { key: "sound", value: "default" },
        { key: "queueCron", value: "" },
      ]),
    );
    const ofAdmin = new Set(["blockContactImport", "keepTickets", "keepMessages", "keepMedia", "keepJournal", "keepAudit"]);
    expect(all.filter(({ key }) => !ofAdmin.has(key))).toEqual(forAgent);
  });

  it("stores a browser's remark under the name of the session's person, flat or nested, cut at 255 characters [LOG-001, LOG-003, S-22]", async () => {
    const remark = (body: unknown) => stage.call("POST", "/api/log", { token: set.agent.token, body });
    expect(
      (await remark({ descricao: "Baixou um arquivo", origem: "Mensagens", userId: 1, ticketId: set.scene.ticketId, contactId: 99_999 }))
        .status,
    ).toBe(200);
    expect((await remark({ descricao: "flat", log: { descricao: "x".repeat(300), origem: "Tags" } })).status).toBe(200);
    expect((await remark({ origem: "Tags" })).status).toBe(400);
    const rows = await stage.test.database.sql.ask(
      `SELECT source, description, origin, user_id AS "userId", ticket_id AS "ticketId", contact_id AS "contactId" FROM audit_entry WHERE source = 'client' ORDER BY id`,
    );
    expect(rows).toEqual([
      {
        source: "client",
        description: "Baixou um arquivo",
        origin: "Mensagens",
        userId: set.scene.userId,
        ticketId: set.scene.ticketId,
        contactId: null,
      },
      { source: "client", description: "x".repeat(255), origin: "Tags", userId: set.scene.userId, ticketId: null, contactId: null },
    ]);
  });

  it("writes the remark of a change beside the server's own entry [LOG-007]", async () => {
    await post(
      "/api/users",
      newUser({ name: "Olga", email: stage.seal("email", "olga@balcao.test"), log: { descricao: "Criou usuário", origem: "Usuários" } }),
    );
    const rows = await stage.test.database.sql.ask<{ source: string; action: string }>(
      "SELECT source, action FROM audit_entry ORDER BY id DESC LIMIT 2",
    );
    expect(rows).toEqual([
      { source: "client", action: "remark" },
      { source: "server", action: "user.create" },
    ]);
  });
});
