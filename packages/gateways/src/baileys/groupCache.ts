import { RecentMap } from "@balcao/platform/recent";
import type { GroupMetadata } from "@whiskeysockets/baileys";

const KEPT_MS = 10 * 60_000;
const MOST = 500;

/**
 * Metadata of groups. Without this cache every message to a group would ask the server for the
 * members, until the server refuses to answer.
 */
export class GroupCache {
  readonly #groups = new RecentMap<string, { readonly at: number; readonly facts: Promise<GroupMetadata> }>(MOST);

  constructor(private readonly ask: (jid: string) => Promise<GroupMetadata>) {}

  get(jid: string): Promise<GroupMetadata> {
    const known = this.#groups.get(jid);
    if (known !== undefined && performance.now() - known.at < KEPT_MS) return known.facts;
    const facts = this.ask(jid);
    facts.catch(() => this.#groups.delete(jid));
    this.#groups.set(jid, { at: performance.now(), facts });
    return facts;
  }

  forget(jid: string | undefined): void {
    if (jid !== undefined) this.#groups.delete(jid);
  }
}
