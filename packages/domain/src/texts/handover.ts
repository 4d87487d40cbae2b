/** Whom a conversation was given to, under the names of that moment, and what was said about it. */
export interface Handover {
  /** Null where it waits for anybody of the queue, or for anybody where the queue's id is 0. */
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly queue: { readonly id: number; readonly name: string };
  readonly note: string | null;
}

/**
 * The sentence of a transfer, for pushes and for whoever shows plain comments. `by` is the name of its author, null where a rule
 * gave the conversation on.
 */
export function handoverText(by: string | null, { user, queue, note }: Handover): string {
  const place = queue.id === 0 ? "todos os atendentes" : `a fila ${queue.name}`;
  const to = user ? `${user.name} (fila ${queue.name})` : place;
  return `${by === null ? "Conversa passada" : `${by} transferiu`} para ${to}${note === null ? "." : `: ${note}`}`;
}
