import type { ReactionView, ReactorView } from "@balcao/contracts/messages";
import { toParticipant } from "../groups";

/** What people without a name are called. */
interface Words {
  readonly you: string;
  /** Our phone, or a colleague whose account is gone. */
  readonly us: string;
  readonly somebody: string;
}

export interface Reactor {
  readonly key: string;
  readonly emoji: string;
  readonly name: string;
}

function nameOf({ id, userId, name }: ReactorView, selfId: number, words: Words): string {
  if (id === null) return userId === selfId ? words.you : (name ?? words.us);
  return name ?? toParticipant({ id, name: "" }).phone ?? words.somebody;
}

/** Everybody who reacted to a message and with what, in the order of the reactions. */
export function toReactors(reactions: readonly ReactionView[], selfId: number, words: Words): readonly Reactor[] {
  return reactions.flatMap(({ emoji, by }) =>
    by.map((reactor) => ({ key: reactor.id ?? "us", emoji, name: nameOf(reactor, selfId, words) })),
  );
}
