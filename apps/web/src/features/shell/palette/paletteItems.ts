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

/** The items that have every word of the text, those whose label begins with it first in their group; without a text the usual ones. */
export function findItems(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const wanted = normalized(text.trim());
  if (wanted === "") return items.filter(({ onlyFound }) => onlyFound !== true);
  const words = wanted.split(/\s+/);
  const begins = ({ label }: PaletteItem) => (normalized(label).startsWith(wanted) ? 0 : 1);
  const place = ({ group }: PaletteItem) => PALETTE_GROUPS.indexOf(group);
  return items
    .filter(({ label, words: more = "", isHit }) => isHit === true || words.every((word) => normalized(`${label} ${more}`).includes(word)))
    .sort((a, b) => place(a) - place(b) || begins(a) - begins(b));
}
