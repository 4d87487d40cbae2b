import type { WwebClient } from "./library.js";

/**
 * Calls into the page for what the library has no method for, or only one that does too much. The
 * functions run in the page, so each is self-contained and names the page's modules as the library
 * does.
 */

interface PageMessage {
  readonly id: { readonly fromMe: boolean };
}
interface PageChat {
  readonly t?: number;
  readonly id: { readonly _serialized: string };
}
interface PageWindow {
  require(name: "WAWebCollections"): {
    Msg: {
      get(id: string): PageMessage | undefined;
      getMessagesById(ids: readonly string[]): Promise<{ readonly messages?: readonly PageMessage[] } | undefined>;
    };
    Chat: { getModelsArray(): readonly PageChat[] };
  };
  require(name: "WAWebMsgActionCapability"): {
    canSenderRevokeMsg(message: PageMessage): boolean;
    canAdminRevokeMsg(message: PageMessage): boolean;
  };
  require(name: "WAWebSocketModel"): { Socket: { logout(): Promise<void> } };
  readonly WWebJS: {
    sendChatstate(state: string, chat: string): Promise<boolean>;
    rejectCall(from: string, id: string): Promise<void>;
  };
}
declare const window: PageWindow;

type Page = NonNullable<WwebClient["pupPage"]>;

function pageOf(client: WwebClient): Page {
  if (!client.pupPage) throw new Error("Target closed: no page");
  return client.pupPage;
}

/**
 * The ids of chats with messages since an instant in Unix seconds, the most recent first, at most
 * 200.
 */
export function chatsSince(client: WwebClient, since: number): Promise<string[]> {
  return pageOf(client).evaluate(
    (from) =>
      window
        .require("WAWebCollections")
        .Chat.getModelsArray()
        .filter((chat) => (chat.t ?? 0) >= from)
        .sort((one, other) => (other.t ?? 0) - (one.t ?? 0))
        .slice(0, 200)
        .map((chat) => chat.id._serialized),
    since,
  );
}

/**
 * Whether WhatsApp still lets a message be deleted for everyone; otherwise the library would delete
 * it only for us.
 */
export function canRevoke(client: WwebClient, messageId: string): Promise<boolean> {
  return pageOf(client).evaluate(async (id) => {
    const { Msg } = window.require("WAWebCollections");
    const message = Msg.get(id) ?? (await Msg.getMessagesById([id]))?.messages?.[0];
    const may = window.require("WAWebMsgActionCapability");
    return message !== undefined && (may.canSenderRevokeMsg(message) || may.canAdminRevokeMsg(message));
  }, messageId);
}

export function sendChatState(client: WwebClient, chat: string, state: "typing" | "recording" | "stop"): Promise<boolean> {
  return pageOf(client).evaluate((to, what) => window.WWebJS.sendChatstate(what, to), chat, state);
}

export function rejectPageCall(client: WwebClient, from: string, id: string): Promise<void> {
  return pageOf(client).evaluate((caller, call) => window.WWebJS.rejectCall(caller, call), from, id);
}

/**
 * Ends the pairing; the library's own logout would also delete the profile of the running browser.
 */
export async function endPairing(client: WwebClient): Promise<void> {
  await pageOf(client).evaluate(() => window.require("WAWebSocketModel").Socket.logout());
}
