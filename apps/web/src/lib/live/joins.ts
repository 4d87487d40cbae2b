/** A subscription of a socket; it is sent again on every new socket. */
export interface Join {
  readonly event: string;
  readonly args: readonly unknown[];
}

/** Keeps the joins that the page needs, and which of them were sent on the current socket. */
export function createJoins(emit: (join: Join) => void) {
  const wanted = new Map<string, { readonly join: Join; users: number }>();
  let sent = new Set<string>();
  let connected = false;

  const send = (key: string, join: Join) => {
    if (!connected || sent.has(key)) return;
    sent.add(key);
    emit(join);
  };

  return {
    /** Keeps a join until the returned function is called. */
    add(join: Join): () => void {
      const key = JSON.stringify([join.event, ...join.args]);
      const entry = wanted.get(key) ?? { join, users: 0 };
      entry.users += 1;
      wanted.set(key, entry);
      send(key, join);
      return () => {
        entry.users -= 1;
        if (entry.users > 0) return;
        wanted.delete(key);
        // Another join may take its place on the server, so that it must be sent again when it comes back.
        sent.delete(key);
      };
    },
    /** After a reconnect: sends every needed join again. */
    onConnected(): void {
      connected = true;
      sent = new Set();
      wanted.forEach(({ join }, key) => send(key, join));
    },
    onDisconnected(): void {
      connected = false;
    },
  };
}
