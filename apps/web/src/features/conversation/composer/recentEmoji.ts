import { readStored, writeStored } from "../../../lib/storage";

const KEY = "balcao-recent-emoji";
/** Two rows of the picker. */
const MOST = 18;

/** The emoji that were last chosen in this browser, the newest first. */
export function readRecentEmoji(): readonly string[] {
  return (readStored(KEY) ?? "").split(" ").filter(Boolean).slice(0, MOST);
}

/** Puts a chosen emoji before the others. */
export function noteEmoji(emoji: string): void {
  writeStored(KEY, [emoji, ...readRecentEmoji().filter((each) => each !== emoji)].slice(0, MOST).join(" "));
}
