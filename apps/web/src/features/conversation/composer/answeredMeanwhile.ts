import type { MessageView } from "@balcao/contracts/messages";

/** The newest stored message of a conversation, by which later ones are recognised; null for none. */
export function newestPlace(messages: readonly MessageView[]): number | null {
  const ids = messages.map(({ id }) => Number(id)).filter((id) => Number.isSafeInteger(id));
  return ids.length === 0 ? null : Math.max(...ids);
}

/**
 * The newest answer to the customer that somebody else gave after a place in the conversation;
 * undefined where there is none. Comments, texts of the product itself and deleted messages are no
 * answers of a colleague.
 */
export function answerOfOthers(messages: readonly MessageView[], since: number | null, selfId: number): MessageView | undefined {
  const isAnswer = ({ id, fromMe, userId, mediaType, isDeleted }: MessageView): boolean =>
    fromMe && userId !== null && userId !== selfId && mediaType !== "comment" && !isDeleted && Number(id) > (since ?? 0);
  return messages.findLast(isAnswer);
}
