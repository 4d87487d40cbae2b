import { BREAKER } from "@balcao/domain/flow";
import { MONDAY_NIGHT, MONDAY_NOON, openFlowStage, type FlowStage } from "./flowStage.fixture.js";

const minutes = (n: number): number => n * 60_000;
const OUT = "Estamos fechados.";

describe("the answer to a customer's message", () => {
  let stage: FlowStage;
  let last = 5511900000000;
  const anyone = (): string => String((last += 1));
  const pass = (ms: number): Date => stage.now(new Date(stage.now().getTime() + ms));
  beforeAll(async () => {
    stage = await openFlowStage();
  });
  beforeEach(() => void stage.now(MONDAY_NOON));
  afterAll(() => stage.close());

  const menuCompany = async (columns: Readonly<Record<string, unknown>> = {}) => {
    const tag = anyone().slice(-4);
    const support = await stage.queue(`Suporte ${tag}`, { order: 2, greeting: "Aqui é o suporte." });
    const sales = await stage.queue(`Vendas ${tag}`, { order: 1, greeting: "Aqui é {{queue}}." });
    const hidden = await stage.queue(`Interna ${tag}`, { order: 0 });
    const id = await stage.connection(
      {
        greeting_message: "Olá, {{name}}!",
        farewell_message: "Até logo.",
        out_of_hours_message: OUT,
        greeting_redirect_message: "Seu atendente é {{user}}.",
        ...columns,
      },
      [support, sales],
    );
    return { id, support, sales, hidden, tag, menu: `1 - Vendas ${tag}\n2 - Suporte ${tag}` };
  };

  it("greets once per ticket and waits without a queue where none is linked [D-168, CONN-013]", async () => {
    const id = await stage.connection({ greeting_message: "Olá, {{name}}!" });
    const phone = anyone();
    await stage.writes(phone, id, "Oi");
    pass(minutes(1));
    await stage.writes(phone, id, "Alguém?");
    expect(await stage.sent(phone)).toEqual(["Olá, Cliente!"]);
    const [ticket] = await stage.tickets(phone);
    expect(ticket).toMatchObject({ status: "pending", queueId: null, flowStep: "done" });
    expect(await stage.rules(ticket?.id ?? 0)).toEqual(["noQueue"]);
  });

  it("greets nobody twice when a webhook is repeated, and names the cause of each text [P-2, D-168]", async () => {
    const { id } = await menuCompany();
    const phone = anyone();
    const event = await stage.writes(phone, id, "Oi");
    await stage.again(id, event);
    expect(await stage.sentRows(phone)).toMatchObject([{ kind: "greetingWithMenu" }]);
  });

  it("puts the ticket into the only queue and sends both greetings [D-168, D-145]", async () => {
    const queue = await stage.queue("Única", { greeting: "Fila {{queue}}." });
    const id = await stage.connection({ greeting_message: "Olá!" }, [queue]);
    const phone = anyone();
    await stage.writes(phone, id, "Oi");
    expect(await stage.sent(phone)).toEqual(["Olá!", "Fila Única."]);
    expect(await stage.tickets(phone)).toMatchObject([{ status: "pending", queueId: queue, userId: null }]);
  });

  it("offers linked queues by number in their order, and takes a number or a name [QUEUE-003, QUEUE-004, D-169, D-170]", async () => {
    const { id, menu, sales, support, tag } = await menuCompany();
    const [one, other] = [anyone(), anyone()];
    await stage.writes(one, id, "Oi");
    expect(await stage.sent(one)).toEqual([`Olá, Cliente!\n\n${menu}`]);
    expect(await stage.tickets(one)).toMatchObject([{ status: "pending", queueId: null, flowStep: "menu" }]);
    await stage.writes(one, id, "1️⃣");
    expect(await stage.tickets(one)).toMatchObject([{ status: "pending", queueId: sales, flowStep: "done" }]);
    expect((await stage.sent(one)).at(-1)).toBe(`Aqui é Vendas ${tag}.`);
    await stage.writes(other, id, "Oi");
    await stage.writes(other, id, `SUPORTE ${tag}`);
    expect(await stage.tickets(other)).toMatchObject([{ queueId: support }]);
    const [ticket] = await stage.tickets(other);
    expect(await stage.rules(ticket?.id ?? 0)).toEqual(["menuShown", "menuChoice"]);
  });

  it("repeats the menu at most three times, not within three seconds, and then takes a valid answer still [D-170]", async () => {
    const { id, menu, support } = await menuCompany();
    const phone = anyone();
    await stage.writes(phone, id, "Oi");
    await stage.writes(phone, id, "Tudo bem?");
    expect(await stage.sent(phone)).toHaveLength(1);
    for (const content of ["🙂", "x".repeat(5_000), "quero falar", "alô?"]) {
      pass(3_000);
      await stage.writes(phone, id, content);
    }
    expect((await stage.sent(phone)).slice(1)).toEqual(Array(3).fill(`Escolha uma das opções abaixo:\n\n${menu}`));
    pass(minutes(24 * 60));
    await stage.writes(phone, id, "2");
    expect(await stage.tickets(phone)).toMatchObject([{ queueId: support }]);
  });

  it("repeats the menu for a message without text [D-170]", async () => {
    const { id } = await menuCompany();
    const phone = anyone();
    await stage.writes(phone, id, "Oi");
    pass(5_000);
    await stage.writes(phone, id, {
      kind: "media",
      media: "audio",
      mime: null,
      fileName: null,
      caption: "",
      voice: true,
      seconds: 3,
      source: null,
    });
    expect((await stage.sentRows(phone)).map(({ kind }) => kind)).toEqual(["greetingWithMenu", "menu"]);
  });

  it("sends the menu as a list, too, where the network delivers lists, and takes the tapped row [CONN-017, D-147]", async () => {
    const { id, sales, support, menu, tag } = await menuCompany({ send_list: true });
    const listOf = async (phone: string) =>
      (
        await stage.rows<{ list: object | null }>(
          "SELECT details -> 'list' AS list FROM message WHERE chat = 'phone:' || $1 AND from_me ORDER BY id",
          [phone],
        )
      ).map(({ list }) => list);
    const [one, other, third] = [anyone(), anyone(), anyone()];
    await stage.writes(one, id, "Oi");
    expect(await listOf(one)).toEqual([null]);
    await stage.rows("UPDATE connection SET api = 'cloud_api' WHERE id = $1", [id]);
    await stage.refresh();
    for (const phone of [other, third]) await stage.writes(phone, id, "Oi");
    const rows = [
      { id: `option:${sales}`, title: `Vendas ${tag}` },
      { id: `option:${support}`, title: `Suporte ${tag}` },
    ];
    expect(await listOf(other)).toEqual([{ button: "Ver opções", rows }]);
    expect(await stage.sent(other)).toEqual([`Olá, Cliente!\n\n${menu}`]);
    await stage.writes(other, id, { kind: "text", type: "text", body: "Supor…", rowId: `option:${support}` });
    expect(await stage.tickets(other)).toMatchObject([{ queueId: support }]);
    await stage.writes(third, id, "1");
    expect(await stage.tickets(third)).toMatchObject([{ queueId: sales }]);
  });

  it("takes 99 for a person of the first queue and 00 for the end [CONN-019, D-170, D-174]", async () => {
    const { id, sales } = await menuCompany({ nps: true });
    const [one, other] = [anyone(), anyone()];
    await stage.writes(one, id, "Oi");
    await stage.writes(one, id, "99");
    expect(await stage.tickets(one)).toMatchObject([{ status: "pending", queueId: sales }]);
    expect((await stage.sent(one)).slice(1)).toEqual(["Aguarde, você será atendido em breve."]);
    await stage.writes(other, id, "Oi");
    await stage.writes(other, id, "00");
    expect(await stage.tickets(other)).toMatchObject([{ status: "closed" }]);
    expect((await stage.sent(other)).slice(1)).toEqual(["Até logo."]);
    expect(await stage.rows("SELECT 1 FROM ticket WHERE status = 'closed' AND waiting_since IS NOT NULL")).toEqual([]);
  });

  it("reads two answers at once as one choice, and a number as yesterday's menu showed it [D-170]", async () => {
    const { id, sales, support } = await menuCompany();
    const [one, other] = [anyone(), anyone()];
    await stage.writes(one, id, "Oi");
    await stage.writes(one, id, "2");
    await stage.writes(one, id, "1");
    expect(await stage.tickets(one)).toMatchObject([{ queueId: support }]);
    await stage.writes(other, id, "Oi");
    await stage.rows("UPDATE queue SET custom_order = 9 WHERE id = $1", [sales]);
    await stage.refresh();
    pass(minutes(24 * 60));
    await stage.writes(other, id, "1");
    expect(await stage.tickets(other)).toMatchObject([{ queueId: sales }]);
  });

  it("shows the queues that are left when the chosen one was deleted meanwhile, and waits when none is left [D-161]", async () => {
    const { id, sales, support, tag } = await menuCompany();
    const phone = anyone();
    await stage.writes(phone, id, "Oi");
    await stage.rows("DELETE FROM queue WHERE id = $1", [sales]);
    await stage.refresh();
    pass(5_000);
    await stage.writes(phone, id, "1");
    expect((await stage.sent(phone)).at(-1)).toBe(`Escolha uma das opções abaixo:\n\n1 - Suporte ${tag}`);
    await stage.rows("DELETE FROM queue WHERE id = $1", [support]);
    await stage.refresh();
    pass(5_000);
    await stage.writes(phone, id, "1");
    const [ticket] = await stage.tickets(phone);
    expect(ticket).toMatchObject({ status: "pending", queueId: null, flowStep: "done" });
    expect(await stage.rules(ticket?.id ?? 0)).toEqual(["menuShown", "menuEmpty"]);
  });

  it("says outside opening hours that the company is closed, once in twelve hours, and greets in the morning [D-168, D-171]", async () => {
    const { id, menu } = await menuCompany();
    const phone = anyone();
    stage.now(MONDAY_NIGHT);
    await stage.writes(phone, id, "Oi");
    pass(minutes(10));
    await stage.writes(phone, id, "1");
    expect(await stage.sent(phone)).toEqual([OUT]);
    expect(await stage.tickets(phone)).toMatchObject([{ status: "pending", queueId: null }]);
    pass(minutes(11 * 60));
    await stage.writes(phone, id, "Bom dia");
    expect((await stage.sent(phone)).slice(1)).toEqual([`Olá, Cliente!\n\n${menu}`]);
  });

  it("sets the only queue outside opening hours without a greeting [D-168]", async () => {
    const queue = await stage.queue("Noite", { greeting: "Fila." });
    const id = await stage.connection({ greeting_message: "Olá!", out_of_hours_message: "" }, [queue]);
    const phone = anyone();
    stage.now(MONDAY_NIGHT);
    await stage.writes(phone, id, "Oi");
    expect(await stage.sent(phone)).toEqual([
      "Olá! No momento estamos fora do nosso horário de atendimento. Assim que possível retornaremos.",
    ]);
    expect(await stage.tickets(phone)).toMatchObject([{ status: "pending", queueId: queue, flowStep: "fresh" }]);
  });

  it("follows a contact's redirect to the first linked queue and the first active person instead of the menu [D-132, D-145, CONTACT-001]", async () => {
    const { id, support, sales, hidden } = await menuCompany();
    const away = await stage.person("Téo", [support], { active: false });
    const rui = await stage.person("Rui", [support]);
    const phone = anyone();
    const [contact] = await stage.rows<{ id: number }>("INSERT INTO contact (name, number) VALUES ('Zé', $1) RETURNING id", [phone]);
    await stage.rows("INSERT INTO contact_redirect_queue VALUES ($1, 1, $2), ($1, 2, $3), ($1, 3, $4)", [
      contact?.id,
      hidden,
      support,
      sales,
    ]);
    await stage.rows("INSERT INTO contact_redirect_user VALUES ($1, 1, $2), ($1, 2, $3)", [contact?.id, away, rui]);
    await stage.writes(phone, id, "Oi");
    expect(await stage.tickets(phone)).toMatchObject([{ status: "pending", queueId: support, userId: rui }]);
    expect(await stage.sent(phone)).toEqual(["Seu atendente é Rui."]);
    // Without a queue that the connection serves there is nowhere to go, so the menu comes.
    await stage.rows("DELETE FROM contact_redirect_queue WHERE contact_id = $1 AND queue_id <> $2", [contact?.id, hidden]);
    await stage.rows("UPDATE ticket SET status = 'closed', flow_step = 'done' WHERE contact_id = $1", [contact?.id]);
    await stage.writes(phone, id, "Oi de novo");
    expect(await stage.tickets(phone)).toMatchObject([{}, { status: "pending", queueId: null, userId: null }]);
  });

  it("keeps the redirects of a contact that turns out to be another one [D-132, M-4]", async () => {
    const { id, sales } = await menuCompany();
    const rui = await stage.person("Rita", [sales]);
    const phone = anyone();
    const [other] = await stage.rows<{ id: number }>("INSERT INTO contact (name) VALUES ('Por LID') RETURNING id");
    await stage.rows("INSERT INTO contact_address VALUES ($1, 'lid', '777', $2)", [id, other?.id]);
    await stage.rows("INSERT INTO contact_redirect VALUES ($1, $2, $3)", [other?.id, sales, rui]);
    await stage.rows("INSERT INTO contact_redirect_queue VALUES ($1, 1, $2)", [other?.id, sales]);
    await stage.rows("INSERT INTO contact_redirect_user VALUES ($1, 1, $2)", [other?.id, rui]);
    await stage.writes(phone, id, "Oi");
    const both = { phone, lid: "777" };
    await stage.writes(phone, id, "Sou eu", { ref: { chat: both, author: both, fromMe: false, externalId: "BOTH" } });
    for (const table of ["contact_redirect", "contact_redirect_queue", "contact_redirect_user"])
      expect(await stage.rows(`SELECT 1 FROM ${table} r JOIN contact c ON c.id = r.contact_id WHERE c.number = $1`, [phone])).toHaveLength(
        1,
      );
  });

  it("gives a chosen queue's ticket to the contact's person there, to the substitute while that one is inactive, else to nobody [D-132, D-118]", async () => {
    const { id, support, sales } = await menuCompany();
    const ana = await stage.person("Ana", [support, sales]);
    const bia = await stage.person("Bia", [sales]);
    const away = await stage.person("Davi", [support, sales], { active: false });
    await stage.rows("INSERT INTO user_substitution VALUES ($1, $2, $3)", [away, sales, bia]);
    await stage.rows("INSERT INTO queue_attendant VALUES ($1, $2, 1)", [support, ana]);
    await stage.refresh();
    const choose = async (redirect: readonly [number, number], answer: string) => {
      const phone = anyone();
      const [contact] = await stage.rows<{ id: number }>("INSERT INTO contact (name, number) VALUES ('Zé', $1) RETURNING id", [phone]);
      await stage.rows("INSERT INTO contact_redirect VALUES ($1, $2, $3)", [contact?.id, ...redirect]);
      await stage.writes(phone, id, "Oi");
      await stage.writes(phone, id, answer);
      const [ticket] = await stage.tickets(phone);
      return {
        userId: ticket?.userId,
        rule: (await stage.rules(ticket?.id ?? 0)).at(-1),
        texts: (await stage.sentRows(phone)).map(({ kind }) => kind),
      };
    };
    expect(await choose([sales, ana], "1")).toEqual({
      userId: ana,
      rule: "queueRedirect",
      texts: ["greetingWithMenu", "queueGreeting", "redirectGreeting"],
    });
    expect(await choose([sales, away], "1")).toMatchObject({ userId: bia, rule: "substitute" });
    expect(await choose([support, away], "2")).toMatchObject({
      userId: null,
      rule: "redirectAway",
      texts: ["greetingWithMenu", "queueGreeting"],
    });
  });

  it("shares a queue's tickets out among its selected people who are online and working: to the one with the fewest [D-157, D-158]", async () => {
    const queue = await stage.queue("Rodízio");
    const id = await stage.connection({}, [queue]);
    const people = [await stage.person("Um", [queue]), await stage.person("Dois", [queue])];
    const offline = await stage.person("Fora", [queue], { isOnline: false });
    const outsider = await stage.person("Outra", []);
    for (const [place, userId] of [offline, outsider, ...people].entries())
      await stage.rows("INSERT INTO queue_attendant VALUES ($1, $2, $3)", [queue, userId, place]);
    await stage.refresh();
    const phones = [anyone(), anyone(), anyone(), anyone()];
    for (const phone of phones) await stage.writes(phone, id, "Oi");
    const owners = await Promise.all(phones.map(async (phone) => (await stage.tickets(phone))[0]?.userId));
    expect(owners).toEqual([people[0], people[1], people[0], people[1]]);
    await stage.rows("UPDATE user_account SET start_time = '01:00', end_time = '02:00' WHERE id = ANY($1)", [people]);
    await stage.refresh();
    const late = anyone();
    await stage.writes(late, id, "Oi");
    const [ticket] = await stage.tickets(late);
    expect(ticket).toMatchObject({ queueId: queue, userId: null });
    expect(await stage.rules(ticket?.id ?? 0)).toEqual(["onlyQueue", "nobodyFree"]);
  });

  it("sends nothing to a contact without automatic answers [D-131, CONTACT-017]", async () => {
    const { id } = await menuCompany();
    const phone = anyone();
    await stage.rows("INSERT INTO contact (name, number, auto_reply) VALUES ('Quieto', $1, false)", [phone]);
    await stage.writes(phone, id, "Oi");
    stage.now(MONDAY_NIGHT);
    await stage.writes(phone, id, "Oi?");
    expect(await stage.sent(phone)).toEqual([]);
    const [ticket] = await stage.tickets(phone);
    expect(ticket).toMatchObject({ status: "pending", queueId: null });
    expect(await stage.rules(ticket?.id ?? 0)).toEqual(["autoReplyOff"]);
  });

  it("ends the menu when a person answers on the phone, and sends no greeting to whom a person wrote first [D-270]", async () => {
    const { id } = await menuCompany();
    const [phone, stranger, old] = [anyone(), anyone(), anyone()];
    await stage.writes(phone, id, "Oi");
    await stage.typesOnPhone(phone, id, "Oi, aqui é o dono.");
    await stage.typesOnPhone(stranger, id, "Seu pedido chegou.");
    for (const each of [phone, stranger]) {
      pass(5_000);
      await stage.writes(each, id, "1");
      const [ticket] = await stage.tickets(each);
      expect(ticket).toMatchObject({ status: "pending", queueId: null, flowStep: "done" });
      expect((await stage.rules(ticket?.id ?? 0)).at(-1)).toBe("answeredOnPhone");
    }
    expect([await stage.sent(phone), await stage.sent(stranger)]).toEqual([[expect.stringContaining("Olá")], []]);
    // What had not left yet does not leave after the person's own words.
    expect(
      await stage.rows("SELECT o.state FROM outbox o JOIN message m ON m.id = o.message_id WHERE m.chat = $1", [`phone:${phone}`]),
    ).toEqual([{ state: "cancelled" }]);
    await stage.writes(old, id, "Oi");
    await stage.typesOnPhone(old, id, "Antiga", { live: false });
    await stage.writes(old, id, "1");
    expect(await stage.tickets(old)).toMatchObject([{ flowStep: "done", queueId: expect.any(Number) as number }]);
  });

  it("never answers groups, our own numbers, short codes, history, or what the phone's owner writes [D-043, D-168]", async () => {
    const { id } = await menuCompany();
    const own = anyone();
    await stage.connection({ number: own });
    await stage.writes(own, id, "Oi");
    await stage.writes("4004", id, "Sua fatura");
    const [old, ours, group] = [anyone(), anyone(), "120363000000000009"];
    await stage.writes(old, id, "Antiga", { live: false });
    await stage.writes(ours, id, "Do celular", {
      ref: { chat: { phone: ours }, author: { phone: ours }, fromMe: true, externalId: "OWN" },
    });
    await stage.writes(old, id, "No grupo", { ref: { chat: { group }, author: { phone: old }, fromMe: false, externalId: "GRP" } });
    for (const phone of [own, "4004", old, ours]) expect(await stage.sent(phone)).toEqual([]);
    expect(await stage.rows("SELECT 1 FROM outbox WHERE lane LIKE '%group%'")).toEqual([]);
  });

  it("leaves a ticket alone that a person has, and one that a person returned to the queue [D-050, D-168]", async () => {
    const { id } = await menuCompany();
    const phone = anyone();
    await stage.writes(phone, id, "Oi");
    await stage.rows(
      "UPDATE ticket SET status = 'open', flow_step = 'done', user_id = (SELECT max(id) FROM user_account) WHERE contact_id = (SELECT id FROM contact WHERE number = $1)",
      [phone],
    );
    pass(5_000);
    await stage.writes(phone, id, "1");
    stage.now(MONDAY_NIGHT);
    await stage.writes(phone, id, "Oi?");
    expect(await stage.sent(phone)).toHaveLength(1);
  });

  it("reopens a ticket that was closed a moment ago in its queue, without a greeting; later it greets again [D-172, SET-005]", async () => {
    const { id, sales } = await menuCompany();
    const phone = anyone();
    await stage.writes(phone, id, "Oi");
    await stage.writes(phone, id, "1");
    const close = () =>
      stage.rows("UPDATE ticket SET status = 'closed', closed_at = $2 WHERE contact_id = (SELECT id FROM contact WHERE number = $1)", [
        phone,
        stage.now(),
      ]);
    await close();
    pass(30_000);
    await stage.writes(phone, id, "Obrigado");
    expect(await stage.tickets(phone)).toMatchObject([{ status: "pending", queueId: sales, userId: null }]);
    expect(await stage.sent(phone)).toHaveLength(2);
    await close();
    pass(minutes(2));
    await stage.writes(phone, id, "Oi de novo");
    expect(await stage.tickets(phone)).toHaveLength(2);
    expect(await stage.sent(phone)).toHaveLength(3);
  });

  it("stops answering another machine, tells the people who attend, and keeps every message [D-170]", async () => {
    const { id } = await menuCompany();
    await stage.settings({ timeCreateNewTicket: "0" });
    const phone = anyone();
    let written = 0;
    for (let round = 0; round < 12; round += 1) {
      for (const text of ["Olá, sou um robô", "00"]) {
        pass(4_000);
        await stage.writes(phone, id, text);
        written += 1;
      }
    }
    await stage.settings({ timeCreateNewTicket: "60" });
    expect(await stage.sent(phone)).toHaveLength(BREAKER.texts);
    const [row] = await stage.rows<{ n: number; comments: number }>(
      `SELECT count(*) FILTER (WHERE NOT m.from_me)::int AS n, count(*) FILTER (WHERE m.type = 'comment')::int AS comments
       FROM message m JOIN ticket t ON t.id = m.ticket_id JOIN contact c ON c.id = t.contact_id WHERE c.number = $1`,
      [phone],
    );
    expect(row?.n).toBe(written);
    expect(row?.comments).toBeGreaterThan(0);
    const tickets = await stage.tickets(phone);
    expect(tickets.at(-1)).toMatchObject({ status: "pending", flowStep: "done" });
    expect(await stage.rules(tickets.at(-1)?.id ?? 0)).toContain("breaker");
  });

  it("records a message without an answer when the answer fails again and again [P-7]", async () => {
    const { id } = await menuCompany();
    const phone = anyone();
    await stage.rows("ALTER TABLE ticket_decision ADD CONSTRAINT broken CHECK (rule <> 'menuShown') NOT VALID");
    try {
      await stage.writes(phone, id, "Oi");
      for (let attempt = 0; attempt < 2; attempt += 1) {
        await stage.rows("UPDATE inbound_lane SET ready_at = now() WHERE lane LIKE '%' || $1", [phone]);
        await stage.event(id, { kind: "ignored", reason: "" });
      }
    } finally {
      await stage.rows("ALTER TABLE ticket_decision DROP CONSTRAINT broken");
    }
    expect(await stage.tickets(phone)).toHaveLength(1);
    expect(
      await stage.rows(
        "SELECT 1 FROM message m JOIN ticket t ON t.id = m.ticket_id JOIN contact c ON c.id = t.contact_id WHERE c.number = $1",
        [phone],
      ),
    ).toHaveLength(1);
    expect(await stage.rows("SELECT 1 FROM inbound_event WHERE state = 2")).toEqual([]);
  });
});
