import { once } from "node:events";
import http from "node:http";
import type { ApiTokenView, NewApiTokenView, PanelTokenView } from "@balcao/contracts/apiTokens";
import type { AuditListView } from "@balcao/contracts/audit";
import type { HookView } from "@balcao/contracts/hooks";
import type { MessagePageView } from "@balcao/contracts/messages";
import type { QueueView } from "@balcao/contracts/queues";
import type { TicketListView, TicketView } from "@balcao/contracts/tickets";
import type { UserView } from "@balcao/contracts/users";
import { io } from "socket.io-client";
import { openAnotherApi } from "../apiStage.fixture.js";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { photo } from "./photo.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const TALK = { conversations: "write" } as const;
const EVERYTHING = Object.fromEntries(
  ["conversations", "contacts", "texts", "sends", "chats", "figures", "company", "audit"].map((area) => [area, "write"]),
);
const PASSWORDS: Readonly<Record<string, string>> = { Davi: "Primeira-Senha-1" };

/** What a program gets for its calls. */
interface Program {
  readonly id: string;
  readonly token: string;
  call(method: string, path: string, body?: unknown, origin?: string): Promise<{ status: number; body: unknown }>;
  ask<T>(method: string, path: string, body?: unknown): Promise<T>;
}

describe("a program with a token", () => {
  let world: World;
  let support: QueueView;
  let sales: QueueView;
  let number: LinkedNumber;
  let ana: Agent;
  let marta: Agent;
  let carla: Customer;
  let supportTicket: number;
  let salesTicket: number;

  const asProgram = ({ id, token }: Pick<NewApiTokenView, "id" | "token">): Program => {
    const call: Program["call"] = async (method, path, body, origin = world.stage.origin) => {
      const answer = await fetch(`${origin}/api${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, ...(body !== undefined && { "Content-Type": "application/json" }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === "" ? null : (JSON.parse(text) as unknown) };
    };
    return {
      ...{ id, token, call },
      ask: async <T>(method: string, path: string, body?: unknown) => {
        const answer = await call(method, path, body);
        if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return answer.body as T;
      },
    };
  };
  const proof = ({ name }: Agent) => ({ currentPassword: world.stage.seal("currentPassword", PASSWORDS[name] ?? "Segura-Senha-1") });
  const make = async (who: Agent, more: object): Promise<Program> =>
    asProgram(await who.ask<NewApiTokenView>("POST", "/tokens", { name: "Integração", areas: TALK, ...proof(who), ...more }));
  const idsOf = async (program: Program, list: string): Promise<number[]> =>
    (await program.ask<TicketListView>("GET", list)).tickets.map(({ id }) => id).sort((a, b) => a - b);

  beforeAll(async () => {
    world = await openWorld();
    support = await world.queue("Suporte", "#112233");
    sales = await world.queue("Vendas", "#445566");
    ana = await world.person("Ana", { queueIds: [support.id, sales.id] });
    marta = await world.person("Marta", { profile: "admin" }, { showAll: true });
    number = await world.number("loja", []);
    const ticketIn = async (phone: string, queue: QueueView): Promise<[Customer, number]> => {
      const customer = world.customer(phone, number);
      await customer.writes("Bom dia");
      const ticketId = await world.ticketOf(world.davi, phone);
      await ana.accepts(ticketId, { queueId: queue.id });
      return [customer, ticketId];
    };
    [carla, supportTicket] = await ticketIn("5511987650001", support);
    [, salesTicket] = await ticketIn("5511987650002", sales);
  }, 120_000);
  afterAll(() => world.close());

  it("does the calls of its areas as its owner, and the audit names it [D-570, D-571, D-574]", async () => {
    const program = await make(ana, { name: "Loja virtual" });
    const sent = await program.ask<{ id: string }>("POST", `/messages/${supportTicket}`, { body: "Seu pedido saiu" });
    await eventually(() => expect(carla.chat().map(({ text }) => text)).toContainEqual(expect.stringContaining("Seu pedido saiu")));
    expect(await program.call("GET", "/contacts")).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
    const entries = async (query: string) => (await world.davi.ask<AuditListView>("GET", `/audit?${query}`)).entries;
    const [entry] = await entries(`action=message.send&userId=${ana.id}`);
    expect(entry).toMatchObject({
      token: "Loja virtual",
      user: { id: ana.id },
      about: expect.arrayContaining([expect.objectContaining({ id: Number(sent.id) })]),
    });
    const [refused] = await entries("action=access.refused");
    expect(refused).toMatchObject({ token: "Loja virtual", user: { id: ana.id }, description: "GET /api/contacts" });
    expect((await entries("action=user.createToken"))[0]).toMatchObject({ token: null, user: { id: ana.id }, description: "Loja virtual" });
  });

  it("reads nothing for its owner: what it lists stays unread [D-571]", async () => {
    const program = await make(ana, { areas: { conversations: "read" } });
    await carla.writes("Ainda está aí?");
    const texts = async () => (await program.ask<MessagePageView>("GET", `/messages/${supportTicket}`)).messages.map(({ body }) => body);
    await eventually(async () => expect(await texts()).toContain("Ainda está aí?"));
    expect((await ana.ask<TicketView>("GET", `/tickets/${supportTicket}`)).unreadMessages).toBeGreaterThan(0);
    expect(await program.call("POST", `/messages/${supportTicket}`, { body: "oi" })).toMatchObject({ status: 403 });
  });

  it("reaches the chosen queues alone, or the own conversations alone, in lists and by their ids [D-571]", async () => {
    const inSales = await make(marta, { areas: EVERYTHING, reach: "queues", queueIds: [sales.id] });
    const own = await make(marta, { areas: EVERYTHING, reach: "own" });
    for (const list of ["/tickets?status=open&showAll=true", "/tickets/filter?status=open"]) {
      expect([list, await idsOf(inSales, list)]).toEqual([list, [salesTicket]]);
      expect([list, await idsOf(own, list)]).toEqual([list, []]);
    }
    for (const [method, at] of [
      ["GET", `/tickets/${supportTicket}`],
      ["GET", `/messages/${supportTicket}`],
      ["POST", `/messages/${supportTicket}`],
      ["PUT", `/tickets/${supportTicket}`],
      ["DELETE", `/tickets/${salesTicket}`],
      ["GET", "/report"],
      ["GET", "/dashboard/stats?from=2026-01-01&until=2026-01-02"],
      ["GET", "/audit"],
      ["POST", "/envioMassa"],
    ] as const)
      for (const program of [inSales, own])
        expect([method, at, (await program.call(method, at, method === "GET" ? undefined : { body: "oi" })).status]).toEqual([
          method,
          at,
          403,
        ]);
    expect(await inSales.call("GET", `/messages/${salesTicket}`)).toMatchObject({ status: 200 });
  });

  it("opens no sign-in, session, second factor, token, account, setting or socket, whatever its scope [D-571]", async () => {
    const program = await make(world.davi, { areas: EVERYTHING, installation: true });
    for (const [method, at, body] of [
      ["POST", "/auth/socket", {}],
      ["DELETE", "/auth/logout", undefined],
      ["GET", "/auth/second_factor", undefined],
      ["POST", "/auth/second_factor", proof(world.davi)],
      ["GET", "/tokens", undefined],
      ["POST", "/tokens", { name: "Outra", areas: EVERYTHING, ...proof(world.davi) }],
      ["DELETE", `/tokens/${program.id}`, undefined],
      ["GET", `/users/${ana.id}/sessions`, undefined],
      ["POST", "/users", {}],
      ["PUT", `/users/${ana.id}`, { profile: "admin" }],
      ["POST", `/users/reset/${ana.id}`, {}],
      ["PUT", "/settings/userCreation", { value: "enabled" }],
      ["GET", `/whatsapp/meow/qr/${number.id}`, undefined],
    ] as const)
      expect([at, (await program.call(method, at, body)).status]).toEqual([at, 403]);
    const refused = await new Promise<string>((resolve) => {
      const socket = io(world.stage.origin, {
        auth: { token: program.token },
        transports: ["websocket"],
        forceNew: true,
        reconnection: false,
      });
      socket.on("connect_error", ({ message }) => resolve(message));
      socket.on("connect", () => resolve("connected"));
    });
    expect(refused).toBe("ERR_INVALID_TOKEN");
  });

  it("makes webhooks of its own within its scope, sees and deletes no other, and they end with it [D-684]", async () => {
    const names = async (by: Pick<Program, "ask">) => (await by.ask<HookView[]>("GET", "/hooks")).map(({ name }) => name);
    const hook = (name: string, ...events: string[]) => ({ name, address: "https://a.example/hook", events });
    const others = await world.davi.ask<HookView>("POST", "/hooks", hook("De gente", "contact.created"));
    const program = await make(world.davi, { areas: { webhooks: "write", contacts: "read" }, installation: true });
    const own = await program.ask<HookView>("POST", "/hooks", hook("Do programa", "contact.created"));
    expect(await program.call("POST", "/hooks", hook("Demais", "contact.created", "message.created"))).toMatchObject({ status: 403 });
    for (const address of ["http://a.example/hook", "https://127.0.0.1/hook", "https://localhost/hook"])
      expect(await program.call("POST", "/hooks", { ...hook("Interno", "contact.created"), address })).toMatchObject({ status: 400 });
    expect(await names(program)).toEqual(["Do programa"]);
    expect(await program.call("DELETE", `/hooks/${others.id}`)).toMatchObject({ status: 404 });
    for (const at of ["pause", "resume", "key", "test"])
      expect(await program.call("POST", `/hooks/${own.id}/${at}`, {})).toMatchObject({ status: 403 });
    expect(await program.call("PUT", `/hooks/${own.id}`, { events: ["message.created"] })).toMatchObject({ status: 403 });
    for (const areas of [{ webhooks: "read", contacts: "read" }, { contacts: "write" }]) {
      const less = await make(world.davi, { areas, installation: true });
      expect(await less.call("POST", "/hooks", hook("Outro", "contact.created"))).toMatchObject({ status: 403 });
    }
    const ofAna = await make(ana, { areas: { webhooks: "write", contacts: "read" } });
    expect(await ofAna.call("POST", "/hooks", hook("De Ana", "contact.created"))).toMatchObject({ status: 403 });
    await world.davi.ask("DELETE", `/tokens/${program.id}`);
    const paused = async () =>
      (await world.davi.ask<HookView[]>("GET", "/hooks")).map(({ name, paused: rest }) => [name, rest?.reason ?? null]);
    await eventually(async () =>
      expect(await paused()).toEqual([
        ["De gente", null],
        ["Do programa", "owner"],
      ]),
    );
    // From then on it is the administrator's.
    await world.davi.ask("POST", `/hooks/${own.id}/resume`, {});
    expect(await paused()).toEqual([
      ["De gente", null],
      ["Do programa", null],
    ]);
    for (const { id } of [own, others]) await world.davi.ask("DELETE", `/hooks/${id}`);
  });

  it("is refused with the token anywhere but in its header, with another secret, and after its end [D-570]", async () => {
    const program = await make(ana, { days: 1 });
    for (const at of [`/tickets?token=${program.token}`, `/tickets?access_token=${program.token}`])
      expect(
        (await fetch(`${world.stage.origin}/api${at}`, { headers: { Cookie: `refresh=${program.token}; dl=${program.token}` } })).status,
      ).toBe(401);
    const forged = asProgram({ id: program.id, token: `${program.token.slice(0, -8)}AAAAAAAA` });
    expect(await forged.call("GET", "/tickets")).toMatchObject({ status: 403, body: { code: "ERR_INVALID_TOKEN" } });
    await world.rows("UPDATE api_token SET expires_at = now() WHERE id = $1", [program.id]);
    world.stage.auth.apiTokens.forgetAll();
    expect(await program.call("GET", "/tickets")).toMatchObject({ status: 401, body: { code: "ERR_SESSION_EXPIRED" } });
    const [stored] = await world.rows<{ row: string }>("SELECT row_to_json(t)::text AS row FROM api_token t WHERE id = $1", [program.id]);
    expect(stored?.row).not.toContain(program.token.slice(4));
  });

  it("is let in from its networks alone [D-572]", async () => {
    const inside = await make(ana, { addresses: ["127.0.0.0/8", "::1"] });
    const outside = await make(ana, { addresses: ["203.0.113.0/24"] });
    expect((await inside.call("GET", "/tickets?status=open")).status).toBe(200);
    expect(await outside.call("GET", "/tickets?status=open")).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
    const files = (await ana.call("POST", "/tokens", { name: "Errada", areas: TALK, addresses: ["escritório"], ...proof(ana) })).body;
    expect(files).toMatchObject({ code: "ERR_VALIDATION", details: [{ field: "addresses" }] });
  });

  it("is refused at once in every process when it is revoked, and shows when it was last used [D-573]", async () => {
    const another = await openAnotherApi(world.stage);
    try {
      const program = await make(ana, { name: "Painel" });
      const listed = async () => (await ana.ask<ApiTokenView[]>("GET", "/tokens")).find(({ id }) => id === program.id);
      expect(await listed()).toMatchObject({ name: "Painel", usedAt: null, usedFrom: null });
      for (const origin of [world.stage.origin, another.origin])
        expect((await program.call("GET", "/tickets?status=open", undefined, origin)).status).toBe(200);
      expect(await listed()).toMatchObject({ usedAt: expect.any(String), usedFrom: "127.0.0.1" });
      expect(JSON.stringify(await listed())).not.toContain("blc_");
      await ana.ask("DELETE", `/tokens/${program.id}`);
      expect(await program.call("GET", "/tickets?status=open")).toMatchObject({ status: 401 });
      await eventually(async () => expect((await program.call("GET", "/tickets?status=open", undefined, another.origin)).status).toBe(401));
      expect(await listed()).toBeUndefined();
      expect(ana.socket.connected).toBe(true);
    } finally {
      await another.close();
    }
  });

  it("opens the addresses of files in its answers, until it ends [D-573]", async () => {
    await ana.ask("POST", `/users/picture/${ana.id}`, photo());
    const program = await make(ana, { areas: { company: "read" } });
    const { profilePicUrl } = await program.ask<UserView>("GET", `/users/${ana.id}`);
    const status = async (): Promise<number> => (await fetch(`${world.stage.origin}${profilePicUrl ?? ""}`)).status;
    expect(await status()).toBe(200);
    await ana.ask("DELETE", `/tokens/${program.id}`);
    expect(await status()).toBe(403);
  });

  it("loses what its owner loses at once: a queue, the profile, the account [D-572]", async () => {
    const eva = await world.person("Eva", { profile: "admin", queueIds: [support.id] });
    const program = await make(eva, { areas: { ...TALK, audit: "read" } });
    const installation = await make(eva, { installation: true, areas: { audit: "read" } });
    expect((await program.call("GET", "/audit")).status).toBe(200);
    expect((await installation.call("GET", "/audit")).status).toBe(200);
    await world.davi.ask("PUT", `/users/${eva.id}`, { profile: "gerente" });
    expect((await program.call("GET", "/audit")).status).toBe(403);
    expect((await installation.call("GET", "/audit")).status).toBe(401);
    expect((await program.call("GET", `/tickets/${supportTicket}`)).status).toBe(200);
    await world.davi.ask("PUT", `/users/${eva.id}`, { queueIds: [sales.id] });
    expect((await program.call("GET", `/tickets/${supportTicket}`)).status).toBe(403);
    await world.davi.ask("PUT", `/users/${eva.id}`, { active: false });
    expect((await program.call("GET", `/tickets/${salesTicket}`)).status).toBe(401);
  });

  it("works at its person's hours alone, and not while a temporary password must be changed [D-570, D-572]", async () => {
    const bia = await world.person("Bia", { queueIds: [support.id] });
    const program = await make(bia, {});
    const asked = () => program.call("GET", "/tickets?status=open");
    const hours = (works: boolean) =>
      world.davi.ask("PUT", `/users/${bia.id}`, { weekdays: works, saturday: works, sunday: works, holidays: works });
    expect((await asked()).status).toBe(200);
    await hours(false);
    expect(await asked()).toMatchObject({ status: 401, body: { code: "ERR_INVALID_WORKING_TIME" } });
    await hours(true);
    expect((await asked()).status).toBe(200);
    await world.davi.ask("POST", `/users/reset/${bia.id}`, {});
    expect(await asked()).toMatchObject({ status: 403, body: { code: "ERR_PASSWORD_CHANGE_REQUIRED" } });
  });

  it("sends nothing when it was revoked while its files were coming [D-573]", async () => {
    const program = await make(ana, {});
    const part = (head: string, text: string) => `--limite\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}`;
    const request = http.request(`${world.stage.origin}/api/messages/${supportTicket}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${program.token}`, "Content-Type": "multipart/form-data; boundary=limite" },
    });
    const answered = once(request, "response") as Promise<[http.IncomingMessage]>;
    request.write(`${part('name="body"', "Com um arquivo")}\r\n${part('name="medias"; filename="nota.txt"', "primeira metade")}`);
    // Its use is noted when it is let in.
    await eventually(async () =>
      expect((await ana.ask<ApiTokenView[]>("GET", "/tokens")).find(({ id }) => id === program.id)?.usedAt).toEqual(expect.any(String)),
    );
    await ana.ask("DELETE", `/tokens/${program.id}`);
    request.end(" segunda metade\r\n--limite--\r\n");
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(401);
    expect(await world.rows("SELECT id FROM message WHERE body = 'Com um arquivo'")).toEqual([]);
  });

  it("is one of fifty that a person has at most, of which the revoked ones are none [D-570]", async () => {
    const marcos = await world.person("Marcos");
    const first = await make(marcos, {});
    await world.rows(
      `INSERT INTO api_token (id, user_id, installation, name, secret_hash, areas, reach, queue_ids, addresses, created_at)
       SELECT gen_random_uuid(), user_id, false, name, secret_hash, areas, reach, queue_ids, addresses, created_at
       FROM api_token, generate_series(2, 50) WHERE id = $1`,
      [first.id],
    );
    const another = () => marcos.call("POST", "/tokens", { name: "Mais uma", areas: TALK, ...proof(marcos) });
    expect(await another()).toMatchObject({ status: 400, body: { details: [{ field: "name", rule: "most" }] } });
    await marcos.ask("DELETE", `/tokens/${first.id}`);
    expect((await another()).status).toBe(200);
  });

  it("is made with the present password alone, of the installation by administrators alone, and for one's own queues [D-570]", async () => {
    const asked = { name: "Integração", areas: TALK };
    expect(await ana.call("POST", "/tokens", { ...asked, currentPassword: world.stage.seal("currentPassword", "errada") })).toMatchObject({
      status: 400,
      body: { details: [{ field: "currentPassword" }] },
    });
    expect(await ana.call("POST", "/tokens", { ...asked, installation: true, ...proof(ana) })).toMatchObject({ status: 403 });
    const other = await world.queue("Cobrança", "#778899");
    expect(await ana.call("POST", "/tokens", { ...asked, reach: "queues", queueIds: [other.id], ...proof(ana) })).toMatchObject({
      status: 400,
      body: { details: [{ field: "queueIds" }] },
    });
    for (const areas of [{}, { everything: "write" }])
      expect(await ana.call("POST", "/tokens", { ...asked, areas, ...proof(ana) })).toMatchObject({ status: 400 });
  });

  it("is given to the external panel for one queue and a quarter of an hour, where there is a panel [D-630]", async () => {
    const ask = (who: Agent, ticketId: number) => who.call("POST", "/tokens/panel", { ticketId });
    expect((await ask(ana, supportTicket)).status).toBe(404);
    await world.settings({ uriIframe: "https://crm.example/{{ticketId}}" });
    expect((await ask(ana, 999_999)).status).toBe(404);
    expect((await ana.call("POST", "/tokens/panel", {})).status).toBe(400);
    const { status, body } = await ask(world.davi, supportTicket);
    const { token, expiresAt } = body as PanelTokenView;
    expect([status, Date.parse(expiresAt) - Date.now() > 14 * 60_000, Date.parse(expiresAt) - Date.now() <= 15 * 60_000]).toEqual([
      200,
      true,
      true,
    ]);
    const panel = asProgram({ id: "", token });
    expect((await panel.call("GET", `/tickets/${supportTicket}`)).status).toBe(200);
    expect((await panel.call("GET", `/tickets/${salesTicket}`)).status).toBe(403);
    for (const [method, at, data] of [
      ["GET", "/users", undefined],
      ["POST", "/contacts", { name: "Rui", number: "5511987650099", respostaAutomatica: true }],
      ["POST", "/tokens/panel", { ticketId: supportTicket }],
    ] as const)
      expect([at, (await panel.call(method, at, data)).status]).toEqual([at, 403]);
    expect((await world.davi.ask<ApiTokenView[]>("GET", "/tokens")).map(({ name }) => name)).not.toContain("Painel externo");
    await world.rows("UPDATE api_token SET expires_at = now() - interval '1 s' WHERE panel");
    await world.settings({ uriIframe: "" });
  });

  it("is listed and revoked by its owner and by administrators, and user 1's by nobody else [D-570]", async () => {
    const program = await make(ana, { name: "Da Ana" });
    const ofDavi = await make(world.davi, { name: "Do Davi" });
    const rui = await world.person("Rui");
    const namesFor = async (who: Agent) => (await who.ask<ApiTokenView[]>("GET", "/tokens")).map(({ name }) => name);
    expect(await namesFor(rui)).toEqual([]);
    expect(await namesFor(marta)).toContain("Da Ana");
    expect(await namesFor(marta)).not.toContain("Do Davi");
    for (const [who, id] of [
      [rui, program.id],
      [marta, ofDavi.id],
      [marta, "no-id"],
    ] as const)
      expect((await who.call("DELETE", `/tokens/${id}`)).status).toBe(404);
    await marta.ask("DELETE", `/tokens/${program.id}`);
    expect((await program.call("GET", "/tickets")).status).toBe(401);
  });
});

describe("the rate of a token", () => {
  it("is its own: a program at its limit keeps nobody from working [D-573]", async () => {
    const world = await openWorld({ ownWorker: false, env: { RATE_LIMIT_PER_MINUTE: "6" } });
    try {
      const { token } = await world.davi.ask<NewApiTokenView>("POST", "/tokens", {
        ...{ name: "Rápida", areas: { texts: "read" } },
        currentPassword: world.stage.seal("currentPassword", "Primeira-Senha-1"),
      });
      const statuses: number[] = [];
      for (let call = 0; call < 31; call += 1) statuses.push((await world.stage.call("GET", "/api/tag", { token })).status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(30);
      expect(statuses.at(-1)).toBe(429);
      expect((await world.davi.call("GET", "/tag")).status).toBe(200);
      const guessed = `blc_${"a".repeat(64)}`;
      const guess = async (): Promise<number> => (await world.stage.call("GET", "/api/tag", { token: guessed })).status;
      const guesses: number[] = [];
      while (guesses.length < 100 && guesses.at(-1) !== 429) guesses.push(await guess());
      expect([...new Set(guesses)]).toEqual([403, 429]);
    } finally {
      await world.close();
    }
  });
});
