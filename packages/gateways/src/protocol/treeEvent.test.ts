import type { InboundEvent } from "@balcao/domain/messages";
import { toTreeEvent, type Envelope } from "./treeEvent.js";

const chat = { phone: "5511900000001" };
const AT = new Date("2026-11-20T15:00:00Z");
const envelope: Envelope = {
  chat,
  author: chat,
  sender: chat,
  id: "A1",
  fromMe: false,
  at: AT,
  receivedAt: AT,
  name: "Ana",
  live: true,
  recovered: false,
};
const dialect = { sourceOf: () => null, isRevokedByAdmin: () => false, reacted: () => ({ author: chat, fromMe: false }) };
const advertisement = { title: "Camisas", body: "Só hoje", sourceUrl: "https://fb.me/1", sourceType: "ad" };

function contentOf(tree: Record<string, unknown>, changes: Partial<Envelope> = {}): InboundEvent {
  return toTreeEvent(tree, { ...envelope, ...changes }, dialect);
}

describe("the advertisement that a customer's message came from", () => {
  it("is shown below their own words", () => {
    const tree = { extendedTextMessage: { text: "Quero saber mais", contextInfo: { externalAdReply: advertisement } } };
    expect(contentOf(tree)).toMatchObject({ content: { body: "Quero saber mais\n\nAnúncio: Camisas\nSó hoje\nhttps://fb.me/1" } });
  });

  it("is a field of the message, with its id, and never for a preview or our own message", () => {
    const withAd = (externalAdReply: object) => ({ extendedTextMessage: { text: "Quero", contextInfo: { externalAdReply } } });
    const ad = { headline: "Camisas", id: "120210", url: "https://fb.me/1" };
    expect(contentOf(withAd({ ...advertisement, sourceId: "120210" }))).toMatchObject({ ad });
    expect(contentOf(withAd({ title: "Notícia", sourceUrl: "https://a.example" }))).not.toHaveProperty("ad");
    expect(contentOf(withAd(advertisement), { fromMe: true })).not.toHaveProperty("ad");
  });

  it.each([{ sourceType: "ad" }, { ctwaClid: "AfB1" }, { showAdAttribution: true }])("is known by each mark alone: %j", (mark) => {
    const { sourceType: _type, ...unmarked } = advertisement;
    const tree = { extendedTextMessage: { text: "Quero", contextInfo: { externalAdReply: { ...unmarked, ...mark } } } };
    const words = "Quero\n\nAnúncio: Camisas\nSó hoje\nhttps://fb.me/1";
    expect(contentOf(tree)).toMatchObject({ content: { body: words }, ad: { headline: "Camisas" } });
  });

  it("is shown below the caption of a file", () => {
    const tree = { imageMessage: { caption: "Essa?", contextInfo: { externalAdReply: advertisement } } };
    expect(contentOf(tree)).toMatchObject({ content: { caption: "Essa?\n\nAnúncio: Camisas\nSó hoje\nhttps://fb.me/1" } });
  });

  it("is not shown for the preview of a link, nor for our own messages", () => {
    const preview = { title: "Notícia", sourceUrl: "https://a.example" };
    const tree = { extendedTextMessage: { text: "Veja", contextInfo: { externalAdReply: preview } } };
    expect(contentOf(tree)).toMatchObject({ content: { body: "Veja\n\nNotícia\nhttps://a.example" } });
    expect(contentOf(tree, { fromMe: true })).toMatchObject({ content: { body: "Veja" } });
  });
});

describe("the copy of a quoted message within a reply", () => {
  const reply = (quotedMessage: object, participant = "5511900000001@s.whatsapp.net") => ({
    extendedTextMessage: { text: "Sim", contextInfo: { stanzaId: "Q", participant, quotedMessage } },
  });

  it("is its content and its author, out of envelopes (WAProto ContextInfo.quotedMessage) [D-480]", () => {
    const caption = { ephemeralMessage: { message: { imageMessage: { caption: "A nota", mimetype: "image/jpeg" } } } };
    expect(contentOf(reply(caption))).toMatchObject({
      quotedExternalId: "Q",
      quoted: { content: { kind: "media", media: "image", caption: "A nota", source: null }, author: { phone: "5511900000001" } },
    });
    expect(contentOf(reply({ conversation: "Quanto?" }, "99@lid"))).toMatchObject({
      quoted: { content: { body: "Quanto?" }, author: { lid: "99" } },
    });
  });

  it("is missing where there is none or nothing in it", () => {
    expect(contentOf(reply({}))).not.toHaveProperty("quoted");
    expect(contentOf({ conversation: "Sim" })).not.toHaveProperty("quoted");
  });
});

describe("contents that WhatsApp adds", () => {
  const association = (associationType: number | string) => ({
    messageContextInfo: { messageAssociation: { associationType, parentMessageKey: { id: "P" } } },
    associatedChildMessage: { message: { videoMessage: { mimetype: "video/mp4" } } },
  });

  it("are read within an envelope that nobody knows yet (WAProto FutureProofMessage)", () => {
    const tree = { someDayMessage: { message: { imageMessage: { caption: "Dentro", mimetype: "image/jpeg" } } } };
    expect(contentOf(tree)).toMatchObject({ content: { kind: "media", media: "image", caption: "Dentro" } });
    expect(contentOf({ someDayMessage: { message: { senderKeyDistributionMessage: {} } } })).toMatchObject({
      content: { kind: "unsupported", providerType: "someDayMessage" },
    });
    // A kind with a text of this name is no envelope.
    expect(contentOf({ orderMessage: { message: "Dois, por favor" } })).toMatchObject({ content: { body: "Pedido\nDois, por favor" } });
  });

  it.each([
    ["the log of a call", { callLogMesssage: { isVideo: false, callOutcome: 1 } }],
    ["a sticker on a status", { statusStickerInteractionMessage: { stickerKey: "x" } }],
    ["an option added to a poll", { pollAddOptionMessage: { pollCreationMessageKey: { id: "P" } } }],
    ["keys of a group", { groupRootKeyShare: { keys: [{}] } }],
    ["the head of an album", { albumMessage: { expectedImageCount: 3 } }],
    ["the moving second of a photo", association(12)],
    ["the same by its name", association("MOTION_PHOTO")],
  ])("are no message where phones show none: %s", (_what, tree) => {
    expect(contentOf({ ...tree }).kind).toBe("ignored");
  });
});
