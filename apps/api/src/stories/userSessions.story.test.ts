import type { UserPictureView, UserSessionView, UserView } from "@balcao/contracts/users";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { photo } from "./photo.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

describe("a person's own account", () => {
  let world: World;
  let ana: Agent;
  let marta: Agent;

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    ana = await world.person("Ana");
    marta = await world.person("Marta", { profile: "admin" });
  }, 90_000);
  afterAll(() => world.close());

  const sessionsOf = (reader: Agent, who: Agent) => reader.ask<UserSessionView[]>("GET", `/users/${who.id}/sessions`);

  it("lists its active sessions and ends one of them, whose socket closes, while the others go on [S-12, S-69]", async () => {
    const second = await world.secondScreen(ana, { showAll: false });
    const listed = await sessionsOf(ana, ana);
    expect(listed.map(({ current }) => current).sort()).toEqual([false, true]);
    expect(listed[0]).toEqual({
      id: expect.any(String),
      current: expect.any(Boolean),
      createdAt: expect.any(String),
      usedAt: expect.any(String),
      ip: "127.0.0.1",
      userAgent: expect.any(String),
    });
    const other = listed.find(({ current }) => !current)?.id ?? "";
    expect(await ana.call("DELETE", `/users/${ana.id}/sessions/${other}`)).toMatchObject({ status: 200 });
    await eventually(() => expect(second.socket.connected).toBe(false));
    expect((await second.call("GET", "/tickets")).status).toBe(401);
    expect(ana.socket.connected).toBe(true);
    expect((await sessionsOf(ana, ana)).map(({ current }) => current)).toEqual([true]);
    expect(await ana.call("DELETE", `/users/${ana.id}/sessions/${other}`)).toMatchObject({ status: 404 });
    expect(await ana.call("DELETE", `/users/${ana.id}/sessions/not-an-id`)).toMatchObject({ status: 404 });
    expect(await world.rows("SELECT user_id, subject_user_id FROM audit_entry WHERE action = 'user.endSession'")).toEqual([
      { user_id: ana.id, subject_user_id: ana.id },
    ]);
  });

  it("has its sessions listed and ended by administrators, but not by others, and user 1's by nobody else [D-111, D-121]", async () => {
    const rui = await world.person("Rui");
    expect(await rui.call("GET", `/users/${ana.id}/sessions`)).toMatchObject({ status: 403 });
    const [own] = await sessionsOf(ana, ana);
    for (const at of [`/users/${ana.id}/sessions/${own?.id ?? ""}`, `/users/${rui.id}/sessions/${own?.id ?? ""}`])
      expect([403, 404]).toContain((await rui.call("DELETE", at)).status);
    expect(await marta.call("GET", `/users/${world.davi.id}/sessions`)).toMatchObject({ status: 404 });
    expect(ana.socket.connected).toBe(true);
    const [session] = await sessionsOf(marta, rui);
    expect(await marta.call("DELETE", `/users/${rui.id}/sessions/${session?.id ?? ""}`)).toMatchObject({ status: 200 });
    await eventually(() => expect(rui.socket.connected).toBe(false));
  });

  it("gets a photo from the person or an administrator; everybody sees it at once, and its metadata is dropped [API-063, USER-009, D-111, D-123, S-47, LOG-007]", async () => {
    const body = photo();
    body.append("log", JSON.stringify({ descricao: "Alterou a foto", origem: "Usuários" }));
    const { profilePicUrl } = await ana.ask<UserPictureView>("POST", `/users/picture/${ana.id}`, body);
    const file = await fetch(`${world.stage.origin}${profilePicUrl}`);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/webp"]);
    await eventually(() => expect(marta.received.some((text) => text.startsWith("user") && text.includes("/public/media/"))).toBe(true));
    const first = await world.rows<{ id: string }>("SELECT picture_file_id AS id FROM user_account WHERE id = $1", [ana.id]);
    await marta.ask("POST", `/users/picture/${ana.id}`, photo());
    expect((await ana.ask<UserView>("GET", `/users/${ana.id}`)).profilePicUrl).toContain("/public/media/");
    expect(await world.rows("SELECT owner_kind FROM file WHERE id = $1", [first[0]?.id])).toEqual([{ owner_kind: "incoming" }]);
    expect(
      await world.rows(
        "SELECT action, source, user_id FROM audit_entry WHERE action = 'user.picture' OR description = 'Alterou a foto' ORDER BY id",
      ),
    ).toEqual([
      { action: "user.picture", source: "server", user_id: ana.id },
      { action: "remark", source: "client", user_id: ana.id },
      { action: "user.picture", source: "server", user_id: marta.id },
    ]);
  });

  it("refuses as a photo what is no picture by its content, none at all, and somebody else's, and stores nothing [USER-009, D-123, S-41]", async () => {
    const before = await world.rows("SELECT id FROM file ORDER BY id");
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    for (const body of [
      photo({ bytes: svg }),
      photo({ bytes: svg, name: "foto.svg", type: "image/svg+xml" }),
      photo({ bytes: Buffer.from("%PDF-1.4 \n") }),
      photo({ bytes: Buffer.from("89504e470d0a1a0a00000000", "hex") }),
    ])
      expect(await ana.call("POST", `/users/picture/${ana.id}`, body)).toMatchObject({
        status: 400,
        body: { details: [{ field: "medias" }] },
      });
    expect(await ana.call("POST", `/users/picture/${ana.id}`, {})).toMatchObject({ status: 400, body: { details: [{ field: "medias" }] } });
    expect(await ana.call("POST", `/users/picture/${ana.id}`, photo({ bytes: Buffer.alloc(6 * 1024 * 1024, 1) }))).toMatchObject({
      status: 413,
    });
    expect(await ana.call("POST", `/users/picture/${marta.id}`, photo())).toMatchObject({ status: 403 });
    for (const remark of ["no JSON", JSON.stringify({ descricao: "nul \u0000" }), '{"descricao":"\\ud800"}', '{"__proto__":{"x":1}}']) {
      const body = photo();
      body.append("log", remark);
      expect([remark, await ana.call("POST", `/users/picture/${ana.id}`, body)]).toMatchObject([remark, { status: 400 }]);
    }
    expect(await world.rows("SELECT id FROM file ORDER BY id")).toEqual(before);
  });
});
