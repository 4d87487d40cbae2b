import type { MessageView } from "@balcao/contracts/messages";
import { ApiError, NoAnswerError } from "../../../lib/api";
import { randomId } from "../../../lib/randomId";
import { isLate, nextTime, toRestored, toStored, type NewMessage, type OutgoingMessage } from "./entry";
import { createOutgoingList, type OutgoingList } from "./outgoingList";
import { createTabs, type News, type TabParts, type Tabs } from "./tabs";

/** Where messages wait, for all tabs of the browser. */
export interface OutboxStore {
  readonly put: (message: OutgoingMessage) => Promise<void>;
  readonly remove: (clientKey: string) => Promise<void>;
  readonly get: (clientKey: string) => Promise<OutgoingMessage | undefined>;
  readonly list: () => Promise<readonly OutgoingMessage[]>;
}

interface Posting {
  readonly signal: AbortSignal;
  readonly onProgress: (part: number) => void;
}

/** What an outbox needs of its page. */
export interface OutboxWorld {
  readonly store: OutboxStore;
  readonly tabs: TabParts | null;
  readonly now: () => number;
  /** Gives a message to the api; resolves with the messages that it made. */
  readonly post: (message: OutgoingMessage, posting: Posting) => Promise<readonly MessageView[]>;
  /** The api has messages of this or of another tab. */
  readonly onStored: (messages: readonly MessageView[]) => void;
  /** A message waits for the person from now on. */
  readonly onStuck: (message: OutgoingMessage) => void;
  readonly toFileUrl: (message: NewMessage) => string | null;
  readonly dropFileUrl: (url: string) => void;
  readonly network: { readonly isThere: () => boolean; readonly back: () => Promise<void> };
  readonly pause: (milliseconds: number) => Promise<void>;
}

const BACKOFF_MS = [1_000, 3_000, 8_000] as const;
/** How long the tab that sends may take to answer before another one takes over, in milliseconds. */
const ANSWER_MS = 2_000;

/** Whether the error is temporary, so that the send is repeated automatically. */
const isTemporary = (error: unknown): boolean =>
  error instanceof NoAnswerError || (error instanceof ApiError && (error.status >= 500 || error.status === 429));

const toError = (error: unknown) =>
  error instanceof ApiError ? { code: error.code ?? String(error.status), message: error.text ?? "" } : { code: "", message: "" };

/**
 * The messages that a person has written and the api does not have yet. One tab sends for all tabs of the person, each room's in the
 * order in which they were written; what failed, and what is older than an hour, waits for the person.
 */
export class Outbox {
  readonly #userId: number;
  readonly #world: OutboxWorld;
  readonly #tabs: Tabs;
  readonly #list: OutgoingList;
  readonly #busy = new Set<number>();
  readonly #requests = new Map<string, AbortController>();
  /** What this tab is sending, or sends next when its network or server is back: the storage knows less about it. */
  readonly #delivering = new Set<string>();
  /** What could not be stored is known to this tab alone, which therefore sends it. */
  readonly #unstored = new Set<string>();
  /** What the tab that sends has not answered yet. */
  readonly #unanswered = new Set<string>();

