import type { MessageRef, QuotedMessage } from "@balcao/domain/messages";
import type { WwebClient, WwebMessage } from "./library.js";
import { widsOf } from "./wid.js";

/**
 * Finds a message in the page's store by our reference: the page's own id contains the chat's
 * address in one of its forms. Null when it is not there.
 */
export async function findMessage(
  client: WwebClient,
  ref: Pick<MessageRef, "chat" | "author" | "externalId" | "fromMe">,
): Promise<WwebMessage | null> {
  for (const id of serializedIds(client, ref)) {
    const found: WwebMessage | null = await client.getMessageById(id);
    if (found !== null) return found;
  }
  return null;
}

/** The quoted message in the page's store. */
export function findQuoted(client: WwebClient, chat: MessageRef["chat"], quoted: QuotedMessage): Promise<WwebMessage | null> {
  return findMessage(client, { chat, author: quoted.author, externalId: quoted.externalId, fromMe: quoted.fromMe });
}

function serializedIds(
  client: WwebClient,
  { chat, author, externalId, fromMe }: Pick<MessageRef, "chat" | "author" | "externalId" | "fromMe">,
): string[] {
  const bases = widsOf(chat).map((wid) => `${String(fromMe)}_${wid}_${externalId}`);
  if (chat.group === undefined) return bases;
  const writers = fromMe ? [client.info.wid._serialized] : widsOf(author);
  return bases.flatMap((base) => [...writers.map((writer) => `${base}_${writer}`), base]);
}
