import { useLayoutEffect, useState } from "react";

type Actions = Readonly<Record<string, (...args: never[]) => void>>;

/**
 * Returns the same functions at every rendering, each of which calls its newest version, so that a
 * memoized component with them renders only when its other properties change.
 */
export function useSteady<T extends Actions>(actions: T): T {
  const [{ steady, follow }] = useState(() => toSteady(actions));
  useLayoutEffect(() => follow(actions));
  return steady;
}

function toSteady<T extends Actions>(first: T): { readonly steady: T; readonly follow: (next: T) => void } {
  let newest: Actions = first;
  const calls = Object.keys(first).map((name) => [name, (...args: never[]) => newest[name]?.(...args)]);
  return {
    // It has the keys of the type, and its functions take and return the same.
    steady: Object.fromEntries(calls) as T,
    follow: (next) => {
      newest = next;
    },
  };
}
