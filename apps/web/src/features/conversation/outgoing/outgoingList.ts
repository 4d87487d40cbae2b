import { byTime, type OutgoingMessage } from "./entry";

export type OutgoingList = ReturnType<typeof createOutgoingList>;

/** The outgoing messages as this tab shows them, in the order in which they were written. */
export function createOutgoingList(dropFileUrl: (url: string) => void) {
  let all: readonly OutgoingMessage[] = [];
  const listeners = new Set<() => void>();
  const find = (clientKey: string) => all.find((message) => message.clientKey === clientKey);
  const set = (next: readonly OutgoingMessage[]): void => {
    all = next;
    listeners.forEach((listener) => listener());
  };
  return {
    read: () => all,
    find,
    subscribe: (listener: () => void): void => void listeners.add(listener),
    patch: (clientKey: string, change: Partial<OutgoingMessage>): void =>
      set(all.map((message) => (message.clientKey === clientKey ? { ...message, ...change } : message))),
    /** Adds messages, in the place of those with the same keys. */
    add: (added: readonly OutgoingMessage[]): void => {
      const keys = new Set(added.map(({ clientKey }) => clientKey));
      set([...all.filter(({ clientKey }) => !keys.has(clientKey)), ...added].sort(byTime));
    },
    drop: (clientKey: string): void => {
      const url = find(clientKey)?.fileUrl;
      if (url) dropFileUrl(url);
      set(all.filter((message) => message.clientKey !== clientKey));
    },
  };
}
