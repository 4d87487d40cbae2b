import { contentOf } from "./payloads.js";
import { numberOf, phoneJid } from "./jid.js";
import type { ChatMessage, WebhookPayload, WuzapiUser } from "./types.js";
import { customerByLid, customerOf } from "./world.js";
import type { World } from "./world.types.js";

/** `HistorySync.HistorySyncType` of the answer to a request. */
const ON_DEMAND = 6;
/** The largest number of messages in one answer of a phone. */
const PORTION = 50;

/** A request to the phone: `count` messages right before the named one. */
export interface HistoryQuestion {
  readonly chatJid: string;
  readonly oldestId: string;
  readonly fromMe: boolean;
  readonly count: number;
}

/**
 * The phone's answer as WuzAPI's webhook; null when the phone does not have the message, because it
 * sends nothing then.
 */
export function historyAnswer(
  world: World,
  user: WuzapiUser,
  { chatJid, oldestId, fromMe, count }: HistoryQuestion,
): WebhookPayload | null {
  const isGroup = chatJid.endsWith("@g.us");
  const chat = isGroup ? chatJid : (customerByLid(world, chatJid)?.phone ?? numberOf(chatJid));
  const past = [...(world.chats.get(`${numberOf(user.jid)}|${chat}`) ?? [])].sort((a, b) => a.at - b.at);
  const place = past.findIndex((message) => message.id === oldestId && (message.author === "owner") === fromMe);
  if (place < 0) return null;
  const before = past.slice(Math.max(0, place - Math.min(count, PORTION)), place).reverse();
  return historySync(ON_DEMAND, [
    {
      ID: isGroup ? chat : phoneJid(chat),
      ...(isGroup ? {} : { lidJID: customerOf(world, chat).lid }),
      messages: before.map((message, index) => ({ message: webMessage(world, message, isGroup), msgOrderID: place - index })),
    },
  ]);
}

/** The webhook of any history. */
export function historySync(syncType: number, conversations: readonly unknown[]): WebhookPayload {
  return { type: "HistorySync", event: { Data: { syncType, conversations, progress: 100 } } };
}

/** `WebMessageInfo` in the JSON of Go structs. In a group the author is beside the key. */
function webMessage(world: World, message: ChatMessage, isGroup: boolean): Record<string, unknown> {
  const fromMe = message.author === "owner";
  return {
    key: { remoteJID: isGroup ? message.chat : phoneJid(message.chat), fromMe, ID: message.id },
    message: contentOf({ ...message, quotedId: "" }, world.files, null),
    messageTimestamp: Math.floor(message.at / 1000),
    ...(isGroup && !fromMe ? { participant: phoneJid(message.sender) } : {}),
    ...(fromMe ? {} : { pushName: customerOf(world, message.sender).name }),
  };
}
