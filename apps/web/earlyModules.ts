import path from "node:path";
import { createReach, type Modules } from "./moduleReach.ts";

const LOGIN = "features/login/LoginPage.tsx";
const SIGNED_IN = "app/SignedIn.tsx";
/** What a first visit behind the sign-in shows, or loads right after. */
const INBOX = ["features/tickets/TicketsPage.tsx", "features/notifications/NotificationHost.tsx", "features/notes/firstLook.ts"];

/** A view of the inbox that is loaded when it is opened. */
const CHATS = "features/chats/ChatList.tsx";

/** Who needs a module first: the sign-in page, it and what is behind it, every page behind it, the inbox, or its chats. */
type Need = "login" | "common" | "signedIn" | "inbox" | "chats";

let reachOf: ReturnType<typeof createReach> | undefined;
const reaches = new Map<string, ReadonlySet<string>>();

function isIn(root: string, id: string, modules: Modules): boolean {
  reachOf ??= createReach(modules);
  const reach = reaches.get(root) ?? reachOf(path.join(import.meta.dirname, "src", root));
  reaches.set(root, reach);
  return reach.has(id);
}

function needOf(id: string, modules: Modules): Need | null {
  const login = isIn(LOGIN, id, modules);
  if (isIn(SIGNED_IN, id, modules)) return login ? "common" : "signedIn";
  if (INBOX.some((root) => isIn(root, id, modules))) return login ? "common" : "inbox";
  if (login) return "login";
  return isIn(CHATS, id, modules) ? "chats" : null;
}

/** The modules of a file that several pages share; they would otherwise be dozens of files of some hundred bytes. */
export const sharedFile =
  (need: Need) =>
  (id: string, modules: Modules): string | null =>
    needOf(id, modules) === need ? need : null;

const ICON_FILES = { login: "loginIcons", common: null, signedIn: null, inbox: "inboxIcons", chats: "inboxIcons" } as const;

/** The file of an icon: icons would otherwise be files of some 300 bytes, and a page would ask for thirty of them. */
export function iconFile(id: string, modules: Modules): string | null {
  const need = needOf(id, modules);
  return need === null ? "moreIcons" : ICON_FILES[need];
}
