import type { PeerId } from "@balcao/domain/messages";

const PHONE_SERVERS: ReadonlySet<string> = new Set(["s.whatsapp.net", "c.us", "hosted"]);
const LID_SERVERS: ReadonlySet<string> = new Set(["lid", "hosted.lid"]);

/**
 * The peer that a WhatsApp address names, without agent and device; null for broadcasts, channels
 * and texts that are no address.
 */
export function toPeer(jid: string): PeerId | null {
  const [local = "", server = "", more] = jid.split("@");
  if (more !== undefined || local === "") return null;
  const user = local.split(/[.:_]/, 1)[0] ?? "";
  if (PHONE_SERVERS.has(server)) return /^\d{1,20}$/.test(user) ? { phone: user } : null;
  if (LID_SERVERS.has(server)) return /^\d{1,30}$/.test(user) ? { lid: user } : null;
  if (server === "g.us") return /^[\d-]{1,60}$/.test(local) ? { group: local } : null;
  return null;
}

/**
 * One peer from an address and its alternative (phone and LID of the same person); null when `jid`
 * names no peer.
 */
export function toPeerWith(jid: string, alternative: string): PeerId | null {
  const peer = toPeer(jid);
  if (peer === null || peer.group !== undefined) return peer;
  const other = toPeer(alternative);
  return other === null || other.group !== undefined ? peer : { ...other, ...peer };
}

/**
 * The address to write to: the group, else the phone, else the LID; null when the peer has none of
 * them.
 */
export function toJid(peer: PeerId): string | null {
  if (peer.group !== undefined) return `${peer.group}@g.us`;
  if (peer.phone !== undefined) return `${peer.phone}@s.whatsapp.net`;
  return peer.lid === undefined ? null : `${peer.lid}@lid`;
}

/** Whether a message came over the sender's broadcast list; it belongs to the conversation with the sender. */
export function isFromList(chatJid: string, fromMe: boolean): boolean {
  return chatJid.endsWith("@broadcast") && !chatJid.startsWith("status@") && !fromMe;
}
