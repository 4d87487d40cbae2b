import type { QueueView } from "@balcao/contracts/queues";
import type { PasswordResetView, UserListView, UserView } from "@balcao/contracts/users";
import { PASSWORD } from "../apiStage.fixture.js";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const AROUND_THE_CLOCK = { weekdays: true, saturday: true, sunday: true, holidays: true, startTime: "", endTime: "" };

describe("users", () => {
  let world: World;
  let sales: QueueView;
  let support: QueueView;
  let shop: LinkedNumber;
  let ana: Agent;
  let rui: Agent;
  let bia: Agent;

  beforeAll(async () => {
    world = await openWorld();
    sales = await world.queue("Vendas", "#236681");
    support = await world.queue("Suporte", "#2e7d32");
    shop = await world.number("Loja", [sales]);
    ana = await world.person("Ana", { queueIds: [sales.id, support.id] });
    rui = await world.person("Rui", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
  }, 120_000);
  afterAll(() => world.close());

  const put = (by: Agent, userId: number, body: object) => by.call("PUT", `/users/${userId}`, body);
  const seal = (email: string) => world.stage.seal("email", email);
  const signIn = (email: string, password: string) => world.stage.signIn(email, password);
  const refused = (field: string) => ({ status: 400, body: { code: "ERR_VALIDATION", details: [expect.objectContaining({ field })] } });
  const nina = (name: string, more: object = {}) =>
    world.davi.ask<UserView>("POST", "/users", {
      name,
      email: seal(`${name.toLowerCase()}@balcao.test`),
      password: PASSWORD,
      queueIds: [sales.id],
      ...AROUND_THE_CLOCK,
      ...more,
    });

  it("are changed by an administrator in every field, and everybody sees it at once; what is absent stays [USER-001, API-060, RT-020, D-111]", async () => {
    const made = await nina("Nina");
    const heard: { readonly [name: string]: unknown }[] = [];
    rui.socket.on("user", (event) => heard.push({ ...event }));
    const wanted = {
      name: "Nina Alves",
      profile: "gerente",
      active: false,
      weekdays: false,
      saturday: true,
      sunday: true,
      holidays: true,
      startTime: "09:00",
      endTime: "17:55",
      addContact: true,
      editContact: true,
      delContact: true,
      whatsappId: shop.id,
    };
    const substitution = [{ queueId: sales.id, substituteId: rui.id }];
    const log = { descricao: "Alterou o usuário Nina", origem: "Usuários" };
    const body = { ...wanted, email: seal("Nina.Alves@Balcao.test"), queueIds: [sales.id, support.id], substitution, log };
    const changed = (await put(world.davi, made.id, body)).body;
    const shown = { ...wanted, email: "nina.alves@balcao.test", substitution, whatsapp: { id: shop.id, name: shop.name } };
    expect(changed).toMatchObject({ id: made.id, ...shown });
    expect((changed as UserView).queues.map(({ id }) => id).sort()).toEqual([sales.id, support.id].sort());
    expect(await world.davi.ask("GET", `/users/${made.id}`)).toEqual(changed);
    expect((await put(world.davi, made.id, { whatsappId: null, substitution: [] })).body).toEqual({
      ...(changed as UserView),
      whatsappId: null,
      whatsapp: null,
      substitution: [],
    });
    await eventually(() => expect(heard.at(-1)).toMatchObject({ action: "update", userId: made.id, user: { name: "Nina Alves" } }));
    expect(Object.keys(heard.at(-1)?.["user"] ?? {})).not.toContain("email");
    expect(heard.filter(({ profileChanged }) => profileChanged === true)).toHaveLength(1);
    expect(
      await world.rows("SELECT source, action FROM audit_entry WHERE subject_user_id = $1 OR description = $2 ORDER BY id", [
        made.id,
        log.descricao,
      ]),
    ).toEqual([
      { source: "server", action: "user.create" },
      { source: "server", action: "user.change" },
      { source: "client", action: "remark" },
      { source: "server", action: "user.change" },
    ]);
    const before = await world.rows("SELECT count(*) FROM audit_entry");
    expect((await put(world.davi, made.id, { queueIds: [support.id, sales.id] })).status).toBe(200);
    expect(await world.rows("SELECT count(*) FROM audit_entry")).toEqual(before);
  });

  it("are compared with what is stored, and not with what a process remembers of them", async () => {
    const { id } = await nina("Iris");
    // What another process has just changed.
    await world.rows("UPDATE user_account SET active = false WHERE id = $1", [id]);
    await world.rows("DELETE FROM user_queue WHERE user_id = $1", [id]);
    expect(await put(world.davi, id, { active: true, queueIds: [sales.id] })).toMatchObject({
      status: 200,
      body: { active: true, queues: [{ id: sales.id }] },
    });
    expect(await world.rows("SELECT active FROM user_account JOIN user_queue ON user_id = id WHERE id = $1", [id])).toEqual([
      { active: true },
    ]);
  });

  it("change their own name, e-mail and connection; another field is ignored while it stays the same and refused when it would change [D-112, USER-031, S-24]", async () => {
    const own = await bia.ask<UserView>("GET", `/users/${bia.id}`);
    const same = { profile: "user", active: true, queueIds: [support.id], startTime: own.startTime, addContact: own.addContact };
    const moved = { email: seal("bia.souza@balcao.test"), currentPassword: world.stage.seal("currentPassword", PASSWORD) };
    expect(await put(bia, bia.id, { ...same, name: "Bia Souza", ...moved, whatsappId: shop.id })).toMatchObject({
      status: 200,
      body: { name: "Bia Souza", email: "bia.souza@balcao.test", whatsappId: shop.id },
    });
    const before = await world.rows("SELECT * FROM user_account ORDER BY id");
    for (const more of [
      { profile: "admin" },
      { active: false },
      { queueIds: [support.id, sales.id] },
      { queueIds: [] },
      { addContact: true },
      { startTime: "00:00" },
      { sunday: !own.sunday },
      { substitution: [{ queueId: support.id, substituteId: ana.id }] },
    ])
      expect([more, await put(bia, bia.id, { ...same, name: "Outra", ...more })]).toMatchObject([
        more,
        { status: 403, body: { code: "ERR_NO_PERMISSION" } },
      ]);
    expect(await put(bia, rui.id, { name: "Outro" })).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
    expect(await world.rows("SELECT * FROM user_account ORDER BY id")).toEqual(before);
  });

  it("are refused with what does not exist, a taken e-mail and bad substitutes, and nothing is kept [USER-012, USER-013, USER-018, USER-019, USER-020, D-117]", async () => {
    const before = await world.rows("SELECT * FROM user_account ORDER BY id");
    for (const [body, field] of [
      [{ name: "x" }, "name"],
      [{ email: "ana@balcao.test" }, "email"],
      [{ email: seal("kein e-mail") }, "email"],
      [{ profile: "chefe" }, "profile"],
      [{ queueIds: [99_999] }, "queueIds"],
      [{ whatsappId: 99_999 }, "whatsappId"],
      [{ startTime: "25:00" }, "startTime"],
      [{ substitution: [{ queueId: sales.id, substituteId: bia.id }] }, "substitution"],
      [{ substitution: [{ queueId: sales.id }] }, "substitution"],
      [{ substitution: [1, 2].map(() => ({ queueId: sales.id, substituteId: ana.id })) }, "substitution"],
    ] as const)
      expect([body, await put(world.davi, rui.id, body)]).toMatchObject([body, refused(field)]);
    expect(await put(world.davi, rui.id, { email: seal("BIA.souza@balcao.test") })).toMatchObject({
      status: 400,
      body: { code: "ERR_EMAIL_TAKEN", error: "Já existe um usuário com este e-mail." },
    });
    expect(await put(world.davi, 99_999, { name: "Ninguém" })).toMatchObject({ status: 404, body: { code: "ERR_NO_USER_FOUND" } });
    expect(await world.rows("SELECT * FROM user_account ORDER BY id")).toEqual(before);
  });

  it("never touch user 1 unless they are user 1, and nobody takes the administration from themselves [USER-004, D-121, S-19]", async () => {
    const second = await world.person("Marta", { profile: "admin" });
    const calls = [
      ["PUT", "/users/1", { name: "Outro" }],
      ["POST", "/users/reset/1", {}],
      ["POST", "/users/transfer/1", { substituteId: ana.id, queueId: sales.id }],
      ["DELETE", "/users/1"],
    ] as const;
    for (const [method, path, body] of calls)
      expect([path, await second.call(method, path, body)]).toMatchObject([path, { status: 404, body: { code: "ERR_NO_USER_FOUND" } }]);
    expect(await put(second, second.id, { active: false })).toMatchObject(refused("active"));
    expect(await put(second, second.id, { profile: "user" })).toMatchObject(refused("profile"));
    expect(await put(world.davi, 1, { profile: "user" })).toMatchObject(refused("profile"));
    for (const id of [1, second.id]) {
      const by = id === 1 ? world.davi : second;
      expect(await by.call("DELETE", `/users/${id}`)).toMatchObject({ status: 403 });
    }
    expect((await put(world.davi, 1, { name: "Davi Chefe", profile: "admin" })).status).toBe(200);
  });

  it("get a password that is shown once and must be changed first; their sessions end [USER-022, API-062, D-114, S-13]", async () => {
    const { id } = await nina("Olga");
    const session = await signIn("olga@balcao.test", PASSWORD);
    const { password } = await world.davi.ask<PasswordResetView>("POST", `/users/reset/${id}`);
    expect(password).toMatch(/^[A-Z][a-z]+(?:-[a-z]+){4}-\d\d$/);
    expect((await world.stage.call("GET", "/api/queue", { token: session.token })).status).toBe(401);
    await expect(signIn("olga@balcao.test", PASSWORD)).rejects.toThrow("401");
    const next = await signIn("olga@balcao.test", password ?? "");
    const refusal = await world.stage.call("GET", "/api/queue", { token: next.token });
    expect([refusal.status, await refusal.json()]).toMatchObject([403, { code: "ERR_PASSWORD_CHANGE_REQUIRED" }]);
    const renamed = await world.stage.call("PUT", `/api/users/${id}`, { token: next.token, body: { name: "Outra" } });
    expect(renamed.status).toBe(403);
    expect(await world.davi.ask("POST", `/users/reset/${id}`, { password: world.stage.seal("password", "Outra-Senha-2") })).toEqual({
      password: null,
    });
    await signIn("olga@balcao.test", "Outra-Senha-2");
    expect(await world.davi.call("POST", `/users/reset/${id}`, { password: world.stage.seal("password", "fraca") })).toMatchObject(
      refused("password"),
    );
    const stored = await world.rows<{ text: string }>("SELECT row_to_json(a)::text AS text FROM audit_entry a WHERE subject_user_id = $1", [
      id,
    ]);
    expect(stored.map(({ text }) => text).join()).not.toContain(password);
  });

  it("hand their conversations of a queue to a substitute, their status kept, and every screen follows [USER-029, API-061, D-119]", async () => {
    const caller = world.customer("5511900700001", shop);
    await caller.writes("Oi");
    const ticketId = await world.ticketOf(world.davi, "5511900700001");
    const assign = { status: "open", userId: ana.id, queueId: sales.id, whatsappId: shop.id };
    await world.davi.ask("PUT", `/tickets/${ticketId}`, assign);
    await ana.ask("PUT", `/tickets/${ticketId}`, { status: "paused", pauseTag: "Almoço" });
    const transfer = (substituteId: number, queueId: number) =>
      world.davi.call("POST", `/users/transfer/${ana.id}`, { substituteId, queueId });
    const owned = () => world.davi.ask("GET", `/users/${ana.id}/ownedTickets`);
    expect(await owned()).toEqual([{ queueId: sales.id, count: 1 }]);
    expect(await transfer(bia.id, sales.id)).toMatchObject(refused("substituteId"));
    expect(await transfer(ana.id, sales.id)).toMatchObject(refused("substituteId"));
    expect(await transfer(rui.id, 99_999)).toMatchObject(refused("queueId"));
    expect(await transfer(bia.id, support.id)).toMatchObject({ status: 200, body: { count: 0 } });
    expect(await transfer(rui.id, sales.id)).toMatchObject({ status: 200, body: { count: 1 } });
    expect(await owned()).toEqual([]);
    expect(await rui.ask("GET", `/tickets/${ticketId}`)).toMatchObject({ status: "paused", userId: rui.id, pauseTag: "Almoço" });
    const { messages } = await rui.ask<{ messages: { body: string; mediaType: string }[] }>("GET", `/messages/${ticketId}`);
    expect(messages.filter(({ mediaType }) => mediaType === "comment").map(({ body }) => body)).toEqual([
      "Davi Chefe transferiu para Ana (fila Vendas).",
      "Rui substitui Ana na fila Vendas.",
    ]);
    expect(await world.rows("SELECT 1 FROM outbox")).toEqual([]);
    await world.allInStep();
  });

  it("are deleted with their history kept: the e-mail is free, their sessions end and their conversations wait [API-064, D-120]", async () => {
    const carla = await world.person("Carla", { queueIds: [sales.id] });
    const email = (await carla.ask<UserView>("GET", `/users/${carla.id}`)).email;
    await put(world.davi, rui.id, { substitution: [{ queueId: sales.id, substituteId: carla.id }] });
    const caller = world.customer("5511900700002", shop);
    await caller.writes("Oi");
    const ticketId = await world.ticketOf(world.davi, "5511900700002");
    await world.davi.ask("PUT", `/tickets/${ticketId}`, { status: "open", userId: carla.id, queueId: sales.id, whatsappId: shop.id });
    await carla.writes(ticketId, "Já vejo");
    expect((await world.davi.call("DELETE", `/users/${carla.id}`)).status).toBe(200);
    expect((await carla.call("GET", "/queue")).status).toBe(401);
    await expect(signIn(email, PASSWORD)).rejects.toThrow("401");
    expect(await rui.ask("GET", `/tickets/${ticketId}`)).toMatchObject({ status: "pending", userId: null });
    expect((await world.davi.ask<UserView>("GET", `/users/${rui.id}`)).substitution).toEqual([]);
    const { users } = await world.davi.ask<UserListView>("GET", "/users?all=true");
    expect(users.map(({ id }) => id)).not.toContain(carla.id);
    expect(await world.davi.call("DELETE", `/users/${carla.id}`)).toMatchObject({ status: 404, body: { code: "ERR_NO_USER_FOUND" } });
    const again = await world.davi.ask<UserView>("POST", "/users", { name: "Carla", email: seal(email), password: PASSWORD });
    expect(again.id).not.toBe(carla.id);
    expect(await world.rows("SELECT action FROM audit_entry WHERE subject_user_id = $1 ORDER BY id", [carla.id])).toEqual(
      expect.arrayContaining([{ action: "user.delete" }, { action: "ticket.releaseOwner" }]),
    );
  });
});
