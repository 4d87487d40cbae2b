import type { ConnectionView } from "@balcao/contracts/connections";
import type { ContactView } from "@balcao/contracts/contacts";
import type { MassSendView, RecipientListView } from "@balcao/contracts/massSends";
import type { ScheduleView } from "@balcao/contracts/schedules";
import type { TicketDecisionView } from "@balcao/contracts/tickets";
import { localTime } from "@balcao/domain/calendar";
import { patience } from "@balcao/testing/patience";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const PATIENCE_MS = 30_000;
const ZONE = "America/Sao_Paulo";
const HOUR_MS = 3_600_000;

/** What keeps mass sends from customers who want none, out of the night, and from a number that is being refused. */
describe("mass sends", () => {
  let world: World;
  let ana: Agent;
  let shop: LinkedNumber;
  let phones = 5511900400000;

  beforeAll(async () => {
    world = await openWorld();
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { profile: "gerente", editContact: true, queueIds: [sales.id] });
    shop = await world.number("Loja", [sales], {
      greetingMessage: "Olá! Em que posso ajudar?",
      outOfHoursMessage: "Olá! Em que posso ajudar?",
    });
    await world.rows("UPDATE connection SET is_default = true WHERE id = $1", [shop.id]);
    await world.rows("INSERT INTO send_pacing (connection_id, interval_ms) VALUES ($1, 100)", [shop.id]);
    // An answer begins a ticket of its own, which is greeted.
    await world.davi.ask("PUT", "/settings/timeCreateNewTicket", { value: "0" });
    await world.settings({});
  }, 120_000);
  afterAll(() => world.close());

  const contact = (name: string) =>
    world.davi.ask<ContactView>("POST", "/contacts", { name, number: String((phones += 1)), respostaAutomatica: true });
  const people = async (names: readonly string[]): Promise<ContactView[]> => {
    const made: ContactView[] = [];
    for (const name of names) made.push(await contact(name));
    return made;
  };
  const start = (contacts: readonly ContactView[], text = "Promoção") =>
    ana.ask<MassSendView>("POST", "/envioMassa", { mensagem: text, contactsIds: contacts.map(({ id }) => id) });
  const get = (id: number) => ana.ask<MassSendView>("GET", `/envioMassa/${id}`);
  const done = (id: number) => eventually(async () => expect((await get(id)).status).toBe("done"), PATIENCE_MS);
  const states = async (id: number) =>
    (await ana.ask<RecipientListView>("GET", `/envioMassa/${id}/recipients`)).recipients.map(({ name, state, reason }) => [
      name,
      state,
      reason,
    ]);
  const customer = ({ number }: ContactView) => world.customer(number ?? "", shop);
  const read = ({ id }: ContactView) => ana.ask<ContactView>("GET", `/contacts/${id}`);
  const said = (who: ContactView, by: "owner" | "customer"): string[] =>
    customer(who)
      .chat()
      .flatMap(({ author, text }) => ((author === "owner") === (by === "owner") ? [text] : []));
  /** Changes settings; a new worker has read them. */
  const change = async (settings: Readonly<Record<string, string>>): Promise<void> => {
    for (const [key, value] of Object.entries(settings)) await world.davi.ask("PUT", `/settings/${key}`, { value });
    await world.restartWorker();
  };

  it("end for a contact who answers one with a word of the company: confirmed once, kept with date and reason, closed, left out and counted, and reversible [D-182, D-186, D-271]", async () => {
    const [sai, fica] = await people(["Sai", "Fica"]);
    if (!sai || !fica) throw new Error("no contacts");
    await change({ optOutWords: "sair, Não quero mais", optOutAnswer: "Certo, {{name}}: nada mais." });
    const first = await start([sai, fica]);
    await done(first.id);
    await customer(sai).writes(" NAO QUERO mais! ");
    await eventually(() => expect(said(sai, "owner")).toEqual(["Promoção", "Certo, Sai: nada mais."]), PATIENCE_MS);
    const known = await read(sai);
    expect(known.optOut).toEqual({ at: expect.any(String), reason: "word", word: "NAO QUERO mais!" });
    // Nobody has anything to do: the ticket is closed and read, and the decision says what happened.
    const [ticket] = await world.rows<{ id: number; status: string; unread: number }>(
      "SELECT id, status, unread FROM ticket WHERE contact_id = $1 ORDER BY id DESC LIMIT 1",
      [sai.id],
    );
    expect(ticket).toMatchObject({ status: "closed", unread: 0 });
    expect(ana.list("pending").tickets.map(({ contact: { id } }) => id)).not.toContain(sai.id);
    const ticketId = ticket?.id ?? 0;
    const messages = await world.rows("SELECT body FROM message WHERE ticket_id = $1 AND NOT from_me", [ticketId]);
    expect(messages).toEqual([{ body: " NAO QUERO mais! " }]);
    const decisions = await ana.ask<TicketDecisionView[]>("GET", `/tickets/${ticketId}/decisions`);
    expect(decisions.map(({ rule }) => rule)).toEqual(["optedOut"]);
    // Said again it is a message like any other, which the usual greeting answers.
    await customer(sai).writes("sair");
    await eventually(() => expect(said(sai, "owner").slice(2)).toEqual(["Olá! Em que posso ajudar?"]), PATIENCE_MS);
    expect((await read(sai)).optOut).toEqual(known.optOut);

    expect(await ana.ask("POST", "/envioMassa/count", { contactsIds: [sai.id, fica.id] })).toEqual({
      total: 1,
      leftOut: { optedOut: 1 },
      windowClosed: 0,
      zones: { "America/Sao_Paulo": 1 },
      templatesOf: null,
      samples: [{ name: "Fica", number: fica.number }],
    });
    const second = await start([sai, fica], "Outra");
    await done(second.id);
    expect(await get(second.id)).toMatchObject({ total: 1, enviados: 1, leftOut: { optedOut: 1 } });
    expect([said(sai, "owner"), said(fica, "owner")].map((texts) => texts.includes("Outra"))).toEqual([false, true]);
    expect((await ana.call("POST", "/envioMassa", { mensagem: "Só você", contactsIds: [sai.id] })).status).toBe(400);

    expect(await ana.ask("DELETE", `/contacts/${sai.id}/optOut`)).toMatchObject({ id: sai.id, optOut: null });
    await ana.ask("DELETE", `/contacts/${sai.id}/optOut`);
    const third = await start([sai], "Voltou");
    await done(third.id);
    expect(said(sai, "owner")).toContain("Voltou");
    const audit = "SELECT action, user_id, description FROM audit_entry WHERE contact_id = $1 AND action LIKE 'contact.opt%' ORDER BY id";
    expect(await world.rows(audit, [sai.id])).toEqual([
      { action: "contact.optOut", user_id: null, description: "NAO QUERO mais!" },
      { action: "contact.optIn", user_id: ana.id, description: "Sai" },
    ]);
    await world.allInStep();
  }, 120_000);

  it("leave to people who writes more than the word: before it, or after it within the time of a new ticket [D-271]", async () => {
    const [antes, depois] = await people(["Antes", "Depois"]);
    if (!antes || !depois) throw new Error("no contacts");
    await change({ optOutWords: "SAIR", optOutAnswer: "Certo." });
    await world.davi.ask("PUT", "/settings/timeCreateNewTicket", { value: "60" });
    await world.restartWorker();
    await done((await start([antes, depois])).id);
    await customer(antes).writes("Quem fala?");
    await customer(antes).writes("SAIR");
    await customer(depois).writes("SAIR");
    await eventually(
      () => expect([said(antes, "owner").at(-1), said(depois, "owner").at(-1)]).toEqual(["Certo.", "Certo."]),
      patience(PATIENCE_MS),
    );
    await customer(depois).writes("Mas o meu pedido fica, né?");
    await eventually(
      () => expect(ana.list("pending").tickets.map(({ contact: { id } }) => id)).toEqual(expect.arrayContaining([antes.id, depois.id])),
      patience(PATIENCE_MS),
    );
    await world.davi.ask("PUT", "/settings/timeCreateNewTicket", { value: "0" });
    await world.restartWorker();
    await world.allInStep();
  }, 120_000);

  it("do not end for somebody whom none has reached, nor for other words; a person may record it, also while a run goes out [W-13]", async () => {
    const [novo, talker, espera] = await people(["Novo", "Conversa", "Espera"]);
    if (!novo || !talker || !espera) throw new Error("no contacts");
    await change({ optOutWords: "SAIR" });
    await customer(novo).writes("SAIR");
    await eventually(() => expect(said(novo, "owner")).toEqual(["Olá! Em que posso ajudar?"]), PATIENCE_MS);
    expect((await read(novo)).optOut).toBeNull();
    await done((await start([talker])).id);
    await customer(talker).writes("posso sair mais cedo?");
    await eventually(() => expect(said(talker, "owner")).toContain("Olá! Em que posso ajudar?"), PATIENCE_MS);
    expect((await read(talker)).optOut).toBeNull();

    await world.rows("UPDATE send_pacing SET interval_ms = 60000, next_at = '-infinity'");
    const { id } = await start([talker, espera], "Em curso");
    await eventually(async () => expect((await get(id)).enviados).toBe(1), PATIENCE_MS);
    const marked = await ana.ask<ContactView>("POST", `/contacts/${espera.id}/optOut`);
    expect(marked.optOut).toEqual({ at: expect.any(String), reason: "person", word: "" });
    expect(await ana.ask("POST", `/contacts/${espera.id}/optOut`)).toMatchObject({ optOut: marked.optOut });
    await world.rows("UPDATE send_pacing SET interval_ms = 100, next_at = '-infinity'");
    await done(id);
    expect((await states(id))[1]).toEqual(["Espera", "skipped", "optedOut"]);
    expect(said(espera, "owner")).toEqual([]);
    expect((await ana.call("POST", "/contacts/999999/optOut")).status).toBe(404);
    const rui = await world.person("Rui");
    expect((await rui.call("POST", `/contacts/${espera.id}/optOut`)).status).toBe(403);
  }, 120_000);

  it("wait through the quiet hours, in which colleagues write as always, and go on when they end [D-183]", async () => {
    const [um, dois] = await people(["Noite 1", "Noite 2"]);
    if (!um || !dois) throw new Error("no contacts");
    const clock = (at: number): string => {
      const { hour, minute } = localTime(new Date(at), ZONE);
      return [hour, minute].map((part) => String(part).padStart(2, "0")).join(":");
    };
    await change({ quietFrom: clock(Date.now() - HOUR_MS), quietUntil: clock(Date.now() + 2 * HOUR_MS), quietHours: "enabled" });
    expect(await world.davi.call("PUT", "/settings/quietFrom", { value: "25:00" })).toMatchObject({
      status: 400,
      body: { error: "Início do horário de silêncio inválido" },
    });
    const { id } = await start([um, dois], "De dia");
    await eventually(async () => expect((await get(id)).total).toBe(2));
    await customer(um).writes("Boa noite");
    const ticketId = await world.ticketOf(ana, um.number ?? "");
    await ana.accepts(ticketId);
    await ana.writes(ticketId, "Estamos aqui");
    await eventually(() => expect(said(um, "owner")).toContain("Estamos aqui"), PATIENCE_MS);
    expect(await states(id)).toEqual([
      ["Noite 1", "queued", null],
      ["Noite 2", "queued", null],
    ]);
    await change({ quietHours: "disabled" });
    await done(id);
    expect([said(um, "owner"), said(dois, "owner")].map((texts) => texts.includes("De dia"))).toEqual([true, true]);
  }, 120_000);

  it("stop by themselves after five refusals in a row, with what the network said, until a person lets them go on; conversations are not affected [SEND-014, SCHED-028, D-184]", async () => {
    const many = await people(["R1", "R2", "R3", "R4", "R5", "R6", "R7"]);
    const talks = world.customer(String((phones += 1)), shop);
    await talks.writes("Oi");
    const ticketId = await world.ticketOf(ana, talks.phone);
    await ana.accepts(ticketId);
    // The greeting must not take one of the refusals.
    await eventually(() => expect(talks.chat().map(({ author }) => author)).toEqual(["customer", "owner"]), PATIENCE_MS);
    world.gateway.control.fault({
      match: { path: "^/chat/send/text" },
      action: { kind: "status", code: 400, body: JSON.stringify({ code: 400, error: "blocked by recipient policy", success: false }) },
      times: 5,
    });
    const { id } = await start(many, "Recusada");
    await eventually(async () => expect((await get(id)).stop).not.toBeNull(), PATIENCE_MS);
    expect(await get(id)).toMatchObject({
      status: "running",
      stop: {
        connectionId: shop.id,
        at: expect.any(String),
        reason: "refusals",
        detail: expect.stringContaining("blocked by recipient policy"),
      },
    });
    const later = await ana.ask<ScheduleView>("POST", "/agendamento", {
      ...{ title: "Junto", message: "Junto", recurrence: "once", RValue: "0", contactsIds: [many[6]?.id] },
      sendAt: new Date().toISOString(),
    });
    await eventually(async () =>
      expect(await ana.ask("GET", `/agendamento/${later.id}`)).toMatchObject({ stop: { connectionId: shop.id, reason: "refusals" } }),
    );
    await ana.writes(ticketId, "Conversa normal");
    await eventually(() => expect(talks.chat().map(({ text }) => text)).toContain("Conversa normal"), PATIENCE_MS);
    const failed = async () => (await states(id)).filter(([, state]) => state === "failed").length;
    const refusedBefore = await failed();
    expect(await ana.call("POST", `/envioMassa/stops/${shop.id}/lift`)).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
    await world.davi.ask("POST", `/envioMassa/stops/${shop.id}/lift`);
    expect(await world.davi.call("POST", `/envioMassa/stops/${shop.id}/lift`)).toMatchObject({
      status: 409,
      body: { code: "ERR_SEND_STATE" },
    });
    await done(id);
    expect(await get(id)).toMatchObject({ total: 7, enviados: 7, stop: null });
    expect(await failed()).toBe(refusedBefore);
    const audit = "SELECT user_id, description FROM audit_entry WHERE action = 'massSend.lift'";
    expect(await world.rows(audit)).toEqual([{ user_id: world.davi.id, description: "refusals" }]);
    await eventually(
      async () => expect(await ana.ask("GET", `/agendamento/${later.id}`)).toMatchObject({ status: "done", stop: null }),
      patience(PATIENCE_MS),
    );
  }, 120_000);

  it("stop when the network says that it has banned the number for a time, and stay so when it is connected again [SEND-014]", async () => {
    const two = await people(["B1", "B2"]);
    await world.rows("UPDATE send_pacing SET interval_ms = 60000, next_at = '-infinity'");
    const { id } = await start(two, "Banida");
    await eventually(async () => expect((await get(id)).enviados).toBe(1), PATIENCE_MS);
    world.gateway.control.tempBan({ token: shop.key, expireSeconds: 5 });
    await eventually(
      async () => expect(await get(id)).toMatchObject({ stop: { reason: "blocked", detail: "temporaryBan" } }),
      patience(PATIENCE_MS),
    );
    await eventually(
      async () => expect(await ana.ask<ConnectionView>("GET", `/whatsapp/${shop.id}`)).toMatchObject({ status: "CONNECTED" }),
      patience(PATIENCE_MS),
    );
    await world.rows("UPDATE send_pacing SET interval_ms = 100, next_at = '-infinity'");
    expect(await get(id)).toMatchObject({ enviados: 1, stop: { reason: "blocked" } });
    await world.davi.ask("POST", `/envioMassa/stops/${shop.id}/lift`);
    await done(id);
    expect(two.map((each) => said(each, "owner"))).toEqual([["Banida"], ["Banida"]]);
  }, 200_000);
});
