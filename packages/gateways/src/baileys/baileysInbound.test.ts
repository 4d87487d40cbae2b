import { toInbound } from "./baileysInbound.js";
import { toIntake } from "./toIntake.js";

const AT = 1_767_348_000;
const message = (content: object, changes: object = {}): Record<string, unknown> => ({
  type: "message",
  key: { remoteJid: "5511900000001@s.whatsapp.net", remoteJidAlt: "", fromMe: false, id: "A1", participant: "", participantAlt: "" },
  pushName: "Cliente",
  at: AT,
  live: true,
  receivedAt: AT * 1000 + 1_000,
  message: content,
  ...changes,
});
const inGroup = {
  remoteJid: "120363@g.us",
  fromMe: false,
  id: "A1",
  participant: "777@lid",
  participantAlt: "5511900000001@s.whatsapp.net",
};

describe("toInbound of baileys", () => {
  it("reads texts, answers and mentions", () => {
    const contextInfo = { stanzaId: "Q1", mentionedJid: ["5511970000001@s.whatsapp.net"], isForwarded: true };
    expect(toInbound(message({ messageContextInfo: {}, extendedTextMessage: { text: "Oi", contextInfo } }))).toEqual({
      kind: "message",
      ref: { chat: { phone: "5511900000001" }, externalId: "A1", fromMe: false, author: { phone: "5511900000001" } },
      authorName: "Cliente",
      sentAt: new Date(AT * 1000),
      content: { kind: "text", type: "extendedTextMessage", body: "Oi" },
      quotedExternalId: "Q1",
      mentions: [{ phone: "5511970000001" }],
      forwarded: true,
      live: true,
    });
  });

  it.each([
    ["listResponseMessage", { title: "Sim" }, "Sim"],
    ["buttonsResponseMessage", { selectedDisplayText: "Não" }, "Não"],
    ["templateButtonReplyMessage", { selectedDisplayText: "Talvez" }, "Talvez"],
    ["interactiveResponseMessage", { body: { text: "Fluxo" } }, "Fluxo"],
  ])("reads the choice of a %s as text", (name, fields, body) => {
    expect(toInbound(message({ [name]: fields }))).toMatchObject({ content: { kind: "text", body } });
  });

  it.each([
    ["beside the envelope", 10, "beside"],
    ["in it", "HD_VIDEO_DUAL_UPLOAD", "within"],
  ])("reads a better file as its message again, named by an association %s [D-411]", (_where, associationType, where) => {
    const messageContextInfo = { messageAssociation: { associationType, parentMessageKey: { id: "P1", fromMe: false } } };
    const inner = { imageMessage: { directPath: "/v/2", mediaKey: "a2V5" }, ...(where === "within" && { messageContextInfo }) };
    const tree = { ...(where === "beside" && { messageContextInfo }), associatedChildMessage: { message: inner } };
    expect(toInbound(message(tree))).toMatchObject({ ref: { externalId: "P1" }, better: true, content: { media: "image" } });
  });

  it("ignores the copy of a film for newer phones, and leaves other associations alone [D-411]", () => {
    const child = (associationType: number, parentMessageKey: unknown) => ({
      messageContextInfo: { messageAssociation: { associationType, parentMessageKey } },
      associatedChildMessage: { message: { videoMessage: { directPath: "/v/2", mediaKey: "a2V5" } } },
    });
    expect(toInbound(message(child(19, { id: "P1" })))).toMatchObject({ kind: "ignored" });
    for (const [type, key] of [
      [1, { id: "P1" }],
      [10, null],
      [10, "P1"],
      [10, { id: "x".repeat(300) }],
    ] as const) {
      const event = toInbound(message(child(type, key)));
      expect([event, "better" in event]).toEqual([expect.objectContaining({ ref: expect.objectContaining({ externalId: "A1" }) }), false]);
    }
  });

  it("reads a poll as its question and options, and ignores votes", () => {
    const poll = { name: "Quando?", options: [{ optionName: "Hoje" }, { optionName: "Amanhã" }] };
    const body = "Enquete: Quando?\n• Hoje\n• Amanhã";
    for (const content of [{ pollCreationMessageV3: poll }, { pollCreationMessageV4: { message: { pollCreationMessage: poll } } }])
      expect(toInbound(message(content))).toMatchObject({ content: { kind: "text", body } });
    expect(toInbound(message({ pollUpdateMessage: { vote: {} } }))).toMatchObject({ kind: "ignored" });
  });

  it.each(["imageMessage", "videoMessage", "ptvMessage", "audioMessage", "documentMessage", "stickerMessage"])(
    "describes a %s so that it can be fetched",
    (name) => {
      const fields = { mimetype: "x/y", directPath: "/v/1", mediaKey: "a2V5", fileSha256: "c2hh" };
      const sourceOf = (more: object): unknown => {
        const event = toInbound(message({ documentWithCaptionMessage: { message: { [name]: { ...fields, ...more } } } }));
        return event.kind === "message" && event.content.kind === "media" ? event.content.source : event;
      };
      const descriptor = {
        ...fields,
        name,
        media: expect.any(String),
        fileName: "",
        fileEncSha256: "",
        fileLength: 0,
        key: message({})["key"],
      };
      expect(sourceOf({})).toEqual({ at: "provider", descriptor });
      const more = { fileLength: 9, fileName: "a.pdf", fileEncSha256: "ZW5j" };
      expect(sourceOf(more)).toEqual({ at: "provider", descriptor: { ...descriptor, ...more } });
      expect([sourceOf({ directPath: "" }), sourceOf({ mediaKey: "" })]).toEqual([null, null]);
    },
  );

  it("reads media without a source, locations without coordinates, and unknown kinds as unsupported", () => {
    expect(toInbound(message({ imageMessage: { mimetype: "image/png" } }))).toMatchObject({ content: { kind: "media", source: null } });
    expect(toInbound(message({ locationMessage: { degreesLatitude: 1 } }))).toMatchObject({ content: { kind: "unsupported" } });
    expect(toInbound(message({ newMessage: {} }))).toMatchObject({ content: { kind: "unsupported", providerType: "newMessage" } });
    expect(
      toInbound(message({}, { key: { remoteJid: "5511900000001@s.whatsapp.net", fromMe: false, id: "A1", isViewOnce: true } })),
    ).toMatchObject({
      content: { kind: "viewOnce" },
    });
  });

  it("reads edits, revokes and reactions with the person who made them", () => {
    const key = { remoteJid: "5511970000001@s.whatsapp.net", fromMe: true, id: "T1" };
    expect(
      toInbound(message({ editedMessage: { message: { protocolMessage: { type: 14, key, editedMessage: { conversation: "Novo" } } } } })),
    ).toMatchObject({
      kind: "edited",
      target: { externalId: "T1", fromMe: false, chat: { phone: "5511900000001" } },
      text: "Novo",
    });
    expect(toInbound(message({ protocolMessage: { type: 0, key } }))).toMatchObject({
      kind: "revoked",
      target: { externalId: "T1", fromMe: false },
    });
    expect(toInbound(message({ reactionMessage: { key: { fromMe: true, id: "T2" }, text: "" } }))).toMatchObject({
      kind: "reaction",
      target: { externalId: "T2", fromMe: true },
      emoji: null,
    });
  });

  it("names the author in a group by both addresses, and the author of a message that an admin revoked", () => {
    const author = { lid: "777", phone: "5511900000001" };
    expect(toInbound(message({ conversation: "Oi" }, { key: inGroup }))).toMatchObject({ ref: { chat: { group: "120363" }, author } });
    const key = { remoteJid: "120363@g.us", fromMe: false, id: "T1", participant: "888@lid" };
    expect(toInbound(message({ protocolMessage: { type: 0, key } }, { key: inGroup }))).toMatchObject({
      target: { author: { lid: "888" }, fromMe: false },
    });
  });

  it("marks only recent messages as live", () => {
    expect(toInbound(message({ conversation: "Oi" }, { receivedAt: (AT + 301) * 1000 }))).toMatchObject({ live: false });
    expect(toInbound(message({ conversation: "Oi" }, { live: false }))).toMatchObject({ live: false });
  });

  it.each([
    ["", 2],
    ["read", 3],
    ["played", 4],
    ["sent", 1],
    ["error", -1],
  ])("puts the receipt %p at %s of Balcão's scale", (state, ack) => {
    const receipt = { type: "receipt", jid: "5511900000001@s.whatsapp.net", state, ids: ["A1"], code: "463", receivedAt: AT };
    expect(toInbound(receipt)).toMatchObject({ kind: "ack", ack, externalIds: ["A1"], by: null });
  });

  it("takes from a receipt in a group who it is from, and when", () => {
    const receipt = {
      type: "receipt",
      jid: "120363041234567890@g.us",
      state: "read",
      participant: "5511900000001@s.whatsapp.net",
      ids: ["A1"],
      at: AT,
    };
    expect(toInbound(receipt)).toMatchObject({ by: { phone: "5511900000001" }, at: new Date(AT * 1000) });
    expect(toInbound({ ...receipt, participant: "123456789012345@lid" })).toMatchObject({ by: { lid: "123456789012345" } });
  });

  it.each([
    null,
    7,
    [],
    {},
    { type: "message" },
    { type: "receipt", jid: 5 },
    { type: "call" },
    { type: "message", key: { remoteJid: {}, id: [] }, message: [] },
  ])("ignores %j without a word", (payload) => expect(toInbound(payload).kind).toBe("ignored"));

  it.each([
    ["a status", { key: { remoteJid: "status@broadcast", fromMe: false, id: "A1", participant: "5511900000001@s.whatsapp.net" } }],
    ["a channel", { key: { remoteJid: "1@newsletter", fromMe: false, id: "A1" } }],
    ["own devices", { category: "peer" }],
  ])("ignores %s", (_what, changes) => {
    expect(toInbound(message({ conversation: "Oi" }, changes)).kind).toBe("ignored");
  });

  it.each([
    ["what could not be opened", {}, { stub: 2 }],
    ["what only a part of could be opened", { senderKeyDistributionMessage: { groupId: "1" } }, { stub: 2 }],
    ["what linked devices do not get", { placeholderMessage: { type: 0 } }, {}],
  ])("shows %s as unreadable, under a key of its own", (_what, content, changes) => {
    const unreadable = message(content, changes);
    expect(toInbound(unreadable)).toMatchObject({ kind: "message", content: { kind: "unreadable" }, ref: { externalId: "A1" } });
    expect(toIntake(unreadable)?.dedupeKey).toMatch(/^u:.*:A1$/);
    expect(toIntake(message({ conversation: "Oi" }, { stub: 2 }))?.dedupeKey).toMatch(/^m:.*:A1$/);
  });

  it("shows a withheld view-once message as view-once", () => {
    const withheld = message(
      {},
      { stub: 2, key: { remoteJid: "5511900000001@s.whatsapp.net", fromMe: false, id: "A1", isViewOnce: true } },
    );
    expect(toInbound(withheld)).toMatchObject({ content: { kind: "viewOnce" } });
  });

  it("reads a sealed edit of the sender's own message, in a group too", () => {
    const content = {
      messageContextInfo: {},
      secretEncryptedMessage: { targetMessageKey: { id: "FIRST", fromMe: true }, encPayload: "cGF5", encIv: "aXY=", secretEncType: 2 },
    };
    expect(toInbound(message(content))).toEqual({
      kind: "sealedEdit",
      target: { chat: { phone: "5511900000001" }, externalId: "FIRST", fromMe: false, author: { phone: "5511900000001" } },
      sealed: { id: "FIRST", type: 2, payload: "cGF5", iv: "aXY=", author: ["5511900000001@s.whatsapp.net"] },
      at: new Date(AT * 1000),
    });
    expect(toInbound(message(content, { key: inGroup }))).toMatchObject({
      target: { chat: { group: "120363" }, author: { phone: "5511900000001", lid: "777" } },
      sealed: { author: ["5511900000001@s.whatsapp.net", "777@lid"] },
    });
    expect(toIntake(message(content))).toMatchObject({ kind: "edit", dedupeKey: expect.stringMatching(/^e:.*:FIRST:A1$/) });
    expect(toInbound(message({ secretEncryptedMessage: { encPayload: "cGF5" } }))).toMatchObject({ kind: "ignored" });
  });

  it.each([
    ["beside its content", { messageContextInfo: { messageSecret: "c2VjcmV0" }, conversation: "Oi" }, {}],
    [
      "inside an envelope",
      { ephemeralMessage: { message: { messageContextInfo: { messageSecret: "c2VjcmV0" }, conversation: "Oi" } } },
      {},
    ],
    ["beside the message of a history", { conversation: "Oi" }, { messageSecret: "c2VjcmV0" }],
  ])("gives the secret of a message %s to be sealed, and keeps it out of the payload", (_where, content, changes) => {
    const quoted = { quotedMessage: { messageContextInfo: { messageSecret: "b3V0cm8=" } } };
    const event = toIntake(message({ ...content, quoted }, changes));
    expect(event?.secret).toBe("c2VjcmV0");
    expect(JSON.stringify(event?.payload)).not.toMatch(/c2VjcmV0|b3V0cm8=/);
    expect(toIntake(message({ conversation: "Oi" }))).not.toHaveProperty("secret");
  });

  it("removes characters that the database refuses from texts, names, ids and subjects", () => {
    const dirty = "a\u0000b\uD800";
    const intakes = [
      toIntake(message({ conversation: dirty }, { pushName: dirty, key: { remoteJid: "5511900000001@s.whatsapp.net", id: dirty } })),
      toIntake({ type: "contact", jid: "5511900000001@s.whatsapp.net", name: dirty, receivedAt: AT }),
      toIntake({ type: "group", jid: "120363@g.us", subject: dirty, receivedAt: AT }),
    ];
    for (const intake of intakes) {
      expect(intake).not.toBeNull();
      expect(JSON.stringify(intake)).toContain("a\uFFFDb\uFFFD");
      expect(JSON.stringify(intake)).not.toMatch(/\\u0000|\\ud800/);
    }
  });

  it.each([1_795_000_000_000, Number.NaN, -5, 0, 1e300])("uses the arrival time instead of the invalid instant %p", (at) => {
    expect(toInbound(message({ conversation: "Oi" }, { at }))).toMatchObject({ sentAt: new Date(AT * 1000 + 1_000) });
  });

  it("gives the same message the same key, however it arrived", () => {
    const key = (payload: Record<string, unknown>): string | undefined => toIntake(payload)?.dedupeKey;
    const live = message({ conversation: "Oi" });
    expect(key(live)).toBe(key({ ...live, live: false, receivedAt: 0 }));
    expect(key(live)).not.toBe(
      key(message({ conversation: "Oi" }, { key: { remoteJid: "5511900000002@s.whatsapp.net", fromMe: false, id: "A1" } })),
    );
  });
});
