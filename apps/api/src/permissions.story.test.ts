import { routes } from "@balcao/contracts/routes";
import type { AnyRoute, Policy } from "@balcao/contracts/route";
import { createPerson, openApiStage, type ApiStage } from "./apiStage.fixture.js";
import { setScene, type SetScene } from "./callScene.fixture.js";
import { documentedCalls } from "./documentedCalls.fixture.js";
import { ADDED_CALLS, callsOf, type CallerKind } from "./documentedCalls/documentedCall.fixture.js";
import { documentedTemplateCalls } from "./documentedTemplateCalls.fixture.js";

/** The required query of a call. */
const QUERIES: Readonly<Record<string, string>> = {
  "GET /messages/search/:ticketId": "?messageToSearch=dia",
  "GET /messages/gallery/:ticketId": "?kind=media",
  "GET /dashboard/now/tickets": "?status=open",
  "GET /chats/search/:chatId": "?messageToSearch=dia",
};

const ALL = Object.values(routes).flatMap((feature) => Object.values<AnyRoute>(feature));

/** Who a policy lets in, in the words of the access matrix. */
const CALLERS: Readonly<Record<Policy, CallerKind | null>> = {
  public: "public",
  refreshCookie: "cookie",
  signedIn: "everyone",
  ticket: "ticket",
  chat: "chat",
  addContact: "addContact",
  editContact: "editContact",
  delContact: "delContact",
  sendToMany: "sendToMany",
  maintain: "maintain",
  manager: "manager",
  admin: "admin",
  super: "super",
  gatewaySignature: null,
  download: null,
};

const nameOf = (route: AnyRoute): string => `${route.method} ${String(route.path)}`;

/**
 * Only a gateway can answer for the members of a group and for templates, and there is none here; a
 * test push exists only for the person who started it, and the ids of a list need its status.
 */
const UNANSWERED: readonly string[] = [
  "GET /contact/group/:contactId",
  "GET /meta/templates/wpp/:whatsappId",
  "GET /push/test/:testId",
  "GET /tickets/ids",
];

