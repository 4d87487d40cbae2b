import type { ConnectionView } from "@balcao/contracts/connections";
import type { ContactView } from "@balcao/contracts/contacts";
import type { MessageView } from "@balcao/contracts/messages";
import type { Agent } from "./agent.fixture.js";
import { openCloudWorld, type CloudWorld } from "./cloud.fixture.js";
import { eventually } from "./eventually.fixture.js";

const DAY = 86_400_000;

describe("the WhatsApp Business app beside the API [D-311]", () => {
  let cloud: CloudWorld;
  let ana: Agent;
  let connectionId: number;

  beforeAll(async () => {
    cloud = await openCloudWorld();
    const sales = await cloud.world.queue("Vendas", "#236681");
    ana = await cloud.world.person("Ana", { queueIds: [sales.id] });
    connectionId = (await cloud.number("Loja Meta", [sales], { greetingMessage: "Olá!" })).id;
  }, 90_000);
  afterAll(() => cloud.close());

  const shown = (id: number, body: string): MessageView | undefined =>
    ana.messages(id).messages.findLast((message) => message.body === body);
  const text = (body: string) => ({ type: "text", text: { body } });
  const stored = (phone: string) =>
    cloud.world.rows<{ body: string; fromMe: boolean; bucket: string; unread: number; waits: boolean }>(
      `SELECT m.body, m.from_me AS "fromMe", t.bucket, t.unread, t.waiting_since IS NOT NULL AS waits FROM message m JOIN ticket t ON t.id = m.ticket_id
       JOIN contact c ON c.id = t.contact_id WHERE c.number = $1 ORDER BY m.sent_at`,
      [phone],
    );

  it("fills conversations with its history, in whatever order it comes, and tells nobody", async () => {
    const phone = cloud.newPhone();
    const messages = [
      { id: "wamid.h3", agoMs: 2 * DAY, fields: text("Até logo") },
      { id: "wamid.h1", agoMs: 4 * DAY, fields: text("Bom dia, SAIR") },
      { id: "wamid.h2", fromMe: true, agoMs: 3 * DAY, fields: text("Bom dia!") },
    ];
    await cloud.graph.control.history({ from: phone, messages, progress: 55 });
    await eventually(async () => expect(await stored(phone)).toHaveLength(3));
    const closed = { bucket: "closed", unread: 0, waits: false };
    expect(await stored(phone)).toEqual([
      { body: "Bom dia, SAIR", fromMe: false, ...closed },
      { body: "Bom dia!", fromMe: true, ...closed },
      { body: "Até logo", fromMe: false, ...closed },
    ]);
    expect(cloud.postsTo(phone)).toEqual([]);
    expect(await cloud.world.rows("SELECT 1 FROM push_event")).toEqual([]);
    const read = () => cloud.world.davi.ask<ConnectionView>("GET", `/whatsapp/${connectionId}`);
    await eventually(async () => expect((await read()).notices).toMatchObject([{ subject: "history", type: "55 %" }]));

    // The same chunk again, and the end.
    await cloud.graph.control.history({ from: phone, messages, progress: 100 });
    await eventually(async () => expect((await read()).notices).toEqual([]));
    expect(await stored(phone)).toHaveLength(3);
    // What the customer writes now begins a conversation as ever.
    await cloud.says({ from: phone, kind: "text", text: "Oi de novo" });
    const id = await cloud.world.ticketOf(ana, phone);
    await eventually(() => expect(cloud.postsTo(phone).length).toBeGreaterThan(0));
    expect(id).toBeGreaterThan(0);
    await cloud.world.allInStep();
  });

  it("adds to a live conversation above what is there, without a change of its state", async () => {
    const { phone, id } = await cloud.inTalk(ana);
    await cloud.graph.control.history({
      from: phone,
      messages: [{ id: `wamid.${phone}`, agoMs: DAY, fields: text("Ontem") }],
      progress: 100,
    });
    await eventually(() => expect(shown(id, "Ontem")).toBeDefined());
    expect(ana.messages(id).messages.map(({ body }) => body)[0]).toBe("Ontem");
    expect(await ana.ask("GET", `/tickets/${id}`)).toMatchObject({ status: "open", lastMessage: expect.not.stringContaining("Ontem") });
    await cloud.world.allInStep();
  });

  it("leaves the record of a campaign one, and begins a conversation of its own days, which changes no count of today [D-332, D-268]", async () => {
    const phone = cloud.newPhone();
    const { rows } = cloud.world;
    await rows("INSERT INTO contact (name, number) VALUES ('Caio', $1)", [phone]);
    const [record] = await rows<{ id: number }>(
      `INSERT INTO ticket (status, contact_id, connection_id, origin, closed_at) SELECT 'closed', id, $2, 'campaign', now() FROM contact WHERE number = $1 RETURNING id`,
      [phone, connectionId],
    );
    const messages = [
      { id: `wamid.a${phone}`, agoMs: 4 * DAY, fields: text("Quanto custa?") },
      { id: `wamid.b${phone}`, agoMs: 3 * DAY, fromMe: true, fields: text("Dez") },
    ];
    await cloud.graph.control.history({ from: phone, messages, progress: 100 });
    await eventually(async () => expect(await stored(phone)).toHaveLength(2));
    expect(new Set((await stored(phone)).map(({ bucket }) => bucket))).toEqual(new Set(["closed"]));
    const places = await rows<{ bucket: string; today: boolean }>(
      "SELECT bucket, greatest(created_at, closed_at) > now() - interval '2 days' AS today FROM ticket WHERE contact_id = (SELECT id FROM contact WHERE number = $1) AND id <> $2",
      [phone, record?.id],
    );
    expect(places).toEqual([{ bucket: "closed", today: false }]);
    expect(await rows("SELECT bucket FROM ticket WHERE id = $1", [record?.id])).toEqual([{ bucket: "record" }]);
  });

  it("edits and deletes what the owner wrote there", async () => {
    const { phone, id } = await cloud.inTalk(ana);
    const own = cloud.graph.control.ownerDoes({ to: phone, ...text("Custa 10") });
    await own.attempt;
    await eventually(() => expect(shown(id, "Custa 10")).toMatchObject({ fromMe: true }));
    const edit = { original_message_id: own.id, message: text("Custa 12") };
    await cloud.graph.control.ownerDoes({ to: phone, type: "edit", edit }).attempt;
    await eventually(() => expect(shown(id, "Custa 12")).toMatchObject({ isEdited: true }));
    await cloud.graph.control.ownerDoes({ to: phone, type: "revoke", revoke: { original_message_id: own.id } }).attempt;
    await eventually(() => expect(ana.messages(id).messages.find(({ isDeleted }) => isDeleted)).toMatchObject({ fromMe: true }));
    expect(ana.messages(id).messages.filter(({ fromMe }) => fromMe && true)).toHaveLength(2);
    await cloud.world.allInStep();
  });

  it("brings its contacts along, and a customer's word against advertisements", async () => {
    const phone = cloud.newPhone();
    const contact = async () =>
      (await ana.ask<{ contacts: ContactView[] }>("GET", `/contacts?searchParam=${phone}`)).contacts.find(({ number }) => number === phone);
    await cloud.graph.control.savesContact({ phone, name: "Rui Alves" });
    await eventually(async () => expect(await contact()).toMatchObject({ name: "Rui Alves", optOut: null }));
    await cloud.graph.control.prefers({ from: phone, value: "stop" });
    await eventually(async () => expect(await contact()).toMatchObject({ optOut: { reason: "word", word: "Parar promoções" } }));
    await cloud.graph.control.prefers({ from: phone, value: "resume" });
    await eventually(async () => expect(await contact()).toMatchObject({ optOut: null }));
  });

  it("keeps what a message cost, and the click that brought the customer [D-312]", async () => {
    const phone = cloud.newPhone();
    const referral = { source_url: "https://fb.me/1", source_type: "ad", source_id: "120210", headline: "Camisas", ctwa_clid: "ARA1" };
    await cloud.says({ from: phone, kind: "text", text: "Quero", more: { referral } });
    const id = await cloud.world.ticketOf(ana, phone);
    await ana.accepts(id);
    await ana.writes(id, "Temos");
    const rows = () =>
      cloud.world.rows<{ pricing: unknown; click: string | null }>(
        "SELECT pricing, details->'ad'->>'clickId' AS click FROM message WHERE ticket_id = $1 ORDER BY id",
        [id],
      );
    await eventually(async () =>
      expect((await rows()).at(-1)?.pricing).toMatchObject({ category: "service", type: "free_customer_service" }),
    );
    expect((await rows())[0]?.click).toBe("ARA1");
    expect(await ana.ask("GET", `/tickets/${id}`)).toMatchObject({ adSource: { clickId: "ARA1" } });
  });
});
