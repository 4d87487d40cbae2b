import type { BinaryNode } from "@whiskeysockets/baileys";

/** The child nodes of a node; none when it holds bytes or nothing. */
export function children(node: BinaryNode | undefined): BinaryNode[] {
  return Array.isArray(node?.content) ? node.content : [];
}

/** The first child node with this tag. */
export function child(node: BinaryNode | undefined, tag: string): BinaryNode | undefined {
  return children(node).find((each) => each.tag === tag);
}

/** The content of a leaf node, as bytes. */
export function bytesOf(node: BinaryNode | undefined): Buffer {
  const content = node?.content;
  if (content === undefined || Array.isArray(content)) return Buffer.alloc(0);
  return Buffer.from(content);
}

/** Makes a node; attributes without a value are left out. */
export function element(tag: string, attrs: Readonly<Record<string, string | undefined>>, content?: BinaryNode["content"]): BinaryNode {
  const given = Object.entries(attrs).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { tag, attrs: Object.fromEntries(given), ...(content === undefined ? {} : { content }) };
}

/** Seconds since 1970, as in every stanza. */
export function timestamp(at = Date.now()): string {
  return String(Math.floor(at / 1000));
}

/** The user part of an address, without device and server. */
export function userOf(jid: string | undefined): string {
  return (jid ?? "").split("@", 1)[0]?.split(":", 1)[0] ?? "";
}

const silence = (): void => undefined;

/** A logger for the library that logs nothing. */
export const SILENT = {
  level: "silent",
  child: () => SILENT,
  trace: silence,
  debug: silence,
  info: silence,
  warn: silence,
  error: silence,
};
