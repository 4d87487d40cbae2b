import { peerKey, type PeerId } from "@balcao/domain/messaging";
import { findContactByAddress, listContactAddresses } from "@balcao/database/contacts";
import { findMessage, findMessageOfContact } from "@balcao/database/messages";
import type { Sql } from "@balcao/database/sql";
import { chatKeys } from "./chatKeys.js";
import { addressKeys } from "./resolveContact.js";

/** Every spelling under which a conversation's messages may be stored, those of its contact included. */
export async function conversationKeys(tx: Sql, connectionId: number, chat: PeerId): Promise<string[]> {
  const contact = await findContactByAddress(tx, addressKeys(connectionId, chat));
  const known = contact ? await listContactAddresses(tx, contact.id, connectionId) : [];
  return [...new Set([...chatKeys(chat), ...known.map(({ kind, value }) => peerKey({ [kind]: value }))])];
}

interface MessageName {
  readonly chat: PeerId;
  readonly externalId: string;
  /** Null where the event does not say whose message it is. */
  readonly fromMe: boolean | null;
}

/**
 * The message that an event names, under whatever spelling of the customer's address it is stored (M-4): by phone or LID, with or without the
 * ninth digit, or from before the customer changed the number. Null when it is not here.
 */
export async function findInConversation(
  tx: Sql,
  connectionId: number,
  { chat, externalId, fromMe }: MessageName,
): Promise<{ readonly id: number; readonly ticketId: number } | null> {
  const direct = await findMessage(tx, connectionId, externalId, chatKeys(chat), fromMe);
  if (direct) return direct;
  const contact = await findContactByAddress(tx, addressKeys(connectionId, chat));
  return contact && findMessageOfContact(tx, connectionId, externalId, contact.id, fromMe);
}
