import { h } from "./dom.js";

/** A run between two marks that touch its first and last letter, as WhatsApp reads them. */
const INLINE =
  /```([\s\S]+?)```|`([^`\n]+)`|(?<![\p{L}\p{N}*])\*(?=\S)([^*\n]*?\S)\*(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}_])_(?=\S)([^_\n]*?\S)_(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}~])~(?=\S)([^~\n]*?\S)~(?![\p{L}\p{N}~])|(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/gu;

/** A message's text as a phone draws it: bold, italic, struck, code, quotes, lists and links. */
export function formatted(text) {
  return text.split(/(```[\s\S]+?```)/).flatMap((part) => (part.startsWith("```") ? inline(part) : lines(part)));
}

function lines(text) {
  return text
    .split("\n")
    .flatMap((line, at) => [at > 0 && "\n", ...block(line)])
    .filter(Boolean);
}

function block(line) {
  const quoted = /^> (.+)$/.exec(line);
  if (quoted !== null) return [h("span", { class: "said" }, inline(quoted[1]))];
  const item = /^[*-] (.+)$/.exec(line);
  return item === null ? inline(line) : ["• ", ...inline(item[1])];
}

function inline(text) {
  const nodes = [];
  let from = 0;
  for (const found of text.matchAll(INLINE)) {
    nodes.push(text.slice(from, found.index), run(found));
    from = found.index + found[0].length;
  }
  return [...nodes, text.slice(from)].filter((node) => node !== "");
}

function run([whole, block, code, bold, italic, struck]) {
  if (block !== undefined || code !== undefined) return h("code", {}, block ?? code);
  if (bold !== undefined) return h("b", {}, inline(bold));
  if (italic !== undefined) return h("i", {}, inline(italic));
  if (struck !== undefined) return h("s", {}, inline(struck));
  return h("a", { href: whole, target: "_blank", rel: "noopener noreferrer" }, whole);
}

/** The text without its marks, for one line of a list. */
export function plain(text) {
  return formatted(text)
    .map((node) => (typeof node === "string" ? node : node.textContent))
    .join("")
    .replaceAll("\n", " ");
}
