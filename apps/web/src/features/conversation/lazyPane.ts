import { loadTexts } from "../../i18n/i18n";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";

const load = () => import("./ConversationPane").then((door) => door.ConversationPane);

/** The conversation, loaded when the first one is opened. */
export const ConversationPane = lazyWithTexts("conversation", load);

/** An internal chat, loaded when the first one is opened. */
export const ChatPane = lazyWithTexts(["chats", "conversation"], () => import("./chat/ChatPane").then((door) => door.ChatPane));

let preloaded = false;

/** Loads the code and the texts of the conversation before it is needed, when a person is about to choose one. */
export function preloadConversation(): void {
  if (preloaded) return;
  preloaded = true;
  Promise.all([load(), loadTexts("conversation")]).catch(() => {
    preloaded = false;
  });
}

/** Until when a conversation sleeps, or why it is back. */
export const SnoozeMark = lazyWithTexts("planned", () => import("./snooze/SnoozeMark").then((door) => door.SnoozeMark));

/** What is left until a conversation is due. */
export const TargetMark = lazyWithTexts("planned", () => import("./targets/TargetMark").then((door) => door.TargetMark));