describe("permissions of every route", () => {
  let stage: ApiStage;
  let set: SetScene;
  let outsider: string;
  let manager: string;
  /** The access matrix, written from the decisions in the documented calls. */
  let matrix: Readonly<Record<string, CallerKind | undefined>>;

  beforeAll(async () => {
    stage = await openApiStage({ env: { MEOW_URL: "http://127.0.0.1:9", MEOW_ADMIN_TOKEN: "not-a-real-admin-token" } });
    set = await setScene(stage);
    const calls = [...documentedCalls(set.scene), ...documentedTemplateCalls({ cloudId: 1, cloudTicketId: 1 })];
    matrix = {
      ...Object.fromEntries(
        ALL.flatMap((route) => callsOf(route, calls).map(({ who = "everyone" }): [string, CallerKind] => [nameOf(route), who])),
      ),
      ...ADDED_CALLS,
    };
    const otherQueue = await stage.call("POST", "/api/queue", { token: set.admin.token, body: { name: "Suporte", color: "#00ff00" } });
    const bia = await createPerson(stage, set.admin.token, "Bia", { queueIds: [((await otherQueue.json()) as { id: number }).id] });
    outsider = (await stage.signIn(bia.email)).token;
    const marta = await createPerson(stage, set.admin.token, "Marta", { profile: "gerente", queueIds: [set.scene.queueId] });
    manager = (await stage.signIn(marta.email)).token;
  }, 120_000);
  afterAll(() => stage.close());

  const addressOf = (route: AnyRoute): string => {
    const { scene } = set;
    const ids: Readonly<Record<string, unknown>> = {
      ...scene,
      whatsappId: scene.connectionId,
      messageId: 1,
      gapId: 1,
      key: "hierarchy",
      session: "none",
    };
    return `/api${String(route.path).replace(/:(\w+)/g, (_all, name: string) => String(ids[name]))}${QUERIES[nameOf(route)] ?? ""}`;
  };
  const snapshot = async (): Promise<string> => {
    const tables = [
      "user_account",
      "queue",
      "connection",
      "contact",
      "ticket",
      "message",
      "comment_mention",
      "outbox",
      "live_event",
      "gateway_call",
      "idempotency",
      "file",
      "auth_session",
      "tag",
      "contact_tag",
      "quick_answer",
      "schedule",
      "send_run",
      "chat",
      "chat_participant",
      "chat_message",
    ];
    const counts = await Promise.all(
      tables.map((table) =>
        stage.test.database.sql.ask<{ seen: string }>(
          `SELECT coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS seen FROM ${table} t`,
        ),
      ),
    );
    return JSON.stringify(counts);
  };

  it("has a row of the matrix for every route and a route for every row, and asks for no other right [ERR-020, S-18]", () => {
    expect(ALL.map(nameOf).sort()).toEqual(Object.keys(matrix).sort());
    expect(ALL.map((route) => [nameOf(route), CALLERS[route.policy]])).toEqual(ALL.map((route) => [nameOf(route), matrix[nameOf(route)]]));
  });

  it("refuses people without a session everywhere except at the login, before the body is read and without any effect [ERR-018, AUTH-013]", async () => {
    const before = await snapshot();
    for (const route of ALL.filter((each) => matrix[nameOf(each)] !== "public")) {
      const answer = await stage.call(
        route.method,
        addressOf(route),
        route.method === "GET" ? {} : { body: "{not json", headers: { "Content-Type": "application/json" } },
      );
      expect([nameOf(route), answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        nameOf(route),
        401,
        "ERR_SESSION_EXPIRED",
      ]);
    }
    expect(await snapshot()).toBe(before);
  });

  it("refuses an agent wherever the matrix requires more, before the body is read and without any effect [ERR-020, USER-030]", async () => {
    const before = await snapshot();
    for (const route of ALL.filter((each) =>
      ["admin", "addContact", "editContact", "delContact", "super"].includes(matrix[nameOf(each)] ?? ""),
    )) {
      const answer = await stage.call(route.method, addressOf(route), {
        token: set.agent.token,
        ...(route.method !== "GET" && { body: "{not json", headers: { "Content-Type": "application/json" } }),
      });
      expect([nameOf(route), answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        nameOf(route),
        403,
        "ERR_NO_PERMISSION",
      ]);
    }
    expect(await snapshot()).toBe(before);
  });

  it("keeps what settings give to those whom they name, before the body is read and without any effect [D-269]", async () => {
    const gives = { sendToMany: "sendPermission", maintain: "maintainPermission" };
    const setTo = async (value: string): Promise<void> => {
      for (const key of Object.values(gives))
        expect((await stage.call("PUT", `/api/settings/${key}`, { token: set.admin.token, body: { value } })).status).toBe(200);
    };
    const given = ALL.filter((each) => Object.hasOwn(gives, matrix[nameOf(each)] ?? ""));
    expect(given.map(nameOf).sort()).toEqual([
      "POST /envioMassa",
      "POST /envioMassa/:massSendId/resume",
      "POST /envioMassa/test",
      "POST /pergunta",
      "POST /tag",
      "PUT /envioMassa/:massSendId",
    ]);
    const refused = async (token: string): Promise<string[]> => {
      const names: string[] = [];
      for (const route of given) {
        const body = { body: "{not json", headers: { "Content-Type": "application/json" } };
        if ((await stage.call(route.method, addressOf(route), { token, ...body })).status === 403) names.push(nameOf(route));
      }
      return names.sort();
    };
    const all = given.map(nameOf).sort();
    await setTo("managers");
    const before = await snapshot();
    expect([await refused(set.agent.token), await refused(manager)]).toEqual([all, []]);
    expect(await snapshot()).toBe(before);
    await setTo("administrators");
    expect([await refused(manager), await refused(set.admin.token)]).toEqual([all, []]);
    await setTo("everyone");
    expect(await refused(set.agent.token)).toEqual([]);
  });

  it("gives gerente no call that a user does not have: only administrators make accounts and set profiles and queues [USER-031, USER-032, S-29]", async () => {
    const before = await snapshot();
    for (const route of ALL.filter((each) => ["admin", "addContact", "delContact", "super"].includes(matrix[nameOf(each)] ?? ""))) {
      const answer = await stage.call(route.method, addressOf(route), { token: manager, ...(route.method !== "GET" && { body: {} }) });
      expect([nameOf(route), answer.status]).toEqual([nameOf(route), 403]);
    }
    expect(await snapshot()).toBe(before);
    const account = { name: "Nina", email: stage.seal("email", "nina@balcao.test"), password: "Senha-Boa-1" };
    const rights = { profile: "gerente", queueIds: [set.scene.queueId] };
    for (const token of [set.agent.token, manager])
      expect((await stage.call("POST", "/api/users", { token, body: { ...account, ...rights } })).status).toBe(403);
    expect(await snapshot()).toBe(before);
    const made = await stage.call("POST", "/api/users", { token: set.admin.token, body: { ...account, ...rights } });
    expect([made.status, await made.json()]).toMatchObject([200, { profile: "gerente", queues: [{ id: set.scene.queueId }] }]);
  });

  it("refuses an agent of another queue every call on a ticket and its content, without any effect [ERR-020]", async () => {
    const before = await snapshot();
    const bodies: Readonly<Record<string, unknown>> = {
      "POST /tickets/:ticketId/guests": { userId: 1 },
      "PUT /tickets/:ticketId": { status: "closed", onlyClose: true },
      "PUT /ticket2/:ticketId": { status: "pending" },
      "POST /messages/:ticketId": { body: "oi" },
      "POST /messages/vcard/:ticketId": { contactId: 1 },
    };
    for (const route of ALL.filter((each) => matrix[nameOf(each)] === "ticket" && String(each.path).includes(":ticketId"))) {
      const answer = await stage.call(route.method, addressOf(route), { token: outsider, body: bodies[nameOf(route)] });
      expect([nameOf(route), answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        nameOf(route),
        403,
        "ERR_NO_PERMISSION",
      ]);
    }
    expect(await snapshot()).toBe(before);
  });

  it("lets agents read what everybody may read", async () => {
    for (const route of ALL.filter((each) => each.method === "GET" && matrix[nameOf(each)] === "everyone")) {
      if (UNANSWERED.includes(nameOf(route))) continue;
      const answer = await stage.call("GET", addressOf(route), { token: set.agent.token });
      expect([nameOf(route), answer.status]).toEqual([nameOf(route), 200]);
    }
  });
});
