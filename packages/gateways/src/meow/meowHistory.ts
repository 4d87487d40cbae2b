import { idAt, objectAt, objectsAt, textAt, valueAt } from "../protocol/plainJson.js";
import type { PlainObject } from "../protocol/plainJson.js";

/**
 * `HistorySync.HistorySyncType.ON_DEMAND`: the answer to our own request; phones send all other
 * history unasked after linking.
 */
const ON_DEMAND: readonly unknown[] = [6, "6", "ON_DEMAND"];

/**
 * The messages of a requested `HistorySync` webhook, each in the form of the `Message` webhook that
 * was lost; none for any other history. Pure.
 */
export function historyMessages(body: PlainObject): PlainObject[] {
  const data = objectAt(objectAt(body, "event"), "Data");
  if (!ON_DEMAND.includes(valueAt(data, "syncType"))) return [];
  return objectsAt(data, "conversations").flatMap((conversation) =>
    objectsAt(conversation, "messages").flatMap((item) => toMessage(conversation, objectAt(item, "message"))),
  );
}

function toMessage(conversation: PlainObject, info: PlainObject | null): PlainObject[] {
  const key = objectAt(info, "key");
  const chat = textAt(key, "remoteJID") || textAt(conversation, "ID");
  const message = objectAt(info, "message");
  if (chat === "" || message === null) return [];
  const facts = {
    ...peopleOf(conversation, info, chat),
    ID: idAt(key, "ID"),
    PushName: textAt(info, "pushName"),
    Timestamp: valueAt(info, "messageTimestamp"),
    Edit: "",
  };
  const messageSecret = textAt(info, "messageSecret");
  return [
    { type: "Message", recovered: true, event: { Info: facts, Message: message, ...(messageSecret === "" ? {} : { messageSecret }) } },
  ];
}

/** Chat and sender, with the other address of whoever the conversation is with. */
function peopleOf(conversation: PlainObject, info: PlainObject | null, chat: string): PlainObject {
  const key = objectAt(info, "key");
  const fromMe = valueAt(key, "fromMe") === true;
  const isGroup = chat.endsWith("@g.us");
  const addresses = ["pnJID", "lidJID", "ID"].map((name) => textAt(conversation, name));
  const other = addresses.find((jid) => jid !== "" && jid !== chat) ?? "";
  const author = textAt(key, "participant") || textAt(info, "participant");
  return {
    Chat: chat,
    Sender: isGroup || fromMe ? author : chat,
    SenderAlt: isGroup || fromMe ? "" : other,
    RecipientAlt: fromMe && !isGroup ? other : "",
    IsFromMe: fromMe,
    IsGroup: isGroup,
  };
}
