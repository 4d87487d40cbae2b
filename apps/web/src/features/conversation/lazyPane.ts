import { lazy } from "react";

const load = () => import("./ConversationPane").then((door) => ({ default: door.ConversationPane }));

/** The conversation, loaded when the first one is opened. */
export const ConversationPane = lazy(load);

/** Fetches the conversation's code ahead, when a person begins to choose one. */
export function preloadConversation(): void {
  load().catch(() => undefined);
}
