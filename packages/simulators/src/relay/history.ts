import { randomUUID } from "node:crypto";
import { deflateSync } from "node:zlib";
import { proto, type BinaryNode } from "@whiskeysockets/baileys";
import { element, timestamp, userOf } from "./node.js";
import { accountOf, phoneJid, type Account, type PastMessage, type Wire } from "./world.js";

const { INITIAL_BOOTSTRAP, ON_DEMAND } = proto.HistorySync.HistorySyncType;
const { HISTORY_SYNC_NOTIFICATION } = proto.Message.ProtocolMessage.Type;
/** The largest number of messages in one answer of a phone. */
const PORTION = 50;

/** Packs a history as the phone does, the newest message of each conversation first. */
function packHistory(syncType: number, messages: readonly PastMessage[]): Uint8Array {
  const chats = [...new Set(messages.map(({ from }) => from))];
  const conversations = chats.map((phone) => ({
    id: `${phone}@s.whatsapp.net`,
    messages: messages
      .filter(({ from }) => from === phone)
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .map(({ id, fromMe, text, at }) => ({
        message: {
          key: { remoteJid: `${phone}@s.whatsapp.net`, fromMe, id },
          message: { conversation: text },
          messageTimestamp: Math.floor(at.getTime() / 1000),
        },
      })),
  }));
  return proto.HistorySync.encode(proto.HistorySync.fromObject({ syncType, progress: 100, conversations })).finish();
}

/** The phone's own message to its device with a history. */
function historyStanza(account: Account, syncType: number, messages: readonly PastMessage[]): BinaryNode {
  const notice = proto.Message.encode(
    proto.Message.fromObject({
      protocolMessage: {
        type: HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: {
          syncType,
          progress: 100,
          chunkOrder: 1,
          initialHistBootstrapInlinePayload: deflateSync(packHistory(syncType, messages)),
        },
      },
    }),
  ).finish();
  const attrs = { from: phoneJid(account, false), id: `HIST${randomUUID()}`, type: "text", t: timestamp(), category: "peer" };
  return element("message", attrs, [element("plaintext", {}, notice)]);
}

/** Sends the history after the first login; a client waits for it before it emits other events. */
export function greet(account: Account, connection: Wire): void {
  if (account.welcomed) return;
  account.welcomed = true;
  connection.send(historyStanza(account, INITIAL_BOOTSTRAP, account.past));
}

/**
 * The phone's answer to a history request: the requested number of messages, fifty at most, right
 * before the named one. Null when the phone does not have that message; it sends nothing then.
 */
export function answerFor(
  account: Account,
  asked: proto.Message.PeerDataOperationRequestMessage.IHistorySyncOnDemandRequest,
  world: Wire["world"],
): BinaryNode | null {
  const { chatJid, oldestMsgId, oldestMsgFromMe, onDemandMsgCount } = asked;
  const chat = accountOf(world, chatJid ?? "")?.phone ?? userOf(chatJid ?? "");
  const past = account.past.filter(({ from }) => from === chat).sort((a, b) => a.at.getTime() - b.at.getTime());
  const place = past.findIndex(({ id, fromMe }) => id === oldestMsgId && fromMe === (oldestMsgFromMe === true));
  if (place < 0) return null;
  const count = Math.min(onDemandMsgCount ?? PORTION, PORTION);
  return historyStanza(account, ON_DEMAND, past.slice(Math.max(0, place - count), place));
}
