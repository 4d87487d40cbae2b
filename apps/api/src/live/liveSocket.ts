import type { Listener, LiveMessage } from "@balcao/application/broadcast";
import { toActor } from "@balcao/application/directory";
import type { House } from "@balcao/application/kernel";
import type { ClientToServer, ServerToClient } from "@balcao/contracts/realtime";
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

/** A client that resumes says so at once after connecting; what happens until then waits for so long. */
const RESUME_MS = 250;
/** A socket that could not be served for so many messages reads afresh. */
const MOST_HELD = 5_000;

/**
 * A connected socket with its joins. It keeps the promise of cursors: the cursor that the client holds covers what it was sent and nothing
 * beyond (P-25). Only the last message of a batch carries the batch's cursor, and live messages wait until a replay is through.
 */
export class LiveSocket {
  readonly joins = new SocketJoins();
  /** The counts that it was sent last, as text. */
  sentCounts = "";
  #isLive = false;
  #held: LiveSend[] = [];
  #replays: Promise<void> = Promise.resolve();
  readonly #wait: NodeJS.Timeout | undefined;

  constructor(
    readonly io: LiveSocketIo,
    private readonly cursor: () => string,
  ) {
    // A client that announced a resume will send it, however slow its way is.
    if (!io.data.resumes) this.#wait = setTimeout(() => this.#goLive(), RESUME_MS);
    io.on("disconnect", () => clearTimeout(this.#wait));
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

  /** Sends a live batch, or holds it while a resume is awaited or a replay runs. */
  send(batch: LiveSend): void {
    if (this.#isLive) this.#put(batch);
    else if (batch.messages.length > 0) this.#held.push(batch);
  }

  /** Orders the client to read everything afresh, from the cursor of now on. */
  resync(): void {
    this.#held = [];
    this.#emit({ name: "resync", event: { cursor: this.cursor() } });
  }

  /**
   * Sends what `read` answers, then what came meanwhile; null orders a resync. `read` calls `begin` at the moment up to which it will answer:
   * what was held until then is part of the answer. Replays of one socket follow each other.
   */
  replay(read: (begin: () => void) => Promise<LiveSend | null>): Promise<void> {
    clearTimeout(this.#wait);
    this.#isLive = false;
    const begin = (): void => {
      this.#held = [];
    };
    this.#replays = this.#replays.then(async () => {
      this.#isLive = false;
      const missed = await read(begin).catch(() => null);
      if (missed) this.#put(missed);
      else this.resync();
      this.#goLive();
    });
    return this.#replays;
  }

  #goLive(): void {
    const held = this.#held;
    this.#held = [];
    this.#isLive = true;
    if (held.reduce((sum, { messages }) => sum + messages.length, 0) > MOST_HELD) this.resync();
    else held.forEach((batch) => this.#put(batch));
  }

  #put({ messages, cursor }: LiveSend): void {
    messages.forEach((message, index) => this.#emit(message, index === messages.length - 1 ? cursor : undefined));
  }

  #emit({ name, event }: LiveMessage, cursor?: string): void {
    // Name and payload are a pair by their type; socket.io's own type asks for each name by itself.
    const emit = this.io.emit.bind(this.io) as (name: string, ...said: unknown[]) => boolean;
    if (cursor === undefined) emit(name, event);
    else emit(name, event, cursor);
  }
}
