import type { WAMessage } from "@whiskeysockets/baileys";
import type { IntakeEvent } from "../port/index.js";
import type { PlainObject } from "../protocol/plainJson.js";
import { messagePayload } from "./payloads.js";
import type { FindPhone } from "./payloads.js";
import { toIntake } from "./toIntake.js";

const REMEMBERED = 2_000;
/** `WebMessageInfo.StubType.CIPHERTEXT`: the message came, and could not be opened. */
const CIPHERTEXT = 2;

/** What was journalled lately: the library tells most things twice, and a repeat need not reach the database. */
export class RecentKeys {
  readonly #keys = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    this.#keys.add(key);
    if (this.#keys.size <= REMEMBERED) return;
    const [oldest] = this.#keys;
    if (oldest !== undefined) this.#keys.delete(oldest);
  }
}

interface JournalParts {
  /** Resolves when the database has it; see `insist`. */
  readonly accept: (events: readonly IntakeEvent[]) => Promise<void>;
  readonly recent: RecentKeys;
  readonly findPhone: FindPhone;
  readonly me: () => string;
}

function isRecovered(payload: unknown): boolean {
  return typeof payload === "object" && payload !== null && "recovered" in payload && payload.recovered === true;
}

/** The way of everything that the network tells into the house's journal. */
export class Journal {
  readonly #hidden = new RecentKeys();

  constructor(private readonly parts: JournalParts) {}

  /** This message is nothing to show while it cannot be read: a reaction, a vote. */
  hide(id: string): void {
    this.#hidden.add(id);
  }

  /** Resolves once all of it is committed. `live` is false for backlog and history, `recovered` tells that it was asked for after a gap. */
  async takeMessages(told: readonly WAMessage[], live: boolean, recovered = false): Promise<void> {
    const messages = told.filter(({ key, messageStubType }) => Number(messageStubType) !== CIPHERTEXT || !this.#hidden.has(key.id ?? ""));
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
    // What was asked for may be dropped again, and then come by itself.
    for (const [key, { payload }] of events) if (!isRecovered(payload)) recent.add(key);
  }
}
