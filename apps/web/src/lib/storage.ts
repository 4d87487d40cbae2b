import { useSyncExternalStore } from "react";

type Listener = () => void;

interface Store {
  readonly subscribe: (listener: Listener) => () => void;
  readonly read: () => string | null;
}

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

/** One listener for all keys: each button of a conversation reads preferences, and an opening draws dozens of buttons. */
function hearOtherTabs(): void {
  if (hearsOtherTabs) return;
  hearsOtherTabs = true;
  window.addEventListener("storage", ({ key }) => {
    for (const each of key === null ? [...listeners.keys()] : [key]) notify(each);
  });
}
let hearsOtherTabs = false;

/**
 * Calls `listener` when a stored value changes, here or in another tab; returns the function that
 * unsubscribes.
 */
export function onStored(key: string, listener: Listener): () => void {
  hearOtherTabs();
  const own = listeners.get(key) ?? new Set<Listener>();
  listeners.set(key, own.add(listener));
  return () => void own.delete(listener);
}

const stores = new Map<string, Store>();

/** How React follows a stored value. The same functions each time, because it subscribes anew for others. */
function storeOf(key: string): Store {
  const known = stores.get(key) ?? { subscribe: (listener) => onStored(key, listener), read: () => readStored(key) };
  stores.set(key, known);
  return known;
}

/** A stored text, followed; null when there is none. */
export function useStored(key: string): string | null {
  const { subscribe, read } = storeOf(key);
  return useSyncExternalStore(subscribe, read);
}

/** A choice that is stored in this browser, one of `values`; the first is the default. */
export function usePreference<const T extends readonly string[]>(key: string, values: T): [T[number], (value: T[number]) => void] {
  const stored = useStored(key);
  const value: T[number] | undefined = values.find((each) => each === stored) ?? values[0];
  if (value === undefined) throw new Error(`The preference ${key} has no values.`);
  return [value, (next) => writeStored(key, next)];
}
