import type { PeerId } from "@balcao/domain/messages";

/** The phone address of each LID address: `123@lid` → `5511…@c.us`. */
export type AltAddresses = Readonly<Record<string, string>>;

/**
 * The peer that an address of WhatsApp Web names, without its device; null for broadcasts, channels
 * and texts that are no address.
 */
export function toPeer(wid: string, alt: AltAddresses = {}): PeerId | null {
  const [local = "", server = "", more] = wid.split("@");
  if (more !== undefined || local === "") return null;
  const user = withoutDevice(local);
  switch (server) {
    case "c.us":
    case "s.whatsapp.net":
      return /^\d{1,20}$/.test(user) ? { phone: user } : null;
    case "lid":
      return toLidPeer(user, alt);
    case "g.us":
      return /^[\d-]{1,60}$/.test(local) ? { group: local } : null;
    default:
      return null;
  }
}

const withoutDevice = (local: string): string => local.split(/[.:]/, 1)[0] ?? "";

/** The peer of a LID, with its phone where that is known. */
function toLidPeer(lid: string, alt: AltAddresses): PeerId | null {
  if (!/^\d{1,30}$/.test(lid)) return null;
  const phone = Object.hasOwn(alt, `${lid}@lid`) ? toPeer(alt[`${lid}@lid`] ?? "") : null;
  return { ...phone, lid };
}

/**
 * The address to write to: the group, else the phone, else the LID; null when the peer has none of
 * them.
 */
export function toWid(peer: PeerId): string | null {
  return widsOf(peer)[0] ?? null;
}

/** Every address under which the page may store a peer, the likeliest first. */
export function widsOf(peer: PeerId): string[] {
  if (peer.group !== undefined) return [`${peer.group}@g.us`];
  return [...(peer.phone === undefined ? [] : [`${peer.phone}@c.us`]), ...(peer.lid === undefined ? [] : [`${peer.lid}@lid`])];
}

/** The LID addresses among these, without their devices. */
export function lidsAmong(wids: readonly string[]): string[] {
  return wids.filter((wid) => wid.endsWith("@lid")).map((wid) => `${wid.split(/[@:.]/, 1)[0] ?? ""}@lid`);
}
