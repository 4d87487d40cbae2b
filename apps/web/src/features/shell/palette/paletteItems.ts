import type { ReactNode } from "react";
import type { Command } from "../../../lib/commands";

/** The groups of the palette, in their order. */
export const PALETTE_GROUPS = [
  "conversation",
  "inbox",
  "recent",
  "contacts",
  "goTo",
  "create",
  "setting",
  "account",
  "messages",
  "help",
] as const;
export type PaletteGroup = (typeof PALETTE_GROUPS)[number];

/** A line of the palette. */
export interface PaletteItem extends Omit<Command, "icon"> {
  readonly group: PaletteGroup;
  readonly sign: ReactNode;
  /** What it is found by besides its label. */
  readonly words?: string;
  /** True for what is offered only when somebody looks for it. */
  readonly onlyFound?: boolean;
  /** True for what a search of the server has found. */
  readonly isHit?: boolean;
}

const normalized = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();

/**
 * The items that have every word of the text; in their group first those whose label begins with it, then those that have it in the label,
 * and last those that only a help text or another word finds. Without a text the usual ones.
 */
export function findItems(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const wanted = normalized(text.trim());
  if (wanted === "") return items.filter(({ onlyFound }) => onlyFound !== true);
  const words = wanted.split(/\s+/);
  const has = (text: string): boolean => words.every((word) => normalized(text).includes(word));
  const rank = ({ label }: PaletteItem): number => (normalized(label).startsWith(wanted) ? 0 : has(label) ? 1 : 2);
  const place = ({ group }: PaletteItem) => PALETTE_GROUPS.indexOf(group);
  return items
    .filter(({ label, words: more = "", isHit }) => isHit === true || has(`${label} ${more}`))
    .sort((a, b) => place(a) - place(b) || rank(a) - rank(b));
}
