import type { PlainObject } from "../protocol/plainJson.js";
import { objectAt, textAt } from "../protocol/plainJson.js";

const REMEMBERED = 2_000;

/**
 * Which messages of this account are sends of ours. The page tells of every own message, and its id is not ours to choose: while a send is under way
 * such news wait, until it is known which of them is the send itself and which were typed on the phone.
 */
export class OwnSends {
  readonly #ids = new Set<string>();
  #held: PlainObject[] | null = null;

  constructor(private readonly release: (payload: PlainObject) => void) {}

  /** A send begins; there is one at a time. */
  begin(): void {
    this.#held ??= [];
  }

  /** It ended, with its id when that is known: what waited goes on, except for the send itself. */
  end(id: string | null): void {
    if (id !== null) this.#remember(id);
    const held = this.#held ?? [];
    this.#held = null;
    for (const payload of held) this.take(payload);
  }

  /** News of an own message. */
  take(payload: PlainObject): void {
    if (this.isKnown(idOf(payload))) return;
    if (this.#held === null) this.release(payload);
    else this.#held.push(payload);
  }

  isKnown(id: string): boolean {
    return this.#ids.has(id);
  }

  #remember(id: string): void {
    this.#ids.add(id);
    if (this.#ids.size > REMEMBERED) this.#ids.delete(this.#ids.values().next().value ?? "");
  }
}

function idOf(payload: PlainObject): string {
  return textAt(objectAt(objectAt(payload, "message"), "id"), "id");
}
