import type { InboundEvent, MessageContent } from "@balcao/domain/messages";
import * as messages from "./__fixtures__/messages.js";
import * as others from "./__fixtures__/others.js";
import { toInbound } from "./meowInbound.js";

const CUSTOMER = { phone: "5511988887777", lid: "99887766554433" };
const GROUP = { group: "120363041234567890" };
const AT = new Date("2026-11-20T15:00:00Z");
const REF = { chat: CUSTOMER, externalId: "3EB0AA00BB11CC22DD33EE", fromMe: false, author: CUSTOMER };
const DESCRIPTOR = {
  Url: "https://mmg.whatsapp.net/v/t62/x.enc",
  DirectPath: "/v/t62/x.enc",
  MediaKey: "bWVkaWFrZXk=",
  FileSHA256: "c2hh",
  FileEncSHA256: "ZW5j",
  FileLength: 2048,
};

type Message = Extract<InboundEvent, { kind: "message" }>;

function message(content: MessageContent, changes: Partial<Message> = {}): Message {
  return {
    kind: "message",
    ref: REF,
    authorName: "Cliente",
    sentAt: AT,
    content,
    quotedExternalId: null,
    mentions: [],
    forwarded: false,
    live: true,
    ...changes,
  };
}

function media(changes: Partial<Extract<MessageContent, { kind: "media" }>>): MessageContent {
  return {
    kind: "media",
    media: "image",
    mime: null,
    fileName: null,
    caption: "",
    voice: false,
    seconds: null,
    source: { at: "store", fileId: "file-1" },
    ...changes,
  };
}

function conversation(body: string): MessageContent {
  return { kind: "text", type: "conversation", body };
}

describe("a message between the owner's own devices", () => {
  it.each([
    ["only its context", { messageContextInfo: { deviceListMetadataVersion: 2 } }, {}],
    ["an envelope around nothing", { ephemeralMessage: { message: { messageContextInfo: {} } } }, {}],
    ["nothing, but a type that says content", {}, { Type: "media" }],
  ])("is a message that this version cannot show: %s [D-276]", (_name, tree, info) => {
    expect(toInbound(messages.messageBody(tree, info))).toMatchObject({ kind: "message", content: { kind: "unsupported" } });
  });

  it.each([
    ["keys", { senderKeyDistributionMessage: { groupID: "1@g.us" }, messageContextInfo: {} }],
    ["a key share", { groupRootKeyShare: {}, messageContextInfo: {} }],
    ["keys in an envelope", { deviceSentMessage: { message: { senderKeyDistributionMessage: {} } } }],
    ["nothing", {}],
  ])("is no message: %s [D-276]", (_name, tree) => {
    expect(toInbound(messages.messageBody(tree, { Type: "" })).kind).toBe("ignored");
  });

  it("is ignored: Category is peer", () => {
    const body = structuredClone(messages.text);
    Object.assign(Object(Object(body["event"])["Info"]), { Category: "peer" });
    expect(toInbound(body)).toEqual({ kind: "ignored", reason: "between own devices" });
  });
});

