import { SHORTCUTS } from "./shortcuts";

/** The second key of a sequence comes at most this long after the first, in ms; react-hotkeys-hook waits as long. */
const SEQUENCE_MS = 1_000;

const FIRST_KEYS: ReadonlySet<string> = new Set(
  Object.values(SHORTCUTS).flatMap(({ keys }) => keys.flatMap((each: string) => (each.includes(">") ? each.split(">").slice(0, 1) : []))),
);

let begunAt = -Infinity;
let follows = false;

/** Notes which keys follow the first key of a sequence; returns the function that ends it. */
export function watchSequences(): () => void {
  const note = ({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent) => {
    follows = timeStamp - begunAt < SEQUENCE_MS;
    begunAt = FIRST_KEYS.has(key.toLowerCase()) && !ctrlKey && !metaKey && !altKey ? timeStamp : -Infinity;
  };
  // Before every other listener, so that they can ask about the key that they hear.
  window.addEventListener("keydown", note, { capture: true });
  return () => window.removeEventListener("keydown", note, { capture: true });
}

/** Whether the key that was pressed last is the second one of a sequence. */
export const followsFirstKey = (): boolean => follows;
