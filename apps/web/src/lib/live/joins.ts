/** Something a socket asks to be told about; it is asked again on every new socket. */
export interface Join {
  readonly event: string;
  readonly args: readonly unknown[];
}

/** Keeps which joins the page needs and which of them the present socket has heard. */
export function createJoins(emit: (join: Join) => void) {
  const wanted = new Map<string, { readonly join: Join; users: number }>();
  let heard = new Set<string>();
  let connected = false;

  const say = (key: string, join: Join) => {
    if (!connected || heard.has(key)) return;
    heard.add(key);
    emit(join);
  };

  return {
    /** Asks for a join as long as the returned function has not been called. */
    add(join: Join): () => void {
      const key = JSON.stringify([join.event, ...join.args]);
      const entry = wanted.get(key) ?? { join, users: 0 };
      entry.users += 1;
      wanted.set(key, entry);
      say(key, join);
      return () => {
        entry.users -= 1;
        if (entry.users === 0) wanted.delete(key);
      };
    },
    /** A new socket: everything wanted is said again. */
    onConnected(): void {
      connected = true;
      heard = new Set();
      wanted.forEach(({ join }, key) => say(key, join));
    },
    onDisconnected(): void {
      connected = false;
    },
  };
}
