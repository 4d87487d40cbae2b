import { addressesOf, peerKey, type PeerId } from "@balcao/domain/messages";
import { findContactByAddress, listContactAddresses } from "@balcao/database/contacts";
import { findMessage, findMessageOfContact } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { addressKeys } from "./resolveContact.js";

/** Returns every spelling of a chat's address under which its messages may be stored. */
function chatKeys(chat: PeerId): string[] {
  return addressesOf(chat).map(({ kind, value }) => peerKey({ [kind]: value }));
}

/**
 * Returns every spelling of a chat's address under which its messages may be stored, with all
 * addresses of its contact.
 */
export async function conversationKeys(tx: Sql, connectionId: number, chat: PeerId): Promise<string[]> {
  const contact = await findContactByAddress(tx, addressKeys(connectionId, chat));
  const known = contact ? await listContactAddresses(tx, contact.id, connectionId) : [];
  return [...new Set([...chatKeys(chat), ...known.map(({ kind, value }) => peerKey({ [kind]: value }))])];
}

interface MessageName {
  readonly chat: PeerId;
  readonly externalId: string;
  /** Null when the event does not say who wrote the message. */
  readonly fromMe: boolean | null;
}

/**
 * Finds the message that an event refers to, under any address of the customer: phone or LID,
 * with or without the ninth digit, or from before a change of number. Returns null when it is not
 * stored.
 */
export async function findInConversation(
  tx: Sql,
  connectionId: number,
  { chat, externalId, fromMe }: MessageName,
): Promise<{ readonly id: number; readonly ticketId: number } | null> {
  const direct = await findMessage(tx, { connectionId, externalId, fromMe }, chatKeys(chat));
  if (direct) return direct;
  const contact = await findContactByAddress(tx, addressKeys(connectionId, chat));
  return contact && findMessageOfContact(tx, { connectionId, externalId, fromMe }, contact.id);
}
