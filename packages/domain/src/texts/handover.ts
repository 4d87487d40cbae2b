/** Whom a transfer gave a conversation to, under the names of that moment, and what was said about it. */
export interface Handover {
  /** Null where it waits for anybody of the queue. */
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly queue: { readonly id: number; readonly name: string };
  readonly note: string | null;
}

/** The sentence of a transfer, for pushes and for whoever shows plain comments. `by` is the name of its author. */
export function handoverText(by: string, { user, queue, note }: Handover): string {
  const to = user ? `${user.name} (fila ${queue.name})` : `a fila ${queue.name}`;
  return `${by} transferiu para ${to}${note === null ? "." : `: ${note}`}`;
}
