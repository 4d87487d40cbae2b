import { keysOf, shortcutsOf, type ShortcutId } from "./shortcuts";

/** What shortcuts do. */
export type Runs = Readonly<Partial<Record<ShortcutId, () => void>>>;

export const isCombined = (keys: string): boolean => keys.includes("mod+");

/** The list accepts while no conversation is shown, otherwise the conversation does. */
const OF_CONVERSATION: readonly ShortcutId[] = ["accept", ...shortcutsOf("conversation")];
const ALL = [...OF_CONVERSATION, ...shortcutsOf("composer")];

/** The keys with a modifier of what a conversation offers. */
export const COMBINED_KEYS = ALL.flatMap(keysOf).filter(isCombined);
/** Its letters. Other plain keys are those of the message box. */
export const LETTER_KEYS = OF_CONVERSATION.flatMap(keysOf).filter((keys) => !isCombined(keys));

const offered = new Map<ShortcutId, Set<() => void>>();

/** Offers shortcuts until the returned function is called. */
export function offer(ids: readonly ShortcutId[], run: (id: ShortcutId) => void): () => void {
  const ends = ids.map((id) => {
    const runs = offered.get(id) ?? new Set();
    const own = () => run(id);
    offered.set(id, runs.add(own));
    return () => runs.delete(own);
  });
  return () => ends.forEach((end) => end());
}

/** What the pressed keys do now. */
export const runsOf = (keys: string): readonly (() => void)[] =>
  ALL.flatMap((id) => (keysOf(id).includes(keys) ? [...(offered.get(id) ?? [])] : []));
