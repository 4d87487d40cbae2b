import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

/** A picture of one colour with sides of this many pixels. */
const picture = (side: number): Buffer =>
  Buffer.concat([
    Buffer.from("GIF89a"),
    Buffer.from([side, 0, side, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
    Buffer.from([0x2c, 0, 0, 0, 0, side, 0, side, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]),
  ]);
const SMALL = picture(20);
const LARGE = picture(40);

describe("a picture in HD", () => {
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

  /** A `Message` webhook of WuzAPI (its API.md; `MessageAssociation` of WAProto, August 2026). */
  const arrives = async (
    phone: string,
    id: string,
    { bytes, caption = "", parent }: { bytes: Buffer; caption?: string; parent?: string },
  ) => {
    const jid = `${phone}@s.whatsapp.net`;
    const imageMessage = { mimetype: "image/gif", caption, fileLength: bytes.length };
    const parentMessageKey = { remoteJID: jid, fromMe: false, ID: parent };
    const Message =
      parent === undefined
        ? { imageMessage }
        : {
            messageContextInfo: { messageAssociation: { associationType: 10, parentMessageKey } },
            associatedChildMessage: { message: { imageMessage } },
          };
    await world.gateway.control.raw({
      token: shop.key,
      body: {
        type: "Message",
        event: {
          Info: {
            Chat: jid,
            Sender: jid,
            IsFromMe: false,
            IsGroup: false,
            ID: id,
            Type: "media",
            PushName: "Cliente",
            Timestamp: new Date().toISOString(),
          },
          Message,
        },
        base64: bytes.toString("base64"),
        mimeType: "image/gif",
      },
    });
  };
  const applied = (id: string) =>
    eventually(async () =>
      expect(await world.rows("SELECT state FROM inbound_event WHERE payload #>> '{event,Info,ID}' = $1", [id])).toEqual([{ state: 1 }]),
    );

  it.each([
    ["the smaller file first", "5511960000001", ["small", "large"]],
    ["the better file first", "5511960000002", ["large", "small"]],
    ["either again under its own delivery", "5511960000003", ["small", "large", "small", "large"]],
    ["the better one again before the other", "5511960000004", ["large", "large", "small"]],
  ])(
    "is one message with the better file and the caption: %s [D-411]",
    async (_order, phone, order) => {
      const id = `3EB0${phone}`;
      for (const [at, file] of order.entries()) {
        // A redelivery after the journal was emptied is an event like any other.
        if (at > 1) await world.rows("DELETE FROM inbound_event");
        const isSmall = file === "small";
        await arrives(phone, isSmall ? id : `${id}B`, isSmall ? { bytes: SMALL, caption: "A fachada" } : { bytes: LARGE, parent: id });
        await applied(isSmall ? id : `${id}B`);
      }
      expect(
        await world.rows(
          `SELECT m.external_id AS id, m.type, m.body, m.media_state AS state, f.width, t.unread FROM message m JOIN ticket t ON t.id = m.ticket_id
         LEFT JOIN file f ON f.id = m.file_id WHERE m.chat = $1 AND NOT m.from_me`,
          [`phone:${phone}`],
        ),
      ).toEqual([{ id, type: "image", body: "A fachada", state: "ready", width: 40, unread: 1 }]);
      const ticket = await world.ticketOf(ana, phone);
      expect(await ana.ask("GET", `/messages/${ticket}`)).toMatchObject({
        messages: expect.arrayContaining([expect.objectContaining({ mediaType: "image", body: "A fachada" })]),
      });
    },
    60_000,
  );
});
