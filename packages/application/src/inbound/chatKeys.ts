import { addressesOf, peerKey, type PeerId } from "@balcao/domain/messaging";

/** The spellings under which a conversation's messages may be stored. */
export function chatKeys(chat: PeerId): string[] {
  return addressesOf(chat).map(({ kind, value }) => peerKey({ [kind]: value }));
}
