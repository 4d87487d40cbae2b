import type { MessageView } from "@balcao/contracts/messages";
import { Outbox, type OutboxWorld } from "./outbox";
import type { NewMessage, OutgoingMessage } from "./entry";
import type { TabParts } from "./tabs";

const USER = 7;

/** A message of the person to a room. */
export const written = (body: string, ticketId = 1): NewMessage => ({
  ...{ ticketId, body, file: null, voice: null, quoted: null, mediaUrl: null },
  ...{ userId: USER, userName: "Ana" },
});

/** Locks as browsers have them: one holder, others wait in their order, and one who steals gets it at once. */
function openLocks(): Pick<LockManager, "request"> {
  let holder: { readonly stolen: (reason: unknown) => void } | null = null;
  const waiting: (() => void)[] = [];
  const next = (): void => {
    holder = null;
    waiting.shift()?.();
  };
  const request = (_name: string, options: LockOptions, hold: () => Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const grant = (): void => {
        const own = { stolen: reject };
        holder = own;
        void hold().then(() => {
          if (holder === own) next();
          resolve();
        });
      };
      options.signal?.addEventListener("abort", () => {
        const at = waiting.indexOf(grant);
        if (at >= 0) waiting.splice(at, 1);
      });
      if (options.steal === true) {
        holder?.stolen(new DOMException("stolen", "AbortError"));
        grant();
      } else if (holder) waiting.push(grant);
      else grant();
    });
  return { request } as Pick<LockManager, "request">;
}

type Channel = TabParts["channel"];

/** Channels of one name: what one says is heard by the others, a moment later. */
function openChannels(): () => Channel {
  const open = new Set<Channel>();
  return () => {
    const own: Channel = {
      onmessage: null,
      postMessage: (data: unknown) =>
        open.forEach((other) => {
          const copy: unknown = structuredClone(data);
          if (other !== own) queueMicrotask(() => other.onmessage?.call(other as BroadcastChannel, { data: copy } as MessageEvent));
        }),
      close: () => void open.delete(own),
    };
    open.add(own);
    return own;
  };
}

/** What becomes of a request: an answer, or an error; `lost` is accepted by the api without an answer. */
type Fate = "answered" | "lost" | (() => Promise<never>);

/** A browser with tabs of one person and an api, which makes one message per key. */
export function openBrowser({ hasLocks = true } = {}) {
  const stored = new Map<string, OutgoingMessage>();
  const locks = openLocks();
  const openChannel = openChannels();
  const state = { now: Date.parse("2026-03-02T12:00:00Z"), online: true, fate: "answered" as Fate, full: false, read: Promise.resolve() };
  const posts: { readonly tab: string; readonly body: string; readonly key: string }[] = [];
  const accepted = new Map<string, string>();
  const stuck: string[] = [];
  const waits: (() => void)[] = [];

  const world = (tab: string): Omit<OutboxWorld, "tabs"> => ({
    store: {
      put: async (message) => {
        if (state.full) throw new DOMException("full", "QuotaExceededError");
        stored.set(message.clientKey, structuredClone(message));
      },
      remove: async (key) => void stored.delete(key),
      get: async (key) => stored.get(key),
      list: async () => {
        await state.read;
        return [...stored.values()].reverse();
      },
    },
    now: () => state.now,
    post: async ({ body, clientKey }) => {
      posts.push({ tab, body, key: clientKey });
      const { fate } = state;
      if (typeof fate === "function") return fate();
      accepted.set(clientKey, body);
      if (fate === "lost") return new Promise<never>(() => undefined);
      return [{ id: clientKey, body } as MessageView];
    },
    onStored: () => undefined,
    onStuck: ({ body, state: why }) => void stuck.push(`${tab}: ${body} is ${why}`),
    toFileUrl: () => null,
    dropFileUrl: () => undefined,
    network: { isThere: () => state.online, back: () => new Promise((resolve) => waits.push(resolve)) },
    // Time passes in turns of the event loop: an answer takes fewer of them than the wait for it.
    pause: async (milliseconds) => {
      for (let turn = 0; turn < milliseconds / 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    },
  });

  return {
    state,
    posts,
    accepted,
    stuck,
    stored,
    /** Opens a tab; a sleeping one hears and sends nothing more, and keeps its locks. */
    openTab: (name: string) => {
      const channel = openChannel();
      const tabs = hasLocks ? { locks, channel } : null;
      const outbox = new Outbox(USER, { ...world(name), tabs });
      return Object.assign(outbox, { sleep: () => (channel.onmessage = null) });
    },
    comeBack: (): void => {
      state.online = true;
      waits.splice(0).forEach((resolve) => resolve());
    },
  };
}
