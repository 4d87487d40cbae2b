import type { MessageView } from "@balcao/contracts/messages";
import type { OutgoingMessage } from "./entry";

/** What the tabs of a person's browser tell each other about the messages that are still to be sent. */
export type News =
  /** It is in the storage, new or to be sent again. */
  | { readonly kind: "stored"; readonly clientKey: string }
  /** The tab that sends has it. */
  | { readonly kind: "taken"; readonly clientKey: string }
  | { readonly kind: "changed"; readonly clientKey: string; readonly change: Partial<OutgoingMessage> }
  /** The api has it as these messages; none when a person discarded it. */
  | { readonly kind: "gone"; readonly clientKey: string; readonly stored: readonly MessageView[] };

/** The parts of the browser that tabs need. */
export interface TabParts {
  readonly locks: Pick<LockManager, "request">;
  readonly channel: Pick<BroadcastChannel, "postMessage" | "close" | "onmessage">;
}

export interface Tabs {
  /** Whether this tab sends for all of them. */
  readonly isSender: () => boolean;
  readonly tell: (news: News) => void;
  /** Becomes the tab that sends, because the one that was does not answer. */
  readonly takeOver: () => void;
  readonly close: () => void;
}

interface TabsOptions {
  /** Null where the browser has none (locks need https): then every tab sends what it has. */
  readonly parts: TabParts | null;
  readonly lock: string;
  readonly onNews: (news: News) => void;
  /** Called when this tab becomes the one that sends. */
  readonly onSender: () => void;
}

/** Chooses one of the tabs to send for all: the first, and the next one when that is closed. */
export function createTabs({ parts, lock, onNews, onSender }: TabsOptions): Tabs {
  if (!parts) {
    onSender();
    return { isSender: () => true, tell: () => undefined, takeOver: () => undefined, close: () => undefined };
  }
  const { locks, channel } = parts;
  const closing = new AbortController();
  let sends = false;
  const hold = (): Promise<void> => {
    sends = true;
    onSender();
    return new Promise((resolve) => closing.signal.addEventListener("abort", () => resolve(), { once: true }));
  };
  const wait = (options: LockOptions): void => {
    locks.request(lock, options, hold).catch(() => {
      // Another tab has taken over, or this one was closed.
      sends = false;
      if (!closing.signal.aborted) wait({ signal: closing.signal });
    });
  };
  channel.onmessage = ({ data }: MessageEvent<News>) => onNews(data);
  wait({ signal: closing.signal });
  return {
    isSender: () => sends,
    tell: (news) => channel.postMessage(news),
    // A lock that is taken by force cannot be given up by a signal.
    takeOver: () => wait({ steal: true }),
    close: () => {
      sends = false;
      closing.abort();
      channel.close();
    },
  };
}
