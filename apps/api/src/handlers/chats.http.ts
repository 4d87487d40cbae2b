import {
  changeChat,
  createChat,
  deleteChatMessage,
  editChatMessage,
  getChat,
  listChatMessages,
  listChats,
  listReaders,
  readChatMessage,
  searchChatMessages,
  sendChatMessage,
} from "@balcao/application/inbox/chats";
import type { Services } from "@balcao/application/ground/kernel";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";

/** Internal chats of colleagues. */
export function chatHandlers(services: Services): FeatureHandlers<"chats"> {
  const run = commandOf(services);
  return {
    list: run(listChats),
    create: run(createChat),
    get: run(getChat),
    change: run(changeChat),
    search: run(searchChatMessages),
    messages: run(listChatMessages),
    readers: run(listReaders),
    read: run(readChatMessage),
    send: signedIn((ctx, input, { files }) => sendChatMessage(services, ctx, input, files)),
    edit: run(editChatMessage),
    delete: run(deleteChatMessage),
  };
}
