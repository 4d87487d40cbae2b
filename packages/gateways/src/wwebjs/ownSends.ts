import { RecentMap } from "@balcao/platform/recent";
import { type PlainObject, objectAt, textAt } from "../protocol/plainJson.js";

const REMEMBERED = 2_000;

/**
 * Distinguishes our sends from messages typed on the phone. The page reports every own message and
 * chooses the ids, so events of own messages are held back during a send until its id is known.
 */
export class OwnSends {
  readonly #ids = new RecentMap<string, true>(REMEMBERED);
  #held: PlainObject[] | null = null;

  constructor(private readonly release: (payload: PlainObject) => void) {}

  /** Call when a send begins; there is one at a time. */
  begin(): void {
    this.#held ??= [];
  }

  /**
   * Call when the send ends, with its id when it is known: held events are released, except that of
   * the send itself.
   */
  end(id: string | null): void {
    if (id !== null) this.#ids.set(id, true);
    const held = this.#held ?? [];
    this.#held = null;
    for (const payload of held) this.take(payload);
  }

  /** Takes the event of an own message. */
  take(payload: PlainObject): void {
    if (this.isKnown(idOf(payload))) return;
    if (this.#held === null) this.release(payload);
    else this.#held.push(payload);
  }

  isKnown(id: string): boolean {
    return this.#ids.has(id);
  }
}

function idOf(payload: PlainObject): string {
  return textAt(objectAt(objectAt(payload, "message"), "id"), "id");
}
