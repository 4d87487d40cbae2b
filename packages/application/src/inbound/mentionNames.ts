import { addressesOf } from "@balcao/domain/messaging";
import { findContactByAddress } from "@balcao/database/contacts";
import type { LaneStep } from "./laneStep.js";
import { addressKeys } from "./resolveContact.js";
import type { MessageEvent } from "./toDraft.js";

/** More are left as digits: nobody reads them, and each is looked up. */
const MOST_NAMED = 20;

/**
 * A message to a group as people read it: the network writes the digits of whoever is mentioned, often of an opaque address; they are replaced by
 * the name that we know, our own number's by the connection's. Whoever is unknown keeps the digits.
 */
export async function nameMentions({ tx, house, connectionId }: LaneStep, event: MessageEvent): Promise<MessageEvent> {
  const { content, mentions, ref } = event;
  const isText = content.kind === "text";
  if (ref.chat.group === undefined || mentions.length === 0 || !(isText || content.kind === "media")) return event;
  const own = house.directory.current().connections.get(connectionId);
  let words = isText ? content.body : content.caption;
  for (const mention of mentions.slice(0, MOST_NAMED)) {
    const digits = addressesOf(mention).flatMap(({ value }) => (/^\d+$/.test(value) ? [value] : []));
    if (!digits.some((each) => words.includes(`@${each}`))) continue;
    const known = await findContactByAddress(tx, addressKeys(connectionId, mention));
    const name = own && mention.phone !== undefined && mention.phone === own.number ? own.name : known?.name;
    if (name === undefined) continue;
    for (const each of digits) words = words.replaceAll(new RegExp(`@${each}(?!\\d)`, "g"), () => `@${name}`);
  }
  return { ...event, content: isText ? { ...content, body: words } : { ...content, caption: words } };
}
