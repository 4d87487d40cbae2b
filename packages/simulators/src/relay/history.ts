import { deflateSync } from "node:zlib";
import { proto } from "@whiskeysockets/baileys";
import { element, timestamp } from "./node.js";
import { phoneJid } from "./world.js";
import type { Account, Wire } from "./world.js";

const { INITIAL_BOOTSTRAP } = proto.HistorySync.HistorySyncType;
const { HISTORY_SYNC_NOTIFICATION } = proto.Message.ProtocolMessage.Type;

/** One message of a conversation's past. */
export interface PastMessage {
  readonly id: string;
  readonly from: string;
  readonly fromMe: boolean;
  readonly text: string;
  readonly at: Date;
}

/** Packs a past as the phone does. */
export function packHistory(messages: readonly PastMessage[]): Uint8Array {
  const chats = [...new Set(messages.map(({ from }) => from))];
  const conversations = chats.map((phone) => ({
    id: `${phone}@s.whatsapp.net`,
    messages: messages
      .filter(({ from }) => from === phone)
      .map(({ id, fromMe, text, at }) => ({
        message: {
          key: { remoteJid: `${phone}@s.whatsapp.net`, fromMe, id },
          message: { conversation: text },
          messageTimestamp: Math.floor(at.getTime() / 1000),
        },
      })),
  }));
  return proto.HistorySync.encode(proto.HistorySync.fromObject({ syncType: INITIAL_BOOTSTRAP, progress: 100, conversations })).finish();
}

/** After the first login the phone sends the past; a client waits for it before it lets anything else through. */
export function greet(account: Account, connection: Wire): void {
  if (account.welcomed) return;
  account.welcomed = true;
  const notice = proto.Message.encode(
    proto.Message.fromObject({
      protocolMessage: {
        type: HISTORY_SYNC_NOTIFICATION,
        historySyncNotification: {
          syncType: INITIAL_BOOTSTRAP,
          progress: 100,
          chunkOrder: 1,
          initialHistBootstrapInlinePayload: deflateSync(account.history ?? packHistory([])),
        },
      },
    }),
  ).finish();
  const attrs = { from: phoneJid(account, false), id: `HIST${account.device}`, type: "text", t: timestamp(), category: "peer" };
  connection.send(element("message", attrs, [element("plaintext", {}, notice)]));
}
