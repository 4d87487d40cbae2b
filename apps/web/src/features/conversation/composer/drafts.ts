import type { QuotedView } from "@balcao/contracts/messages";
import { commentIn } from "@balcao/domain/texts";
import { del, entries, set } from "idb-keyval";
import { useMemo, useSyncExternalStore } from "react";
import { onStored, readStored, writeStored } from "../../../lib/storage";
import { forgetTrays, useTray } from "./trays";
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
  /** Calls `listener` with what other tabs save, and with null for what they remove. */
  readonly follow?: (listener: (key: string, draft: Draft | null) => void) => void;
}

const PREFIX = "draft:";
const keysOf = (userId: number) => `${PREFIX}${userId}:`;
const keyOf = (userId: number, ticketId: number) => `${keysOf(userId)}${ticketId}`;
const isEmpty = ({ text, comment, replyTo, fileNames }: Draft) =>
  text.trim() === "" && (commentIn(comment) ?? "") === "" && replyTo === null && fileNames.length === 0;

/**
 * Drafts per person and ticket, read synchronously from memory and stored in the browser. An empty
 * draft is removed.
 */
export function createDrafts(storage: DraftStorage) {
  const drafts = new Map<string, Draft>();
  const listeners = new Set<() => void>();
  /** Whose drafts are not kept: what still shows one would store it again. */
  let forgotten: number | null = null;
  const keysNow = (userId: number) => [...drafts.keys()].filter((key) => key.startsWith(keysOf(userId)));
  const notify = () => listeners.forEach((listener) => listener());

  storage.follow?.((key, draft) => {
    if (draft) drafts.set(key, draft);
    else drafts.delete(key);
    notify();
  });

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
      if (userId === forgotten) return;
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
    /** How many drafts a person has, chats included. */
    count: (userId: number): number => keysNow(userId).length,
    /** Removes the drafts of a person, and keeps none until `keep`. */
    forget(userId: number): void {
      forgotten = userId;
      for (const key of keysNow(userId)) {
        drafts.delete(key);
        storage.remove(key).catch(() => undefined);
      }
      notify();
    },
    /** The person writes again. */
    keep(userId: number): void {
      if (forgotten === userId) forgotten = null;
    },
  };
}

/** The storage of this browser, whose tabs tell each other what they change. */
function browserStorage(): DraftStorage {
  const otherTabs = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("balcao-drafts");
  return {
    load: async () =>
      (await entries<IDBValidKey, Partial<Draft>>()).flatMap(([key, draft]) =>
        typeof key === "string" && key.startsWith(PREFIX) ? [[key, { ...NO_DRAFT, ...draft }] as const] : [],
      ),
    save: (key, draft) => {
      otherTabs?.postMessage([key, draft]);
      return set(key, draft);
    },
    remove: (key) => {
      otherTabs?.postMessage([key, null]);
      return del(key);
    },
    follow: (listener) => {
      if (otherTabs) otherTabs.onmessage = ({ data }: MessageEvent<[string, Draft | null]>) => listener(...data);
    },
  };
}

let drafts: ReturnType<typeof createDrafts> | undefined;

/** Whose drafts were forgotten, for the other tabs of this browser; removed when the person writes again. */
const FORGOTTEN_KEY = "balcao-forgotten-drafts";

/** The drafts of this browser. */
export function browserDrafts(): ReturnType<typeof createDrafts> {
  if (drafts) return drafts;
  const created = createDrafts(browserStorage());
  onStored(FORGOTTEN_KEY, () => {
    const userId = readStored(FORGOTTEN_KEY);
    if (userId !== null) created.forget(Number(userId));
  });
  return (drafts = created);
}

/** Removes a person's drafts with their files from this browser, in all of its tabs. */
export function forgetDrafts(userId: number): void {
  browserDrafts().forget(userId);
  forgetTrays(userId);
  writeStored(FORGOTTEN_KEY, String(userId));
}

/** Keeps drafts of a person again, after they were forgotten. */
export function keepDrafts(userId: number): void {
  browserDrafts().keep(userId);
  if (readStored(FORGOTTEN_KEY) === String(userId)) writeStored(FORGOTTEN_KEY, null);
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
