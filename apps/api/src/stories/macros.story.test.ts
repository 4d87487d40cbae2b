import { randomUUID } from "node:crypto";
import { NO_DEEDS } from "@balcao/domain/quickAnswers";
import type { MessageView } from "@balcao/contracts/messages";
import type { QueueView } from "@balcao/contracts/queues";
import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import type { TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

describe("macros: quick answers with deeds", () => {
  let world: World;
  let ana: Agent;
  let rui: Agent;
  let sales: QueueView;
  let repairs: QueueView;
  let shop: LinkedNumber;
  let tagId = 0;
  let made = 0;

  beforeAll(async () => {
    world = await openWorld();
    sales = await world.queue("Vendas", "#236681");
    repairs = await world.queue("Reparos", "#8a5300");
    ana = await world.person("Ana", { queueIds: [sales.id], editContact: true });
    rui = await world.person("Rui", { queueIds: [repairs.id] });
    shop = await world.number("Loja", [sales, repairs], { greetingMessage: "Escolha", farewellMessage: "Até logo" });
    tagId = (await world.davi.ask<{ id: number }>("POST", "/tag", { name: "Garantia", color: "#236681" })).id;
  }, 120_000);
  afterAll(() => world.close());

  /** An open conversation of somebody. */
  const ticketOf = async ({ id: userId }: Agent, queueId = sales.id): Promise<number> => {
    made += 1;
    const [contact] = await world.rows<{ id: number }>(
      `WITH c AS (INSERT INTO contact (name, number) VALUES ('Cliente ' || $1, $1) RETURNING id, number)
       INSERT INTO contact_address (kind, value, contact_id) SELECT 'phone', number, id FROM c RETURNING contact_id AS id`,
      [String(5511900970000 + made)],
    );
    const fields = { contactId: contact?.id, queueId, whatsappId: shop.id, userId, status: "open" };
    return (await world.davi.ask<TicketView>("POST", "/tickets", fields)).id;
  };
  const macro = async (deeds: object, more: object = {}): Promise<number> => {
    made += 1;
    const fields = { shortcut: `macro${made}`, message: "Vamos cuidar disso.", deeds: JSON.stringify(deeds), ...more };
    return (await world.davi.ask<QuickAnswerView>("POST", "/quickAnswers", fields)).id;
  };
  const run = (agent: Agent, ticketId: number, quickAnswerId: number, more: object = {}, key: string = randomUUID()) =>
    agent.call("POST", `/messages/${ticketId}`, { body: "Vamos cuidar disso.", quickAnswerId, ...more }, { "Idempotency-Key": key });
  const messagesOf = async (ticketId: number): Promise<string[]> =>
    (await world.rows<{ body: string }>("SELECT body FROM message WHERE ticket_id = $1 ORDER BY id", [ticketId])).map(({ body }) => body);
  const usesOf = async (id: number) => (await world.davi.ask<QuickAnswerView>("GET", `/quickAnswers/${id}`)).usedCount;
  /** Everything that a macro could have done to a conversation, to compare before and after. */
  const factsOf = (ticketId: number) =>
    world.rows(
      `SELECT status, user_id, queue_id, version, snooze, closing, (SELECT count(*) FROM message m WHERE m.ticket_id = t.id) AS messages,
         (SELECT count(*) FROM contact_tag ct WHERE ct.contact_id = t.contact_id) AS tags,
         (SELECT count(*) FROM audit_entry WHERE ticket_id = t.id AND source = 'server') AS audits,
         (SELECT count(*) FROM outbox o JOIN message m ON m.id = o.message_id WHERE m.ticket_id = t.id) AS outbox,
         (SELECT count(*) FROM protocol p WHERE p.ticket_id = t.id) AS protocols
       FROM ticket t WHERE id = $1`,
      [ticketId],
    );

  it("send the text and the files, tag, hand over, and count one use; those who look on see it at once [D-531]", async () => {
    const form = new FormData();
    const deeds = { tagIds: [tagId], queueId: repairs.id, userId: rui.id };
    const fields = { shortcut: "garantia", message: "Segue o termo de garantia.", deeds: JSON.stringify(deeds) };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("medias", new Blob([new Uint8Array(PNG)]), "termo.png");
    const { id, deeds: kept } = (await world.davi.call("POST", "/quickAnswers", form)).body as QuickAnswerView;
    expect(kept).toEqual({ ...NO_DEEDS, ...deeds });

    const ticketId = await ticketOf(ana);
    expect((await run(ana, ticketId, id, { body: "Segue o termo." })).status).toBe(200);
    await rui.holds("open", ticketId);
    await world.allInStep();
    const ticket = await rui.ask<TicketView>("GET", `/tickets/${ticketId}`);
    expect([ticket.status, ticket.userId, ticket.queueId]).toEqual(["open", rui.id, repairs.id]);
    const files = await world.rows("SELECT body FROM message WHERE ticket_id = $1 AND file_id IS NOT NULL", [ticketId]);
    expect(files).toHaveLength(1);
    expect((await messagesOf(ticketId))[0]).toContain("Segue o termo.");
    expect(await world.rows("SELECT 1 FROM contact_tag WHERE tag_id = $1", [tagId])).toHaveLength(1);
    const audits = "SELECT action FROM audit_entry WHERE ticket_id = $1 AND source = 'server' ORDER BY id";
    expect((await world.rows<{ action: string }>(audits, [ticketId])).map(({ action }) => action)).toEqual([
      "ticket.create",
      "message.send",
      "ticket.transfer",
    ]);
    expect(await usesOf(id)).toBe(1);
  });

  it("are answered alike under their key again, although they have given the conversation away or closed it [D-531]", async () => {
    const gone = await ticketOf(ana);
    const key = randomUUID();
    const away = await macro({ queueId: repairs.id, userId: rui.id });
    const sentBy = async (ticketId: number, id: number, named: string) => {
      const { status, body } = await run(ana, ticketId, id, {}, named);
      return [status, ...[body as MessageView | readonly MessageView[]].flat().map((message) => message.id)];
    };
    const first = await sentBy(gone, away, key);
    const kept = await messagesOf(gone);
    expect((await ana.call("GET", `/tickets/${gone}`)).status).toBe(403);
    expect(await sentBy(gone, away, key)).toEqual(first);
    expect((await run(ana, gone, away)).status).toBe(403);
    expect((await run(ana, gone, away, { body: "Outra coisa, com a chave." }, key)).status).toBe(409);
    await world.allInStep();
    expect(await messagesOf(gone)).toEqual(kept);
    const [withFile] = await world.rows<{ id: number }>("SELECT id FROM quick_answer WHERE shortcut = 'garantia'");
    const filed = await ticketOf(ana);
    const other = randomUUID();
    const sent = await sentBy(filed, withFile?.id ?? 0, other);
    const after = await messagesOf(filed);
    expect(await sentBy(filed, withFile?.id ?? 0, other)).toEqual(sent);
    expect([first[0], sent[0], await messagesOf(filed)]).toEqual([200, 200, after]);
  });

  it("let it sleep until a moment that is found when they run [D-531]", async () => {
    const ticketId = await ticketOf(ana);
    expect((await run(ana, ticketId, await macro({ snooze: "monday" }))).status).toBe(200);
    const [row] = await world.rows<{ later: boolean; wakes: Date }>(
      "SELECT wakes_at > now() AS later, wakes_at AS wakes FROM ticket WHERE id = $1",
      [ticketId],
    );
    expect([row?.later, row?.wakes.getUTCDay(), row?.wakes.getUTCHours()]).toEqual([true, 1, 12]);
  });

  it("close as the button does: with the reason and the note that were chosen, the protocol, the farewell and the question for a rating [D-531, D-533]", async () => {
    const reasons = [
      { id: 1, name: "Vendido", color: "#1f7a4d" },
      { id: 2, name: "Sem interesse", color: "#8a5300" },
    ];
    await world.davi.ask("PUT", "/settings/closingReasons", { value: JSON.stringify(reasons) });
    const id = await macro({ close: "farewell", reasonId: 1 });
    const own = await ticketOf(ana);
    expect((await run(ana, own, id)).status).toBe(200);
    const chosen = await ticketOf(ana);
    expect((await run(ana, chosen, id, { reasonId: 2, closingNote: "Volta em maio", protocol: true })).status).toBe(200);
    const none = await ticketOf(ana);
    expect((await run(ana, none, id, { reasonId: null })).status).toBe(200);
    const closed = await world.rows("SELECT status, closing FROM ticket WHERE id = ANY($1::int[]) ORDER BY id", [[own, chosen, none]]);
    expect(closed).toEqual([
      { status: "closed", closing: { reason: 1, note: null } },
      { status: "closed", closing: { reason: 2, note: "Volta em maio" } },
      { status: "closed", closing: null },
    ]);
    expect(await messagesOf(chosen)).toEqual([
      expect.stringContaining("Vamos cuidar disso."),
      expect.stringMatching(/Protocolo de atendimento: \*\d+\*/),
      expect.stringContaining("Até logo"),
    ]);
    const silent = await ticketOf(ana);
    await run(ana, silent, await macro({ close: "silent" }));
    expect(await messagesOf(silent)).toEqual([expect.stringContaining("Vamos cuidar disso.")]);
    await world.davi.ask("PUT", `/whatsapp/${shop.id}`, { nps: true });
    const rated = await ticketOf(ana);
    await run(ana, rated, id);
    expect(await world.rows("SELECT status FROM ticket WHERE id = $1", [rated])).toEqual([{ status: "nps" }]);
    await world.allInStep();
  });

  it("do all or nothing: a tag, a queue, a person or a reason that is gone is said, and nothing was sent [D-532]", async () => {
    const tag = await world.davi.ask<{ id: number }>("POST", "/tag", { name: "Passageira", color: "#8a5300" });
    const queue = await world.queue("Passageira", "#1f7a4d");
    const teo = await world.person("Téo", { queueIds: [sales.id] });
    const gone = [
      await macro({ tagIds: [tagId, tag.id] }),
      await macro({ queueId: queue.id, tagIds: [tagId] }),
      await macro({ userId: teo.id, tagIds: [tagId] }),
      await macro({ close: "silent", reasonId: 2, tagIds: [tagId] }),
    ];
    await world.davi.ask("DELETE", `/tag/${tag.id}`);
    await world.davi.ask("DELETE", `/queue/${queue.id}`);
    await world.davi.ask("PUT", `/users/${teo.id}`, { active: false });
    await world.davi.ask("PUT", "/settings/closingReasons", { value: JSON.stringify([{ id: 1, name: "Vendido", color: "#1f7a4d" }]) });
    const ticketId = await ticketOf(ana);
    const before = await factsOf(ticketId);
    for (const id of gone) {
      expect(await run(ana, ticketId, id)).toMatchObject({
        status: 409,
        body: { code: "ERR_DEED_GONE", error: expect.stringMatching(/Nada foi/) },
      });
      expect(await factsOf(ticketId)).toEqual(before);
      expect(await usesOf(id)).toBe(0);
    }
    // Another reason that the person chose takes the place of the one that is gone.
    expect((await run(ana, ticketId, gone[3] ?? 0, { reasonId: 1 })).status).toBe(200);
  });

  it("do nothing where the person may not do one of the deeds, and say so [D-532]", async () => {
    const ticketId = await ticketOf(rui, repairs.id);
    const before = await factsOf(ticketId);
    const refused = async (agent: Agent, deeds: object, answer: object) => {
      expect(await run(agent, ticketId, await macro(deeds))).toMatchObject(answer);
      expect(await factsOf(ticketId)).toEqual(before);
    };
    const denied = { status: 403, body: { code: "ERR_NO_PERMISSION" } };
    // Rui may not change contacts, Ana does not write in this queue.
    await refused(rui, { tagIds: [tagId], snooze: "message" }, denied);
    await refused(ana, { queueId: sales.id }, denied);
    await refused(rui, { userId: ana.id }, { status: 400, body: { code: "ERR_WORKING_USER_REQUIRED" } });
    // What he has handed over is no longer his to close.
    await refused(rui, { queueId: sales.id, userId: ana.id, close: "silent" }, denied);
    const closed = await ticketOf(rui, repairs.id);
    await rui.ask("PUT", `/tickets/${closed}`, { status: "closed", onlyClose: true });
    expect(await run(rui, closed, await macro({ close: "silent" }))).toMatchObject({ body: { code: "ERR_TICKET_NOT_OPEN" } });
  });

  it("run once under one key, however often it is pressed, and for those alone who have the quick answer [D-531]", async () => {
    const [ticketId, id] = [await ticketOf(ana), await macro({ tagIds: [tagId], snooze: "message" })];
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => run(ana, ticketId, id, {}, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await messagesOf(ticketId)).toHaveLength(1);
    expect(await usesOf(id)).toBe(1);

    const other = await ticketOf(ana);
    for (const hidden of [await macro({ snooze: "message" }, { scope: "queue", queueId: repairs.id }), await macro({}), 999_999])
      expect(await run(ana, other, hidden)).toMatchObject({ status: 404, body: { code: "ERR_NOT_FOUND" } });
    expect(await messagesOf(other)).toEqual([]);
  });

  it("may say nothing: the deeds alone are done, once under one key, and no message is sent [D-614]", async () => {
    const id = await macro({ tagIds: [tagId], userId: rui.id, queueId: repairs.id }, { message: "" });
    const ticketId = await ticketOf(ana);
    expect(await run(ana, ticketId, id, { body: "" })).toMatchObject({ status: 200, body: [] });
    await rui.holds("open", ticketId);
    await world.allInStep();
    // The line for colleagues is no message to the customer.
    expect([await factsOf(ticketId), await usesOf(id)]).toEqual([[expect.objectContaining({ messages: 1, outbox: 0 })], 1]);
    const audits = "SELECT action FROM audit_entry WHERE ticket_id = $1 AND source = 'server' ORDER BY id";
    expect((await world.rows<{ action: string }>(audits, [ticketId])).map(({ action }) => action)).toEqual([
      "ticket.create",
      "ticket.transfer",
    ]);
    // Tags alone change no ticket.
    const [tagged, tagsOnly, key] = [await ticketOf(ana), await macro({ tagIds: [tagId] }, { message: "" }), randomUUID()];
    const facts = async () => (await factsOf(tagged)) as readonly Readonly<Record<string, unknown>>[];
    const [before] = await facts();
    const answers = await Promise.all([1, 2, 3].map(() => run(ana, tagged, tagsOnly, { body: "" }, key)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, []]));
    expect([await facts(), await usesOf(tagsOnly)]).toEqual([[{ ...before, tags: 1 }], 1]);
    const silent = await ticketOf(ana);
    await run(ana, silent, await macro({ close: "silent" }, { message: "" }), { body: "" });
    expect([await messagesOf(silent), await world.rows("SELECT status FROM ticket WHERE id = $1", [silent])]).toEqual([
      [],
      [{ status: "closed" }],
    ]);
    await world.allInStep();
  });

  it("say or do something: neither both empty, nor a text that is too short, nor a text that is sent empty [D-614]", async () => {
    const fields = { shortcut: "calada", message: "", deeds: JSON.stringify({ close: "silent" }) };
    const refused = (field: string, rule: string) => ({ status: 400, body: { details: [expect.objectContaining({ field, rule })] } });
    for (const deeds of ["", "{}", undefined])
      expect(await world.davi.call("POST", "/quickAnswers", { ...fields, deeds })).toMatchObject(refused("message", "required"));
    expect(await world.davi.call("POST", "/quickAnswers", { ...fields, message: "curta" })).toMatchObject(refused("message", "min"));
    const { id, message } = await world.davi.ask<QuickAnswerView>("POST", "/quickAnswers", fields);
    expect(message).toBe("");
    expect(await world.davi.call("PUT", `/quickAnswers/${id}`, { deeds: "" })).toMatchObject(refused("message", "required"));
    expect(await world.davi.ask("PUT", `/quickAnswers/${id}`, { deeds: "", message: "Uma mensagem." })).toMatchObject({ deeds: null });
    expect(await world.davi.call("PUT", `/quickAnswers/${id}`, { message: "" })).toMatchObject(refused("message", "required"));
    const speaks = await macro({ snooze: "message" });
    expect(await run(ana, await ticketOf(ana), speaks, { body: " " })).toMatchObject(refused("body", "required"));
  });

  it("are refused where they contradict themselves, and taken away by an empty text [D-532]", async () => {
    const wrong = { shortcut: "errada", message: "Uma mensagem pronta.", deeds: '{"snooze":"tomorrow","close":"silent"}' };
    expect(await world.davi.call("POST", "/quickAnswers", wrong)).toMatchObject({
      status: 400,
      body: { details: [{ field: "deeds", rule: "deeds" }] },
    });
    const id = await macro({ close: "silent" });
    expect(await world.davi.ask("PUT", `/quickAnswers/${id}`, { message: "Outra mensagem." })).toMatchObject({
      deeds: { close: "silent" },
    });
    expect(await world.davi.ask("PUT", `/quickAnswers/${id}`, { deeds: "" })).toMatchObject({ deeds: null });
  });
});
