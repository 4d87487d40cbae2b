import type { MessageView } from "@balcao/contracts/messages";

/**
 * A message as it is now, because it may be edited, deleted or stored while something is open that was opened for it; undefined where it is not
 * among the loaded ones any more.
 */
export const currentMessage = (messages: readonly MessageView[], { id, clientKey }: MessageView): MessageView | undefined =>
  messages.find((message) => message.id === id || (clientKey !== null && message.clientKey === clientKey));
