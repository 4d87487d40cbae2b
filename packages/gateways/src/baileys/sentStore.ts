import type { SessionKeyChange, SessionKeys } from "../port/index.js";
import type { Writer } from "./keyStore.js";

const SENT = "sent";
const PAGES = "sent-pages";
const PAGE_SIZE = 200;
/** So many pages are kept: 5,000 messages. */
const PAGE_COUNT = 25;

interface Book {
  /** Numbers of the oldest and the newest page. */
  first: number;
  last: number;
  /** Ids on the newest page. */
  page: string[];
}

/**
 * The last messages that were sent, in the library's own form: a phone that could not read one asks for it again, and without an answer its owner
 * sees "waiting for this message" for ever (A.13). Old ones are forgotten page by page, so that the store does not grow.
 */
export class SentStore {
  #book: Book | null = null;

  constructor(
    private readonly keys: SessionKeys,
    private readonly write: Writer,
  ) {}

  async add(id: string, bytes: Uint8Array): Promise<void> {
    const book = (this.#book ??= await this.#open());
    const changes: SessionKeyChange[] = [{ type: SENT, id, value: Buffer.from(bytes).toString("base64") }];
    if (!book.page.includes(id)) {
      if (book.page.length >= PAGE_SIZE) {
        book.last += 1;
        book.page = [];
      }
      book.page.push(id);
      changes.push({ type: PAGES, id: String(book.last), value: JSON.stringify(book.page) });
      if (book.page.length === 1) changes.push(...(await this.#turn(book)));
    }
    await this.write(changes);
  }

  async find(id: string): Promise<Buffer | null> {
    const text = (await this.keys.read(SENT, [id])).get(id);
    return text === undefined ? null : Buffer.from(text, "base64");
  }

  /** A new page was begun: notes where the book ends, and tears out what is too old. */
  async #turn(book: Book): Promise<SessionKeyChange[]> {
    const changes: SessionKeyChange[] = [];
    if (book.last - book.first >= PAGE_COUNT) {
      const oldest = String(book.first);
      const ids = idsOf((await this.keys.read(PAGES, [oldest])).get(oldest));
      changes.push(...ids.map((id) => ({ type: SENT, id, value: null })), { type: PAGES, id: oldest, value: null });
      book.first += 1;
    }
    changes.push({ type: PAGES, id: "", value: JSON.stringify([String(book.first), String(book.last)]) });
    return changes;
  }

  async #open(): Promise<Book> {
    const [first = 0, last = 0] = idsOf((await this.keys.read(PAGES, [""])).get("")).map(Number);
    return { first, last, page: idsOf((await this.keys.read(PAGES, [String(last)])).get(String(last))) };
  }
}

function idsOf(text: string | undefined): string[] {
  const value: unknown = text === undefined ? [] : JSON.parse(text);
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
