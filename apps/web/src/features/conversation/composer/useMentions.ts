import { useQuery } from "@tanstack/react-query";
import { groupQuery, toParticipant } from "../../../lib/data/groups";
import { matchMentions, type Mentionable } from "./mentions";
import type { Typed } from "./typed";
import { useSuggestions } from "./useSuggestions";

interface MentionOptions {
  /** The contact of the group whose participants can be mentioned, or the names of colleagues; null for nobody. */
  readonly of: number | readonly string[] | null;
  /** The colleagues whom a comment can mention instead; null for a message. */
  readonly colleagues: readonly Mentionable[] | null;
  readonly typed: Typed | null;
  readonly onPick: (person: Mentionable, typed: Typed) => void;
}

const MOST = 50;
const NOBODY: readonly Mentionable[] = [];

const toPerson = (name: string): Mentionable => ({ name, digits: null, phone: null });

/** The people who need not be asked from a group's network. */
const knownPeople = ({ of, colleagues }: Pick<MentionOptions, "of" | "colleagues">): readonly Mentionable[] | undefined =>
  colleagues ?? (typeof of === "object" ? of?.map(toPerson) : undefined);

/** The participants of a group, or in a comment the colleagues, who match what is typed after an `@`. */
export function useMentions({ of, colleagues, typed, onPick }: MentionOptions) {
  const known = knownPeople({ of, colleagues });
  const groupId = known === undefined && typeof of === "number" ? of : null;
  const mention = typed?.sign === "@" ? typed : null;
  const { data } = useQuery({ ...groupQuery(groupId ?? 0), enabled: mention !== null && groupId !== null });
  const people = known ?? data?.participants.map(toParticipant);
  const items = mention && people ? matchMentions(people, mention.query).slice(0, MOST) : NOBODY;
  return { ...useSuggestions({ typed: mention, items, onPick }), inComment: colleagues !== null };
}
