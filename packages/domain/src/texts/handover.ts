/** Whom a conversation was given to, under the names of that moment, and what was said about it. */
export interface Handover {
  /** Null where it waits for anybody of the queue, or for anybody where the queue's id is 0. */
  readonly user: { readonly id: number; readonly name: string } | null;
  readonly queue: { readonly id: number; readonly name: string };
  readonly note: string | null;
  /** It came back from being snoozed. */
  readonly isAwake?: true;
}

/** Why a snoozed conversation came back: `until` is the time that was over, null where the customer wrote; `away` names an absent owner. */
export function wakingNote({
  until,
  tag,
  away,
}: {
  readonly until: string | null;
  readonly tag: string | null;
  readonly away: string | null;
}): string {
  const ended = until === null ? "O cliente escreveu antes do fim da pausa" : `A pausa até ${until} terminou`;
  return [`${ended}${tag === null ? "" : ` (${tag})`}.`, ...(away === null ? [] : [`${away} não está.`])].join(" ");
}

/** Why a waiting conversation was given to somebody who became free. */
export const sharedNote = (since: string): string => `Esperava na fila desde ${since}.`;

/** Why a conversation was taken from its owner. */
export const absentNote = (owner: string): string => `${owner} não está e não respondeu.`;

/**
 * The sentence of a transfer, for pushes and for whoever shows plain comments. `by` is the name of its author, null where a rule
 * gave the conversation on.
 */
export function handoverText(by: string | null, { user, queue, note, isAwake }: Handover): string {
  const place = queue.id === 0 ? "todos os atendentes" : `a fila ${queue.name}`;
  const to = user ? `${user.name} (fila ${queue.name})` : place;
  return `${by === null ? (isAwake ? "Conversa de volta" : "Conversa passada") : `${by} transferiu`} para ${to}${note === null ? "." : `: ${note}`}`;
}
