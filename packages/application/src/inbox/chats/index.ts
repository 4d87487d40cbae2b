export { toChatFacts, whoReadsChat } from "./accessChat.js";
export { changeChat, createChat } from "./changeChats.js";
export { ownChatPart, ownMessagePart, toChatMessageView, toChatView } from "./chatViews.js";
export { getChat, listChatMessages, listChats, listReaders, searchChatMessages } from "./readChats.js";
export { recordChatsOf } from "./recordChat.js";
export { deleteChatMessage, editChatMessage, readChatMessage, sendChatMessage } from "./writeChats.js";
