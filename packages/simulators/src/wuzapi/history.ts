import { contentOf } from "./payloads.js";
import { numberOf, phoneJid } from "./jid.js";
import type { ChatMessage, WebhookPayload, WuzapiUser } from "./types.js";
import { customerByLid, customerOf } from "./world.js";
import type { World } from "./world.types.js";

/** `HistorySync.HistorySyncType` of an answer to a question. */
const ON_DEMAND = 6;
/** What a phone tells at most in one answer. */
const PORTION = 50;

/** What is asked of the phone: so many messages right before the named one. */
export interface HistoryQuestion {
  readonly chatJid: string;
  readonly oldestId: string;
  readonly fromMe: boolean;
  readonly count: number;
}

/** What the phone answers, as WuzAPI tells it; null where it does not know the message: it keeps silent then. */
export function historyAnswer(
  world: World,
  user: WuzapiUser,
  { chatJid, oldestId, fromMe, count }: HistoryQuestion,
): WebhookPayload | null {
  const isGroup = chatJid.endsWith("@g.us");
  const chat = isGroup ? chatJid : (customerByLid(world, chatJid)?.phone ?? numberOf(chatJid));
  const told = [...(world.chats.get(`${numberOf(user.jid)}|${chat}`) ?? [])].sort((a, b) => a.at - b.at);
  const place = told.findIndex((message) => message.id === oldestId && (message.author === "owner") === fromMe);
  if (place < 0) return null;
  const before = told.slice(Math.max(0, place - Math.min(count, PORTION)), place).reverse();
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

/** `WebMessageInfo` as the JSON of Go structs writes it. In a group the author stands beside the key. */
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
