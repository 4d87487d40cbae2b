import path from "node:path";

/** What the bundler says about a module. */
export interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const reaches = new Map<string, ReadonlySet<string>>();

/** The modules that a module imports, itself or over others, without what it loads later. */
function reachOf(root: string, modules: Modules): ReadonlySet<string> {
  const known = reaches.get(root);
  if (known) return known;
  const reach = new Set<string>();
  const open = [path.join(import.meta.dirname, "src", root)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reach.has(next)) continue;
    reach.add(next);
    open.push(...(modules.getModuleInfo(next)?.importedIds ?? []));
  }
  reaches.set(root, reach);
  return reach;
}

const MAIN = "main.tsx";
const LOGIN = "features/login/index.ts";
const SIGNED_IN = "app/SignedIn.tsx";
/** What a first visit shows, or loads right after. */
const FIRST_VISIT = [
  MAIN,
  LOGIN,
  SIGNED_IN,
  "features/tickets/index.ts",
  "features/notifications/index.ts",
  "features/chats/ChatList.tsx",
  "features/notes/lazyNotes.ts",
];

/** Whether a first visit to the sign-in page or the inbox needs a module. */
export const isOfFirstVisit = (id: string, modules: Modules): boolean => FIRST_VISIT.some((root) => reachOf(root, modules).has(id));

/** The files that every page loads, or every page behind the sign-in, in the order in which they need each other. */
export const EVERY_PAGE_FILES = ["libraries", "start", "common", "signedIn"] as const;

/**
 * The file of a module that every page needs: `start`, `common` from the sign-in page on, and `signedIn` behind it. They would otherwise
 * be dozens of files of some hundred bytes. The entry remains a file of its own, because it waits for texts and nothing may wait for it.
 */
export function everyPageFile(id: string, modules: Modules): (typeof EVERY_PAGE_FILES)[number] | null {
  const isIn = (root: string) => reachOf(root, modules).has(id);
  if (id.endsWith(path.join("src", MAIN)) || id.endsWith(".html")) return null;
  if (isIn(MAIN)) return /[\\/]node_modules[\\/]/.test(id) ? "libraries" : "start";
  if (!isIn(SIGNED_IN)) return null;
  return isIn(LOGIN) ? "common" : "signedIn";
}
