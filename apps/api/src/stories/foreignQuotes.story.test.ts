import type { MessagePageView, MessageView } from "@balcao/contracts/messages";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const PHONE = "5511960000101";

describe("a reply to a message that the inbox does not have", () => {
  let world: World;
  let ana: Agent;
  let shop: LinkedNumber;

  beforeAll(async () => {
    world = await openWorld();
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    shop = await world.number("Loja", [sales]);
  }, 120_000);
  afterAll(() => world.close());

  /** A `Message` webhook of WuzAPI whose `contextInfo` is that of whatsmeow's `ContextInfo` (WAE2E). */
  const replies = async (id: string, text: string, contextInfo: Readonly<Record<string, unknown>>): Promise<MessageView> => {
    const jid = `${PHONE}@s.whatsapp.net`;
    const facts = { Chat: jid, Sender: jid, IsFromMe: false, IsGroup: false, ID: id, Type: "text", PushName: "Clara" };
    const Message = { extendedTextMessage: { text, contextInfo } };
    const event = { Info: { ...facts, Timestamp: new Date().toISOString() }, Message };
    await world.gateway.control.raw({ token: shop.key, body: { type: "Message", event } });
    return eventually(async () => {
      const { messages } = await ana.ask<MessagePageView>("GET", `/messages/${await world.ticketOf(ana, PHONE)}`);
      const found = messages.find(({ body }) => body === text);
      if (!found) throw new Error("not there yet");
      return found;
    });
  };

  it("shows the words that the reply brings along, and whose they are [CONV-033, D-480]", async () => {
    const [own] = await world.rows<{ number: string }>("SELECT number FROM connection WHERE id = $1", [shop.id]);
    const ours = await replies("3EB0F1", "Fechado", {
      stanzaID: "3EB0NOTHERE",
      participant: `${own?.number}@s.whatsapp.net`,
      quotedMessage: { conversation: "São doze reais" },
    });
    expect(ours.quotedMsg).toEqual({
      id: null,
      body: "São doze reais",
      fromMe: true,
      mediaType: "conversation",
      contact: null,
      fileName: null,
    });
    const theirs = await replies("3EB0F2", "Era este", {
      stanzaID: "3EB0GONE",
      participant: `${PHONE}@s.whatsapp.net`,
      quotedMessage: { documentMessage: { fileName: "nota-1042.pdf", mimetype: "application/pdf", JPEGThumbnail: "AAAA" } },
    });
    expect(theirs.quotedMsg).toMatchObject({
      id: null,
      fromMe: false,
      mediaType: "document",
      fileName: "nota-1042.pdf",
      contact: { name: "Clara" },
    });
  }, 60_000);

  it("has no quotation where it brings no words along", async () => {
    const silent = await replies("3EB0F3", "Isso", { stanzaID: "3EB0GONE2", participant: `${PHONE}@s.whatsapp.net` });
    expect(silent.quotedMsg).toBeNull();
  }, 60_000);

  it("names the file of a quoted message that is there [CONV-033]", async () => {
    const ticketId = await world.ticketOf(ana, PHONE);
    const [document] = await world.rows<{ external_id: string }>(
      `INSERT INTO message (ticket_id, connection_id, chat, author, from_me, external_id, type, body, media, media_state, sent_at)
       SELECT ticket_id, connection_id, chat, chat, false, '3EB0DOC', 'document', '', '{"fileName": "tabela.pdf"}', 'failed', now()
       FROM message WHERE ticket_id = $1 AND NOT from_me LIMIT 1 RETURNING external_id`,
      [ticketId],
    );
    const reply = await replies("3EB0F4", "Desta aqui", { stanzaID: document?.external_id, participant: `${PHONE}@s.whatsapp.net` });
    expect(reply.quotedMsg).toMatchObject({ id: expect.any(String), mediaType: "document", body: "", fileName: "tabela.pdf" });
  }, 60_000);
});
