import type { MessageView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import type { GraphInbound } from "@balcao/simulators/graph";
import type { Agent } from "./agent.fixture.js";
import { openCloudWorld, type CloudWorld } from "./cloud.fixture.js";
import { eventually } from "./eventually.fixture.js";

const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=", "base64");
/** Eight by eight dots of four inks. */
const PRINT_JPEG = Buffer.from(
  "/9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAUDg8SDw0UEhASFxUUGB4yIR4cHB49LC4kMklATEtHQEZFUFpzYlBVbVZFRmSIZW13e4GCgU5gjZeMfZZzfoF8/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAYEBf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAOBEMATQBZAEsAAD8AhM2YZv/Z",
  "base64",
);

describe("a number of the Cloud API", () => {
  let cloud: CloudWorld;
  let ana: Agent;
  let connectionId: number;

  beforeAll(async () => {
    cloud = await openCloudWorld();
    const sales = await cloud.world.queue("Vendas", "#236681");
    ana = await cloud.world.person("Ana", { queueIds: [sales.id] });
    connectionId = (await cloud.number("Loja Meta", [sales])).id;
  }, 90_000);
  afterAll(() => cloud.close());
  afterEach(() => {
    cloud.graph.control.clearFaults();
    cloud.graph.control.webhookFaults({});
    cloud.graph.control.switches({ statusFirst: false });
    cloud.graph.control.policy({ sentAfterMs: 5, deliveredAfterMs: 10, readAfterMs: null });
  });

  const newPhone = (): string => cloud.newPhone();
  const inTalk = () => cloud.inTalk(ana);
  const says = (input: GraphInbound): Promise<string> => cloud.says(input);
  const shown = (id: number, body: string): MessageView | undefined =>
    ana.messages(id).messages.findLast((message) => message.body.includes(body));
  const sentTo = (to: string) => cloud.sentTo(to);
  const postsTo = (phone: string) => cloud.postsTo(phone);
  const hurry = () => cloud.hurry();

  it("makes a ticket of a message, sends the answer, and shows its acks until it is read", async () => {
    const { phone, id } = await inTalk();
    cloud.graph.control.policy({ readAfterMs: 20 });
    await ana.writes(id, "Aqui estamos");
    await eventually(() => expect(shown(id, "Aqui estamos")).toMatchObject({ ack: 3, sending: "sent", errorLog: null }));
    expect(sentTo(phone)).toMatchObject([{ type: "text", statuses: expect.arrayContaining(["sent", "delivered", "read"]) }]);
    await cloud.world.allInStep();
  });

  it("brings every word that is shown, in as many messages as Meta needs, and refuses files that Meta does not take before they are stored [API-021, D-265]", async () => {
    const { phone, id } = await inTalk();
    const send = (body: string, bytes: Uint8Array<ArrayBuffer>, name: string) => {
      const form = new FormData();
      form.append("body", body);
      form.append("medias", new Blob([bytes]), name);
      return ana.call("POST", `/messages/${id}`, form);
    };
    const files = () => cloud.world.rows("SELECT count(*)::int AS n FROM file");
    const before = await files();
    expect(await send("Segue", new Uint8Array(Buffer.from("UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==", "base64")), "notas.zip")).toMatchObject({
      status: 400,
      body: {
        code: "ERR_FILE_NOT_CARRIED",
        error: "A API oficial não aceita arquivos .zip. Envie em PDF ou em outro formato, ou mande um link.",
      },
    });
    expect(await files()).toEqual(before);
    const sentence = "Boa tarde, segue o que falta. ";
    const [caption, long] = [sentence.repeat(50), sentence.repeat(150)];
    await send(caption, new Uint8Array(PICTURE), "foto.png");
    await send("Nota", new Uint8Array(Buffer.from("<?xml version='1.0'?><NFe/>")), "nota.xml");
    await ana.writes(id, long);
    const ours = () => ana.messages(id).messages.filter(({ fromMe }) => fromMe);
    await eventually(() => expect(ours().map(({ sending }) => sending)).toEqual(Array.from({ length: 5 }, () => "sent")));
    const words = (fields: unknown): unknown => {
      const { body, caption = "" } = fields as { readonly body?: string; readonly caption?: string };
      return body ?? caption;
    };
    const atMeta = sentTo(phone).map(({ type, body }) => [type, words(body)]);
    expect(atMeta).toEqual(ours().map(({ mediaType, body }) => [mediaType, body]));
    expect(atMeta.map(([type]) => type)).toEqual(["image", "text", "document", "text", "text"]);
    expect(atMeta[1]?.[1]).toBe(caption);
    expect(`${String(atMeta[3]?.[1])} ${String(atMeta[4]?.[1])}`).toBe(long.trim());
    await cloud.world.allInStep();
  }, 60_000);

  it("brings a picture in the colours of print in those of screens, which Meta takes [D-265]", async () => {
    const { phone, id } = await inTalk();
    const form = new FormData();
    form.append("body", "Arte final");
    form.append("medias", new Blob([PRINT_JPEG]), "arte.jpg");
    expect((await ana.call("POST", `/messages/${id}`, form)).status).toBe(200);
    const sent = await eventually(() => {
      const [message] = sentTo(phone);
      if (!message) throw new Error("nothing has come");
      return message;
    });
    expect([sent.type, sent.body["caption"]]).toEqual(["image", "Arte final"]);
    const bytes = cloud.graph.control.bytesOf(String(sent.body["id"])) ?? Buffer.alloc(0);
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
    expect([bytes.readUInt16BE(0), bytes[frame + 9]]).toEqual([0xffd8, 3]);
    await cloud.world.allInStep();
  }, 60_000);

  it("keeps the advertisement of the first message with the ticket", async () => {
    const referral = { source_url: "https://fb.me/1", source_type: "ad", source_id: "120210", headline: "Camisas", body: "Só hoje" };
    const phone = newPhone();
    await says({ from: phone, kind: "text", text: "Quero saber mais", more: { referral } });
    const id = await cloud.world.ticketOf(ana, phone);
    const ad = { headline: "Camisas", id: "120210", url: "https://fb.me/1" };
    expect((await ana.ask<TicketView>("GET", `/tickets/${id}`)).adSource).toEqual(ad);
    await says({ from: phone, kind: "text", text: "E bermudas?", more: { referral: { ...referral, source_id: "9" } } });
    await eventually(() => expect(ana.list("pending").tickets.find((ticket) => ticket.id === id)?.unreadMessages).toBe(2));
    expect((await ana.ask<TicketView>("GET", `/tickets/${id}`)).adSource).toEqual(ad);
    expect((await ana.ask<TicketView>("GET", `/tickets/${(await inTalk()).id}`)).adSource).toBeNull();
    await cloud.world.allInStep();
  });

  it("remembers the advertisement from which a chat was opened for the first message that follows [D-471]", async () => {
    const referral = { source_url: "https://fb.me/1", source_type: "ad", source_id: "120210", headline: "Camisas", ctwa_clid: "ARA9" };
    const [phone, other] = [newPhone(), newPhone()];
    await says({ from: phone, kind: "request_welcome", more: { referral } });
    await says({ from: other, kind: "request_welcome" });
    for (const from of [phone, other]) await says({ from, kind: "text", text: "Oi, vi o anúncio" });
    const adOf = async (from: string) => (await ana.ask<TicketView>("GET", `/tickets/${await cloud.world.ticketOf(ana, from)}`)).adSource;
    expect(await adOf(phone)).toMatchObject({ id: "120210", clickId: "ARA9" });
    expect(await adOf(other)).toBeNull();
    expect(await cloud.world.rows("SELECT count(*)::int AS n FROM message WHERE chat = $1", [`phone:${phone}`])).toEqual([{ n: 1 }]);
    await cloud.world.allInStep();
  });

  it.each([
    ["Mexico", "525512345678", "5215512345678"],
    ["Argentina", "+54 11 2345-6789", "5491123456789"],
  ])("has one contact and one ticket for the two spellings of a number of %s [D-263]", async (_country, typed, writes) => {
    const { davi } = cloud.world;
    const made = await davi.ask<{ id: number }>("POST", "/contacts", { name: "Cliente", number: typed, respostaAutomatica: true });
    await says({ from: writes, kind: "text", text: "Olá" });
    const id = await cloud.world.ticketOf(ana, writes);
    await says({ from: writes.replace(/^(5[24])[19]/, "$1"), kind: "text", text: "Sou eu de novo" });
    await eventually(() => expect(ana.list("pending").tickets.find((ticket) => ticket.id === id)?.unreadMessages).toBe(2));
    expect((await ana.ask<TicketView>("GET", `/tickets/${id}`)).contact.id).toBe(made.id);
    expect(await cloud.world.rows("SELECT id FROM contact WHERE number LIKE $1", [`${writes.slice(0, 2)}%${writes.slice(3)}`])).toEqual([
      { id: made.id },
    ]);
  });

  it("fetches pictures, stores replies, edits and revocations, and shows an unsupported message as such", async () => {
    const { phone, id } = await inTalk();
    await ana.writes(id, "Mande uma foto");
    await eventually(() => expect(sentTo(phone)).toHaveLength(1));
    await says({
      from: phone,
      kind: "image",
      text: "Veja",
      media: { bytes: PICTURE, mime: "image/png" },
      quoted: sentTo(phone)[0]?.wamid ?? "",
    });
    await eventually(() =>
      expect(shown(id, "Veja")).toMatchObject({
        mediaType: "image",
        media: { state: "ready", size: PICTURE.length },
        quotedMsg: { fromMe: true },
      }),
    );
    const first = await says({ from: phone, kind: "text", text: "Primiero" });
    await says({ from: phone, kind: "edit", target: first, text: "Primeiro" });
    await eventually(() => expect(shown(id, "Primeiro")).toMatchObject({ isEdited: true, editedMsg: "Primiero" }));
    await says({ from: phone, kind: "revoke", target: first });
    await eventually(() => expect(ana.messages(id).messages.filter(({ isDeleted }) => isDeleted)).toHaveLength(1));
    await says({ from: phone, kind: "unsupported" });
    await eventually(() => expect(shown(id, "Mensagem não suportada")).toBeDefined());
    await says({ from: phone, kind: "interactive", fields: { type: "button_reply", button_reply: { id: "1", title: "Quero" } } });
    await eventually(() => expect(shown(id, "Quero")).toMatchObject({ mediaType: "text" }));
  });

  it("answers customers who hide their number by the id that Meta gives them", async () => {
    const bsuid = "BR.1502story";
    await says({ bsuid, kind: "text", text: "Sou eu", name: "Sem número" });
    const ticket = await eventually(() => {
      const found = ana.list("pending").tickets.find(({ contact }) => contact.name === "Sem número");
      if (!found) throw new Error("no ticket yet");
      return found;
    });
    expect(ticket.contact.number).toBeNull();
    await ana.accepts(ticket.id);
    await ana.opens(ticket.id);
    await ana.writes(ticket.id, "Olá");
    await eventually(() => expect(shown(ticket.id, "Olá")).toMatchObject({ ack: 2 }));
    expect(sentTo(bsuid)).toHaveLength(1);
  });

  it("shows until when free texts are accepted, and shows the end of the 24 hours as such", async () => {
    const { id } = await inTalk();
    const { windowUntil = null } = await ana.ask<TicketView>("GET", `/tickets/${id}`);
    const said = ana.messages(id).messages.find(({ fromMe }) => !fromMe)?.createdAt ?? "";
    expect(Date.parse(windowUntil ?? "") - Date.parse(said)).toBe(24 * 60 * 60 * 1000);
    cloud.graph.control.advance({ ms: 25 * 60 * 60 * 1000 });
    await ana.writes(id, "Tarde demais");
    await eventually(() => expect(shown(id, "Tarde demais")).toMatchObject({ ack: -1, errorLog: { code: 131047 } }));
  });

  it("settles a send whose answer was lost by the status that has our id, and sends nothing twice", async () => {
    const { phone, id } = await inTalk();
    cloud.graph.control.policy({ sentAfterMs: null, deliveredAfterMs: null });
    cloud.graph.control.fault({ match: { path: "/messages$" }, action: { kind: "reset", when: "after" }, times: 1 });
    await ana.writes(id, "Chegou?");
    await eventually(() => expect(shown(id, "Chegou?")).toMatchObject({ ack: 0, sending: "unknown" }));
    await cloud.graph.control.status({ wamid: sentTo(phone)[0]?.wamid ?? "", status: "delivered" });
    await eventually(() => expect(shown(id, "Chegou?")).toMatchObject({ ack: 2, sending: "sent", errorLog: null }));
    expect(postsTo(phone)).toHaveLength(1);
    const [row] = await cloud.world.rows<{ state: string; external_id: string }>(
      "SELECT o.state, o.external_id FROM outbox o JOIN message m ON m.id = o.message_id WHERE m.body LIKE '%Chegou?%'",
    );
    expect(row).toEqual({ state: "sent", external_id: sentTo(phone)[0]?.wamid });
    await cloud.world.allInStep();
  });

  it("settles a send that Meta failed before it answered", async () => {
    const phone = `${newPhone().slice(0, 9)}0026`;
    await says({ from: phone, kind: "text", text: "Olá" });
    const id = await cloud.world.ticketOf(ana, phone);
    await ana.accepts(id);
    await ana.opens(id);
    cloud.graph.control.switches({ statusFirst: true });
    cloud.graph.control.fault({ match: { path: "/messages$" }, action: { kind: "reset", when: "after" }, times: 1 });
    await ana.writes(id, "Não chega");
    await eventually(() => expect(shown(id, "Não chega")).toMatchObject({ ack: -1, sending: "failed", errorLog: { code: 131026 } }));
    expect(postsTo(phone)).toHaveLength(1);
  });

  it("applies statuses in any order and number, also before the answer to the send", async () => {
    const { phone, id } = await inTalk();
    cloud.graph.control.switches({ statusFirst: true });
    cloud.graph.control.policy({ deliveredAfterMs: 15, readAfterMs: 16 });
    cloud.graph.control.webhookFaults({ duplicate: 2, reorder: { window: 5 } });
    for (let place = 0; place < 4; place += 1) await ana.writes(id, `passo ${place}`);
    await eventually(() => {
      for (let place = 0; place < 4; place += 1) expect(shown(id, `passo ${place}`)).toMatchObject({ ack: 3, sending: "sent" });
    });
    expect(sentTo(phone)).toHaveLength(4);
    await cloud.world.allInStep();
  });

  it("waits out the limit of one customer without sending twice", async () => {
    const { phone, id } = await inTalk();
    const body = JSON.stringify({ error: { message: "(#131056) pair rate limit hit", code: 131056 } });
    cloud.graph.control.fault({ match: { path: "/messages$" }, action: { kind: "status", code: 400, body }, times: 2 });
    await ana.writes(id, "Devagar");
    for (let time = 1; time <= 2; time += 1) {
      await eventually(async () => {
        // On a slow machine the next try may have begun already.
        const [row] = await cloud.world.rows("SELECT 1 FROM outbox WHERE (state = 'queued' AND attempt = $1) OR attempt > $1", [time]);
        expect(row).toBeDefined();
      });
      await hurry();
    }
    await eventually(() => expect(shown(id, "Devagar")).toMatchObject({ ack: 2 }));
    expect(sentTo(phone)).toHaveLength(1);
  });

  it("stops sending when the token runs out, says so, and sends everything once with a new one", async () => {
    const { phone, id } = await inTalk();
    cloud.graph.control.token({ value: cloud.token, state: "expired" });
    for (let place = 0; place < 3; place += 1) await ana.writes(id, `espera ${place}`);
    await cloud.statusIs(connectionId, "DISCONNECTED");
    const asked = postsTo(phone).length;
    const [row] = await cloud.world.rows<{ status_reason: string }>("SELECT status_reason FROM connection WHERE id = $1", [connectionId]);
    expect(row?.status_reason).toContain("metaTokenExpired");
    expect(row?.status_reason).not.toContain(cloud.token);
    await hurry();
    expect(postsTo(phone)).toHaveLength(asked);
    cloud.graph.control.token({ value: `${cloud.token}2`, state: "good" });
    // The administrator changes only the token; no worker is restarted.
    await cloud.world.davi.ask("PUT", `/whatsapp/${connectionId}`, { tokenMeta: `${cloud.token}2` });
    await cloud.statusIs(connectionId, "CONNECTED");
    await hurry();
    await eventually(() => {
      for (let place = 0; place < 3; place += 1) expect(shown(id, `espera ${place}`)).toMatchObject({ ack: 2 });
    });
    expect(sentTo(phone).map(({ body }) => body["body"])).toEqual([0, 1, 2].map((place) => expect.stringContaining(`espera ${place}`)));
  });

  it("answers Meta before the events are applied, however long these wait for the database", async () => {
    const phone = newPhone();
    await cloud.world.stage.test.database.transaction(async (tx) => {
      await tx.ask("LOCK TABLE message IN ACCESS EXCLUSIVE MODE");
      for (let place = 0; place < 20; place += 1) await says({ from: phone, kind: "text", text: `fila ${place}` });
      const answers = cloud.graph.control
        .log()
        .filter((entry) => entry.kind === "webhook")
        .slice(-20);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    });
    const id = await cloud.world.ticketOf(ana, phone);
    await eventually(async () => expect((await ana.opens(id)).messages).toHaveLength(20));
  });

  it("ends in the same state when a thousand events arrive twice and in any order", async () => {
    const customers = Array.from({ length: 10 }, newPhone);
    cloud.graph.control.webhookFaults({ duplicate: 1, reorder: { window: 8 } });
    cloud.graph.control.switches({ batch: { size: 25, ms: 20 } });
    const begin = Math.floor(Date.now() / 1000) - 1_000;
    // 7 and 1,000 have no common divisor: every index occurs once, far from its neighbours.
    const places = Array.from({ length: 1_000 }, (_, turn) => (turn * 7) % 1_000);
    const said = places.map((place) =>
      says({ from: customers[place % 10] ?? "", kind: "text", text: String(place), more: { timestamp: String(begin + place) } }),
    );
    await Promise.all(said);
    cloud.graph.control.switches({ batch: { size: 1, ms: 0 } });
    const texts = () =>
      cloud.world.rows<{ chat: string; said: string[] }>(
        "SELECT chat, array_agg(body ORDER BY sent_at, id) AS said FROM message WHERE chat = ANY($1) GROUP BY chat ORDER BY chat",
        [customers.map((phone) => `phone:${phone}`)],
      );
    await eventually(async () => expect((await texts()).reduce((sum, { said }) => sum + said.length, 0)).toBe(1_000), 30_000);
    for (const { chat, said } of await texts()) {
      const first = customers.indexOf(chat.replace("phone:", ""));
      expect(said).toEqual(Array.from({ length: 100 }, (_, turn) => String(turn * 10 + first)));
    }
    const tickets = await cloud.world.rows<{ n: number }>("SELECT count(DISTINCT ticket_id)::int AS n FROM message WHERE chat = ANY($1)", [
      customers.map((phone) => `phone:${phone}`),
    ]);
    expect(tickets).toEqual([{ n: 10 }]);
  }, 60_000);
});
