import type { Listener, LiveMessage } from "@balcao/application/roof/live";
import { toActor } from "@balcao/application/ground/directory";
import type { Services } from "@balcao/application/ground/kernel";
import type { ClientToServer, ServerToClient } from "@balcao/contracts/live";
import type { DefaultEventsMap, Socket } from "socket.io";
import { SocketJoins } from "./joins.js";
import { textOf, toPackets, writePackets, type LivePackets } from "./livePackets.js";

/** Data of a socket from its handshake. */
export interface SocketFacts {
  readonly userId: number;
  readonly sessionId: string;
  /** The client announced that it will resume; until then its cursor is unknown. */
  readonly resumes: boolean;
}

export type LiveSocketIo = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketFacts>;

/** How long live messages wait for a `resume`, which a client sends right after connecting. */
const RESUME_MS = 250;
/** A socket with more waiting messages than this gets `resync` instead. */
const MOST_HELD = 5_000;

/**
 * A connected socket with its joins. The cursor that the client holds covers what it was sent and nothing beyond: only the last
 * message of a batch carries the batch's cursor, and live messages wait until a replay is finished.
 */
export class LiveSocket {
  readonly joins = new SocketJoins();
  /** The counts that were sent last, as text. */
  sentCounts = "";
  #isLive = false;
  #held: LivePackets[] = [];
  /** Messages that wait; they are kept up to `MOST_HELD` only, because a client may never resume. */
  #heldCount = 0;
  #replays: Promise<void> = Promise.resolve();
  readonly #wait: NodeJS.Timeout | undefined;

  constructor(
    readonly io: LiveSocketIo,
    private readonly cursor: () => string,
  ) {
    // A client that announced a resume will send it, however slow its connection is.
    if (!io.data.resumes) this.#wait = setTimeout(() => this.#goLive(), RESUME_MS);
    io.on("disconnect", () => clearTimeout(this.#wait));
  }

  get sessionId(): string {
    return this.io.data.sessionId;
  }

  /** The listener with the person's current rights; null for a deleted or inactive person. */
  listener(services: Services): Listener | null {
    const actor = toActor(services.directory.current(), this.io.data.userId);
    return actor?.active === true ? { actor, sessionId: this.sessionId, joins: this.joins } : null;
  }

  /** The namespace that the client connected to, `/` or `/api`. */
  get namespace(): string {
    return this.io.nsp.name;
  }

  /** Sends a message that belongs to no batch, without a cursor. */
  sendAlone(message: LiveMessage): void {
    this.sendTogether([textOf(message)]);
  }

  /** The same for several messages, as their texts. */
  sendTogether(texts: readonly string[]): void {
    writePackets(this.io, toPackets(this.namespace, texts, null));
  }

  /** Sends the packets of a live batch, or holds them while a resume is awaited or a replay runs. */
  send(packets: LivePackets): void {
    if (this.#isLive) return writePackets(this.io, packets);
    this.#heldCount += packets.texts.length;
    if (this.#heldCount > MOST_HELD) this.#held = [];
    else if (packets.texts.length > 0) this.#held.push(packets);
  }

  /** Asks the client to connect again after a while, and closes the socket. */
  restart(retryAfterMs: number): void {
    this.sendAlone({ name: "restarting", event: { retryAfterMs } });
    this.io.disconnect(true);
  }

  /** Sends `resync`, with the current cursor. */
  resync(): void {
    this.#forgetHeld();
    this.sendAlone({ name: "resync", event: { cursor: this.cursor() } });
  }

  /**
   * Sends the result of `read`, then the messages that arrived meanwhile; a null result sends `resync`, and replays of one socket run one
   * after the other. `read` calls `begin` at the moment up to which it reads, because messages held before it are part of the result.
   * A read that fails is tried again once: the database may be busy, and after `resync` the client would ask it for everything.
   */
  replay(read: (begin: () => void) => Promise<LivePackets | null>): Promise<void> {
    clearTimeout(this.#wait);
    this.#isLive = false;
    const begin = (): void => this.#forgetHeld();
    this.#replays = this.#replays.then(async () => {
      this.#isLive = false;
      const missed = await read(begin)
        .catch(() => read(begin))
        .catch(() => null);
      if (missed) writePackets(this.io, missed);
      else this.resync();
      this.#goLive();
    });
    return this.#replays;
  }

  #goLive(): void {
    const held = this.#held;
    const isTooMuch = this.#heldCount > MOST_HELD;
    this.#forgetHeld();
    this.#isLive = true;
    if (isTooMuch) this.resync();
    else held.forEach((packets) => writePackets(this.io, packets));
  }

  #forgetHeld(): void {
    this.#held = [];
    this.#heldCount = 0;
  }
}
