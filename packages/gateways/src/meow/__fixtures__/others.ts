import { RECEIVED_AT } from "./messages.js";

/** Webhooks of WuzAPI v1.0.5 other than messages, written from the events in its source. */

function body(type: string, event: unknown, extra: object = {}): Record<string, unknown> {
  return { type, event, ...extra, instanceName: "Vendas", userID: "7f1c", receivedAt: RECEIVED_AT };
}

const RECEIPT = {
  Chat: "5511988887777@s.whatsapp.net",
  Sender: "5511988887777:4@s.whatsapp.net",
  IsFromMe: false,
  IsGroup: false,
  AddressingMode: "",
  SenderAlt: "",
  RecipientAlt: "",
  MessageIDs: ["3EB001", "3EB002"],
  Timestamp: "2026-11-20T12:00:01-03:00",
  Type: "",
  MessageSender: "",
};

export const delivered = body("ReadReceipt", RECEIPT, { state: "Delivered" });
export const read = body("ReadReceipt", { ...RECEIPT, Type: "read" }, { state: "Read" });
export const readInGroup = body(
  "ReadReceipt",
  { ...RECEIPT, Chat: "120363041234567890@g.us", IsGroup: true, Type: "read" },
  { state: "Read" },
);
export const readSelf = body(
  "ReadReceipt",
  { ...RECEIPT, Type: "read-self", Sender: "5511900001111@s.whatsapp.net", IsFromMe: true },
  { state: "ReadSelf" },
);
export const readOnPhoneWithReceiptsOn = body(
  "ReadReceipt",
  { ...RECEIPT, Type: "read", Sender: "5511900001111@s.whatsapp.net", IsFromMe: true },
  { state: "Read" },
);
export const deliveredToOwnDevice = body(
  "ReadReceipt",
  { ...RECEIPT, Sender: "5511900001111:9@s.whatsapp.net", IsFromMe: true },
  { state: "Delivered" },
);

const CALL = {
  From: "99887766554433@lid",
  Timestamp: "2026-11-20T12:00:00-03:00",
  CallCreator: "99887766554433:7@lid",
  CallCreatorAlt: "5511988887777@s.whatsapp.net",
  CallID: "CALL1",
  GroupJID: "",
};
export const videoCall = body("CallOffer", {
  ...CALL,
  RemotePlatform: "android",
  RemoteVersion: "2.25",
  Data: {
    Tag: "offer",
    Attrs: {},
    Content: [
      { Tag: "audio", Attrs: {} },
      { Tag: "video", Attrs: {} },
    ],
  },
});
export const groupCall = body("CallOfferNotice", { ...CALL, Media: "audio", Type: "group", Data: null });
export const callEnded = body("CallTerminate", { ...CALL, Reason: "timeout", Data: null });

export const picture = body("Picture", {
  JID: "5511988887777@s.whatsapp.net",
  Author: "5511988887777@s.whatsapp.net",
  Timestamp: "2026-11-20T12:00:00-03:00",
  Remove: false,
  PictureID: "17",
});
export const pushName = body("PushName", { JID: "5511988887777:3@s.whatsapp.net", OldPushName: "Cliente", NewPushName: "Cliente Novo" });
export const groupRenamed = body("GroupInfo", {
  JID: "120363041234567890@g.us",
  Notify: "",
  Sender: "5511977776666@s.whatsapp.net",
  Timestamp: "2026-11-20T12:00:00-03:00",
  Name: { Name: "Obra", NameSetAt: "2026-11-20T12:00:00-03:00" },
  Topic: null,
  Join: null,
  Leave: null,
});
export const groupJoin = body("GroupInfo", {
  JID: "120363041234567890@g.us",
  Timestamp: "2026-11-20T12:00:00-03:00",
  Name: null,
  Join: ["5511977776666@s.whatsapp.net"],
});
export const joinedGroup = body("JoinedGroup", {
  Reason: "",
  Type: "new",
  JID: "120363041234567890@g.us",
  Name: "Obra",
  OwnerJID: "5511977776666@s.whatsapp.net",
  Participants: [],
});

const INFO = {
  Chat: "5511988887777@s.whatsapp.net",
  Sender: "5511988887777@s.whatsapp.net",
  IsFromMe: false,
  ID: "3EB0UNREAD",
  PushName: "Cliente",
  Timestamp: "2026-11-20T12:00:00-03:00",
};
export const viewOnce = body("UndecryptableMessage", {
  Info: INFO,
  IsUnavailable: true,
  UnavailableType: "view_once",
  DecryptFailMode: "",
});
export const undecryptable = body("UndecryptableMessage", {
  Info: INFO,
  IsUnavailable: false,
  UnavailableType: "",
  DecryptFailMode: "hide",
});

export const unreadable = body("UndecryptableMessage", { Info: INFO, IsUnavailable: true, UnavailableType: "", DecryptFailMode: "" });

export const qr = body("QR", "code", { qrCodeBase64: "data:image/png;base64,AAAA" });
export const qrTimeout = body("QRTimeout", "timeout");
export const connected = body("Connected", {});
export const loggedOut = body("LoggedOut", { OnConnect: false, Reason: 401 });
export const connectFailure = body("ConnectFailure", "ConnectFailure", { error: "dial tcp", attempts: 3, reason: "x" });
export const typing = body("ChatPresence", {
  Chat: "5511988887777@s.whatsapp.net",
  Sender: "5511988887777@s.whatsapp.net",
  IsGroup: false,
  State: "composing",
  Media: "",
});
export const presence = body(
  "Presence",
  { From: "5511988887777@s.whatsapp.net", Unavailable: false, LastSeen: "0001-01-01T00:00:00Z" },
  { state: "online" },
);
