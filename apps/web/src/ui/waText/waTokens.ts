import { LinkifyIt } from "linkify-it";

/** A piece of a message as WhatsApp writes it. */
export type WaToken =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "mono"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly href: string }
  | { readonly kind: "bold" | "italic" | "strike"; readonly tokens: readonly WaToken[] };

type Wrapped = "bold" | "italic" | "strike";
const MARKS: Readonly<Record<string, Wrapped>> = { "*": "bold", _: "italic", "~": "strike" };

const MONO = "```";
const SAFE = /^(?:https?|mailto):/i;

/** Only web and mail addresses are links; `//host` and ftp stay words. */
const linkify = new LinkifyIt().add("ftp:", null).add("//", null);

interface Link {
  readonly from: number;
  readonly to: number;
  readonly href: string;
}

function linksIn(text: string): Link[] {
  const matches = linkify.match(text) ?? [];
  return matches.filter(({ url }) => SAFE.test(url)).map(({ index, lastIndex, url }) => ({ from: index, to: lastIndex, href: url }));
}

const isSpace = (letter: string | undefined): boolean => letter === undefined || /\s/.test(letter);
const isEdge = (letter: string | undefined): boolean => letter === undefined || !/[\p{L}\p{N}]/u.test(letter);

/** One line-spanning piece without monospace; each position is looked at a bounded number of times. */
class Piece {
  private readonly links: readonly Link[];

  constructor(private readonly text: string) {
    this.links = linksIn(text);
  }

  /** The tokens of a range; marks that are already open are plain letters inside. */
  read(from: number, to: number, open: ReadonlySet<string>): WaToken[] {
    const tokens: WaToken[] = [];
    // Once a mark has found no end on its line, no later one of its kind will before that line's end.
    const hopelessUntil = new Map<string, number>();
    let plainFrom = from;
    let linkAt = this.links.findIndex((link) => link.to > from);
    const flush = (end: number) => {
      if (end > plainFrom) tokens.push({ kind: "text", text: this.text.slice(plainFrom, end) });
    };
    for (let at = from; at < to;) {
      const link = linkAt === -1 ? undefined : this.links[linkAt];
      if (link?.from === at && link.to <= to) {
        flush(at);
        tokens.push({ kind: "link", text: this.text.slice(link.from, link.to), href: link.href });
        at = plainFrom = link.to;
        linkAt += 1;
        continue;
      }
      const mark = this.text[at] ?? "";
      const kind = MARKS[mark];
      if (kind && !open.has(mark) && at >= (hopelessUntil.get(mark) ?? 0) && this.opens(at)) {
        const close = this.closeOf(mark, at, to);
        if (close.found) {
          flush(at);
          tokens.push({ kind, tokens: this.read(at + 1, close.at, new Set([...open, mark])) });
          at = plainFrom = close.at + 1;
          while (linkAt !== -1 && linkAt < this.links.length && (this.links[linkAt]?.to ?? 0) <= at) linkAt += 1;
          continue;
        }
        hopelessUntil.set(mark, close.at);
      }
      at += 1;
    }
    flush(to);
    return tokens;
  }

  private opens(at: number): boolean {
    return isEdge(this.text[at - 1]) && !isSpace(this.text[at + 1]) && this.text[at + 1] !== this.text[at];
  }

  /** Where the mark closes on its line, or where the search ended. */
  private closeOf(mark: string, from: number, to: number): { readonly found: boolean; readonly at: number } {
    let linkAt = this.links.findIndex((link) => link.to > from);
    for (let at = from + 1; at < to; at += 1) {
      const link = linkAt === -1 ? undefined : this.links[linkAt];
      if (link && at >= link.from) {
        at = link.to - 1;
        linkAt += 1;
        continue;
      }
      const letter = this.text[at];
      if (letter === "\n") return { found: false, at };
      if (letter === mark && at > from + 1 && !isSpace(this.text[at - 1]) && isEdge(this.text[at + 1])) return { found: true, at };
    }
    return { found: false, at: to };
  }
}

function readPlain(text: string): WaToken[] {
  return text === "" ? [] : new Piece(text).read(0, text.length, new Set());
}

/**
 * Reads `*bold*`, `_italic_`, `~strike~`, ```` ```mono``` ```` and addresses out of a message (CONV-026). What does not close stays as typed;
 * every letter of the text stands in exactly one token, marks that took effect excepted.
 */
export function toWaTokens(text: string): readonly WaToken[] {
  const tokens: WaToken[] = [];
  let from = 0;
  for (let lookFrom = 0; ;) {
    const start = text.indexOf(MONO, lookFrom);
    const end = start === -1 ? -1 : text.indexOf(MONO, start + MONO.length);
    if (end === -1) break;
    const inner = text.slice(start + MONO.length, end);
    lookFrom = end;
    if (inner.trim() === "") continue;
    tokens.push(...readPlain(text.slice(from, start)), { kind: "mono", text: inner });
    from = lookFrom = end + MONO.length;
  }
  tokens.push(...readPlain(text.slice(from)));
  return tokens;
}