  constructor(userId: number, world: OutboxWorld) {
    this.#userId = userId;
    this.#world = world;
    this.#list = createOutgoingList(world.dropFileUrl);
    const load = (): void => void this.#load().catch(() => undefined);
    this.#tabs = createTabs({
      parts: world.tabs,
      lock: `balcao-outbox-${userId}`,
      onNews: (news) => this.#hear(news),
      onSender: () => queueMicrotask(load),
    });
    if (!this.#tabs.isSender()) load();
  }

  read(): readonly OutgoingMessage[] {
    return this.#list.read();
  }

  subscribe(listener: () => void): void {
    this.#list.subscribe(listener);
  }

  /** Sends a message in the background; the list shows it at once. */
  send(message: NewMessage): void {
    const now = this.#world.now();
    void this.#give({
      ...message,
      clientKey: randomId(),
      createdAt: new Date(nextTime(this.read(), now)).toISOString(),
      askedAt: now,
      state: "queued",
      fileUrl: this.#world.toFileUrl(message),
      progress: 0,
      error: null,
      waitsFor: this.#busy.has(message.ticketId) ? "earlier" : null,
    });
  }

  /** Sends what waits for the person, with its own key. */
  retry(clientKey: string): void {
    const message = this.#list.find(clientKey);
    if (message) void this.#give({ ...message, askedAt: this.#world.now(), state: "queued", waitsFor: "earlier", error: null });
  }

  /** Takes back a message that the api has not accepted; an upload that is running ends. */
  discard(clientKey: string): void {
    this.#drop(clientKey, []);
    this.#requests.get(clientKey)?.abort();
  }

  close(): void {
    this.#tabs.close();
  }

  #sendsHere({ clientKey }: OutgoingMessage): boolean {
    return this.#tabs.isSender() || this.#unstored.has(clientKey);
  }

  #patch(clientKey: string, change: Partial<OutgoingMessage>): void {
    this.#list.patch(clientKey, change);
    this.#tabs.tell({ kind: "changed", clientKey, change });
  }

  #drop(clientKey: string, stored: readonly MessageView[]): void {
    this.#list.drop(clientKey);
    this.#tabs.tell({ kind: "gone", clientKey, stored });
    this.#world.store.remove(clientKey).catch(() => undefined);
  }

  /** Leaves a message to the person: it stays so until the person acts, in every tab and after a reload. */
  #leave(message: OutgoingMessage, change: Pick<OutgoingMessage, "state" | "error">): void {
    const left = { ...message, ...change, waitsFor: null } as const;
    this.#patch(message.clientKey, { ...change, waitsFor: null });
    this.#world.store.put(toStored(left)).catch(() => undefined);
    this.#world.onStuck(left);
  }

  /** Sends one message. A refusal is final; after a temporary error it tries three more times with the same key. */
  async #deliver(message: OutgoingMessage): Promise<void> {
    const { clientKey } = message;
    const isOver = () => !this.#list.find(clientKey) || !this.#sendsHere(message);
    this.#patch(clientKey, { state: "sending", error: null });
    for (let attempt = 0; ; attempt += 1) {
      try {
        await this.#waitForNetwork(clientKey);
        if (isOver()) return;
        if (isLate(message, this.#world.now())) return this.#leave(message, { state: "late", error: null });
        const stored = await this.#post(message);
        this.#world.onStored(stored);
        return this.#drop(clientKey, stored);
      } catch (error) {
        const wait = BACKOFF_MS[attempt];
        if (isOver()) return;
        if (wait === undefined || !isTemporary(error)) return this.#leave(message, { state: "failed", error: toError(error) });
        this.#patch(clientKey, { waitsFor: "server" });
        await this.#world.pause(wait);
      }
    }
  }

  async #waitForNetwork(clientKey: string): Promise<void> {
    const { network } = this.#world;
    if (network.isThere()) return;
    this.#patch(clientKey, { waitsFor: "network" });
    await network.back();
  }

  async #post(message: OutgoingMessage): Promise<readonly MessageView[]> {
    const { clientKey } = message;
    const abort = new AbortController();
    this.#requests.set(clientKey, abort);
    this.#patch(clientKey, { progress: 0, waitsFor: null });
    try {
      return await this.#world.post(message, {
        signal: abort.signal,
        onProgress: (progress) => this.#list.patch(clientKey, { progress }),
      });
    } finally {
      this.#requests.delete(clientKey);
    }
  }

  /** Sends the messages of a room one at a time. */
  async #run(roomId: number): Promise<void> {
    if (this.#busy.has(roomId)) return;
    this.#busy.add(roomId);
    try {
      for (;;) {
        const next = this.read().find((each) => each.ticketId === roomId && each.state === "queued" && this.#sendsHere(each));
        if (!next) return;
        this.#delivering.add(next.clientKey);
        await this.#deliver(next).finally(() => this.#delivering.delete(next.clientKey));
      }
    } finally {
      this.#busy.delete(roomId);
    }
  }

  /** Stores a message, and lets the tab that sends have it; the others show it. */
  async #give(message: OutgoingMessage): Promise<void> {
    this.#list.add([message]);
    const storing = this.#world.store.put(toStored(message)).then(
      () => true,
      () => false,
    );
    if (this.#tabs.isSender()) void this.#run(message.ticketId);
    if (await storing) return this.#offer(message.clientKey);
    this.#unstored.add(message.clientKey);
    void this.#run(message.ticketId);
  }

  /** Offers a message to the tab that sends; one that is closed, or that the browser has put to sleep, does not answer. */
  async #offer(clientKey: string): Promise<void> {
    this.#tabs.tell({ kind: "stored", clientKey });
    if (this.#tabs.isSender()) return;
    this.#unanswered.add(clientKey);
    await this.#world.pause(ANSWER_MS);
    if (this.#unanswered.delete(clientKey) && this.#list.find(clientKey) && !this.#tabs.isSender()) this.#tabs.takeOver();
  }

  #hear(news: News): void {
    const { kind, clientKey } = news;
    if (kind !== "changed") this.#unanswered.delete(clientKey);
    if (kind === "stored" && this.#tabs.isSender()) this.#tabs.tell({ kind: "taken", clientKey });
    if (kind === "stored") void this.#takeStored(clientKey).catch(() => undefined);
    if (kind === "changed" && !this.#tabs.isSender()) this.#list.patch(clientKey, news.change);
    if (kind !== "gone") return;
    this.#world.onStored(news.stored);
    this.#list.drop(clientKey);
    this.#requests.get(clientKey)?.abort();
  }

  async #takeStored(clientKey: string): Promise<void> {
    const stored = await this.#world.store.get(clientKey);
    if (!stored || this.#delivering.has(clientKey)) return;
    this.#list.add([this.#restore(stored)]);
    if (this.#tabs.isSender()) void this.#run(stored.ticketId);
  }

  /** Shows what the storage has; the tab that sends goes on with what an earlier page or a closed tab has left. */
  async #load(): Promise<void> {
    const own = (await this.#world.store.list()).filter(
      ({ userId, clientKey }) => userId === this.#userId && !this.#delivering.has(clientKey),
    );
    this.#list.add(own.map((stored) => this.#restore(stored)));
    if (this.#tabs.isSender()) new Set(this.read().map((message) => message.ticketId)).forEach((roomId) => void this.#run(roomId));
  }

  #restore(stored: OutgoingMessage): OutgoingMessage {
    return toRestored(stored, this.#list.find(stored.clientKey)?.fileUrl ?? this.#world.toFileUrl(stored));
  }
}
