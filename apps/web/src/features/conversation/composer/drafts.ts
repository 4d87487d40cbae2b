import type { QuotedView } from "@balcao/contracts/messages";
import { del, entries, set } from "idb-keyval";
import { useSyncExternalStore } from "react";

/** What a person has typed and not sent; files themselves live as long as the tab. */
export interface Draft {
  readonly text: string;
  readonly replyTo: QuotedView | null;
  readonly fileNames: readonly string[];
}

/** Where drafts outlive the page. */
export interface DraftStorage {
  readonly load: () => Promise<readonly (readonly [string, Draft])[]>;
  readonly save: (key: string, draft: Draft) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
}

const PREFIX = "draft:";
const keyOf = (userId: number, ticketId: number) => `${PREFIX}${userId}:${ticketId}`;
const isEmpty = ({ text, replyTo, fileNames }: Draft) => text.trim() === "" && replyTo === null && fileNames.length === 0;

/** Drafts per person and ticket: read at once from memory, kept in the browser; an empty one is no draft. */
export function createDrafts(storage: DraftStorage) {
  const drafts = new Map<string, Draft>();
  const listeners = new Set<() => void>();
  const tell = () => listeners.forEach((listener) => listener());

  const loaded = storage.load().then(
    (stored) => {
      // What was typed before the store answered is newer.
      for (const [key, draft] of stored) if (!drafts.has(key)) drafts.set(key, draft);
      tell();
    },
    () => undefined,
  );

  return {
    loaded,
    get: (userId: number, ticketId: number): Draft | undefined => drafts.get(keyOf(userId, ticketId)),
    put(userId: number, ticketId: number, draft: Draft): void {
      const key = keyOf(userId, ticketId);
      if (isEmpty(draft)) {
        if (!drafts.delete(key)) return;
        storage.remove(key).catch(() => undefined);
      } else {
        drafts.set(key, draft);
        storage.save(key, draft).catch(() => undefined);
      }
      tell();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const browserStorage: DraftStorage = {
  load: async () =>
    (await entries<IDBValidKey, Draft>()).flatMap(([key, draft]) =>
      typeof key === "string" && key.startsWith(PREFIX) ? [[key, draft] as const] : [],
    ),
  save: (key, draft) => set(key, draft),
  remove: (key) => del(key),
};

let drafts: ReturnType<typeof createDrafts> | undefined;

/** The drafts of this browser. */
export function browserDrafts(): ReturnType<typeof createDrafts> {
  return (drafts ??= createDrafts(browserStorage));
}

/** A ticket's draft, as lists show it. */
export function useDraft(userId: number, ticketId: number): Draft | undefined {
  const store = browserDrafts();
  return useSyncExternalStore(store.subscribe, () => store.get(userId, ticketId));
}
