import type { ContactView } from "@balcao/contracts/contacts";
import type { ServerEvent } from "@balcao/contracts/live";
import type { MassSendView, RecipientListView } from "@balcao/contracts/massSends";
import type { TagView } from "@balcao/contracts/tags";
import type { TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const PATIENCE_MS = 30_000;

describe("mass sends", () => {
  let world: World;
  let ana: Agent;
  let bia: Agent;
  let shop: LinkedNumber;
  let phones = 5511900100000;
  const heard: ServerEvent<"envioMassa">[] = [];

  beforeAll(async () => {
    world = await openWorld();
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    bia = await world.person("Bia");
    shop = await world.number("Loja", [sales]);
    await world.rows("UPDATE connection SET is_default = true WHERE id = $1", [shop.id]);
    await setInterval(100);
    await world.settings({});
    bia.socket.on("envioMassa", (event) => heard.push(event));
  }, 120_000);
  afterAll(() => world.close());

  const setInterval = (ms: number) =>
    world.rows(
      "INSERT INTO send_pacing (connection_id, interval_ms) VALUES ($1, $2) ON CONFLICT (connection_id) DO UPDATE SET interval_ms = $2, next_at = '-infinity'",
      [shop.id, ms],
    );
  const contact = (name: string, more: object = {}) =>
    world.davi.ask<ContactView>("POST", "/contacts", { name, number: String((phones += 1)), respostaAutomatica: true, ...more });
  const people = async (names: readonly string[]): Promise<ContactView[]> => {
    const made: ContactView[] = [];
    for (const name of names) made.push(await contact(name));
    return made;
  };
  const tag = (name: string, contacts: readonly ContactView[]) =>
    ana.ask<TagView>("POST", "/tag", { name, color: "#1e7a3e", contacts: contacts.map(({ id }) => id) });
  const start = (body: object) => ana.ask<MassSendView>("POST", "/envioMassa", { mensagem: "Oi", ...body });
  const get = (id: number) => bia.ask<MassSendView>("GET", `/envioMassa/${id}`);
  const recipients = (id: number, query = "") => ana.ask<RecipientListView>("GET", `/envioMassa/${id}/recipients${query}`);
  const states = async (id: number) => (await recipients(id)).recipients.map(({ name, state, reason }) => [name, state, reason]);
  const done = (id: number) => eventually(async () => expect((await get(id)).status).toBe("done"), PATIENCE_MS);
  const got = ({ number }: ContactView, at = shop): string[] =>
    world
      .customer(number ?? "", at)
      .chat()
      .flatMap(({ author, text }) => (author === "owner" ? [text] : []));

  it("send a text once to everybody with any of the tags, with who is left out and why, and show exact progress to everybody [SEND-008, SEND-011, LOG-008, API-116, API-117, API-118, RT-022, D-182, D-184, D-185, D-186]", async () => {
    const [um, dois, tres] = await people(["Um", "Dois", "Três"]);
    if (!um || !dois || !tres) throw new Error("no contacts");
    const [group] = await world.rows<{ id: number }>("INSERT INTO contact (name, is_group) VALUES ('Obra', true) RETURNING id");
    const vip = await tag("VIP", [um, dois]);
    const old = await tag("Antigo", [dois, tres]);
    await world.rows("INSERT INTO contact_tag (contact_id, tag_id) VALUES ($1, $2)", [group?.id, vip.id]);
    expect(await ana.ask("POST", "/envioMassa/count", { tagsIds: `${vip.id},${old.id}` })).toEqual({
      total: 3,
      leftOut: { group: 1 },
      windowClosed: 0,
      zones: { "America/Sao_Paulo": 3 },
      templatesOf: null,
      samples: [um, dois, tres].map(({ name, number }) => ({ name, number })),
    });
    const made = await start({
      mensagem: "{{ms}}, {{name}}! Da {{user}} {{nada}}",
      allContacts: false,
      contactsIds: "",
      tagsIds: `${vip.id},${old.id}`,
      log: { userId: 999, userName: "Outra" },
    });
    expect(made).toMatchObject({ allContacts: false, contactsIds: "", tagsIds: `${vip.id},${old.id}`, enviados: 0, user: { name: "Ana" } });
    await done(made.id);
    expect(await get(made.id)).toMatchObject({ enviados: 3, total: 3, leftOut: { group: 1 }, whatsapp: { id: shop.id }, waiting: false });
    for (const each of [um, dois, tres]) expect(got(each)).toEqual([expect.stringMatching(/^Bo(m|a) \w+, .+! Da Ana \{\{nada\}\}$/)]);
    expect((await bia.ask<MassSendView[]>("GET", "/envioMassa")).map(({ id }) => id)).toContain(made.id);
    await eventually(() =>
      expect(heard.filter((event) => event.envioId === made.id).at(-1)).toMatchObject({ envios: { enviados: 3, status: "done" } }),
    );
    expect(heard.find((event) => event.envioId === made.id)?.action).toBe("create");
    const tickets = await world.rows("SELECT status, user_id FROM ticket WHERE contact_id = ANY($1::int[])", [[um.id, dois.id, tres.id]]);
    expect(tickets).toEqual(Array.from({ length: 3 }, () => ({ status: "closed", user_id: null })));
    expect(
      await world.rows("SELECT action, user_id FROM audit_entry WHERE related_kind = 'massSend' AND related_id = $1", [made.id]),
    ).toEqual([{ action: "massSend.create", user_id: ana.id }]);
  }, 90_000);

  it("are tried at the person's own number first, and prove afterwards who got what how often, also as CSV [D-184, D-186]", async () => {
    const own = String((phones += 1));
    const test = { mensagem: "Para {{name}}", number: own };
    // Whoever may not add contacts tries it at a number that is a contact.
    expect((await ana.call("POST", "/envioMassa/test", test)).status).toBe(403);
    await contact("Celular", { number: own });
    await ana.ask("POST", "/envioMassa/test", test);
    const received = (): string[] =>
      world
        .customer(own, shop)
        .chat()
        .map(({ text }) => text);
    await eventually(() => expect(received()).toEqual(["Para Celular"]));
    expect(await ana.call("POST", "/envioMassa/test", { mensagem: "Oi", number: "12" })).toMatchObject({ status: 400 });
    expect(await ana.call("POST", "/envioMassa/test", { mensagem: " ", number: own })).toMatchObject({ status: 400 });

    const [calc, zoe] = await people(["=1+1", "Zoé"]);
    if (!calc || !zoe) throw new Error("no contacts");
    const { id } = await start({ contactsIds: [calc.id, zoe.id] });
    await done(id);
    expect(await ana.ask("GET", `/envioMassa/${id}/proof`)).toEqual({
      ...{ recipients: 2, once: 2, twice: 0, repeated: 0 },
      query: expect.stringMatching(/^WITH handed AS[^]+FROM outbox[^]+FROM handed$/),
    });
    await eventually(async () =>
      // The delivery may be known before the answer of the send, which then has no time of its own.
      expect((await recipients(id)).recipients).toMatchObject([
        { name: "=1+1", providerId: expect.any(String), ack: 2, ackTimes: { "2": expect.any(String) } },
        { name: "Zoé", providerId: expect.any(String), ack: 2 },
      ]),
    );
    const answer = await world.stage.call("POST", `/api/envioMassa/${id}/export`, { token: ana.token, body: {} });
    expect(answer.headers.get("Content-Type")).toContain("text/csv");
    const lines = (await answer.text()).trim().split("\r\n");
    expect(lines[0]).toBe("contact;name;state;reason;handedAt;providerId;sentAt;deliveredAt;readAt");
    expect(lines.slice(1).map((line) => line.split(";").slice(0, 3))).toEqual([
      [String(calc.id), "'=1+1", "delivered"],
      [String(zoe.id), "Zoé", "delivered"],
    ]);
    // A doubled message would show: the proof counts what was handed over, not the states.
    const lanes = await world.rows<{ id: string; lane: string }>("SELECT id, lane FROM outbox WHERE send_run_id = $1 ORDER BY lane_seq", [
      id,
    ]);
    await world.rows("UPDATE outbox SET lane = $2 WHERE id = $1", [lanes[1]?.id, lanes[0]?.lane]);
    expect(await ana.ask("GET", `/envioMassa/${id}/proof`)).toMatchObject({ recipients: 2, once: 0, twice: 1 });
    await world.rows("UPDATE outbox SET lane = $2 WHERE id = $1", [lanes[1]?.id, lanes[1]?.lane]);
    expect((await ana.call("GET", "/envioMassa/999999/proof")).status).toBe(404);
  }, 90_000);

  it("follow each recipient's message: delivered, read, answered; the answer takes the usual way [D-184, D-185]", async () => {
    const [calmo, leitor] = await people(["Calmo", "Leitor"]);
    if (!calmo || !leitor) throw new Error("no contacts");
    const { id } = await start({ contactsIds: [calmo.id, leitor.id, leitor.id] });
    await done(id);
    await eventually(async () =>
      expect(await states(id)).toEqual([
        ["Calmo", "delivered", null],
        ["Leitor", "delivered", null],
      ]),
    );
    const reader = world.customer(leitor.number ?? "", shop);
    await reader.readsEverything();
    await eventually(async () => expect((await states(id))[1]).toEqual(["Leitor", "read", null]));
    await reader.writes("Quero!");
    await eventually(async () => expect((await states(id))[1]).toEqual(["Leitor", "answered", null]));
    expect(await recipients(id, "?state=answered")).toMatchObject({
      recipients: [{ name: "Leitor" }],
      hasMore: false,
      counts: { delivered: 1, answered: 1 },
    });
    const live = await world.rows("SELECT status FROM ticket WHERE contact_id = $1 AND status <> 'closed'", [leitor.id]);
    expect(live).toEqual([{ status: "pending" }]);
  }, 90_000);

  it("write into the contact's live ticket without changing it, while colleagues go on writing without waiting [SEND-011, D-183, D-185]", async () => {
    const customer = world.customer(String((phones += 1)), shop);
    await customer.writes("Olá");
    const ticketId = await world.ticketOf(ana, customer.phone);
    await ana.accepts(ticketId);
    await ana.opens(ticketId);
    const before = await ana.ask<TicketView>("GET", `/tickets/${ticketId}`);
    const others = await people(["Fila 1", "Fila 2"]);
    await setInterval(60_000);
    const { id } = await start({ contactsIds: [before.contact.id, ...others.map((each) => each.id)], mensagem: "Aviso" });
    await eventually(async () => expect((await get(id)).enviados).toBe(1), PATIENCE_MS);
    await ana.writes(ticketId, "Sem esperar");
    await eventually(() => expect(customer.chat().map(({ text }) => text)).toEqual(["Olá", "Aviso", "Sem esperar"]));
    const after = await ana.ask<TicketView>("GET", `/tickets/${ticketId}`);
    expect([after.status, after.userId, after.queueId]).toEqual([before.status, before.userId, before.queueId]);
    expect(await get(id)).toMatchObject({ enviados: 1, total: 3, status: "running" });
    await setInterval(100);
    await done(id);
    await world.allInStep();
  }, 90_000);

  it("are paused, resumed and cancelled; what was handed over is not taken back, and of two people one wins [D-184]", async () => {
    const six = await people(["Aa", "Bb", "Cc", "Dd", "Ee", "Ff"]);
    await setInterval(60_000);
    const { id } = await start({ contactsIds: six.map((each) => each.id), mensagem: "Devagar" });
    await eventually(async () => expect((await get(id)).enviados).toBe(1), PATIENCE_MS);
    const act = (action: string, agent = ana) => agent.call("POST", `/envioMassa/${id}/${action}`, {});
    const pauses = await Promise.all([act("pause"), act("pause", bia)]);
    expect(pauses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(pauses.find(({ status }) => status === 409)?.body).toMatchObject({ code: "ERR_SEND_STATE" });
    await setInterval(100);
    const other = await start({ contactsIds: [six[5]?.id], mensagem: "Ao lado" });
    await done(other.id);
    expect(await get(id)).toMatchObject({ status: "paused", enviados: 1, total: 6 });
    // One more goes out at once; the others wait until they are cancelled.
    await setInterval(60_000);
    expect((await act("resume")).status).toBe(200);
    await eventually(async () => expect((await get(id)).enviados).toBeGreaterThan(1), PATIENCE_MS);
    expect((await act("cancel")).status).toBe(200);
    expect((await act("resume")).status).toBe(409);
    await eventually(async () => expect((await recipients(id)).counts["handed"]).toBeUndefined(), PATIENCE_MS);
    const { counts } = await recipients(id);
    const cancelled = counts["cancelled"] ?? 0;
    expect(cancelled).toBeGreaterThan(0);
    expect(await get(id)).toMatchObject({ status: "cancelled", total: 6, enviados: 6 - cancelled });
    expect(six.filter((each) => got(each).includes("Devagar"))).toHaveLength(6 - cancelled);
    await setInterval(100);
  }, 90_000);

  it("go on when who started them is deactivated, shown as such to everybody, who may pause and cancel them [W-14, D-278]", async () => {
    const rui = await world.person("Rui");
    const three = await people(["Gg", "Hh", "Ii"]);
    await setInterval(60_000);
    const body = { mensagem: "Continua", contactsIds: three.map((each) => each.id) };
    const { id } = await rui.ask<MassSendView>("POST", "/envioMassa", body);
    await eventually(async () => expect((await get(id)).enviados).toBe(1), PATIENCE_MS);
    await world.davi.ask("PUT", `/users/${rui.id}`, { active: false });
    await eventually(async () => expect((await get(id)).user).toEqual({ id: rui.id, name: "Rui", active: false }));
    await bia.ask("POST", `/envioMassa/${id}/pause`, {});
    await setInterval(100);
    await bia.ask("POST", `/envioMassa/${id}/resume`, {});
    await done(id);
    expect(three.map((each) => got(each))).toEqual([["Continua"], ["Continua"], ["Continua"]]);
  }, 90_000);

  it("skip a contact that was deleted meanwhile, and send to the one that stays of a merge once [W-13]", async () => {
    const [first, gone, merged, kept] = await people(["Primeira", "Some", "Junta", "Fica"]);
    if (!first || !gone || !merged || !kept) throw new Error("no contacts");
    await setInterval(60_000);
    const { id } = await start({ contactsIds: [first, gone, merged].map((each) => each.id), mensagem: "Junto" });
    await eventually(async () => expect((await get(id)).enviados).toBe(1), PATIENCE_MS);
    await world.rows(
      "INSERT INTO contact_merge (kept_id, gone, addresses, ticket_ids, folded, author_message_ids) SELECT $2, to_jsonb(c), '[]', '{}', '[]', '{}' FROM contact c WHERE c.id = $1",
      [merged.id, kept.id],
    );
    await world.rows("DELETE FROM contact WHERE id = ANY($1::int[])", [[gone.id, merged.id]]);
    await setInterval(100);
    await done(id);
    expect((await states(id)).map(([name, state, reason]) => [name, state === "delivered" ? "sent" : state, reason])).toEqual([
      ["Primeira", "sent", null],
      ["Some", "skipped", "gone"],
      ["Fica", "sent", null],
    ]);
    expect(got(kept)).toEqual(["Junto"]);
    expect(await get(id)).toMatchObject({ enviados: 3, total: 3 });
  }, 90_000);

  it("reach a phone once, also when who was reached is merged into somebody who waits, and when another contact has its other form [P-17, D-266]", async () => {
    const [reached, waiting, ninth] = [
      await contact("Já recebeu"),
      await contact("Espera"),
      await contact("Nono", { number: "5511987650001" }),
    ];
    const [short] = await world.rows<{ id: number }>(
      `WITH made AS (INSERT INTO contact (name) VALUES ('Forma curta') RETURNING id), found AS (
         INSERT INTO contact_address (kind, value, contact_id) SELECT 'phone', '551187650001', id FROM made) SELECT id FROM made`,
    );
    await setInterval(60_000);
    const { id } = await start({ contactsIds: [reached.id, waiting.id, ninth.id, short?.id], mensagem: "Uma só" });
    await eventually(async () => expect((await get(id)).enviados).toBe(1), PATIENCE_MS);
    await world.davi.ask("POST", `/contacts/${waiting.id}/merge/${reached.id}`, {});
    await setInterval(100);
    await done(id);
    expect((await states(id)).map(([name, state, reason]) => [name, state === "delivered" ? "sent" : state, reason])).toEqual([
      ["Já recebeu", "sent", null],
      ["Espera", "skipped", "duplicate"],
      ["Nono", "sent", null],
      ["Forma curta", "skipped", "duplicate"],
    ]);
    expect([...got(reached), ...got(waiting)]).toEqual(["Uma só"]);
    expect([...got(ninth), ...got({ ...ninth, number: "551187650001" })]).toEqual(["Uma só"]);
  }, 90_000);

  it("are refused without text, without recipients, for unknown ids and when they have begun; a repeated request starts one [SEND-009, SEND-010, API-119, D-181, D-182]", async () => {
    const [one] = await people(["Uma"]);
    const refused = async (body: object, field: string) =>
      expect([body, await ana.call("POST", "/envioMassa", body)]).toMatchObject([
        body,
        { status: 400, body: { code: "ERR_VALIDATION", details: expect.arrayContaining([expect.objectContaining({ field })]) } },
      ]);
    const contactsIds = [one?.id];
    await refused({ contactsIds }, "mensagem");
    await refused({ mensagem: "  ", contactsIds }, "mensagem");
    await refused({ mensagem: "x".repeat(30_001), contactsIds }, "mensagem");
    await refused({ mensagem: 5, contactsIds }, "mensagem");
    await refused({ mensagem: "Oi" }, "contactsIds");
    await refused({ mensagem: "Oi", contactsIds: "a" }, "contactsIds[0]");
    await refused({ mensagem: "Oi", contactsIds: [999_999] }, "contactsIds");
    await refused({ mensagem: "Oi", tagsIds: [999_999] }, "tagsIds");
    const key = { "Idempotency-Key": "one-send" };
    const post = () => ana.call("POST", "/envioMassa", { mensagem: "Uma vez", contactsIds, tagsIds: [1] }, key);
    const [a, b] = [await post(), await post()];
    expect([a.status, b.status]).toEqual([200, 200]);
    const made = a.body as MassSendView;
    expect(b.body).toMatchObject({ id: made.id });
    expect(made).toMatchObject({ contactsIds: String(one?.id), tagsIds: "" });
    await done(made.id);
    expect(one && got(one)).toEqual(["Uma vez"]);
    expect(await ana.call("PUT", `/envioMassa/${made.id}`, { mensagem: "Tarde", contactsIds })).toMatchObject({
      status: 400,
      body: { code: "ERR_SEND_STARTED", error: "Este envio já começou e não pode mais ser alterado." },
    });
    for (const [method, path, body] of [
      ["GET", "/envioMassa/999999"],
      ["PUT", "/envioMassa/999999", { mensagem: "Oi", contactsIds }],
      ["POST", "/envioMassa/999999/pause", {}],
      ["GET", "/envioMassa/999999/recipients"],
    ] as const)
      expect(await ana.call(method, path, body)).toMatchObject({ status: 404 });
  }, 90_000);

  it("wait while their connection is away and go on by themselves; after 24 hours those who got nothing count as failed [SEND-014, D-184]", async () => {
    const three = await people(["Espera 1", "Espera 2", "Espera 3"]);
    await setInterval(60_000);
    const { id } = await start({ contactsIds: three.map((each) => each.id), mensagem: "Espera" });
    await eventually(async () => expect((await get(id)).enviados).toBe(1), PATIENCE_MS);
    await world.restartWorker(async () => {
      await world.rows("UPDATE connection SET status = 'DISCONNECTED' WHERE id = $1", [shop.id]);
      await world.settings({});
      expect(await get(id)).toMatchObject({ status: "running", waiting: true, enviados: 1 });
      await world.rows("UPDATE send_run SET active_since = now() - interval '25 hours' WHERE id = $1", [id]);
      await world.rows("UPDATE send_pacing SET handed_at = now() - interval '25 hours', next_at = now() + interval '59 seconds'");
    });
    await eventually(async () => expect((await get(id)).status).toBe("done"), PATIENCE_MS);
    expect(await states(id)).toEqual([
      ["Espera 1", expect.any(String), null],
      ["Espera 2", "failed", "expired"],
      ["Espera 3", "failed", "expired"],
    ]);
    expect(await get(id)).toMatchObject({ enviados: 3, total: 3 });
    await setInterval(100);
  }, 90_000);

  it("need a default connection that is connected [D-180]", async () => {
    const [one] = await people(["Sem conexão"]);
    const post = () => ana.call("POST", "/envioMassa", { mensagem: "Oi", contactsIds: [one?.id] });
    await world.rows("UPDATE connection SET is_default = false");
    await world.settings({});
    expect(await post()).toMatchObject({ status: 400, body: { code: "ERR_NO_DEF_WAPP_FOUND" } });
    const [other] = await world.rows<{ id: number }>(
      "INSERT INTO connection (name, api, is_default, status) VALUES ('Fora', 'baileys', true, 'DISCONNECTED') RETURNING id",
    );
    await world.settings({});
    expect(await post()).toMatchObject({ status: 400, body: { code: "ERR_WAPP_NOT_INITIALIZED" } });
    await world.rows("DELETE FROM connection WHERE id = $1", [other?.id]);
  }, 90_000);
});
