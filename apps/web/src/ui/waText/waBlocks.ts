import { toWaTokens, type WaToken } from "./waTokens";

/** A piece of a line: like WaToken, and code in single backticks. */
export type WaPiece = WaToken | { readonly kind: "code"; readonly text: string };

/** Consecutive lines of one kind. */
export type WaBlock =
  | { readonly kind: "text" | "quote"; readonly pieces: readonly WaPiece[] }
  | { readonly kind: "list"; readonly start: number | null; readonly items: readonly (readonly WaPiece[])[] };

const FENCE = "```";
const CODE = /(?<!`)`([^`\n]+)`(?!`)/g;
const QUOTE = /^> (?=\S)/;
const BULLET = /^[*-] (?=\S)/;
const NUMBER = /^(\d{1,3})\. (?=\S)/;

/** Splits at whole fences; the odd parts are fences. */
function splitFences(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf(FENCE, from);
    const end = start === -1 ? -1 : text.indexOf(FENCE, start + FENCE.length);
    if (end === -1) return [...parts, text.slice(from)];
    parts.push(text.slice(from, start), text.slice(start, end + FENCE.length));
    from = end + FENCE.length;
  }
}

function toPieces(text: string): WaPiece[] {
  return splitFences(text).flatMap((part, place): WaPiece[] => {
    if (place % 2 === 1) return [...toWaTokens(part)];
    // Splitting by an expression with a group puts what was in the backticks at the odd places.
    return part
      .split(CODE)
      .flatMap((each, at): WaPiece[] => (at % 2 === 1 ? [{ kind: "code", text: each }] : each === "" ? [] : [...toWaTokens(each)]));
  });
}

interface Line {
  readonly kind: "text" | "quote" | "bullet" | "number";
  readonly text: string;
  readonly number: number | null;
}

function toLine(text: string): Line {
  const number = NUMBER.exec(text);
  if (QUOTE.test(text)) return { kind: "quote", text: text.replace(QUOTE, ""), number: null };
  if (BULLET.test(text)) return { kind: "bullet", text: text.replace(BULLET, ""), number: null };
  if (number) return { kind: "number", text: text.replace(NUMBER, ""), number: Number(number[1]) };
  return { kind: "text", text, number: null };
}

/** The lines of a text; what a fence spans is one line of text. */
function toLines(text: string): Line[] {
  const lines: { text: string; fenced: boolean }[] = [{ text: "", fenced: false }];
  for (const [place, part] of splitFences(text).entries()) {
    const fenced = place % 2 === 1;
    for (const [at, piece] of (fenced ? [part] : part.split("\n")).entries()) {
      const last = lines.at(-1);
      if (at > 0 || !last) lines.push({ text: piece, fenced });
      else lines[lines.length - 1] = { text: last.text + piece, fenced: last.fenced || fenced };
    }
  }
  return lines.map((line) => (line.fenced ? { kind: "text", text: line.text, number: null } : toLine(line.text)));
}

function toBlock(lines: readonly Line[]): WaBlock {
  const kind = lines[0]?.kind ?? "text";
  if (kind === "text" || kind === "quote") return { kind, pieces: toPieces(lines.map(({ text }) => text).join("\n")) };
  return { kind: "list", start: lines[0]?.number ?? null, items: lines.map(({ text }) => toPieces(text)) };
}

/**
 * Reads a message as the phone draws it: quotes (`> `), lists (`- `, `* `, `1. `) and the marks
 * inside their lines.
 */
export function toWaBlocks(text: string): readonly WaBlock[] {
  const groups: Line[][] = [];
  for (const line of toLines(text)) {
    const group = groups.at(-1);
    if (group?.[0]?.kind === line.kind) group.push(line);
    else groups.push([line]);
  }
  return groups.map(toBlock);
}
