import type { QuotedView } from "@balcao/contracts/messages";
import { commentIn } from "@balcao/domain/texts";
import { del, entries, set } from "idb-keyval";
import { useMemo, useSyncExternalStore } from "react";
import { useTray } from "./fileTray";
import type { Mentioned, Mentions } from "./mentions";

/** What a person has typed and not sent. Its files are kept only while the tab is open. */
export interface Draft {
  /** The reply; the comment is kept apart, with its prefix. */
  readonly text: string;
  readonly comment: string;
  /** Whether the comment is in the box. */
  readonly commenting: boolean;
  readonly replyTo: QuotedView | null;
  readonly fileNames: readonly string[];
  readonly mentions: Mentions;
  /** Chosen for the comment. */
  readonly colleagues: readonly Mentioned[];
}

/** Also completes a draft that an older version of the product stored. */
export const NO_DRAFT: Draft = {
  text: "",
  comment: "",
  commenting: false,
  replyTo: null,
  fileNames: [],
  mentions: {},
  colleagues: [],
};

/** A storage that keeps drafts after the page was closed. */
export interface DraftStorage {
  readonly load: () => Promise<readonly (readonly [string, Draft])[]>;
  readonly save: (key: string, draft: Draft) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
}

const PREFIX = "draft:";
const keyOf = (userId: number, ticketId: number) => `${PREFIX}${userId}:${ticketId}`;
const isEmpty = ({ text, comment, replyTo, fileNames }: Draft) =>
  text.trim() === "" && (commentIn(comment) ?? "") === "" && replyTo === null && fileNames.length === 0;

/**
 * Drafts per person and ticket, read synchronously from memory and stored in the browser. An empty
 * draft is removed.
 */
export function createDrafts(storage: DraftStorage) {
  const drafts = new Map<string, Draft>();
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());

  const loaded = storage.load().then(
    (stored) => {
      // What was typed before the storage answered is newer.
      for (const [key, draft] of stored) if (!drafts.has(key)) drafts.set(key, draft);
      notify();
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
      notify();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const browserStorage: DraftStorage = {
  load: async () =>
    (await entries<IDBValidKey, Partial<Draft>>()).flatMap(([key, draft]) =>
      typeof key === "string" && key.startsWith(PREFIX) ? [[key, { ...NO_DRAFT, ...draft }] as const] : [],
    ),
  save: (key, draft) => set(key, draft),
  remove: (key) => del(key),
};

let drafts: ReturnType<typeof createDrafts> | undefined;

/** The drafts of this browser. */
export function browserDrafts(): ReturnType<typeof createDrafts> {
  return (drafts ??= createDrafts(browserStorage));
}

/** What a list shows of a ticket's draft; undefined without one, and while it is only a quoted message. */
export function useDraft(userId: number, ticketId: number): Pick<Draft, "text" | "fileNames"> | undefined {
  const store = browserDrafts();
  const draft = useSyncExternalStore(store.subscribe, () => store.get(userId, ticketId));
  const files = useTray(userId, ticketId);
  return useMemo(() => {
    if (files.length > 0) return { text: draft?.text.trim() ?? "", fileNames: files.map(({ name }) => name) };
    if (!draft) return undefined;
    const shown = { text: draft.text.trim() || draft.comment.trim(), fileNames: draft.fileNames };
    return shown.text === "" && shown.fileNames.length === 0 ? undefined : shown;
  }, [draft, files]);
}
