import type { Actor } from "../access/index.js";

/** What the rules of a chat read. `peopleIds` are its participants; `goneIds` those whose account was deleted. */
export interface ChatFacts {
  readonly isGroup: boolean;
  /** The person who created it. */
  readonly userId: number;
  readonly peopleIds: readonly number[];
  readonly goneIds: readonly number[];
}

type Person = Pick<Actor, "id" | "profile" | "active">;

export const takesPart = ({ id }: Pick<Actor, "id">, { peopleIds }: Pick<ChatFacts, "peopleIds">): boolean => peopleIds.includes(id);

/** Participants read a chat, and administrators read every one (CHAT-009, D-093). */
export function readsChat(person: Person, chat: Pick<ChatFacts, "peopleIds">): boolean {
  return person.active && (takesPart(person, chat) || person.profile === "admin");
}

/** Participants alone write (CHAT-010); a chat with a deleted person is read-only (D-096). */
export function writesChat(person: Person, chat: Omit<ChatFacts, "userId">): boolean {
  return person.active && takesPart(person, chat) && (chat.isGroup || chat.goneIds.length === 0);
}

/** Which participants a change removes and adds. */
interface ParticipantChange {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/** Compares the participants of a group with those that it is to have; each id once. */
export function toParticipantChange({ peopleIds }: Pick<ChatFacts, "peopleIds">, wanted: readonly number[]): ParticipantChange {
  const next = new Set(wanted);
  return { added: [...next].filter((id) => !peopleIds.includes(id)), removed: peopleIds.filter((id) => !next.has(id)) };
}

/** The creator of a group leaves it only by themselves (D-092). */
export function mayRemove(person: Pick<Actor, "id">, { userId }: Pick<ChatFacts, "userId">, removed: readonly number[]): boolean {
  return person.id === userId || !removed.includes(userId);
}
