import type { PlainObject } from "../protocol/plainJson.js";
import { numberAt, objectAt, textAt } from "../protocol/plainJson.js";
import type { WwebClient } from "./library.js";
import { rawOf, toMessagePayload } from "./payload.js";
import type { SendMark } from "./toSendCall.js";

const NEWEST = 20;
const CLOCK_SLACK_S = 2;

/** One of our messages in the page's store. */
export interface FoundMessage {
  readonly id: string;
  readonly ack: number;
  readonly sentAt: Date | null;
}

/**
 * The searched message: it fits `mark`, was written since `since`, and is not one of the known
 * ones.
 */
export interface Wanted {
  readonly mark: SendMark;
  readonly since: Date;
  readonly isKnown: (id: string) => boolean;
}

/**
 * Searches the page's store for a message whose send had no clear result (M-5). Null when it is not
 * there; rejects when the page cannot be asked.
 */
export async function readBack(client: WwebClient, chatId: string, wanted: Wanted): Promise<FoundMessage | null> {
  const chat = await client.getChatById(chatId);
  const messages = await chat.fetchMessages({ limit: NEWEST, fromMe: true });
  const found = messages.map((message) => toMessagePayload(rawOf(message))).filter((message) => message !== null && fits(message, wanted));
  return found.length === 0 ? null : toFound(found[0] ?? null);
}

function fits(message: PlainObject, { mark, since, isKnown }: Wanted): boolean {
  const text = textAt(message, "body") || textAt(message, "caption");
  const seconds = numberAt(message, "t") ?? 0;
  return (
    mark.types.includes(textAt(message, "type")) &&
    (mark.text === null || text === mark.text) &&
    seconds >= Math.floor(since.getTime() / 1000) - CLOCK_SLACK_S &&
    !isKnown(textAt(objectAt(message, "id"), "id"))
  );
}

export function toFound(message: PlainObject | null): FoundMessage | null {
  const id = textAt(objectAt(message, "id"), "id");
  const seconds = numberAt(message, "t");
  return id === "" ? null : { id, ack: numberAt(message, "ack") ?? 0, sentAt: seconds === null ? null : new Date(seconds * 1000) };
}
