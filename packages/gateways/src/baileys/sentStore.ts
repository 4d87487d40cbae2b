import type { SessionKeyChange, SessionKeys } from "../port/index.js";
import type { Writer } from "./keyStore.js";

const SENT = "sent";
const PAGES = "sent-pages";
const PAGE_SIZE = 200;
/** How many pages are kept: 5,000 messages in all. */
const PAGE_COUNT = 25;

interface PageIndex {
  /** Numbers of the oldest and the newest page. */
  first: number;
  last: number;
  /** Ids on the newest page. */
  page: string[];
}

/**
 * The last sent messages in the library's form: a phone that could not decrypt one asks for it
 * again, and without an answer its owner keeps seeing "waiting for this message". Old messages are
 * deleted page by page, so the store does not grow.
 */
export class SentStore {
  #index: PageIndex | null = null;

  constructor(
    private readonly keys: SessionKeys,
    private readonly write: Writer,
  ) {}

  async add(id: string, bytes: Uint8Array): Promise<void> {
    const index = (this.#index ??= await this.#open());
    const changes: SessionKeyChange[] = [{ type: SENT, id, value: Buffer.from(bytes).toString("base64") }];
    if (!index.page.includes(id)) {
      if (index.page.length >= PAGE_SIZE) {
        index.last += 1;
        index.page = [];
      }
      index.page.push(id);
      changes.push({ type: PAGES, id: String(index.last), value: JSON.stringify(index.page) });
      if (index.page.length === 1) changes.push(...(await this.#startPage(index)));
    }
    await this.write(changes);
  }

  async find(id: string): Promise<Buffer | null> {
    const text = (await this.keys.read(SENT, [id])).get(id);
    return text === undefined ? null : Buffer.from(text, "base64");
  }

  /** Stores the page numbers after a new page was started, and deletes the oldest page. */
  async #startPage(index: PageIndex): Promise<SessionKeyChange[]> {
    const changes: SessionKeyChange[] = [];
    if (index.last - index.first >= PAGE_COUNT) {
      const oldest = String(index.first);
      const ids = idsOf((await this.keys.read(PAGES, [oldest])).get(oldest));
      changes.push(...ids.map((id) => ({ type: SENT, id, value: null })), { type: PAGES, id: oldest, value: null });
      index.first += 1;
    }
    changes.push({ type: PAGES, id: "", value: JSON.stringify([String(index.first), String(index.last)]) });
    return changes;
  }

  async #open(): Promise<PageIndex> {
    const [first = 0, last = 0] = idsOf((await this.keys.read(PAGES, [""])).get("")).map(Number);
    return { first, last, page: idsOf((await this.keys.read(PAGES, [String(last)])).get(String(last))) };
  }
}

function idsOf(text: string | undefined): string[] {
  const value: unknown = text === undefined ? [] : JSON.parse(text);
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
