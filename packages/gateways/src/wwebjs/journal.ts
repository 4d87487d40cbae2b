import { setTimeout as pause } from "node:timers/promises";
import { RecentMap } from "@balcao/platform/recent";
import type { IntakeEvent, SessionHost } from "../port/index.js";
import { toIntake } from "./toIntake.js";
import type { PlainObject } from "../protocol/plainJson.js";
import type { WwebClient } from "./library.js";
import { errorText, within } from "./pageTimeout.js";
import { widsIn } from "./payload.js";
import { lidsAmong } from "./wid.js";

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const LOOKUP_MS = 5_000;
const KNOWN_LIDS = 5_000;

/**
 * Journals the page's events in their order, and retries while the database is down. The page keeps
 * its messages itself, so catching up restores what is lost with this process.
 */
export class Journal {
  readonly #phones = new RecentMap<string, string>(KNOWN_LIDS);
  #last: Promise<void> = Promise.resolve();
  #isOpen = true;

  constructor(
    private readonly host: SessionHost,
    /** The client of the running page, which has the phones of LIDs. */
    private readonly client: () => WwebClient | null,
  ) {}

  /**
   * Resolves when the payload is journalled, or dropped because the session was closed. Never
   * rejects.
   */
  add(payload: PlainObject): Promise<void> {
    const received = { ...payload, receivedAt: new Date().toISOString() };
    this.#last = this.#last.then(() => this.#keep(received)).catch((error: unknown) => this.#logFailure(error));
    return this.#last;
  }

  /** Resolves when all added payloads are journalled. */
  settled(): Promise<void> {
    return this.#last;
  }

  open(): void {
    this.#isOpen = true;
  }

  /** Accepts no more payloads. */
  close(): void {
    this.#isOpen = false;
  }

  async #keep(payload: PlainObject): Promise<void> {
    if (!this.#isOpen) return;
    const alt = await this.#phonesOf(lidsAmong(widsIn(payload)));
    const event = toIntake(Object.keys(alt).length === 0 ? payload : { ...payload, alt });
    if (event !== null) await this.#accept(event);
  }

  async #accept(event: IntakeEvent): Promise<void> {
    for (let waitMs = FIRST_PAUSE_MS; this.#isOpen; waitMs = Math.min(LONGEST_PAUSE_MS, waitMs * 2)) {
      try {
        await this.host.accept([event]);
        return;
      } catch (error) {
        this.#logFailure(error);
        await pause(waitMs);
      }
    }
  }

  /**
   * The phone addresses of LIDs, as far as the page has them, so that one person does not become
   * two contacts.
   */
  async #phonesOf(lids: readonly string[]): Promise<Record<string, string>> {
    const unknown = [...new Set(lids)].filter((lid) => !this.#phones.has(lid));
    const client = this.client();
    if (unknown.length > 0 && client !== null) {
      try {
        const found = await within(LOOKUP_MS, client.getContactLidAndPhone(unknown));
        for (const { lid, pn } of found) if (lid && pn) this.#phones.set(lid, pn);
      } catch {
        // A LID without its phone is still an address; a later message may bring the phone.
      }
    }
    return Object.fromEntries(lids.flatMap((lid) => (this.#phones.has(lid) ? [[lid, this.#phones.get(lid) ?? ""]] : [])));
  }

  #logFailure(error: unknown): void {
    this.host.log("warn", "news of WhatsApp Web could not be journalled yet", { error: errorText(error) });
  }
}
