import { useLayoutEffect, useState, useSyncExternalStore } from "react";

/** A value that changes often, for a memoized component that needs it at times only. */
export interface Followed<T> {
  readonly read: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

function createFollowed<T>(first: T): { readonly followed: Followed<T>; readonly set: (next: T) => void } {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    followed: {
      read: () => value,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    set: (next) => {
      value = next;
      listeners.forEach((listener) => listener());
    },
  };
}

/** Returns the same object at every rendering, from which the newest value can be read and followed. */
export function useFollowed<T>(value: T): Followed<T> {
  const [{ followed, set }] = useState(() => createFollowed(value));
  useLayoutEffect(() => set(value), [set, value]);
  return followed;
}

const never = () => () => undefined;

/** The value while it is wanted, otherwise `none`; only then a change renders the component. */
export function useWhile<T>(wanted: boolean, { read, subscribe }: Followed<T>, none: T): T {
  return useSyncExternalStore(wanted ? subscribe : never, () => (wanted ? read() : none));
}
