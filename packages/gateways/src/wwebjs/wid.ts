import type { PeerId } from "@balcao/domain/messaging";

/** The phone address of each LID address that is known: `123@lid` → `5511…@c.us`. */
export type AltAddresses = Readonly<Record<string, string>>;

/** The peer that an address of WhatsApp Web names, without its device; null for broadcasts, channels and what is no address. */
export function toPeer(wid: string, alt: AltAddresses = {}): PeerId | null {
  const [local = "", server = "", more] = wid.split("@");
  if (more !== undefined || local === "") return null;
  const user = local.split(/[.:]/, 1)[0] ?? "";
  switch (server) {
    case "c.us":
    case "s.whatsapp.net":
      return /^\d{1,20}$/.test(user) ? { phone: user } : null;
    case "lid": {
      if (!/^\d{1,30}$/.test(user)) return null;
      const phone = Object.hasOwn(alt, `${user}@lid`) ? toPeer(alt[`${user}@lid`] ?? "") : null;
      return { ...phone, lid: user };
    }
    case "g.us":
      return /^[\d-]{1,60}$/.test(local) ? { group: local } : null;
    default:
      return null;
  }
}

/** The address to write to: the group, else the phone, else the LID; null when a peer has none of them. */
export function toWid(peer: PeerId): string | null {
  return widsOf(peer)[0] ?? null;
}

/** Every address under which the page may keep a peer, the likeliest first. */
export function widsOf(peer: PeerId): string[] {
  if (peer.group !== undefined) return [`${peer.group}@g.us`];
  return [...(peer.phone === undefined ? [] : [`${peer.phone}@c.us`]), ...(peer.lid === undefined ? [] : [`${peer.lid}@lid`])];
}

/** The LID addresses among these, without their devices. */
export function lidsAmong(wids: readonly string[]): string[] {
  return wids.filter((wid) => wid.endsWith("@lid")).map((wid) => `${wid.split(/[@:.]/, 1)[0] ?? ""}@lid`);
}
