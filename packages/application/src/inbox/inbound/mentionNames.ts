import { isSamePhone } from "@balcao/domain/contacts";
import { addressesOf, type PeerId } from "@balcao/domain/messages";
import { findContactByAddress } from "@balcao/database/contacts";
import type { LaneStep } from "./laneStep.js";
import { addressKeys } from "./resolveContact.js";
import type { MessageEvent } from "./toDraft.js";

/** Further mentions keep their digits: each name costs a lookup. */
const MOST_NAMED = 20;

/**
 * Replaces the digits of mentions in a group message by names: the contact's name, or the
 * connection's for our own number. Mentions of unknown people keep their digits.
 */
export async function nameMentions(step: LaneStep, event: MessageEvent): Promise<MessageEvent> {
  const { content, mentions, ref } = event;
  if (ref.chat.group === undefined || mentions.length === 0) return event;
  switch (content.kind) {
    case "text":
      return { ...event, content: { ...content, body: await withNames(step, mentions, content.body) } };
    case "media":
      return { ...event, content: { ...content, caption: await withNames(step, mentions, content.caption) } };
    default:
      return event;
  }
}

async function withNames(step: LaneStep, mentions: MessageEvent["mentions"], text: string): Promise<string> {
  const written = new Set(Array.from(text.matchAll(/@(\d+)/g), ([, digits]) => digits));
  const names = new Map<string, string | undefined>();
  for (const mention of mentions.filter((each) => addressesOf(each).some(({ value }) => written.has(value))).slice(0, MOST_NAMED)) {
    const name = await nameOf(step, mention);
    for (const { value } of addressesOf(mention)) names.set(value, name);
  }
  return text.replaceAll(/@(\d+)/g, (_written, digits: string) => `@${names.get(digits) ?? digits}`);
}

/** What we call somebody who is mentioned: the connection's name for our own number, else the contact's. */
async function nameOf({ tx, services, connectionId }: LaneStep, mention: PeerId): Promise<string | undefined> {
  const known = await findContactByAddress(tx, addressKeys(connectionId, mention));
  const own = services.directory.current().connections.get(connectionId);
  return own && mention.phone !== undefined && isSamePhone(mention.phone, own.number ?? "") ? own.name : known?.name;
}
