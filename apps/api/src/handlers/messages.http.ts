import { sendToContact } from "@balcao/application/campaigns/outside";
import type { Services } from "@balcao/application/ground/kernel";
import {
  changeMessage,
  deleteMessage,
  fetchMediaAgain,
  forwardMessage,
  listGallery,
  getMessageInfo,
  listMessages,
  openQuarantined,
  reactToMessage,
  reprocessMessage,
  searchMessages,
  sendCard,
  settleMessage,
  transcribeMessage,
} from "@balcao/application/inbox/messages";
import { sendAnswer } from "@balcao/application/people/macros";
import { commandOf, signedIn, type FeatureHandlers } from "../http/handler.js";

/** Messages of tickets. */
export function messageHandlers(services: Services): FeatureHandlers<"messages"> {
  const run = commandOf(services);
  return {
    listForIos: signedIn((ctx, input) => listMessages(services, ctx, { ...input, ios: true })),
    list: run(listMessages),
    info: run(getMessageInfo),
    search: run(searchMessages),
    gallery: run(listGallery),
    // The documented client sends an empty mediaUrl for "none".
    send: signedIn((ctx, input, { files }) => sendAnswer(services, ctx, { ...input, mediaUrl: input.mediaUrl || null }, files)),
    sendToContact: signedIn((ctx, input, { files }) => sendToContact(services, ctx, input, files)),
    change: run(changeMessage),
    delete: run(deleteMessage),
    sendCard: run(sendCard),
    forward: run(forwardMessage),
    react: run(reactToMessage),
    reprocess: run(reprocessMessage),
    fetchMedia: run(fetchMediaAgain),
    openQuarantined: run(openQuarantined),
    transcribe: run(transcribeMessage),
    settle: run(settleMessage),
  };
}
