import { routes } from "@balcao/contracts/routes";
import type { AnyRoute } from "@balcao/contracts/route";
import { createPerson, openApiStage, type ApiStage } from "./apiStage.fixture.js";
import { setScene, type SetScene } from "./callScene.fixture.js";

/** Who may call what, written from the access matrix of the decisions; addresses with ids of the scene. */
const MATRIX: Readonly<Record<string, "public" | "cookie" | "everyone" | "ticket" | "addContact" | "admin">> = {
  "POST /auth/login": "public",
  "POST /auth/signup": "public",
  "POST /auth/refresh_token": "cookie",
  "POST /auth/socket": "everyone",
  "DELETE /auth/logout": "everyone",
  "GET /tickets": "everyone",
  "GET /tickets/contact/:contactId": "everyone",
  "POST /tickets": "everyone",
  "GET /tickets/:ticketId": "ticket",
  "PUT /tickets/:ticketId": "ticket",
  "GET /messages/ios/:ticketId": "ticket",
  "GET /messages/:ticketId": "ticket",
  "POST /messages/:ticketId": "ticket",
  "PUT /messages/:ticketId": "ticket",
  "DELETE /messages/:messageId": "ticket",
  "POST /messages/vcard/:ticketId": "ticket",
  "POST /messages/forward/:messageId": "ticket",
  "POST /messages/reaction/:messageId": "ticket",
  "POST /messages/unconfirmed/:messageId": "ticket",
  "POST /whatsapp/meow/webhook/:webhook": "ticket",
  "GET /contacts": "everyone",
  "GET /contacts/:contactId": "everyone",
  "GET /contact/group/:contactId": "everyone",
  "POST /contacts": "addContact",
  "POST /contact": "everyone",
  "GET /users": "everyone",
  "GET /users/:userId": "everyone",
  "POST /users": "admin",
  "GET /queue": "everyone",
  "GET /queue/:queueId": "admin",
  "POST /queue": "admin",
  "GET /settings": "everyone",
  "GET /whatsapp": "everyone",
  "GET /whatsapp/:whatsappId": "everyone",
  "GET /whatsapp/api/cloud_api": "everyone",
  "GET /whatsapp/:whatsappId/gaps": "admin",
  "GET /whatsapp/:whatsappId/parked": "admin",
  "POST /whatsapp/:whatsappId/parked/:eventId/retry": "admin",
  "DELETE /whatsapp/:whatsappId/parked/:eventId": "admin",
  "POST /whatsapp/:whatsappId/gaps/:gapId/resolve": "admin",
  "POST /whatsapp": "admin",
  "PUT /whatsapp/:whatsappId": "admin",
  "DELETE /whatsapp/:whatsappId": "admin",
  "DELETE /whatsapp/recreate/:whatsappId": "admin",
  "POST /whatsapp/restart": "admin",
  "GET /whatsapp/meow/qr/:whatsappId": "admin",
  "POST /whatsapp/meow/pair/:whatsappId": "admin",
  "POST /whatsappsession/:whatsappId": "admin",
  "PUT /whatsappsession/:whatsappId": "admin",
  "DELETE /whatsappsession/:whatsappId": "admin",
  "GET /meta/templates/wpp/:whatsappId": "everyone",
  "GET /meta/templates/:ticketId": "ticket",
  "POST /meta/templates": "ticket",
  "POST /meta/templates/create/:whatsappId": "admin",
  "DELETE /meta/template/:whatsappId/:name": "admin",
  "POST /log": "everyone",
  "GET /notes": "everyone",
};

const ALL = Object.values(routes).flatMap((feature) => Object.values<AnyRoute>(feature));
const nameOf = (route: AnyRoute): string => `${route.method} ${String(route.path)}`;

describe("permissions of every route", () => {
  let stage: ApiStage;
  let set: SetScene;
  let outsider: string;
  let manager: string;

  beforeAll(async () => {
    stage = await openApiStage({ env: { MEOW_URL: "http://127.0.0.1:9", MEOW_ADMIN_TOKEN: "not-a-real-admin-token" } });
    set = await setScene(stage);
    const otherQueue = await stage.call("POST", "/api/queue", { token: set.admin.token, body: { name: "Suporte", color: "#00ff00" } });
    const bia = await createPerson(stage, set.admin.token, "Bia", { queueIds: [((await otherQueue.json()) as { id: number }).id] });
    outsider = (await stage.signIn(bia.email)).token;
    const marta = await createPerson(stage, set.admin.token, "Marta", { profile: "gerente", queueIds: [set.scene.queueId] });
    manager = (await stage.signIn(marta.email)).token;
  }, 120_000);
  afterAll(() => stage.close());

  const addressOf = (route: AnyRoute): string => {
    const { scene } = set;
    const ids: Readonly<Record<string, number>> = {
      contactId: scene.contactId,
      ticketId: scene.ticketId,
      userId: scene.userId,
      queueId: scene.queueId,
      whatsappId: scene.connectionId,
      messageId: 1,
      gapId: 1,
    };
    return `/api${String(route.path).replace(/:(\w+)/g, (_all, name: string) => String(ids[name]))}`;
  };
  const snapshot = async (): Promise<string> => {
    const tables = [
      "user_account",
      "queue",
      "connection",
      "contact",
      "ticket",
      "message",
      "outbox",
      "live_event",
      "gateway_call",
      "idempotency",
      "file",
      "auth_session",
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

  it("has a row of the matrix for every route and a route for every row [ERR-020]", () => {
    expect(ALL.map(nameOf).sort()).toEqual(Object.keys(MATRIX).sort());
  });

  it("refuses people without a session everywhere but at the login, before the body is read and without any effect [ERR-018, AUTH-013]", async () => {
    const before = await snapshot();
    for (const route of ALL.filter((each) => MATRIX[nameOf(each)] !== "public")) {
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

  it("refuses an agent wherever the matrix wants more, before the body is read and without any effect [ERR-020, USER-030]", async () => {
    const before = await snapshot();
    for (const route of ALL.filter((each) => ["admin", "addContact"].includes(MATRIX[nameOf(each)] ?? ""))) {
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

  it("gives gerente no call that a user does not have: no account is made or given a profile and queues but by administrators [USER-031, USER-032]", async () => {
    const before = await snapshot();
    for (const route of ALL.filter((each) => ["admin", "addContact"].includes(MATRIX[nameOf(each)] ?? ""))) {
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

  it("refuses an agent of another queue at a ticket and everything in it, without any effect [ERR-020]", async () => {
    const before = await snapshot();
    const bodies: Readonly<Record<string, unknown>> = {
      "PUT /tickets/:ticketId": { status: "closed", onlyClose: true },
      "POST /messages/:ticketId": { body: "oi" },
      "POST /messages/vcard/:ticketId": { contactId: 1 },
    };
    for (const route of ALL.filter((each) => MATRIX[nameOf(each)] === "ticket" && String(each.path).includes(":ticketId"))) {
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
    for (const route of ALL.filter((each) => each.method === "GET" && MATRIX[nameOf(each)] === "everyone")) {
      // Only their gateways know who is in a group and which templates there are, and nobody answers for one here.
      if (["GET /contact/group/:contactId", "GET /meta/templates/wpp/:whatsappId"].includes(nameOf(route))) continue;
      const answer = await stage.call("GET", addressOf(route), { token: set.agent.token });
      expect([nameOf(route), answer.status]).toEqual([nameOf(route), 200]);
    }
  });
});
