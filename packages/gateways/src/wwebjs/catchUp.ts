import { chatsSince } from "./pageCalls.js";
import { flagAt, numberAt, objectAt, textAt } from "../protocol/plainJson.js";
import type { PlainObject } from "../protocol/plainJson.js";
import type { WwebClient } from "./library.js";
import { rawOf, toMessagePayload } from "./payload.js";

const PER_CHAT = 100;

/** What the page had to tell of a time, most of which is known already. */
export interface CaughtUp {
  readonly messages: number;
  readonly from: string | null;
  readonly until: string | null;
}

/**
 * Messages that no event told of: what came while no page ran, or between two of its lives. The page has them in its store; what is known already is
 * told apart by its key when it is journalled (reliability.md 2.5).
 */
export async function catchUp(
  client: WwebClient,
  since: Date,
  take: (payload: PlainObject, own: boolean) => Promise<void> | void,
): Promise<CaughtUp> {
  const times: number[] = [];
  const from = Math.floor(since.getTime() / 1000);
  for (const id of await chatsSince(client, from)) {
    if (!/@(c\.us|g\.us|lid)$/.test(id)) continue;
    const chat = await client.getChatById(id);
    for (const message of await chat.fetchMessages({ limit: PER_CHAT })) {
      const payload = toMessagePayload(rawOf(message));
      if (payload === null || textAt(payload, "type") === "ciphertext" || (numberAt(payload, "t") ?? 0) < from) continue;
      times.push(numberAt(payload, "t") ?? from);
      await take({ event: "message", message: payload, found: "catchUp" }, flagAt(objectAt(payload, "id"), "fromMe"));
    }
  }
  times.sort((a, b) => a - b);
  return { messages: times.length, from: toInstant(times[0]), until: toInstant(times.at(-1)) };
}

function toInstant(seconds: number | undefined): string | null {
  return seconds === undefined ? null : new Date(seconds * 1000).toISOString();
}
