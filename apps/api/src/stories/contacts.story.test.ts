import type { ContactListView, ContactsClearedView, ContactView } from "@balcao/contracts/contacts";
import type { ServerEvent } from "@balcao/contracts/live";
import type { QueueView } from "@balcao/contracts/queues";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

describe("contacts", () => {
  let world: World;
  let sales: QueueView;
  let support: QueueView;
  let ana: Agent;
  let rui: Agent;
  let bia: Agent;
  let phones = 5511900800000;

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    sales = await world.queue("Vendas", "#ff0000");
    support = await world.queue("Suporte", "#00ff00");
    ana = await world.person("Ana", { queueIds: [sales.id], addContact: true, editContact: true, delContact: true });
    rui = await world.person("Rui", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
  }, 90_000);
  afterAll(() => world.close());

  const draft = (more: object = {}) => ({ name: "Cliente", number: String((phones += 1)), respostaAutomatica: true, ...more });
  const create = (more: object = {}, who = ana) => who.ask<ContactView>("POST", "/contacts", draft(more));
  const get = (id: number) => ana.ask<ContactView>("GET", `/contacts/${id}`);
  const change = (id: number, body: object, who = ana) => who.call("PUT", `/contacts/${id}`, body);
  const details = (field: string, rule: string) => ({ status: 400, body: { details: [{ field, rule }] } });

  describe("redirects", () => {
    it("are stored with a new contact and a change, in their order; what is absent stays [CONTACT-001, API-047, API-048, D-132]", async () => {
      const made = await create({ queueId: [sales.id], userId: [rui.id, ana.id], redirect: [{ queueId: sales.id, userId: rui.id }] });
      const all = { queue: [sales.id], user: [rui.id, ana.id], redirect: [{ queueId: sales.id, userId: rui.id }] };
      expect(made).toMatchObject(all);
      expect(await change(made.id, { name: "Outro nome" })).toMatchObject({ status: 200, body: { name: "Outro nome", ...all } });
      await change(made.id, { userId: `${ana.id}` });
      expect(await get(made.id)).toMatchObject({ ...all, user: [ana.id] });
      await change(made.id, { queueId: [], userId: [], redirect: [] });
      expect(await get(made.id)).toMatchObject({ queue: [], user: [], redirect: [] });
    });

    it("are refused with a queue twice, or without queue or person, with the documented sentences [CONTACT-018, CONTACT-019]", async () => {
      const { id } = await create();
      const twice = [
        { queueId: sales.id, userId: rui.id },
        { queueId: sales.id, userId: ana.id },
      ];
      for (const [method, at] of [
        ["POST", "/contacts"],
        ["PUT", `/contacts/${id}`],
      ] as const) {
        const send = (redirect: unknown, more: object = {}) => ana.call(method, at, draft({ redirect, ...more }));
        expect(await send(twice)).toMatchObject({
          ...details("redirect", "repeated"),
          body: { error: "Não deve haver mais de um redirecionamento para a mesma fila" },
        });
        for (const half of [{ queueId: sales.id }, { queueId: null, userId: rui.id }, {}])
          expect(await send([half])).toMatchObject({
            ...details("redirect", "incomplete"),
            body: { error: "Não deve existir redirecionamento sem fila/usuário atribuído" },
          });
        expect(await send([], { userId: [rui.id] })).toMatchObject(details("queueId", "incomplete"));
        for (const wrong of [true, "x", { queueId: 1 }, 7]) expect(await send(wrong)).toMatchObject({ status: 400 });
      }
      expect(await get(id)).toMatchObject({ redirect: [] });
    });

    it("name only existing queues and people, people of the queue, and queues of one's own unless an administrator writes [D-132]", async () => {
      const { id } = await create();
      expect(await change(id, { queueId: [99_999] })).toMatchObject(details("queueId", "exists"));
      expect(await change(id, { queueId: [sales.id], userId: [99_999] })).toMatchObject(details("userId", "exists"));
      expect(await change(id, { redirect: [{ queueId: sales.id, userId: 99_999 }] })).toMatchObject(details("redirect", "exists"));
      expect(await change(id, { queueId: [sales.id], userId: [world.davi.id] })).toMatchObject(details("userId", "exists"));
      for (const body of [{ queueId: [sales.id], userId: [bia.id] }, { redirect: [{ queueId: sales.id, userId: bia.id }] }])
        expect(await change(id, body)).toMatchObject({ status: 400, body: { code: "ERR_USER_NO_LINKED_IN_QUEUE" } });
      for (const body of [{ queueId: [support.id] }, { redirect: [{ queueId: support.id, userId: bia.id }] }])
        expect(await change(id, body)).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
      const foreign = { redirect: [{ queueId: support.id, userId: bia.id }] };
      expect(await change(id, foreign, world.davi)).toMatchObject({ status: 200 });
      const both = { redirect: [...foreign.redirect, { queueId: sales.id, userId: rui.id }] };
      expect(await change(id, both)).toMatchObject({ status: 200 });
      expect(await get(id)).toMatchObject({ queue: [], user: [], redirect: expect.arrayContaining(both.redirect) as unknown });
    });
  });

  describe("numbers", () => {
    it("are read as people write them, and found again in every spelling [API-047, API-049, D-263]", async () => {
      const made = await create({ number: "(11) 98877-0001" });
      expect(made.number).toBe("5511988770001");
      for (const number of ["11 98877-0001", "011988770001", "+55 11 98877-0001", "551188770001", "1188770001"]) {
        expect((await rui.ask<ContactView>("POST", "/contact", { name: "Outro", number, email: "" })).id).toBe(made.id);
        expect(await ana.call("POST", "/contacts", draft({ number }))).toMatchObject({
          status: 400,
          body: { code: "ERR_DUPLICATED_CONTACT" },
        });
      }
      for (const typed of ["+55 (11) 98877-0001", "11 98877-0001", "98877-0001", "551188770001"])
        for (const query of [{ searchParam: typed }, { searchParam: typed, cursor: "" }, { searchParam: typed, all: "true" }]) {
          const list = await rui.ask<ContactListView>("GET", `/contacts?${new URLSearchParams(query).toString()}`);
          expect(list.contacts.map(({ id }) => id)).toEqual([made.id]);
        }
      expect((await create({ number: "+51 980 000 000" })).number).toBe("51980000000");
      expect((await create({ number: "51980000000" })).number).toBe("5551980000000");
      expect((await create({ number: "9".repeat(50) })).number).toBe("9".repeat(50));
    });

    it("are refused with the reason, and nothing is made [D-263]", async () => {
      for (const [number, rule] of [
        ["11 98877-0001 / 11 98877-0002", "several"],
        ["11 3333-0014 ramal 22", "extension"],
        ["5,51199E+12", "exponent"],
        ["5511988770001.5", "decimals"],
        ["+999 12345678", "country"],
        ["+55 98877-0001", "noAreaCode"],
        ["1234567", "digits"],
      ] as const) {
        expect(await ana.call("POST", "/contacts", draft({ number }))).toMatchObject(details("number", rule));
        expect(await ana.call("POST", "/contact", { name: "Outro", number, email: "" })).toMatchObject(details("number", rule));
      }
    });

    it("stay as they are when a change names them again, whatever the company's country would make of them [API-048, D-263]", async () => {
      const { id } = await create({ number: "+51 980 000 777" });
      expect((await change(id, { name: "Lima", number: "51980000777" })).status).toBe(200);
      expect(await get(id)).toMatchObject({ name: "Lima", number: "51980000777" });
      expect((await change(id, { number: "(11) 98877-0777" })).status).toBe(200);
      expect((await get(id)).number).toBe("5511988770777");
    });
  });

  it("are listed by place as by page number, with a count, and stay complete while others are added [API-045]", async () => {
    const names = ["Maré Alta", "Maré Baixa", "Outra maré", ...Array.from({ length: 45 }, (_, n) => `Maré ${String(n).padStart(2, "0")}`)];
    for (const name of names) await create({ name });
    const page = (query: string) => ana.ask<ContactListView>("GET", `/contacts?searchParam=mar%C3%A9&${query}`);
    const found: string[] = [];
    let cursor = "";
    do {
      const step = await page(`cursor=${encodeURIComponent(cursor)}`);
      expect([step.count, step.hasUncounted, step.hasMore]).toEqual([48, false, step.cursor !== null]);
      found.push(...step.contacts.map(({ name }) => name));
      cursor = step.cursor ?? "";
      if (found.length === 20) await create({ name: "Maré 000" });
      if (found.length === 20) await world.rows("DELETE FROM contact WHERE name = 'Maré 000'");
    } while (cursor !== "");
    const numbered = await Promise.all([1, 2, 3].map((n) => page(`pageNumber=${n}`)));
    expect(found).toEqual(numbered.flatMap(({ contacts }) => contacts.map(({ name }) => name)));
    expect(found).toHaveLength(48);
    expect(found.at(-1)).toBe("Outra maré");
    for (const wrong of ["x", "1~0~a", "1~99999999999~a", "2~1~a"])
      expect(await ana.call("GET", `/contacts?cursor=${wrong}`)).toMatchObject(details("cursor", "cursor"));
  });

  describe("deleting", () => {
    it("takes the tickets and messages of the contact along, and every browser sees it [API-056, D-137, D-138, RT-027]", async () => {
      const made = await create({ name: "Sai Já", queueId: [sales.id] });
      const connection = await world.davi.ask<{ id: number }>("POST", "/whatsapp", { name: "Loja", api: "meow", queueIds: [sales.id] });
      const { id: ticketId } = await ana.ask<{ id: number }>("POST", "/tickets", {
        ...{ contactId: made.id, queueId: sales.id, whatsappId: connection.id, userId: ana.id, status: "open" },
      });
      await ana.writes(ticketId, "Até logo");
      await ana.holds("open", ticketId);
      const heard: unknown[] = [];
      bia.socket.on("contact", (event) => void heard.push(event));
      expect(await ana.ask("DELETE", `/contacts/${made.id}`, { log: { descricao: "Excluiu o contato", origem: "Contatos" } })).toEqual({
        message: expect.any(String) as unknown,
        tickets: 1,
        messages: 1,
      });
      await ana.loses(ticketId);
      await eventually(() => expect(heard).toContainEqual({ action: "delete", contactId: made.id }));
      await world.allInStep();
      expect(await ana.call("GET", `/contacts/${made.id}`)).toMatchObject({ status: 404, body: { code: "ERR_NO_CONTACT_FOUND" } });
      expect(
        await world.rows("SELECT 1 FROM ticket WHERE id = $1 UNION ALL SELECT 1 FROM message WHERE ticket_id = $1", [ticketId]),
      ).toEqual([]);
      expect(
        await world.rows(
          `SELECT action, source, description FROM audit_entry WHERE contact_id = $1 AND action IN ('contact.delete', 'remark')`,
          [made.id],
        ),
      ).toContainEqual({ action: "contact.delete", source: "server", description: `Sai Já (${made.number ?? ""}): 1 tickets, 1 messages` });
      expect(await ana.call("DELETE", `/contacts/${made.id}`)).toMatchObject({ status: 404 });
    });

    it("and merging leave alone what the person may not see, and what a colleague attends, administrators excepted [D-267]", async () => {
      const [seen, hidden, free] = [await create({ name: "De Rui" }), await create({ name: "De outra fila" }), await create()];
      const { id: whatsappId } = await world.davi.ask<{ id: number }>("POST", "/whatsapp", {
        ...{ name: "Outra loja", api: "meow", queueIds: [sales.id, support.id], greetingMessage: "Olá" },
      });
      const opens = (contactId: number, queueId: number, userId: number) =>
        world.davi.ask("POST", "/tickets", { contactId, queueId, whatsappId, userId, status: "open" });
      await opens(hidden.id, support.id, world.davi.id);
      await opens(seen.id, sales.id, rui.id);
      const everything = () => world.rows("SELECT id FROM contact UNION ALL SELECT id FROM ticket UNION ALL SELECT id FROM message");
      const before = await everything();
      const none = { status: 403, body: { code: "ERR_CONTACT_HIDDEN_TICKETS", error: expect.stringContaining("1 conversa") as unknown } };
      const taken = { status: 409, body: { code: "ERR_CONTACT_ATTENDED" } };
      expect(await ana.call("DELETE", `/contacts/${hidden.id}`)).toMatchObject(none);
      expect(await ana.call("POST", `/contacts/${free.id}/merge/${hidden.id}`, {})).toMatchObject(none);
      expect(await ana.call("POST", `/contacts/${hidden.id}/merge/${free.id}`, {})).toMatchObject(none);
      const [merge] = await world.rows<{ id: number }>(
        `INSERT INTO contact_merge (kept_id, gone, addresses, ticket_ids, folded, author_message_ids)
         SELECT id, to_jsonb(c), '[]', '{}', '[]', '{}' FROM contact c WHERE id = $1 RETURNING id`,
        [hidden.id],
      );
      expect(await ana.call("POST", `/contacts/${hidden.id}/merges/${merge?.id ?? 0}/undo`, {})).toMatchObject(none);
      // A manager may open what a colleague of the queue attends.
      const flags = { delContact: true, editContact: true };
      const marta = await world.person("Marta", { profile: "gerente", queueIds: [sales.id], ...flags });
      expect(await marta.call("DELETE", `/contacts/${seen.id}`)).toMatchObject(taken);
      expect(await marta.call("POST", `/contacts/${free.id}/merge/${seen.id}`, {})).toMatchObject(taken);
      expect(await everything()).toEqual(before);
      expect(await world.davi.call("DELETE", `/contacts/${hidden.id}`)).toMatchObject({ status: 200, body: { tickets: 1, messages: 0 } });
      expect(await world.davi.call("DELETE", `/contacts/${seen.id}`)).toMatchObject({ status: 200 });
    });

    it("needs the flag, except for an administrator [CONTACT-007, CONTACT-008, D-126, D-127]", async () => {
      const [one, two] = [await create(), await create()];
      expect(await rui.call("DELETE", `/contacts/${one.id}`)).toMatchObject({ status: 403, body: { code: "ERR_NO_PERMISSION" } });
      expect(await rui.call("POST", "/contacts/clear")).toMatchObject({ status: 403 });
      expect(await ana.call("DELETE", `/contacts/${one.id}`)).toMatchObject({ status: 200 });
      expect(await world.davi.call("DELETE", `/contacts/${two.id}`)).toMatchObject({ status: 200 });
    });
  });

  it("are cleared only where nothing refers to them, and counted before [API-055, D-136]", async () => {
    const count = () => ana.ask<ContactsClearedView>("POST", "/contacts/clear", { dryRun: true });
    const earlier = (await count()).details;
    const redirected = await create({ name: "Tem destino", queueId: [sales.id] });
    const delegated = await create({ name: "Tem atendente", redirect: [{ queueId: sales.id, userId: rui.id }] });
    const talking = await create({ name: "Tem conversa" });
    const [planned, queued] = [await create({ name: "Tem agendamento" }), await create({ name: "Espera um envio" })];
    const [group] = await world.rows<{ id: number }>("INSERT INTO contact (name, is_group) VALUES ('Obra', true) RETURNING id");
    await world.rows("INSERT INTO ticket (status, contact_id, queue_id) VALUES ('closed', $1, $2)", [talking.id, sales.id]);
    const heard: ServerEvent<"contact">[] = [];
    bia.socket.on("contact", (event) => void heard.push(event));
    const free = await create({ name: "Sem nada" });
    await eventually(() => expect(heard.at(-1)).toMatchObject({ action: "create", contactId: free.id }));
    const before = heard.length;
    await world.rows(
      "WITH made AS (INSERT INTO tag (name, color) VALUES ('Some com ele', '#112233') RETURNING id) INSERT INTO contact_tag (contact_id, tag_id) SELECT $1, id FROM made",
      [free.id],
    );
    await world.rows(
      "INSERT INTO schedule (message, recurrence, send_at, all_contacts, contact_ids) VALUES ('Oi', 'once', '2199-01-01', false, ARRAY[$1::int])",
      [planned.id],
    );
    await world.rows(
      `WITH run AS (INSERT INTO send_run (state, message, all_contacts) VALUES ('paused', 'Oi', false) RETURNING id)
       INSERT INTO send_recipient (run_id, contact_id, name) SELECT id, $1, 'Espera' FROM run`,
      [queued.id],
    );
    const all = await world.rows("SELECT 1 FROM contact");
    const counted = await count();
    expect(counted.deleted + counted.kept).toBe(all.length);
    const { groups = 0, tickets = 0, redirects = 0, sends = 0 } = earlier?.keptFor ?? {};
    expect(counted.details).toEqual({
      withTags: (earlier?.withTags ?? 0) + 1,
      withExtraInfo: earlier?.withExtraInfo,
      withPicture: earlier?.withPicture,
      keptFor: { groups: groups + 1, tickets: tickets + 1, redirects: redirects + 2, sends: sends + 2 },
    });
    expect(Object.values(counted.details?.keptFor ?? {}).reduce((sum, each) => sum + each, 0)).toBe(counted.kept);
    expect(await get(free.id)).toMatchObject({ name: "Sem nada" });
    expect(await ana.ask("POST", "/contacts/clear")).toEqual({ deleted: counted.deleted, kept: counted.kept });
    expect(await ana.call("GET", `/contacts/${free.id}`)).toMatchObject({ status: 404 });
    for (const { id } of [redirected, delegated, talking, planned, queued]) expect(await get(id)).toMatchObject({ id });
    expect(await get(group?.id ?? 0)).toMatchObject({ isGroup: true });
    await eventually(() => expect(heard.slice(before)).toEqual([{ action: "reload" }]));
    expect(await world.rows(`SELECT description FROM audit_entry WHERE action = 'contact.clear'`)).toEqual([
      { description: `${counted.deleted} contacts deleted` },
    ]);
    expect(await ana.ask("POST", "/contacts/clear")).toMatchObject({ deleted: 0 });
  });
});