describe("a WuzAPI message", () => {
  it.each<[string, unknown, InboundEvent]>([
    ["a text", messages.text, message(conversation("Bom dia"))],
    [
      "a reply with mention, forwarded",
      messages.reply,
      message(
        { kind: "text", type: "extendedTextMessage", body: "Sim @5511977776666" },
        {
          quotedExternalId: "3EB0QUOTED",
          quoted: { content: conversation("Pode ser?"), author: { phone: "5511900001111" } },
          mentions: [{ phone: "5511977776666" }],
          forwarded: true,
        },
      ),
    ],
    ["an image whose bytes came along", messages.imageWithFile, message(media({ mime: "image/jpeg", caption: "A nota" }))],
    [
      "a video to be fetched",
      messages.videoToFetch,
      message(
        media({
          media: "video",
          mime: "video/mp4",
          seconds: 12,
          source: { at: "provider", descriptor: { media: "video", Mimetype: "video/mp4", ...DESCRIPTOR } },
        }),
      ),
    ],
    ["a voice note", messages.voiceNote, message(media({ media: "audio", mime: "audio/ogg; codecs=opus", voice: true, seconds: 7 }))],
    [
      "a document inside an envelope",
      messages.documentInEnvelope,
      message(
        media({
          media: "document",
          mime: "application/pdf",
          fileName: "contrato.pdf",
          caption: "Segue",
          source: { at: "provider", descriptor: { media: "document", Mimetype: "application/pdf", ...DESCRIPTOR } },
        }),
      ),
    ],
    ["a sticker without a way to get it", messages.sticker, message(media({ media: "sticker", mime: "image/webp", source: null }))],
    [
      "a location",
      messages.location,
      message({ kind: "location", latitude: -23.55, longitude: -46.63, name: "Sé", address: "Praça da Sé", thumbnail: "AAAA" }),
    ],
    ["a contact", messages.contact, message({ kind: "contacts", vcards: [{ name: "Outra pessoa", vcard: "BEGIN:VCARD\nEND:VCARD" }] })],
    [
      "several contacts",
      messages.contacts,
      message({
        kind: "contacts",
        vcards: [
          { name: "Um", vcard: "V1" },
          { name: "Dois", vcard: "V2" },
        ],
      }),
    ],
    ["a poll", messages.poll, message(conversation("Enquete: Quando?\n• Hoje"))],
    [
      "a ban, which the gateway reports once",
      { type: "TemporaryBan", event: { Code: 101, Expire: 3_600_000_000_000 } },
      { kind: "sessionHint", hint: "TemporaryBan", reason: "temporaryBan", until: new Date(3_600_000) },
    ],
    [
      "a client too old for WhatsApp (405)",
      { type: "ClientOutdated", event: {} },
      { kind: "sessionHint", hint: "ClientOutdated", reason: "gatewayOutdated" },
    ],
    ["a vote, which is no message", messages.vote, { kind: "ignored", reason: "a message without content" }],
    ["a list's answer", messages.listAnswer, message(conversation("Segunda via"))],
    ["a button's answer", messages.buttonAnswer, message(conversation("sim"))],
    [
      "a message with the LID alone",
      messages.lidOnly,
      message(conversation("Oi"), { ref: { ...REF, chat: { lid: "99887766554433" }, author: { lid: "99887766554433" } } }),
    ],
    ["a group message", messages.inGroup, message(conversation("Oi, grupo"), { ref: { ...REF, chat: GROUP } })],
    ["a message through a broadcast list", messages.fromBroadcastList, message(conversation("Promoção"))],
    [
      "one typed on the phone",
      messages.typedOnPhone,
      message(conversation("Respondi do celular"), { ref: { ...REF, fromMe: true }, authorName: null }),
    ],
    ["one of yesterday", messages.oldBacklog, message(conversation("Ontem"), { sentAt: new Date("2026-11-19T12:00:00Z"), live: false })],
  ])("is understood: %s", (_title, payload, expected) => {
    expect(toInbound(payload)).toEqual(expected);
  });

  it.each<[string, unknown, InboundEvent]>([
    [
      "a reaction to our message",
      messages.reactionToOurs,
      { kind: "reaction", target: { ...REF, externalId: "3EB0OURS", fromMe: true }, by: CUSTOMER, fromMe: false, emoji: "👍", at: AT },
    ],
    [
      "a reaction taken back from their own",
      messages.reactionToOwn,
      { kind: "reaction", target: { ...REF, externalId: "3EB0THEIRS" }, by: CUSTOMER, fromMe: false, emoji: null, at: AT },
    ],
    [
      "our reaction on the phone",
      messages.reactionOnPhone,
      {
        kind: "reaction",
        target: { ...REF, chat: { phone: CUSTOMER.phone }, author: { phone: CUSTOMER.phone }, externalId: "3EB0THEIRS" },
        by: { phone: "5511900001111" },
        fromMe: true,
        emoji: "❤",
        at: AT,
      },
    ],
    [
      "a reaction in a group",
      messages.reactionInGroup,
      {
        kind: "reaction",
        target: { chat: GROUP, externalId: "3EB0MEMBER", fromMe: false, author: { phone: "5511977776666" } },
        by: CUSTOMER,
        fromMe: false,
        emoji: "😂",
        at: AT,
      },
    ],
    ["an edit", messages.edit, { kind: "edited", target: { ...REF, externalId: "3EB0FIRST" }, text: "Bom dia!", at: AT }],
    [
      "an edited caption inside an envelope",
      messages.captionEditInEnvelope,
      { kind: "edited", target: { ...REF, externalId: "3EB0FIRST" }, text: "A nota certa", at: AT },
    ],
    ["an edit that repeats the id", messages.bareEdit, { kind: "edited", target: REF, text: "Certo", at: AT }],
    ["a revoke", messages.revoke, { kind: "revoked", target: { ...REF, externalId: "3EB0FIRST" }, at: AT }],
    [
      "a revoke by an admin",
      messages.revokeByAdmin,
      { kind: "revoked", target: { chat: GROUP, externalId: "3EB0FIRST", fromMe: false, author: { phone: "5511977776666" } }, at: AT },
    ],
  ])("changes another one: %s", (_title, payload, expected) => {
    expect(toInbound(payload)).toEqual(expected);
  });

  it.each(["status", "channel", "keysOnly", "historyNotice", "ephemeralSetting"] as const)("is ignored: %s", (name) => {
    expect(toInbound(messages[name])).toMatchObject({ kind: "ignored" });
  });

  it("is read whatever the case of its field names", () => {
    const shout = (value: unknown): unknown =>
      typeof value !== "object" || value === null
        ? value
        : Array.isArray(value)
          ? value.map(shout)
          : Object.fromEntries(
              Object.entries(value).map(([key, item]) => [
                /^(type|event|receivedAt|\$file|size)$/.test(key) ? key : key.toLowerCase(),
                shout(item),
              ]),
            );
    for (const payload of [messages.reply, messages.imageWithFile, messages.edit, messages.revoke, messages.reactionToOurs])
      expect(toInbound(shout(payload))).toEqual(toInbound(payload));
  });
});

