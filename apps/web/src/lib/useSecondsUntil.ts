import { useSyncExternalStore } from "react";

const onTick = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, 250);
  return () => clearInterval(timer);
};
const never = () => () => undefined;

/**
 * The whole seconds until an instant in milliseconds, updated every second; 0 when it has passed or
 * is null.
 */
export function useSecondsUntil(instant: number | null): number {
  return useSyncExternalStore(instant === null ? never : onTick, () =>
    instant === null ? 0 : Math.max(0, Math.ceil((instant - Date.now()) / 1000)),
  );
}
