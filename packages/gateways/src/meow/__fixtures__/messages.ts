/**
 * `Message` webhooks of WuzAPI v1.0.5, written from the events in its source; none comes from our
 * own double.
 */

export const RECEIVED_AT = "2026-11-20T15:00:02.000Z";
const KEYS = {
  URL: "https://mmg.whatsapp.net/v/t62/x.enc",
  directPath: "/v/t62/x.enc",
  mediaKey: "bWVkaWFrZXk=",
  fileSHA256: "c2hh",
  fileEncSHA256: "ZW5j",
  fileLength: 2048,
};

const INFO = {
  Chat: "5511988887777@s.whatsapp.net",
  Sender: "5511988887777:12@s.whatsapp.net",
  IsFromMe: false,
  IsGroup: false,
  AddressingMode: "pn",
  SenderAlt: "99887766554433@lid",
  RecipientAlt: "",
  BroadcastListOwner: "",
  ID: "3EB0AA00BB11CC22DD33EE",
  ServerID: 0,
  Type: "text",
  PushName: "Cliente",
  Timestamp: "2026-11-20T12:00:00-03:00",
  Category: "",
  Multicast: false,
  MediaType: "",
  Edit: "",
  VerifiedName: null,
  DeviceSentMeta: null,
};

const GROUP_INFO = {
  ...INFO,
  Chat: "120363041234567890@g.us",
  Sender: "99887766554433:3@lid",
  IsGroup: true,
  AddressingMode: "lid",
  SenderAlt: "5511988887777@s.whatsapp.net",
};

/** A webhook with one message; `info` changes its envelope, `extra` is added beside the event. */
export function messageBody(message: object | null, info: object = {}, extra: object = {}): Record<string, unknown> {
  const event = {
    Info: { ...INFO, ...info },
    Message: message,
    RawMessage: message,
    IsEphemeral: false,
    IsViewOnce: false,
    IsViewOnceV2: false,
    IsDocumentWithCaption: false,
    IsLottieSticker: false,
    IsEdit: false,
    SourceWebMsg: null,
    UnavailableRequestID: "",
    RetryCount: 0,
    NewsletterMeta: null,
  };
  return { type: "Message", event, ...extra, instanceName: "Vendas", userID: "7f1c", receivedAt: RECEIVED_AT };
}

const file = { $file: "file-1", size: 2048 };

export const text = messageBody({ conversation: "Bom dia", messageContextInfo: { messageSecret: "c2VjcmV0" } });
export const reply = messageBody({
  extendedTextMessage: {
    text: "Sim @5511977776666",
    contextInfo: {
      stanzaID: "3EB0QUOTED",
      participant: "5511900001111@s.whatsapp.net",
      quotedMessage: { conversation: "Pode ser?" },
      mentionedJID: ["5511977776666@s.whatsapp.net"],
      isForwarded: true,
    },
  },
});
export const imageWithFile = messageBody(
  { imageMessage: { ...KEYS, mimetype: "image/jpeg", caption: "A nota", JPEGThumbnail: "AAAA" } },
  { Type: "media", MediaType: "image" },
  { base64: file, mimeType: "image/jpeg", fileName: "3EB0AA.jpg" },
);
export const videoToFetch = messageBody(
  { videoMessage: { ...KEYS, mimetype: "video/mp4", seconds: 12 } },
  { Type: "media", MediaType: "video" },
);
export const voiceNote = messageBody(
  { audioMessage: { ...KEYS, mimetype: "audio/ogg; codecs=opus", seconds: 7, PTT: true, waveform: "AAAA" } },
  { Type: "media", MediaType: "ptt" },
  { base64: file, mimeType: "audio/ogg" },
);
export const documentInEnvelope = messageBody(
  {
    documentWithCaptionMessage: {
      message: { documentMessage: { ...KEYS, mimetype: "application/pdf", fileName: "contrato.pdf", caption: "Segue" } },
    },
  },
  { Type: "media", MediaType: "document" },
);
export const sticker = messageBody(
  { stickerMessage: { URL: KEYS.URL, mimetype: "image/webp" } },
  { Type: "media", MediaType: "sticker" },
  { isSticker: true, stickerAnimated: false },
);
export const location = messageBody({
  locationMessage: { degreesLatitude: -23.55, degreesLongitude: -46.63, name: "Sé", address: "Praça da Sé", JPEGThumbnail: "AAAA" },
});
export const contact = messageBody({ contactMessage: { displayName: "Outra pessoa", vcard: "BEGIN:VCARD\nEND:VCARD" } });
export const contacts = messageBody({
  contactsArrayMessage: {
    displayName: "2 contatos",
    contacts: [
      { displayName: "Um", vcard: "V1" },
      { displayName: "Dois", vcard: "V2" },
    ],
  },
});
export const poll = messageBody({ pollCreationMessageV3: { name: "Quando?", options: [{ optionName: "Hoje" }] } }, { Type: "poll" });
export const vote = messageBody({ pollUpdateMessage: { vote: { encPayload: "AAAA", encIV: "BBBB" } } }, { Type: "poll" });
export const listAnswer = messageBody({ listResponseMessage: { title: "Segunda via", singleSelectReply: { selectedRowID: "2" } } });
export const buttonAnswer = messageBody({ buttonsResponseMessage: { selectedButtonID: "sim" } });

