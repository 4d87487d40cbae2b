import { chatsSince } from "./pageCalls.js";
import { flagAt, numberAt, objectAt, textAt, type PlainObject } from "../protocol/plainJson.js";
import type { WwebClient } from "./library.js";
import { rawOf, toKeyPayload, toMessagePayload } from "./payload.js";

const PER_CHAT = 100;
/** How long WhatsApp lets a message be revoked; edits end much sooner. */
const CHANGEABLE_S = 60 * 3600;

/** What the page reported about a period; most of it is already journalled. */
export interface CaughtUp {
  readonly messages: number;
  readonly from: string | null;
  readonly until: string | null;
}

/**
 * Journals messages without an event, from while no page ran or between two page loads. The page
 * has them in its store; the journal recognises repeats by their keys.
 */
export async function catchUp(
  client: WwebClient,
  since: Date,
  take: (payload: PlainObject, own: boolean) => Promise<void> | void,
): Promise<CaughtUp> {
  const times: number[] = [];
  const from = Math.floor(since.getTime() / 1000);
  for (const id of await chatsSince(client, from - CHANGEABLE_S)) {
    if (!/@(c\.us|g\.us|lid)$/.test(id)) continue;
    const chat = await client.getChatById(id);
    for (const message of await chat.fetchMessages({ limit: PER_CHAT })) {
      const payload = toMessagePayload(rawOf(message));
      const sentAt = numberAt(payload, "t") ?? 0;
      if (payload === null || textAt(payload, "type") === "ciphertext" || sentAt < from - CHANGEABLE_S) continue;
      const isOwn = flagAt(objectAt(payload, "id"), "fromMe");
      if (sentAt >= from) {
        times.push(sentAt);
        await take({ event: "message", message: payload, found: "catchUp" }, isOwn);
      }
      for (const change of changesOf(payload, rawOf(message), from)) await take(change, false);
    }
  }
  times.sort((a, b) => a - b);
  return { messages: times.length, from: toInstant(times[0]), until: toInstant(times.at(-1)) };
}

/**
 * The changes of a message since then: a revoke or an edit. The journal recognises repeats by their
 * keys.
 */
function changesOf(payload: PlainObject, raw: PlainObject | null, since: number): PlainObject[] {
  const target = objectAt(payload, "id");
  const author = textAt(payload, "author");
  if (textAt(payload, "type") === "revoked") {
    const revoked = toKeyPayload(objectAt(raw, "protocolMessageKey")) ?? target;
    return [{ event: "revoke", target: revoked, author, found: "catchUp" }];
  }
  const edition = numberAt(payload, "latestEditSenderTimestampMs");
  if (edition === null || edition < since * 1000) return [];
  const text = textAt(payload, "caption") || textAt(payload, "body");
  return text === "" ? [] : [{ event: "edit", target, author, text, edition: String(edition), found: "catchUp" }];
}

function toInstant(seconds: number | undefined): string | null {
  return seconds === undefined ? null : new Date(seconds * 1000).toISOString();
}
