import type { MessageRef, QuotedMessage } from "@balcao/domain/messaging";
import type { WwebClient, WwebMessage } from "./library.js";
import { widsOf } from "./wid.js";

/** A message in the page's store by how the house names it: the page's own id holds the chat's address too, in one of its forms. Null when it is not there. */
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

/** The message that an answer refers to. */
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
