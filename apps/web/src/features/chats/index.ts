import { lazyWithTexts } from "../../i18n/lazyWithTexts";

/** The list of internal chats, loaded when its tab is opened. */
export const ChatList = lazyWithTexts("chats", () => import("./ChatList").then((door) => door.ChatList));
/** The dialog of a new chat, loaded when it is opened. */
export const NewChatDialog = lazyWithTexts("chats", () => import("./NewChatDialog").then((door) => door.NewChatDialog));
