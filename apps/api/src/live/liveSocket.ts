import type { Listener, LiveMessage } from "@balcao/application/broadcast";
import { toActor } from "@balcao/application/directory";
import type { House } from "@balcao/application/kernel";
import type { ClientToServer, ServerToClient } from "@balcao/contracts/realtime";
import type { Clock } from "@balcao/platform/clock";
import type { DefaultEventsMap, Socket } from "socket.io";
import { SocketJoins } from "./joins.js";

/** Facts that a socket carries from its handshake. */
export interface SocketFacts {
  readonly userId: number;
  readonly sessionId: string;
  /** The client announced that it will resume: until then its place is unknown. */
  readonly resumes: boolean;
}

export type LiveSocketIo = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketFacts>;

/** Messages of one read of live events, and the cursor that covers them. */
export interface LiveSend {
  readonly messages: readonly LiveMessage[];
  readonly cursor: string;
}

/** A client that resumes does so at once; until then its place may be before what it hears. */
const RESUME_MS = 2_000;
/** A socket that could not be served for so many messages reads afresh. */
const MOST_HELD = 5_000;

/**
 * A connected socket with its joins. It keeps the promise of cursors: the cursor that the client holds covers what it was sent and nothing
 * beyond (P-25). Only the last message of a batch carries the batch's cursor, and while a replay runs, live messages wait behind it.
 */
export class LiveSocket {
  readonly joins = new SocketJoins();
  /** The counts that it was sent last, as text. */
  sentCounts = "";
  readonly #openedAt: number;
  #phase: "waiting" | "replaying" | "live";
  #held: LiveSend[] = [];
  #replays: Promise<void> = Promise.resolve();
  #hasResumed = false;

  constructor(
    readonly io: LiveSocketIo,
    private readonly clock: Clock,
  ) {
    this.#openedAt = clock.monotonic();
    this.#phase = io.data.resumes ? "waiting" : "live";
  }

  get sessionId(): string {
    return this.io.data.sessionId;
  }

  /** The listener with the rights of now; null when the person is gone or inactive. */
  listener(house: House): Listener | null {
    const actor = toActor(house.directory.current(), this.io.data.userId);
    return actor?.active === true ? { actor, sessionId: this.sessionId, joins: this.joins } : null;
  }

  /** Says something that belongs to no batch: it moves no cursor. */
  say(message: LiveMessage): void {
    this.#emit(message);
  }

  /** Sends a live batch; one that comes during a replay follows it, one before the announced resume is part of what is replayed. */
  send(batch: LiveSend): void {
    if (this.#phase === "live") this.#put(batch);
    else if (this.#phase === "replaying" && batch.messages.length > 0) this.#held.push(batch);
  }

  /** Orders the client to read everything afresh, from this cursor on. */
  resync(cursor: string): void {
    this.#held = [];
    this.#emit({ name: "resync", event: { cursor } });
  }

  /**
   * Sends what `read` answers, then what came meanwhile; null orders a resync from `present()`. Replays of one socket follow each other. Batches of before
   * are left out: the read begins after them and sees them.
   */
  replay(read: () => Promise<LiveSend | null>, present: () => string): Promise<void> {
    this.#phase = "replaying";
    this.#replays = this.#replays.then(async () => {
      this.#phase = "replaying";
      this.#held = [];
      const missed = await read().catch(() => null);
      this.#hasResumed = true;
      const isTooMuch = this.#held.reduce((sum, { messages }) => sum + messages.length, 0) > MOST_HELD;
      if (missed && !isTooMuch) for (const batch of [missed, ...this.#held]) this.#put(batch);
      else this.resync(present());
      this.#held = [];
      this.#phase = "live";
    });
    return this.#replays;
  }

  #put({ messages, cursor }: LiveSend): void {
    const carriesCursor = this.#hasResumed || this.clock.monotonic() - this.#openedAt > RESUME_MS;
    messages.forEach((message, index) => this.#emit(message, carriesCursor && index === messages.length - 1 ? cursor : undefined));
  }

  #emit({ name, event }: LiveMessage, cursor?: string): void {
    // Name and payload are a pair by their type; socket.io's own type asks for each name by itself.
    const emit = this.io.emit.bind(this.io) as (name: string, ...said: unknown[]) => boolean;
    if (cursor === undefined) emit(name, event);
    else emit(name, event, cursor);
  }
}
