import { addressesOf, peerKey, type PeerId } from "@balcao/domain/messages";

/** Returns every spelling of a chat's address under which its messages may be stored. */
export function chatKeys(chat: PeerId): string[] {
  return addressesOf(chat).map(({ kind, value }) => peerKey({ [kind]: value }));
}
