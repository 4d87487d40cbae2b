import type { ConnectionView } from "@balcao/contracts/connections";
import { startPushService, type RunningPushService } from "@balcao/simulators/pushService";
import type { ServerEvent } from "@balcao/contracts/live";
import type { NoticeView } from "@balcao/contracts/notices";
import type { ScheduleView } from "@balcao/contracts/schedules";
import type { TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { subscribe } from "./pushes.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const HOUR_MS = 3_600_000;

describe("a message scheduled in a conversation", () => {
  let pushes: RunningPushService;
  let world: World;
  let ana: Agent;
  let rui: Agent;
  let bia: Agent;
  let marta: Agent;
  let shop: LinkedNumber;
  let branch: LinkedNumber;
  let phones = 5511900950000;
  const heard = new Map<string, ServerEvent<"mensagemAgendada">[]>();

  beforeAll(async () => {
    pushes = await startPushService();
    world = await openWorld({ env: { PUSH_LOOPBACK_PORT: new URL(pushes.url).port } });
    const sales = await world.queue("Vendas", "#236681");
    const support = await world.queue("Suporte", "#1e7a3e");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    rui = await world.person("Rui", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    marta = await world.person("Marta", { profile: "gerente", queueIds: [sales.id] });
    shop = await world.number("Loja", [sales]);
    branch = await world.number("Filial", [sales]);
    await world.rows("UPDATE connection SET is_default = (id = $1)", [shop.id]);
    // A mass message waits for its turn, which never comes here.
    await world.rows("INSERT INTO send_pacing (connection_id, interval_ms, next_at) SELECT id, 1000, 'infinity' FROM connection");
    await world.settings({});
    for (const agent of [ana, rui, bia, marta]) {
      heard.set(agent.name, []);
      agent.socket.on("mensagemAgendada", (event) => heard.get(agent.name)?.push(event));
    }
  }, 120_000);
  afterAll(async () => {
    await world.close();
    await pushes.close();
  });

  /** A customer of the branch, who is not on the default number, and whose ticket Ana has. */
  const attended = async (number = branch): Promise<{ zoe: Customer; ticketId: number; contactId: number }> => {
    const zoe = world.customer(String((phones += 1)), number);
    await zoe.writes("Oi");
    const ticketId = await world.ticketOf(ana, zoe.phone);
    const { contactId } = await ana.accepts(ticketId);
    return { zoe, ticketId, contactId };
  };
  const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const body = (ticketId: number, more: object = {}) => ({ ticketId, message: "Como combinamos, {{name}}", sendAt: inHours(1), ...more });
  const plan = (agent: Agent, ticketId: number, more: object = {}) => agent.ask<ScheduleView>("POST", "/agendamento", body(ticketId, more));
  const listed = (agent: Agent, ticketId: number) => agent.ask<ScheduleView[]>("GET", `/agendamento/ticket/${ticketId}`);
  const makeDue = (id: number) => world.rows("UPDATE schedule SET planned_at = now() - interval '1 second' WHERE id = $1", [id]);
  const texts = ({ phone }: Customer) =>
    world
      .customer(phone, branch)
      .chat()
      .flatMap(({ author, text }) => (author === "owner" ? [text] : []));
  const failureOf = (ticketId: number) => eventually(async () => expect((await listed(marta, ticketId))[0]?.failure).not.toBeNull());
  const ticket = (id: number) => world.davi.ask<TicketView>("GET", `/tickets/${id}`);

  it("leaves from the conversation's connection into its open ticket, signed by its author, at once and beside no mass send, and is shown to those who see the ticket until then [SCHED-010, D-273]", async () => {
    const { zoe, ticketId, contactId } = await attended();
    await ana.opens(ticketId);
    const sendAt = inHours(1);
    const made = await plan(ana, ticketId, { sendAt, signed: true });
    expect(made).toMatchObject({
      ticketId,
      message: "Como combinamos, {{name}}",
      recurrence: "once",
      whatsapp: { id: branch.id },
      failure: null,
    });
    expect(made).toMatchObject({ user: { id: ana.id }, signed: true, contactsIds: String(contactId), enviados: 0 });
    expect(Date.parse(made.nextAt ?? "")).toBe(Math.floor(Date.parse(sendAt) / 60_000) * 60_000);
    for (const agent of [ana, marta]) expect(await listed(agent, ticketId)).toEqual([made]);
    const event = { action: "create", agendamentoId: made.id, ticketId, contactId };
    for (const name of ["Ana", "Marta"]) await eventually(() => expect(heard.get(name)).toContainEqual(event));
    // Neither the schedules of the company nor people who do not see the ticket have it.
    expect((await rui.ask<ScheduleView[]>("GET", "/agendamento")).map(({ id }) => id)).not.toContain(made.id);
    await world.allInStep();
    expect([heard.get("Rui"), heard.get("Bia")]).toEqual([[], []]);
    for (const path of [`/agendamento/${made.id}`, `/agendamento/logs/${made.id}`, `/agendamento/ticket/${ticketId}`])
      expect([path, (await bia.call("GET", path)).status]).toEqual([path, 403]);
    for (const [method, more] of [
      ["PUT", { message: "Não" }],
      ["DELETE", undefined],
    ] as const)
      expect((await rui.call(method, `/agendamento/${made.id}`, more)).status).toBe(403);

    await makeDue(made.id);
    const name = (await ticket(ticketId)).contact.name;
    await eventually(() => expect(texts(zoe)).toContain(`*Ana:*\nComo combinamos, ${name}`));
    await eventually(() => expect(ana.messages(ticketId).messages.at(-1)).toMatchObject({ fromMe: true, userId: ana.id }));
    await eventually(() => expect(heard.get("Marta")).toContainEqual({ ...event, action: "update" }));
    expect(await listed(ana, ticketId)).toEqual([]);
    expect(await ana.ask<ScheduleView>("GET", `/agendamento/${made.id}`)).toMatchObject({
      nextAt: null,
      RValue: "1",
      enviados: 1,
      failure: null,
    });
    expect(await ticket(ticketId)).toMatchObject({ status: "open", userId: ana.id });
    expect(await world.rows("SELECT 1 FROM ticket WHERE contact_id = $1", [contactId])).toHaveLength(1);
    expect(await world.rows("SELECT 1 FROM send_run")).toEqual([]);
    await world.allInStep();
  }, 60_000);

  it("is made once for a form that was sent twice, and changed and cancelled by whoever may write there; who changes the words becomes the author [D-273, P-15]", async () => {
    const { zoe, ticketId } = await attended();
    const key = { "Idempotency-Key": "one-planned-message" };
    const draft = body(ticketId);
    const [one, two] = [await ana.call("POST", "/agendamento", draft, key), await ana.call("POST", "/agendamento", draft, key)];
    expect(two).toEqual(one);
    expect(await listed(ana, ticketId)).toHaveLength(1);
    const { id } = one.body as ScheduleView;
    const later = await marta.ask<ScheduleView>("PUT", `/agendamento/${id}`, { sendAt: inHours(2) });
    expect(later).toMatchObject({ message: draft.message, user: { id: ana.id } });
    expect(Date.parse(later.nextAt ?? "")).toBeGreaterThan(Date.parse(draft.sendAt));
    const reworded = await marta.ask<ScheduleView>("PUT", `/agendamento/${id}`, { message: "Até já", signed: true });
    expect(reworded).toMatchObject({ message: "Até já", user: { id: marta.id }, nextAt: later.nextAt });
    await makeDue(id);
    await eventually(() => expect(texts(zoe)).toEqual(["*Marta:*\nAté já"]));
    expect(await ana.call("PUT", `/agendamento/${id}`, { message: "Tarde" })).toMatchObject({
      status: 400,
      body: { code: "ERR_SCHEDULE_SENT" },
    });
    expect(await ana.call("DELETE", `/agendamento/${id}`)).toMatchObject({ status: 400, body: { code: "ERR_SCHEDULE_SENT" } });

    const other = await plan(ana, ticketId);
    await marta.ask("DELETE", `/agendamento/${other.id}`);
    expect([await listed(ana, ticketId), (await ana.call("GET", `/agendamento/${other.id}`)).status]).toEqual([[], 404]);
    await eventually(() => expect(heard.get("Ana")).toContainEqual(expect.objectContaining({ action: "delete", agendamentoId: other.id })));
    const said = await world.rows("SELECT action FROM audit_entry WHERE related_kind = 'schedule' AND related_id = $1 ORDER BY id", [
      other.id,
    ]);
    expect(said).toEqual([{ action: "schedule.create" }, { action: "schedule.delete" }]);
  }, 60_000);

  it("goes into a paused or waiting ticket without changing it, answers nothing there, and with everybody's signature where the company wants it [D-273, CONV-013]", async () => {
    const { zoe, ticketId } = await attended();
    await ana.ask("PUT", `/tickets/${ticketId}`, { status: "paused", pauseTag: "Aguarda peça" });
    const first = await plan(ana, ticketId, { message: "Chegou" });
    await world.settings({ forceSign: "enabled" });
    await makeDue(first.id);
    await eventually(() => expect(texts(zoe)).toEqual(["*Ana:*\nChegou"]));
    await world.settings({ forceSign: "disabled" });
    expect(await ticket(ticketId)).toMatchObject({ status: "paused", pauseTag: "Aguarda peça" });
    await ana.ask("PUT", `/tickets/${ticketId}`, { status: "open", userId: ana.id });
    await ana.ask("PUT", `/tickets/${ticketId}`, { status: "pending", userId: null });
    await zoe.writes("E a outra?");
    const { waitingSince } = await eventually(async () => {
      const shown = await ticket(ticketId);
      expect(shown.lastMessage).toBe("E a outra?");
      return shown;
    });
    await makeDue((await plan(ana, ticketId, { message: "Amanhã" })).id);
    await eventually(() => expect(texts(zoe)).toHaveLength(2));
    expect(waitingSince).not.toBeNull();
    expect(await ticket(ticketId)).toMatchObject({ status: "pending", waitingSince, lastMessage: "Amanhã" });
  }, 60_000);

  it("opens no closed conversation: it goes into the live one that the customer began since, which shows it, else into a record [D-185, D-273]", async () => {
    const { zoe, ticketId, contactId } = await attended();
    const close = (id: number) => ana.ask("PUT", `/tickets/${id}`, { status: "closed", userId: ana.id, onlyClose: true });
    const first = await plan(ana, ticketId, { message: "Chegou bem?" });
    const second = await plan(ana, ticketId, { message: "Que tal?", sendAt: inHours(30) });
    await close(ticketId);
    expect(await listed(ana, ticketId)).toEqual([first, second]);
    await makeDue(first.id);
    await eventually(() => expect(texts(zoe)).toEqual(["Chegou bem?"]));
    const [record] = await world.rows<{ id: number; status: string; origin: string }>(
      "SELECT id, status, origin FROM ticket WHERE contact_id = $1 AND id <> $2",
      [contactId, ticketId],
    );
    expect(record).toMatchObject({ status: "closed", origin: "schedule" });
    expect((await ticket(ticketId)).status).toBe("closed");
    // Ana sees the record, because it is of the same queue.
    expect((await ana.call("GET", `/tickets/${record?.id ?? 0}`)).status).toBe(200);

    await zoe.writes("Sim!");
    const live = await eventually(async () => {
      const [row] = await world.rows<{ id: number }>("SELECT id FROM ticket WHERE contact_id = $1 AND status <> 'closed'", [contactId]);
      if (!row) throw new Error("no live ticket yet");
      return row.id;
    });
    if (live !== ticketId) expect(await listed(ana, live)).toEqual([second]);
    await makeDue(second.id);
    await eventually(() => expect(texts(zoe)).toEqual(["Chegou bem?", "Que tal?"]));
    expect(await world.rows("SELECT ticket_id FROM message WHERE body = 'Que tal?'")).toEqual([{ ticket_id: live }]);
    expect((await ticket(live)).status).not.toBe("closed");
  }, 60_000);

  it("that could not leave stays in sight in the live conversation that showed it, until somebody puts it away there [D-273, D-300]", async () => {
    const { zoe, ticketId, contactId } = await attended();
    const { id } = await plan(ana, ticketId);
    await ana.ask("PUT", `/tickets/${ticketId}`, { status: "closed", userId: ana.id, onlyClose: true });
    await world.rows("UPDATE ticket SET closed_at = closed_at - interval '1 day' WHERE id = $1", [ticketId]);
    await zoe.writes("Voltei");
    const liveId = await eventually(async () => {
      const [row] = await world.rows<{ id: number }>("SELECT id FROM ticket WHERE contact_id = $1 AND status <> 'closed'", [contactId]);
      if (!row) throw new Error("no live ticket yet");
      return row.id;
    });
    expect(liveId).not.toBe(ticketId);
    await world.rows("UPDATE schedule SET user_id = NULL WHERE id = $1", [id]);
    await makeDue(id);
    await failureOf(ticketId);
    expect(await listed(ana, liveId)).toMatchObject([{ id, failure: "author" }]);
    await marta.ask("DELETE", `/agendamento/${id}`);
    expect(await listed(ana, liveId)).toEqual([]);
  }, 60_000);

  it("moves with a merged contact's conversation, whose open screen shows it, and back when the merge is undone, so that no other person gets it [D-273, D-138, M-4]", async () => {
    const [kept, other] = [await attended(), await attended()];
    const made = await plan(ana, other.ticketId, { message: "Só para você" });
    await world.davi.ask("POST", `/contacts/${kept.contactId}/merge/${other.contactId}`, {});
    const moved = { action: "update", agendamentoId: made.id, ticketId: kept.ticketId, contactId: kept.contactId };
    await eventually(() => expect(heard.get("Ana")).toContainEqual(moved));
    expect(await listed(ana, kept.ticketId)).toMatchObject([{ id: made.id }]);

    const [merge] = await world.davi.ask<{ id: number }[]>("GET", `/contacts/${kept.contactId}/merges`);
    await world.davi.ask("POST", `/contacts/${kept.contactId}/merges/${merge?.id ?? 0}/undo`, { ticketIds: [] });
    await eventually(() => expect(heard.get("Ana")).toContainEqual({ ...moved, ticketId: other.ticketId, contactId: other.contactId }));
    expect(await listed(ana, kept.ticketId)).toEqual([]);
    await makeDue(made.id);
    await eventually(() => expect(texts(other.zoe)).toEqual(["Só para você"]));
    expect(texts(kept.zoe)).toEqual([]);
  }, 60_000);

  it("does not leave where its author may not write any more, and says so there; whoever may lets it go in her own name [D-273, W-16]", async () => {
    const { zoe, ticketId } = await attended();
    const mine = await plan(ana, ticketId, { message: "Da Ana" });
    await world.settings({ userShowAll: "disabled" });
    await marta.ask("PUT", `/tickets/${ticketId}`, { whatsappId: branch.id, queueId: (await ticket(ticketId)).queueId, userId: rui.id });
    await makeDue(mine.id);
    await failureOf(ticketId);
    expect(await listed(rui, ticketId)).toMatchObject([{ id: mine.id, failure: "right", nextAt: null, user: { name: "Ana" } }]);
    expect(texts(zoe)).toEqual([]);
    await rui.ask("PUT", `/agendamento/${mine.id}`, { sendAt: inHours(1), signed: true });
    await makeDue(mine.id);
    await eventually(() => expect(texts(zoe)).toEqual(["*Rui:*\nDa Ana"]));

    const last = await plan(rui, ticketId, { message: "Do Rui" });
    await world.davi.ask("PUT", `/users/${rui.id}`, { active: false });
    await makeDue(last.id);
    await failureOf(ticketId);
    expect(await listed(marta, ticketId)).toMatchObject([{ failure: "author", user: { active: false } }]);
    await marta.ask("DELETE", `/agendamento/${last.id}`);
    expect(await listed(marta, ticketId)).toEqual([]);
    await world.davi.ask("PUT", `/users/${rui.id}`, { active: true });
  }, 60_000);

  it("does not leave when its connection was deleted; its author is told in bell and push, with a comment that says why, until she looks there [D-331, D-273, D-152]", async () => {
    const gone = await world.number("Quiosque", (await world.davi.ask<ConnectionView>("GET", `/whatsapp/${branch.id}`)).queues as never);
    const { ticketId } = await attended(gone);
    const [anas, martas] = [await subscribe(pushes, ana), await subscribe(pushes, marta)];
    const made = await plan(ana, ticketId, { message: "Ainda aí?" });
    await world.davi.ask("DELETE", `/whatsapp/${gone.id}`);
    await makeDue(made.id);
    await failureOf(ticketId);
    expect(await listed(marta, ticketId)).toMatchObject([{ failure: "connection", whatsapp: null }]);
    const text = "@Ana, a mensagem agendada não saiu: a conexão não existe mais.";
    const notices = () => ana.ask<NoticeView[]>("GET", "/notices");
    await eventually(async () => expect(await notices()).toMatchObject([{ kind: "failedSend", place: { ticketId }, author: null, text }]));
    const [notice] = await notices();
    const path = `/tickets/${ticketId}?message=${notice?.place.id ?? ""}`;
    await eventually(() => expect(anas()).toEqual([expect.objectContaining({ text, path })]));
    expect((await ana.opens(ticketId)).messages.at(-1)).toMatchObject({ mediaType: "comment", body: text, userName: null });
    await ana.ask("POST", "/notices/seen", { noticeIds: [notice?.id] });
    expect([await notices(), await marta.ask("GET", "/notices"), martas()]).toEqual([[], [], []]);
  }, 60_000);

  it("is refused in the past, over a year ahead, without words, as a comment, with files, too often, for strangers, and while schedules are off [D-024, D-273]", async () => {
    const { ticketId } = await attended();
    const refused = async (agent: Agent, more: object, answer: object) =>
      expect([more, await agent.call("POST", "/agendamento", body(ticketId, more))]).toMatchObject([more, answer]);
    const field = (name: string, rule: string) => ({ status: 400, body: { details: [{ field: name, rule }] } });
    await refused(ana, { sendAt: inHours(-1) }, field("sendAt", "past"));
    await refused(ana, { sendAt: inHours(-1) }, { body: { error: "Este horário já passou. Escolha outro." } });
    await refused(ana, { sendAt: inHours(24 * 367) }, field("sendAt", "far"));
    await refused(ana, { sendAt: "amanhã" }, { status: 400, body: { details: [{ field: "sendAt" }] } });
    await refused(ana, { message: " " }, { status: 400, body: { details: [{ field: "message" }] } });
    await refused(ana, { message: "--interno" }, field("message", "comment"));
    await refused(ana, { message: "x".repeat(4_001) }, field("message", "max"));
    await refused(bia, {}, { status: 403 });
    await refused(ana, { ticketId: 999_999 }, { status: 404, body: { code: "ERR_NO_TICKET_FOUND" } });
    const form = new FormData();
    for (const [name, value] of Object.entries(body(ticketId))) form.append(name, String(value));
    form.append("medias", new Blob([new Uint8Array([1, 2, 3])]), "a.txt");
    expect(await ana.call("POST", "/agendamento", form)).toMatchObject(field("medias", "ticket"));
    await world.settings({ allowAgendador: "disabled" });
    await refused(ana, {}, { status: 403, body: { code: "ERR_NO_PERMISSION" } });
    await world.settings({ allowAgendador: "enabled" });
    await world.rows(
      "INSERT INTO schedule (ticket_id, message, recurrence, send_at, planned_at, all_contacts) SELECT $1, 'x', 'once', now() + '1 day', now() + '1 day', false FROM generate_series(1, 50)",
      [ticketId],
    );
    await refused(ana, {}, field("ticketId", "max"));
    expect(await listed(ana, ticketId)).toHaveLength(50);
  }, 60_000);
});
