import type { Services } from "../../ground/kernel/index.js";

/**
 * Creates a function that gives everybody who asks for the same thing the read that is under way. A
 * page of the dashboard needs the same figures for seven calls, and several people look at once.
 * What happens while a read is under way may be missing from it, as figures may be a minute old.
 */
export function shareReads<T>(): (services: Services, key: string, read: () => Promise<T>) => Promise<T> {
  const underWay = new WeakMap<Services, Map<string, Promise<T>>>();
  return (services, key, read) => {
    const reads = underWay.get(services) ?? new Map<string, Promise<T>>();
    underWay.set(services, reads);
    const known = reads.get(key);
    if (known) return known;
    const made = read().finally(() => reads.delete(key));
    reads.set(key, made);
    return made;
  };
}