describe("another WuzAPI webhook", () => {
  const phone = { phone: CUSTOMER.phone };
  const AT_RECEIPT = new Date("2026-11-20T15:00:01Z");
  it.each<[string, unknown, InboundEvent]>([
    [
      "delivered",
      others.delivered,
      { kind: "ack", chat: phone, externalIds: ["3EB001", "3EB002"], ack: 2, error: null, outboxId: null, by: null, at: AT_RECEIPT },
    ],
    [
      "read",
      others.read,
      { kind: "ack", chat: phone, externalIds: ["3EB001", "3EB002"], ack: 3, error: null, outboxId: null, by: null, at: AT_RECEIPT },
    ],
    [
      "read in a group",
      others.readInGroup,
      {
        kind: "ack",
        chat: { group: "120363041234567890" },
        externalIds: ["3EB001", "3EB002"],
        ack: 3,
        error: null,
        outboxId: null,
        by: { phone: CUSTOMER.phone },
        at: AT_RECEIPT,
      },
    ],
    [
      "read on the phone, receipts off",
      others.readSelf,
      { kind: "readOnPhone", chat: phone, externalIds: ["3EB001", "3EB002"], at: new Date("2026-11-20T15:00:01Z") },
    ],
    [
      "read on the phone, receipts on",
      others.readOnPhoneWithReceiptsOn,
      { kind: "readOnPhone", chat: phone, externalIds: ["3EB001", "3EB002"], at: new Date("2026-11-20T15:00:01Z") },
    ],
    ["a video call", others.videoCall, { kind: "call", id: "CALL1", from: CUSTOMER, video: true, group: false, phase: "offer", at: AT }],
    ["a group call", others.groupCall, { kind: "call", id: "CALL1", from: CUSTOMER, video: false, group: true, phase: "offer", at: AT }],
    [
      "the end of a call",
      others.callEnded,
      { kind: "call", id: "CALL1", from: CUSTOMER, video: false, group: false, phase: "ended", at: AT },
    ],
    ["a new picture", others.picture, { kind: "contactChanged", peer: phone, name: null, pictureChanged: true }],
    ["a new name", others.pushName, { kind: "contactChanged", peer: phone, name: "Cliente Novo", pictureChanged: false }],
    ["a group renamed", others.groupRenamed, { kind: "groupChanged", group: GROUP, subject: "Obra", at: AT }],
    ["a group joined by somebody", others.groupJoin, { kind: "groupChanged", group: GROUP, subject: null, at: AT }],
    [
      "a group joined by us",
      others.joinedGroup,
      { kind: "groupChanged", group: GROUP, subject: "Obra", at: new Date(messages.RECEIVED_AT) },
    ],
    [
      "a view-once message",
      others.viewOnce,
      {
        ...message({ kind: "viewOnce" }),
        ref: { chat: phone, externalId: "3EB0UNREAD", fromMe: false, author: phone },
      },
    ],
    [
      "what could not be opened",
      others.unreadable,
      { ...message({ kind: "unreadable" }), ref: { chat: phone, externalId: "3EB0UNREAD", fromMe: false, author: phone } },
    ],
    ["a QR code", others.qr, { kind: "sessionHint", hint: "QR" }],
    ["the end of the QR codes", others.qrTimeout, { kind: "sessionHint", hint: "QRTimeout" }],
    ["connected", others.connected, { kind: "sessionHint", hint: "Connected" }],
    ["logged out, which only asks for the state [S-55]", others.loggedOut, { kind: "sessionHint", hint: "LoggedOut", reason: "loggedOut" }],
    ["a failed connection", others.connectFailure, { kind: "sessionHint", hint: "ConnectFailure", reason: "gatewayFailed" }],
  ])("is understood: %s", (_title, payload, expected) => {
    expect(toInbound(payload)).toEqual(expected);
  });

  it.each(["deliveredToOwnDevice", "undecryptable", "typing", "presence"] as const)("is ignored: %s", (name) => {
    expect(toInbound(others[name])).toMatchObject({ kind: "ignored" });
  });
});
