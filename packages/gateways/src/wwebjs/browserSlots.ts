import type { SessionReason } from "@balcao/domain/connections";
import { UnopenedSession } from "../port/index.js";

/** The browsers of one process: each uses 300 to 500 MB, so their number is limited. */
export class BrowserSlots {
  readonly #holders = new Set<number>();

  constructor(private readonly max: number) {}

  /** The reason, for administrators, of a connection without a slot. */
  get fullReason(): SessionReason {
    return `browserFull: ${this.max}`;
  }

  /** Takes a slot for a connection. Throws UnopenedSession when all are taken. */
  take(connectionId: number): void {
    if (!this.#holders.has(connectionId) && this.#holders.size >= this.max) {
      throw new UnopenedSession("unreachable", "this process runs as many browsers as it may", this.fullReason);
    }
    this.#holders.add(connectionId);
  }

  free(connectionId: number): void {
    this.#holders.delete(connectionId);
  }
}
