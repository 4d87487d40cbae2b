import { toIntake } from "./toIntake.js";
import type { PlainObject } from "../protocol/plainJson.js";
import { toKeyPayload, toMessagePayload } from "./payload.js";
import { toInbound } from "./wwebjsInbound.js";

const RECEIVED = "2026-03-01T12:00:05.000Z";
const SENT = Date.parse("2026-03-01T12:00:00.000Z") / 1000;

/** A message as WhatsApp Web serialises it, including fields that we do not use. */
function raw(changes: PlainObject = {}): PlainObject {
  return {
    id: {
      fromMe: false,
      remote: "5511900000001@c.us",
      id: "3A0123456789ABCDEF01",
      _serialized: "false_5511900000001@c.us_3A0123456789ABCDEF01",
    },
    from: { server: "c.us", user: "5511900000001", _serialized: "5511900000001@c.us" },
    to: { server: "c.us", user: "5511970000001", _serialized: "5511970000001@c.us" },
    type: "chat",
    body: "Bom dia",
    t: SENT,
    ack: 1,
    notifyName: "Cliente",
    isNewMsg: true,
    messageSecret: { 0: 1, 1: 2 },
    ...changes,
  };
}
const stored = (changes: PlainObject = {}, more: PlainObject = {}): PlainObject => ({
  event: "message",
  message: toMessagePayload(raw(changes)),
  receivedAt: RECEIVED,
  ...more,
});

