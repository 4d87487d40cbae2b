import { RecentMap } from "@balcao/platform/recent";
import type { IntakeEvent } from "../port/index.js";
import type { PlainObject } from "../protocol/plainJson.js";
import { messagePayload, type FindPhone, type RawMessage } from "./payloads.js";
import { toIntake } from "./toIntake.js";

const REMEMBERED = 2_000;
/** `WebMessageInfo.StubType.CIPHERTEXT`: the message arrived and could not be decrypted. */
const CIPHERTEXT = 2;

/**
 * Keys of recently journalled events: the library reports most things twice, and repeats need not
 * reach the database.
 */
export class RecentKeys {
  readonly #keys = new RecentMap<string, true>(REMEMBERED);

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    this.#keys.set(key, true);
  }
}

interface JournalParts {
  /** Resolves when the database has committed the events; see `insist`. */
  readonly accept: (events: readonly IntakeEvent[]) => Promise<void>;
  readonly recent: RecentKeys;
  readonly findPhone: FindPhone;
  readonly me: () => string;
}

function isRecovered(payload: unknown): boolean {
  return typeof payload === "object" && payload !== null && "recovered" in payload && payload.recovered === true;
}

/** Writes everything that this network reports into Balcão's journal. */
export class Journal {
  readonly #hidden = new RecentKeys();

  constructor(private readonly parts: JournalParts) {}

  /** Marks a message that shows nothing while it cannot be decrypted: a reaction, a vote. */
  hide(id: string): void {
    this.#hidden.add(id);
  }

  /**
   * Resolves once all messages are committed. `live` is false for backlog and history; `recovered`
   * means that they were requested after a gap.
   */
  async takeMessages(received: readonly RawMessage[], live: boolean, recovered = false): Promise<void> {
    const messages = received.filter(
      ({ key, messageStubType }) => Number(messageStubType) !== CIPHERTEXT || !this.#hidden.has(key.id ?? ""),
    );
    const facts = { live, me: this.parts.me(), receivedAt: Date.now(), ...(recovered ? { recovered } : {}) };
    await this.take(await Promise.all(messages.map((message) => messagePayload(message, facts, this.parts.findPhone))));
  }

  async take(payloads: readonly PlainObject[]): Promise<void> {
    const { recent, accept } = this.parts;
    const events = new Map<string, IntakeEvent>();
    for (const payload of payloads) {
      const event = toIntake(payload);
      if (event !== null && !recent.has(event.dedupeKey)) events.set(event.dedupeKey, event);
    }
    if (events.size === 0) return;
    await accept([...events.values()]);
    // A recovered event may be rejected later and then arrive by itself, so its key is not
    // remembered.
    for (const [key, { payload }] of events) if (!isRecovered(payload)) recent.add(key);
  }
}
