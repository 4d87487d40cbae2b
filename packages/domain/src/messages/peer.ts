/**
 * Who a conversation is with, as a connector identifies them; a contact has a set of such
 * addresses. `phone` is digits with country code; `lid` and `bsuid` are opaque and valid on one
 * connection only; `group` is the provider's group id without the server part.
 */
export interface PeerId {
  readonly phone?: string;
  readonly lid?: string;
  readonly bsuid?: string;
  readonly group?: string;
}

export const ADDRESS_KINDS = ["phone", "lid", "bsuid", "group"] as const;
export type AddressKind = (typeof ADDRESS_KINDS)[number];

/** The addresses of a peer, the most informative first. */
export function addressesOf(peer: PeerId): { kind: AddressKind; value: string }[] {
  return ADDRESS_KINDS.flatMap((kind) => {
    const value = peer[kind];
    return value === undefined ? [] : [{ kind, value }];
  });
}

/** The peer of a `peerKey`; null for other texts, such as `me`. */
export function peerOfKey(key: string): PeerId | null {
  const at = key.indexOf(":");
  const kind = ADDRESS_KINDS.find((known) => known === key.slice(0, at));
  return kind === undefined || at === key.length - 1 ? null : { [kind]: key.slice(at + 1) };
}

/**
 * One text per peer, stable, for lanes and unique keys: `group:…`, `phone:…`, `lid:…` or `bsuid:…`.
 */
export function peerKey(peer: PeerId): string {
  const order: readonly AddressKind[] = ["group", "phone", "lid", "bsuid"];
  for (const kind of order) {
    const value = peer[kind];
    if (value !== undefined) return `${kind}:${value}`;
  }
  return "unknown";
}

/** The key of a chat that was opened from an advertisement: one for a person and day (D-471). */
export const openedKey = (chat: PeerId, at: Date): string => `d:${peerKey(chat)}:${at.toISOString().slice(0, 10)}`;
