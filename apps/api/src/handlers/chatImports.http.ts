import { checkChats, importChats, listChatImports, undoChatImport } from "@balcao/application/roof/moving";
import type { Services } from "@balcao/application/ground/kernel";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";

/** Exported chats of WhatsApp. */
export function chatImportHandlers(services: Services): FeatureHandlers<"chatImports"> {
  const run = commandOf(services);
  return {
    list: signedIn(() => listChatImports(services)),
    check: signedIn((ctx, input, { files }) => checkChats(services, ctx, input, files)),
    import: signedIn((ctx, input, { files }) => importChats(services, ctx, input, files)),
    undo: run(undoChatImport),
  };
}
