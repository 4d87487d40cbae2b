import type { WAMessageKey } from "@whiskeysockets/baileys";
import type { MessageRef } from "@balcao/domain/messages";
import { GatewayError } from "../port/index.js";
import { toJid } from "../addresses/jid.js";

/**
 * The library's key of a message. Rejects with GatewayError when `chat` names nobody on this
 * network.
 */
export function toKey({ chat, externalId, fromMe, author }: MessageRef): WAMessageKey & { remoteJid: string } {
  const remoteJid = toJid(chat);
  if (remoteJid === null) throw new GatewayError("invalid", "not a contact of this network");
  const participant = chat.group === undefined || fromMe ? null : toJid(author);
  return { remoteJid, id: externalId, fromMe, ...(participant === null ? {} : { participant }) };
}