export const typedOnPhone = messageBody(
  { conversation: "Respondi do celular" },
  {
    Sender: "5511900001111:2@s.whatsapp.net",
    IsFromMe: true,
    SenderAlt: "11112222333344@lid",
    RecipientAlt: "99887766554433@lid",
    PushName: "Loja",
  },
);
export const lidOnly = messageBody(
  { conversation: "Oi" },
  { Chat: "99887766554433@lid", Sender: "99887766554433@lid", AddressingMode: "lid", SenderAlt: "" },
);
export const inGroup = messageBody({ conversation: "Oi, grupo" }, GROUP_INFO);
export const fromBroadcastList = messageBody({ conversation: "Promoção" }, { Chat: "1700000000@broadcast", IsGroup: true });
export const oldBacklog = messageBody({ conversation: "Ontem" }, { Timestamp: "2026-11-19T12:00:00Z" });

export const reactionToOurs = messageBody(
  {
    reactionMessage: {
      key: { remoteJID: "5511900001111@s.whatsapp.net", fromMe: false, ID: "3EB0OURS" },
      text: "👍",
      senderTimestampMS: 1763650800000,
    },
  },
  { Type: "reaction" },
);
export const reactionToOwn = messageBody(
  { reactionMessage: { key: { remoteJID: "5511900001111@s.whatsapp.net", fromMe: true, ID: "3EB0THEIRS" }, text: "" } },
  { Type: "reaction" },
);
export const reactionOnPhone = messageBody(
  { reactionMessage: { key: { remoteJID: "5511988887777@s.whatsapp.net", fromMe: false, ID: "3EB0THEIRS" }, text: "❤" } },
  { Sender: "5511900001111@s.whatsapp.net", IsFromMe: true, SenderAlt: "", Type: "reaction" },
);
export const reactionInGroup = messageBody(
  {
    reactionMessage: {
      key: { remoteJID: "120363041234567890@g.us", fromMe: false, ID: "3EB0MEMBER", participant: "5511977776666@s.whatsapp.net" },
      text: "😂",
    },
  },
  { ...GROUP_INFO, Type: "reaction" },
);

export const edit = messageBody(
  {
    protocolMessage: {
      key: { remoteJID: "5511900001111@s.whatsapp.net", fromMe: true, ID: "3EB0FIRST" },
      type: 14,
      editedMessage: { conversation: "Bom dia!" },
      timestampMS: 1763650800000,
    },
  },
  { Edit: "1", ID: "3EB0EDIT" },
);
export const captionEditInEnvelope = messageBody(
  {
    editedMessage: {
      message: {
        protocolMessage: { key: { fromMe: true, ID: "3EB0FIRST" }, type: 14, editedMessage: { imageMessage: { caption: "A nota certa" } } },
      },
    },
  },
  { Edit: "1", ID: "3EB0EDIT" },
);
export const bareEdit = messageBody({ extendedTextMessage: { text: "Certo" } }, { Edit: "1" });
export const revoke = messageBody(
  { protocolMessage: { key: { remoteJID: "5511900001111@s.whatsapp.net", fromMe: true, ID: "3EB0FIRST" }, type: 0 } },
  { Edit: "7", ID: "3EB0REVOKE" },
);
export const revokeByAdmin = messageBody(
  {
    protocolMessage: {
      key: { remoteJID: "120363041234567890@g.us", fromMe: false, ID: "3EB0FIRST", participant: "5511977776666@s.whatsapp.net" },
      type: 0,
    },
  },
  { ...GROUP_INFO, Edit: "8", ID: "3EB0REVOKE" },
);

export const status = messageBody({ conversation: "Meu status" }, { Chat: "status@broadcast" });
export const channel = messageBody({ conversation: "Notícia" }, { Chat: "120363999@newsletter", Sender: "120363999@newsletter" });
export const keysOnly = messageBody({ senderKeyDistributionMessage: { groupID: "120363041234567890@g.us" } }, GROUP_INFO);
export const historyNotice = messageBody({ protocolMessage: { type: 5, historySyncNotification: {} } }, { Category: "peer" });
export const ephemeralSetting = messageBody({ protocolMessage: { key: { ID: "3EB0X" }, type: 3, ephemeralExpiration: 86400 } });
