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
const linkify = new LinkifyIt({ fuzzyLink: true }).add("ftp:", null).add("//", null);
/** Words with a dot are no links unless they begin so. */
const WITHOUT_SCHEMA = /^www\./i;

interface Link {
  readonly from: number;
  readonly to: number;
  readonly href: string;
}

/**
 * An address as it is shown and opened: a mark of direction in it is spelled out, so that none can turn its letters round.
 */
export const toShownAddress = (address: string): string => address.replace(/\p{Bidi_Control}/gu, encodeURIComponent);

function linksIn(text: string): Link[] {
  const matches = linkify.match(text) ?? [];
  const isLink = ({ schema, raw, url }: { readonly schema: string; readonly raw: string; readonly url: string }) =>
    SAFE.test(url) && (schema !== "" || WITHOUT_SCHEMA.test(raw));
  return matches.filter(isLink).map(({ index, lastIndex, url }) => ({ from: index, to: lastIndex, href: toShownAddress(url) }));
}

/** The addresses of the links in a text, in its order. */
export const linksOf = (text: string): readonly string[] => linksIn(text).map(({ href }) => href);

const isSpace = (letter: string | undefined): boolean => letter === undefined || /\s/.test(letter);
const isEdge = (letter: string | undefined): boolean => letter === undefined || !/[\p{L}\p{N}]/u.test(letter);

/** A text without monospace, and the links in it. */
interface Piece {
  readonly text: string;
  readonly links: readonly Link[];
}

/** How far a range of a piece has been read. */
interface Reading {
  readonly piece: Piece;
  readonly to: number;
  /** Marks that are open around the range; inside they are plain letters. */
  readonly open: ReadonlySet<string>;
  readonly tokens: WaToken[];
  /** Once a mark has found no end on its line, no later one of its kind will before that line's end. */
  readonly hopelessUntil: Map<string, number>;
  at: number;
  plainFrom: number;
  /** The next link, by its place among the links of the piece. */
  linkAt: number;
}

function linkAfter(links: readonly Link[], at: number): number {
  const found = links.findIndex((link) => link.to > at);
  return found === -1 ? links.length : found;
}

function addPlain(reading: Reading, end: number): void {
  const { piece, plainFrom, tokens } = reading;
  if (end > plainFrom) tokens.push({ kind: "text", text: piece.text.slice(plainFrom, end) });
}

/** Adds a token that begins here, after the plain text before it, and goes on behind it. */
function addToken(reading: Reading, token: WaToken, end: number): void {
  addPlain(reading, reading.at);
  reading.tokens.push(token);
  reading.at = reading.plainFrom = end;
}

function takeLink(reading: Reading): boolean {
  const { piece, linkAt, at, to } = reading;
  const link = piece.links[linkAt];
  if (link?.from !== at || link.to > to) return false;
  addToken(reading, { kind: "link", text: toShownAddress(piece.text.slice(link.from, link.to)), href: link.href }, link.to);
  reading.linkAt += 1;
  return true;
}

/** Whether a mark may begin here, by the letters around it. */
function opens(text: string, at: number): boolean {
  return isEdge(text[at - 1]) && !isSpace(text[at + 1]) && text[at + 1] !== text[at];
}

/** Whether a mark may end here, by the letters around it. */
function closes(text: string, at: number): boolean {
  return !isSpace(text[at - 1]) && isEdge(text[at + 1]);
}

/** Where the mark at `from` closes on its line and before `to`, or where the search ended. */
function findClose({ text, links }: Piece, from: number, to: number): { readonly found: boolean; readonly at: number } {
  let linkAt = linkAfter(links, from);
  for (let at = from + 1; at < to; at += 1) {
    const link = links[linkAt];
    if (link && at >= link.from) {
      at = link.to - 1;
      linkAt += 1;
      continue;
    }
    if (text[at] === "\n") return { found: false, at };
    if (text[at] === text[from] && at > from + 1 && closes(text, at)) return { found: true, at };
  }
  return { found: false, at: to };
}

function takeMarked(reading: Reading): boolean {
  const { piece, at, to, open, hopelessUntil } = reading;
  const mark = piece.text[at] ?? "";
  const kind = MARKS[mark];
  if (!kind || open.has(mark) || at < (hopelessUntil.get(mark) ?? 0) || !opens(piece.text, at)) return false;
  const close = findClose(piece, at, to);
  if (!close.found) {
    hopelessUntil.set(mark, close.at);
    return false;
  }
  addToken(reading, { kind, tokens: readRange(piece, at + 1, close.at, new Set([...open, mark])) }, close.at + 1);
  while ((piece.links[reading.linkAt]?.to ?? Infinity) <= reading.at) reading.linkAt += 1;
  return true;
}

/** The tokens of a range; each position is looked at a bounded number of times. */
function readRange(piece: Piece, from: number, to: number, open: ReadonlySet<string>): WaToken[] {
  const linkAt = linkAfter(piece.links, from);
  const reading: Reading = { piece, to, open, tokens: [], hopelessUntil: new Map(), at: from, plainFrom: from, linkAt };
  while (reading.at < to) if (!takeLink(reading) && !takeMarked(reading)) reading.at += 1;
  addPlain(reading, to);
  return reading.tokens;
}

function readPlain(text: string): WaToken[] {
  return text === "" ? [] : readRange({ text, links: linksIn(text) }, 0, text.length, new Set());
}

/**
 * Reads `*bold*`, `_italic_`, `~strike~`, ```` ```mono``` ```` and addresses out of a message. What does not close stays as typed;
 * every letter of the text is in exactly one token, marks that took effect excepted; marks of direction in links are spelled out.
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
