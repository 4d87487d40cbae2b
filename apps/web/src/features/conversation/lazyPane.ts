import { lazy } from "react";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";

const load = () => import("./ConversationPane").then((door) => ({ default: door.ConversationPane }));

/** The conversation, loaded when the first one is opened. */
export const ConversationPane = lazy(load);

/** An internal chat, loaded when the first one is opened. */
export const ChatPane = lazyWithTexts("chats", () => import("./chat/ChatPane").then((door) => door.ChatPane));

/** Loads the code of the conversation before it is needed, when a person is about to choose one. */
export function preloadConversation(): void {
  load().catch(() => undefined);
}
