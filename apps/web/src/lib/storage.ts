import { useSyncExternalStore } from "react";

type Listener = () => void;
const listeners = new Map<string, Set<Listener>>();

const notify = (key: string) => listeners.get(key)?.forEach((listener) => listener());

/** Reads a stored text; null when there is none or the browser refuses storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or removes it when null; it does not fail when the browser refuses storage. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private modes may refuse: the value then lasts until the page is closed.
  }
  notify(key);
}

/**
 * Calls `listener` when a stored value changes, here or in another tab; returns the function that
 * unsubscribes.
 */
export function onStored(key: string, listener: Listener): () => void {
  const own = listeners.get(key) ?? new Set<Listener>();
  listeners.set(key, own.add(listener));
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  window.addEventListener("storage", fromOtherTab);
  return () => {
    own.delete(listener);
    window.removeEventListener("storage", fromOtherTab);
  };
}

/** A choice that is stored in this browser, one of `values`; the first is the default. */
export function usePreference<const T extends readonly string[]>(key: string, values: T): [T[number], (value: T[number]) => void] {
  const stored = useSyncExternalStore(
    (listener) => onStored(key, listener),
    () => readStored(key),
  );
  const value: T[number] | undefined = values.find((each) => each === stored) ?? values[0];
  if (value === undefined) throw new Error(`The preference ${key} has no values.`);
  return [value, (next) => writeStored(key, next)];
}
