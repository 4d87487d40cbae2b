import type { MessageType } from "../messages/index.js";

/** The photograph of a contact card, with its continued lines. */
const PHOTO = /^PHOTO[^\r\n]*(?:\r?\n [^\r\n]*)*/gm;

/**
 * The part of a message's body that a search reads: the description of a location without its picture,
 * contact cards without photographs, any other body whole. The column `message.search` has the same rule.
 */
export function searchedText({ type, body }: { readonly type: MessageType; readonly body: string }): string {
  if (type === "location" || type === "locationMessage") return body.split("|")[2] ?? "";
  if (type === "vcard" || type === "contacts") return body.replace(PHOTO, "");
  return body;
}