describe("events of WhatsApp Web", () => {
  it("are a message again where they bring its better file, and nothing where they bring a copy [D-411]", () => {
    const parentMsgKey = { ...(raw()["id"] as PlainObject), id: "3APARENT" };
    const photo = { type: "image", mimetype: "image/jpeg", directPath: "/v/2", parentMsgKey };
    const better = toInbound(stored({ ...photo, associationType: "HD_IMAGE_DUAL_UPLOAD" }));
    expect(better).toMatchObject({ ref: { externalId: "3APARENT" }, better: true });
    // The page has the file under the id of the message that brought it.
    expect(better).toMatchObject({ content: { source: { descriptor: { message: expect.stringContaining("3A0123456789ABCDEF01") } } } });
    expect(toInbound(stored({ ...photo, associationType: 10 }))).toMatchObject({ better: true });
    expect(toInbound(stored({ ...photo, type: "video", associationType: "HEVC_VIDEO_DUAL_UPLOAD" }))).toMatchObject({ kind: "ignored" });
    expect(toInbound(stored({ ...photo, associationType: "MEDIA_ALBUM" }))).toMatchObject({ ref: { externalId: "3A0123456789ABCDEF01" } });
  });

  it("have the page's copy of a quoted message, without its picture (Message.quotedMsg of the page) [D-480]", () => {
    const quotedParticipant = { server: "c.us", user: "5511970000001", _serialized: "5511970000001@c.us" };
    const quoting = (quotedMsg: PlainObject) => toInbound(stored({ quotedStanzaID: "Q", quotedMsg, quotedParticipant }));
    expect(quoting({ type: "chat", body: "Pode ser?" })).toMatchObject({
      quotedExternalId: "Q",
      quoted: { content: { kind: "text", body: "Pode ser?" }, author: { phone: "5511970000001" } },
    });
    const file = { type: "document", body: "/9j/4AAQ", filename: "nota.pdf", caption: "A nota", mimetype: "application/pdf" };
    expect(quoting(file)).toMatchObject({ quoted: { content: { kind: "media", fileName: "nota.pdf", caption: "A nota", source: null } } });
    expect(JSON.stringify(stored({ quotedMsg: file, quotedParticipant }))).not.toContain("/9j/");
  });

  it("are messages with author, instant and key, and the key is never an id alone", () => {
    expect(toInbound(stored())).toEqual({
      kind: "message",
      ref: {
        chat: { phone: "5511900000001" },
        externalId: "3A0123456789ABCDEF01",
        fromMe: false,
        author: { phone: "5511900000001" },
      },
      authorName: "Cliente",
      sentAt: new Date(SENT * 1000),
      content: { kind: "text", type: "chat", body: "Bom dia" },
      quotedExternalId: null,
      mentions: [],
      forwarded: false,
      live: true,
    });
    const unreadable = stored({ type: "ciphertext", body: "" });
    expect(toInbound(unreadable)).toMatchObject({ content: { kind: "unreadable" } });
    expect(toIntake(unreadable)?.dedupeKey).toMatch(/^u:/);
    expect(toInbound(stored({ type: "ciphertext", subtype: "view_once_unavailable_fanout" }))).toMatchObject({
      content: { kind: "viewOnce" },
    });
    expect(toIntake(stored())).toMatchObject({
      kind: "message",
      chat: "phone:5511900000001",
      dedupeKey: "m:phone:5511900000001:phone:5511900000001:false:3A0123456789ABCDEF01",
    });
  });

  it("keep neither secrets nor thumbnails nor marks of files", () => {
    const media = {
      type: "image",
      body: "AAAA".repeat(9_000),
      directPath: "/v/t62",
      mediaKey: "c2VjcmV0",
      mimetype: "image/jpeg",
      caption: { $file: "x" },
    };
    const text = JSON.stringify(toIntake(stored(media)));
    expect(text).not.toMatch(/c2VjcmV0|AAAA|messageSecret|\$file|v\/t62/);
    expect(toIntake(stored({ body: "a\u0000b" }))?.payload).toMatchObject({ message: { body: "a\uFFFDb" } });
  });

  it.each([
    ["ptt", { kind: "media", media: "audio", voice: true, seconds: 7 }],
    ["audio", { kind: "media", media: "audio", voice: false }],
    ["gif", { kind: "media", media: "video" }],
    ["document", { kind: "media", media: "document", fileName: "contrato.pdf" }],
    ["sticker", { kind: "media", media: "sticker" }],
  ])("read %s as media that is fetched by the message's own id", (type, content) => {
    const fields = { type, directPath: "/v/t62", mimetype: "application/x", filename: "contrato.pdf", duration: "7" };
    expect(toInbound(stored(fields))).toMatchObject({
      content: { ...content, source: { at: "provider", descriptor: { message: "false_5511900000001@c.us_3A0123456789ABCDEF01" } } },
    });
    expect(toInbound(stored({ ...fields, directPath: "" }))).toMatchObject({ content: { source: null } });
  });

  it.each([
    ...["e2e_notification", "notification_template", "gp2", "group_notification", "protocol", "call_log"],
    ...["album", "pinned_message", "keep_in_chat", "poll_update", "event_response"],
  ])("ignore %s, which no person wrote", (type) => {
    expect(toInbound(stored({ type })).kind).toBe("ignored");
    expect(toIntake(stored({ type }))).toBeNull();
  });

  it.each([
    null,
    7,
    "x",
    [],
    {},
    { event: "message" },
    { event: "message", message: { id: 7 } },
    { event: "ack" },
    { event: "call", id: "" },
  ])("ignore garbage: %j", (payload) => expect(toInbound(payload).kind).toBe("ignored"));

  it("ignore status updates and channels", () => {
    for (const remote of ["status@broadcast", "120363000000000001@newsletter"])
      expect(toInbound(stored({ id: { fromMe: false, remote, id: "A1" } })).kind).toBe("ignored");
  });

  it("are not live after five minutes, or when catching up found them", () => {
    expect(toInbound(stored({ t: SENT - 400 }))).toMatchObject({ live: false });
    expect(toInbound(stored({}, { found: "catchUp" }))).toMatchObject({ live: false });
  });

  it("add the phone of a LID, and the author of a message in a group", () => {
    const id = { fromMe: false, remote: "120363000000000001@g.us", id: "A1", participant: { _serialized: "200000000000002@lid" } };
    expect(
      toInbound(stored({ id, author: "200000000000002@lid" }, { alt: { "200000000000002@lid": "5511900000002@c.us" } })),
    ).toMatchObject({
      ref: { chat: { group: "120363000000000001" }, author: { phone: "5511900000002", lid: "200000000000002" } },
    });
  });

  it("give a repeated ack, edit or revoke the same key, and another one another key", () => {
    const target = toKeyPayload({ fromMe: true, remote: "5511900000001@c.us", id: "A1" });
    const key = (payload: PlainObject): string | undefined => toIntake({ target, receivedAt: RECEIVED, ...payload })?.dedupeKey;
    expect(key({ event: "ack", ack: 2 })).toBe(key({ event: "ack", ack: 2, receivedAt: "2026-03-01T13:00:00.000Z" }));
    expect(key({ event: "ack", ack: 2 })).not.toBe(key({ event: "ack", ack: 3 }));
    expect(key({ event: "ack", ack: 0 })).toBeUndefined();
    expect(key({ event: "edit", text: "a", edition: "1" })).not.toBe(key({ event: "edit", text: "a", edition: "2" }));
    expect(key({ event: "revoke" })).toBe("r:phone:5511900000001:phone:5511900000001:true:A1");
  });

  it("report a failed delivery and a change of number", () => {
    const target = toKeyPayload({ fromMe: true, remote: "5511900000001@c.us", id: "A1" });
    expect(toInbound({ event: "ack", ack: -1, target, receivedAt: RECEIVED })).toMatchObject({ ack: -1, error: { title: "Not sent" } });
    expect(toInbound({ event: "number", from: "5511900000001@c.us", to: "5511900000003@c.us", receivedAt: RECEIVED })).toMatchObject({
      kind: "addressChanged",
      from: { phone: "5511900000001" },
      to: { phone: "5511900000003" },
    });
  });

  it.each<[string, PlainObject, string]>([
    [
      "a list",
      {
        type: "list",
        body: "",
        list: { title: "Horários", description: "Escolha", sections: [{ title: "Manhã", rows: [{ title: "9 h", description: "livre" }] }] },
      },
      "Horários\nEscolha\nManhã\n• 9 h – livre",
    ],
    [
      "a template",
      {
        title: "Aviso",
        body: "Saiu para entrega",
        footer: "Loja",
        hydratedButtons: [{ urlButton: { displayText: "Rastrear", url: "https://a.example" } }],
      },
      "Aviso\nSaiu para entrega\nLoja\n• Rastrear: https://a.example",
    ],
    [
      "an order",
      { type: "order", body: "/9j/" + "A".repeat(60), orderTitle: "Cesta", itemCount: 1, message: "Hoje" },
      "Pedido: Cesta\nHoje\n1 item",
    ],
    [
      "a product",
      { type: "product", body: "", title: "Camisa", description: "Azul", priceAmount1000: 1, currencyCode: "" },
      "Produto: Camisa\nAzul",
    ],
    ["a payment", { type: "payment", body: "", paymentNoteMsg: { body: "almoço" } }, "Pagamento\nalmoço"],
    [
      "an invitation",
      { type: "groups_v4_invite", body: "", inviteGrpName: "Bairro", comment: "Entra!" },
      "Convite para o grupo: Bairro\nEntra!",
    ],
    ["an event", { type: "event_creation", body: "", eventName: "Reunião", eventDescription: "Notas" }, "Evento: Reunião\nNotas"],
    [
      "the fields of a form",
      {
        type: "interactive_response",
        body: "Enviado",
        nativeFlowResponse: { name: "flow", paramsJson: '{"flow_token":"x","screen_0_Nome_0":"Ana"}' },
      },
      "Enviado\nNome: Ana",
    ],
    ["a choice", { type: "list_response", body: "9 h", listResponse: { title: "9 h", description: "livre" } }, "9 h\nlivre"],
    ["a kind of tomorrow", { type: "dream", body: "", description: "Viagem" }, "Viagem"],
    [
      "a text from an advertisement",
      { body: "Quero", ctwaContext: { title: "Camisas", sourceUrl: "https://fb.me/1", thumbnail: "x" } },
      "Quero\n\nAnúncio: Camisas\nhttps://fb.me/1",
    ],
  ])("are the words of %s, never an empty bubble", (_kind, changes, body) => {
    const shown = JSON.parse(JSON.stringify(stored(changes)));
    expect(toInbound(shown)).toMatchObject({ content: { kind: "text", type: "chat", body } });
  });

  it("name the advertisement that the message came from", () => {
    const ctwaContext = { title: "Camisas", sourceUrl: "https://fb.me/1", sourceId: "120210" };
    expect(toInbound(stored({ body: "Quero", ctwaContext }))).toMatchObject({
      ad: { headline: "Camisas", id: "120210", url: "https://fb.me/1" },
    });
    expect(toInbound(stored({ body: "Quero" }))).not.toHaveProperty("ad");
  });

  it("are a file with the text of its template below the caption", () => {
    const message = {
      type: "image",
      body: "",
      directPath: "/v/1",
      caption: "Nova",
      footer: "Loja",
      hydratedButtons: [{ quickReplyButton: { displayText: "Quero" } }],
    };
    expect(toInbound(stored(message))).toMatchObject({ content: { kind: "media", caption: "Nova\nLoja\n• Quero" } });
  });

  it("are unsupported only when they contain no text", () => {
    expect(toInbound(stored({ type: "dream", body: "" }))).toMatchObject({ content: { kind: "unsupported", providerType: "dream" } });
    expect(toInbound(stored({ body: " " }))).toMatchObject({ content: { kind: "unsupported" } });
  });
});
