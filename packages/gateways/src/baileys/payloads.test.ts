import { toInbound } from "./baileysInbound.js";
import { messagePayload } from "./payloads.js";

const LID = "200000000000002@lid";
const facts = { live: true, me: "5511970000001@s.whatsapp.net", receivedAt: 1_767_348_000_000 };
const find = async (lid: string): Promise<string | null> => (lid === LID ? "5511900000002@s.whatsapp.net" : null);

describe("the journal's form of a message", () => {
  it("adds the phone to an author with a LID, in a group and in a conversation of two", async () => {
    const group = { remoteJid: "120363000000000001@g.us", fromMe: false, id: "A1", participant: LID };
    expect(toInbound(await messagePayload({ key: group, message: { conversation: "Oi" } }, facts, find))).toMatchObject({
      ref: { chat: { group: "120363000000000001" }, author: { phone: "5511900000002", lid: "200000000000002" } },
    });
    const direct = { remoteJid: LID, fromMe: false, id: "A2" };
    expect(toInbound(await messagePayload({ key: direct, message: { conversation: "Oi" } }, facts, find))).toMatchObject({
      ref: { chat: { phone: "5511900000002", lid: "200000000000002" } },
    });
  });

  it("keeps the copy of a quoted message, without its thumbnail [D-480]", async () => {
    const quotedMessage = { documentMessage: { fileName: "nota.pdf", jpegThumbnail: Buffer.alloc(64) } };
    const contextInfo = { stanzaId: "Q", participant: LID, quotedMessage };
    const message = { extendedTextMessage: { text: "Esta", contextInfo } };
    const payload = await messagePayload({ key: { remoteJid: LID, fromMe: false, id: "A3" }, message }, facts, find);
    expect(JSON.stringify(payload)).not.toContain("jpegThumbnail");
    expect(toInbound(payload)).toMatchObject({ quoted: { content: { fileName: "nota.pdf" }, author: { lid: "200000000000002" } } });
  });

  it("keeps only the LID of an author whose phone is unknown", async () => {
    const key = { remoteJid: "120363000000000001@g.us", fromMe: false, id: "A1", participant: "3@lid" };
    expect(toInbound(await messagePayload({ key, message: { conversation: "Oi" } }, facts, find))).toMatchObject({
      ref: { author: { lid: "3" } },
    });
  });
});
