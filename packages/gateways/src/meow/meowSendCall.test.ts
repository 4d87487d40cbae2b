import type { OutboundContent, OutboundMessage } from "@balcao/domain/messages";
import { toSendCall } from "./meowSendCall.js";

const OWN = "5511900001111:12@s.whatsapp.net";

function draft(changes: Partial<OutboundMessage>): OutboundMessage {
  return {
    outboxId: "1",
    externalId: "X",
    to: { phone: "5511988887777", lid: "1" },
    content: { kind: "text", body: "Oi", mentions: [] },
    quoted: null,
    forwarded: null,
    ...changes,
  };
}

function media(
  media: "image" | "audio" | "video" | "document" | "sticker",
  mime: string,
  changes: object = {},
): { content: OutboundContent } {
  return {
    content: {
      kind: "media",
      media,
      path: "/f",
      mime,
      fileName: "a.bin",
      size: 9,
      caption: "Veja",
      voice: false,
      seconds: null,
      ...changes,
    },
  };
}

describe("the WuzAPI call for a message", () => {
  it.each([
    [draft({}), "5511988887777@s.whatsapp.net"],
    [draft({ to: { lid: "99" } }), "99@lid"],
    [draft({ to: { group: "1203" } }), "1203@g.us"],
  ])("goes to the phone, else to the LID, or to the group", (message, phone) => {
    expect(toSendCall(message, "ID", OWN)).toEqual({
      path: "/chat/send/text",
      fields: { Phone: phone, Id: "ID", Body: "Oi" },
      media: null,
    });
  });

  it("quotes with StanzaId and Participant together, our own with our address without its device, or not at all", () => {
    const quoted = { externalId: "Q", fromMe: true, author: { phone: "5511988887777" }, type: "conversation", body: "Antes" } as const;
    expect(toSendCall(draft({ quoted }), "ID", OWN)?.fields).toMatchObject({
      ContextInfo: { StanzaId: "Q", Participant: "5511900001111@s.whatsapp.net" },
      QuotedText: "Antes",
    });
    expect(toSendCall(draft({ quoted: { ...quoted, fromMe: false, type: "image" } }), "ID", OWN)?.fields).toEqual({
      Phone: "5511988887777@s.whatsapp.net",
      Id: "ID",
      Body: "Oi",
      ContextInfo: { StanzaId: "Q", Participant: "5511988887777@s.whatsapp.net" },
    });
    expect(toSendCall(draft({ quoted }), "ID", "")?.fields).not.toHaveProperty("ContextInfo");
  });

  it("mentions by address", () => {
    expect(
      toSendCall(draft({ content: { kind: "text", body: "@1", mentions: [{ phone: "1" }, { lid: "2" }] } }), "ID", OWN)?.fields,
    ).toMatchObject({ ContextInfo: { MentionedJID: ["1@s.whatsapp.net", "2@lid"] } });
  });

  it.each([
    [media("image", "image/jpeg"), "/chat/send/image", "Image", "data:image/jpeg;base64,", { Caption: "Veja" }],
    [
      media("image", "image/heic"),
      "/chat/send/document",
      "Document",
      "data:application/octet-stream;base64,",
      { FileName: "a.bin", MimeType: "image/heic" },
    ],
    [
      media("audio", "audio/ogg; codecs=opus", { voice: true, seconds: 3.4 }),
      "/chat/send/audio",
      "Audio",
      "data:audio/ogg;base64,",
      { ptt: true, mimetype: "audio/ogg; codecs=opus", Seconds: 3 },
    ],
    [media("audio", "audio/mpeg"), "/chat/send/audio", "Audio", "data:audio/mpeg;base64,", { ptt: false, mimetype: "audio/mpeg" }],
    [media("video", "video/mp4"), "/chat/send/video", "Video", "data:video/mp4;base64,", { Caption: "Veja" }],
    [
      media("document", "application/pdf"),
      "/chat/send/document",
      "Document",
      "data:application/octet-stream;base64,",
      { FileName: "a.bin", MimeType: "application/pdf", Caption: "Veja" },
    ],
    [media("sticker", "image/webp"), "/chat/send/sticker", "Sticker", "data:image/webp;base64,", {}],
  ])("carries a file on its kind's route with its prefix", (changes, path, field, prefix, fields) => {
    expect(toSendCall(draft(changes), "ID", OWN)).toMatchObject({ path, fields, media: { field, prefix, path: "/f" } });
  });

  it("sends locations and one contact card at a time", () => {
    const place = { kind: "location", latitude: -23.5, longitude: -46.6, name: "Loja", address: "Rua A, 1" } as const;
    expect(toSendCall(draft({ content: place }), "X", OWN)).toMatchObject({
      path: "/chat/send/location",
      fields: { Latitude: -23.5, Longitude: -46.6, Name: "Loja, Rua A, 1" },
    });
    expect(toSendCall(draft({ content: { ...place, latitude: 0 } }), "X", OWN)).toBeNull();
    const card = { name: "Rui", vcard: "BEGIN:VCARD\nEND:VCARD" };
    expect(toSendCall(draft({ content: { kind: "contacts", cards: [card] } }), "X", OWN)).toMatchObject({
      path: "/chat/send/contact",
      fields: { Name: "Rui", Vcard: card.vcard },
    });
    expect(toSendCall(draft({ content: { kind: "contacts", cards: [card, card] } }), "X", OWN)).toBeNull();
  });

  it("marks forwarded messages, and returns null for templates", () => {
    expect(toSendCall(draft({ forwarded: { original: null } }), "X", OWN)?.fields).toMatchObject({ ContextInfo: { IsForwarded: true } });
    expect(toSendCall(draft({}), "X", OWN)?.fields).not.toHaveProperty("ContextInfo");
    const template = { kind: "template", name: "aviso", language: "pt_BR", parts: [], files: [], version: null } as const;
    expect(toSendCall(draft({ content: template }), "X", OWN)).toBeNull();
  });
});
