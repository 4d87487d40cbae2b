import type { TicketCounts } from "@balcao/application/roof/live";
import type { MentionableView, NoticeView } from "@balcao/contracts/notices";
import type { MessagePageView, MessageView } from "@balcao/contracts/messages";
import type { TicketListView, TicketSearchView, TicketView } from "@balcao/contracts/tickets";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

describe("a colleague who is invited to one conversation", () => {
  let world: World;
  let ana: Agent;
  let rui: Agent;
  let bia: Agent;
  let caio: Agent;
  let marta: Agent;
  let shop: LinkedNumber;
  let phones = 5511900970000;

  beforeAll(async () => {
    world = await openWorld();
    const sales = await world.queue("Vendas", "#236681");
    const support = await world.queue("Suporte", "#2e7d32");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    rui = await world.person("Rui", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    caio = await world.person("Caio", { queueIds: [support.id] });
    marta = await world.person("Marta", { profile: "gerente", queueIds: [sales.id] });
    shop = await world.number("Por fila", [sales], { historyByQueue: true });
  }, 120_000);
  afterAll(() => world.close());

  const attended = async (said = "Oi"): Promise<{ zoe: Customer; id: number }> => {
    const zoe = world.customer(String((phones += 1)), shop);
    await zoe.writes(said, { pushName: "Zoé" });
    const id = await world.ticketOf(ana, zoe.phone);
    await ana.accepts(id);
    await ana.opens(id);
    return { zoe, id };
  };
  const invite = (id: number, userId: number, comment = "", agent = ana) =>
    agent.call("POST", `/tickets/${id}/guests`, { userId, comment });
  const end = (id: number, userId: number, agent: Agent) => agent.call("DELETE", `/tickets/${id}/guests/${userId}`, {});
  const read = (id: number, agent: Agent) => agent.call("GET", `/tickets/${id}`);
  const page = (id: number, agent: Agent) => agent.call("GET", `/messages/${id}`);
  const texts = async (id: number, agent: Agent) => ((await page(id, agent)).body as MessagePageView).messages.map(({ body }) => body);
  const invitations = async (agent: Agent) => (await agent.ask<readonly TicketView[]>("GET", "/tickets/invited")).map(({ id }) => id);
  const guestsOf = async (id: number) => (await ana.ask<TicketView>("GET", `/tickets/${id}`)).guests?.map((guest) => guest.name) ?? [];
  const found = async (agent: Agent, text: string) =>
    (await agent.ask<TicketSearchView>("GET", `/tickets/filter?searchParam=${encodeURIComponent(text)}`)).tickets.map(({ id }) => id);
  const heard = (agent: Agent, text: string) => agent.received.filter((line) => line.includes(text));
  /** Everybody has received what was recorded before. */
  const settled = async (agent: Agent): Promise<void> => {
    const { id } = await world.davi.ask<{ id: number }>("POST", "/tag", { name: `Marca ${Math.random()}`, color: "#112233" });
    await eventually(() => expect(agent.received.some((line) => line.startsWith("tag ") && line.includes(`"tagId":${id}`))).toBe(true));
  };
  const opensFile = async ({ token }: Agent, { mediaUrlLiteral }: MessageView): Promise<number> => {
    const { sid } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as { sid: string };
    return (await world.stage.call("GET", world.stage.auth.services.fileUrl(sid, mediaUrlLiteral ?? ""))).status;
  };

  it("hears of it in the bell, reads all of it, searches, downloads and comments, wherever the ticket is; nobody else sees more [D-550, D-552]", async () => {
    const { zoe, id } = await attended("prazo abacaxi");
    expect([(await read(id, bia)).status, await invitations(bia), await found(bia, "abacaxi")]).toEqual([403, [], []]);
    const { status, body } = await invite(id, bia.id, "qual é o prazo?");
    expect([status, (body as TicketView).guests]).toEqual([
      200,
      [{ id: bia.id, name: "Bia", profilePicUrl: null, invitedBy: { id: ana.id, name: "Ana" } }],
    ]);
    await eventually(() => expect(heard(bia, "@Bia qual é o prazo?").some((line) => line.startsWith("notice "))).toBe(true));
    expect((await bia.ask<readonly NoticeView[]>("GET", "/notices")).map(({ kind, text }) => [kind, text])).toEqual([
      ["mention", "@Bia qual é o prazo?"],
    ]);
    expect([(await read(id, bia)).status, await invitations(bia), await found(bia, "abacaxi")]).toEqual([200, [id], [id]]);
    expect(await texts(id, bia)).toEqual(expect.arrayContaining(["prazo abacaxi", "@Bia qual é o prazo?"]));
    const comment = await bia.call("POST", `/messages/${id}`, { body: "--dez dias" });
    expect([comment.status, (comment.body as MessageView).mediaType]).toEqual([200, "comment"]);
    await eventually(() => expect(ana.messages(id).messages.at(-1)?.body).toBe("dez dias"));
    // She joined nothing of the ticket, and hears of it.
    await zoe.writes("e o preço?");
    await eventually(() => expect(heard(bia, "e o preço?").some((line) => line.startsWith("appMessage "))).toBe(true));
    expect([(await read(id, caio)).status, (await read(id, rui)).status, heard(caio, "e o preço?")]).toEqual([403, 403, []]);
    const people = await ana.ask<readonly MentionableView[]>("GET", `/mentions/${id}`);
    expect(people.filter(({ reads }) => reads).map(({ name }) => name)).toEqual(["Bia", "Marta"]);
  });

  it("may do nothing else with it, has it in no list, count or report, and nothing else of the contact [D-550, D-552]", async () => {
    const { id } = await attended("segunda conversa");
    const [earlier = { id: 0 }] = await world.rows<{ id: number }>(
      `WITH t AS (INSERT INTO ticket (status, contact_id, queue_id, user_id, closed_at) SELECT 'closed', contact_id, queue_id, user_id, now() FROM ticket
         WHERE id = $1 RETURNING *)
       INSERT INTO message (ticket_id, chat, author, from_me, queue_id, type, body, sent_at)
       SELECT id, 'x', 'x', false, queue_id, 'chat', 'primeira conversa', now() FROM t RETURNING ticket_id AS id`,
      [id],
    );
    expect(await found(ana, "primeira conversa")).toEqual([earlier.id]);
    await ana.writes(id, "Um momento");
    const counted = async () => (await bia.ask<TicketListView>("GET", "/tickets?status=open&showAll=true")).count;
    const before = await counted();
    await invite(id, bia.id);
    const refused = await Promise.all([
      bia.call("POST", `/messages/${id}`, { body: "Olá, cliente" }),
      bia.call("PUT", `/tickets/${id}`, { status: "closed", userId: null, onlyClose: true }),
      bia.call("PUT", `/tickets/${id}`, { status: "pending", userId: null }),
      bia.call("PUT", `/tickets/${id}`, { status: "open", userId: bia.id }),
      bia.call("PUT", `/tickets/${id}`, { queueId: 2, whatsappId: shop.id }),
      bia.call("POST", `/tickets/${id}/unread`),
      bia.call("POST", "/protocolos", { ticketId: id, contactId: 1 }),
      invite(id, caio.id, "", bia),
      read(earlier.id, bia),
      page(earlier.id, bia),
    ]);
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: refused.length }, () => 403));
    expect(await bia.ask("GET", `/tickets/history/${(await ana.ask<TicketView>("GET", `/tickets/${id}`)).contactId}`)).toMatchObject({
      tickets: [{ id }],
    });
    expect([await counted(), await found(bia, "primeira conversa")]).toEqual([before, []]);
    const counts = bia.received.filter((line) => line.startsWith("ticketCounts ")).map((line) => line.slice("ticketCounts ".length));
    for (const each of counts) expect((JSON.parse(each) as { counts?: TicketCounts }).counts?.open ?? 0).toBe(0);
    await bia.isInStep();
  });

  it("refuses whoever may not use the product now, oneself, an eleventh guest and a closed conversation, and stores nothing [D-550]", async () => {
    const { id } = await attended();
    const teo = await world.person("Téo", { queueIds: [] });
    await world.davi.ask("PUT", `/users/${teo.id}`, { active: false });
    const refusal = (rule: string) => ({ status: 400, body: { code: "ERR_INVITED_USER", details: [{ field: "userId", rule }] } });
    expect(await invite(id, teo.id)).toMatchObject(refusal("inactive"));
    expect(await invite(id, ana.id)).toMatchObject(refusal("self"));
    expect(await invite(id, world.davi.id)).toMatchObject(refusal("unknown"));
    await world.davi.ask("PUT", `/users/${teo.id}`, { active: true });
    await world.davi.ask("DELETE", `/users/${teo.id}`);
    expect(await invite(id, teo.id)).toMatchObject(refusal("unknown"));
    expect((await invite(id, caio.id, "", rui)).status).toBe(403);
    expect([await guestsOf(id), (await texts(id, ana)).filter((text) => text.startsWith("@"))]).toEqual([[], []]);
    await world.rows("UPDATE ticket SET guest_ids = ARRAY(SELECT generate_series(901, 910)), guest_inviter_ids = guest_ids WHERE id = $1", [
      id,
    ]);
    expect(await invite(id, bia.id)).toMatchObject({
      status: 400,
      body: { code: "ERR_VALIDATION", details: [{ field: "userId", rule: "max" }] },
    });
    await ana.ask("PUT", `/tickets/${id}`, { status: "closed", userId: null, onlyClose: true });
    expect(await invite(id, bia.id, "", marta)).toMatchObject({ status: 409, body: { code: "ERR_TICKET_TRANSITION" } });
  });

  it("is a guest once, however many invite at the same time, and however often a press is repeated [D-550]", async () => {
    const { id } = await attended();
    const key = { "Idempotency-Key": "4d3c6a52-8f2c-4f0e-9f0f-0c1d2e3f4a5b" };
    const press = () => ana.call("POST", `/tickets/${id}/guests`, { userId: bia.id, comment: "veja" }, key);
    const answers = await Promise.all([press(), press(), invite(id, bia.id, "e eu", marta), invite(id, caio.id, "", marta)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await guestsOf(id)).sort()).toEqual(["Bia", "Caio"]);
    expect((await texts(id, ana)).filter((text) => text.startsWith("@Bia"))).toHaveLength(1);
  });

  it("loses it with the invitation: in open browsers, bell, search and files; who invited, the owner and managers take it back, and the guest leaves [D-551]", async () => {
    const { zoe, id } = await attended("maracujá");
    const form = new FormData();
    form.append("body", "a foto");
    form.append("medias", new Blob([PNG], { type: "image/png" }), "foto.png");
    const sent = await world.stage.call("POST", `/api/messages/${id}`, { token: ana.token, body: form });
    const picture = (await sent.json()) as MessageView;
    await invite(id, bia.id, "olhe");
    await invite(id, caio.id, "olhe", marta);
    await bia.opens(id);
    expect([await opensFile(bia, picture), await opensFile(rui, picture)]).toEqual([200, 403]);
    // Neither of them invited Caio, owns the ticket or manages it.
    expect([(await end(id, caio.id, bia)).status, (await end(id, caio.id, rui)).status]).toEqual([403, 403]);
    expect((await end(id, bia.id, marta)).status).toBe(200);
    await eventually(() => expect(heard(bia, `"ticketId":${id}`).at(-1)).toContain('"action":"delete"'));
    await zoe.writes("depois do convite");
    await eventually(() => expect(heard(caio, "depois do convite")).not.toEqual([]));
    await settled(bia);
    expect(heard(bia, "depois do convite")).toEqual([]);
    expect([(await read(id, bia)).status, (await page(id, bia)).status, await opensFile(bia, picture)]).toEqual([403, 403, 403]);
    const bell = (await bia.ask<readonly NoticeView[]>("GET", "/notices")).map(({ text }) => text);
    expect([(await invitations(bia)).includes(id), await found(bia, "maracujá"), bell.includes("@Bia olhe")]).toEqual([false, [], false]);
    expect((await bia.call("POST", `/messages/${id}`, { body: "--ainda aqui" })).status).toBe(403);
    expect((await end(id, caio.id, caio)).status).toBe(200);
    expect([(await read(id, caio)).status, await guestsOf(id)]).toEqual([403, []]);
    expect((await end(id, caio.id, ana)).status).toBe(200);
    const audited = await world.rows(
      "SELECT action, user_id, subject_user_id FROM audit_entry WHERE ticket_id = $1 AND action ~ 'nvit' ORDER BY id",
      [id],
    );
    expect(audited).toEqual([
      { action: "ticket.invite", user_id: ana.id, subject_user_id: bia.id },
      { action: "ticket.invite", user_id: marta.id, subject_user_id: caio.id },
      { action: "ticket.endInvitation", user_id: marta.id, subject_user_id: bia.id },
      { action: "ticket.endInvitation", user_id: caio.id, subject_user_id: caio.id },
    ]);
  });

  it("stays through pauses and transfers, ends with the conversation, and a reopened one does not bring it back [D-551]", async () => {
    const { id } = await attended();
    await invite(id, bia.id);
    await ana.ask("PUT", `/tickets/${id}`, { status: "paused", pauseTag: "Peça" });
    await ana.ask("PUT", `/tickets/${id}`, { status: "open" });
    await ana.ask("PUT", `/tickets/${id}`, { status: "pending", userId: null });
    expect([await invitations(bia), (await read(id, bia)).status]).toEqual([expect.arrayContaining([id]), 200]);
    await ana.accepts(id);
    await ana.ask("PUT", `/tickets/${id}`, { status: "closed", userId: null, onlyClose: true });
    await eventually(() => expect(heard(bia, `"ticketId":${id}`).at(-1)).toContain('"action":"delete"'));
    expect([(await read(id, bia)).status, (await invitations(bia)).includes(id)]).toEqual([403, false]);
    await ana.ask("PUT", `/tickets/${id}`, { status: "open", userId: ana.id });
    expect([(await read(id, bia)).status, await guestsOf(id)]).toEqual([403, []]);
  });

  it("neither reads for others nor takes a group by looking at it and commenting in it [D-550, D-076]", async () => {
    await world.settings({ groupPerUser: "enabled" });
    const [group = { id: 0 }] = await world.rows<{ id: number }>(
      `WITH c AS (INSERT INTO contact (name, is_group) VALUES ('Família', true) RETURNING id)
       INSERT INTO ticket (status, is_group, contact_id, connection_id, queue_id, unread) SELECT 'group', true, c.id, $1, q.id, 3 FROM c, queue q
       WHERE q.name = 'Vendas' RETURNING id`,
      [shop.id],
    );
    expect((await invite(group.id, bia.id)).status).toBe(200);
    expect((await page(group.id, bia)).status).toBe(200);
    expect((await bia.call("POST", `/messages/${group.id}`, { body: "--sei quem é" })).status).toBe(200);
    const facts = () => world.rows("SELECT unread, user_id FROM ticket WHERE id = $1", [group.id]);
    expect(await facts()).toEqual([{ unread: 3, user_id: null }]);
    expect((await page(group.id, ana)).status).toBe(200);
    expect(await facts()).toEqual([{ unread: 0, user_id: null }]);
    await world.settings({ groupPerUser: "disabled" });
  });
});
