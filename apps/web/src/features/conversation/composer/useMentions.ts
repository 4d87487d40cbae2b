import { useQuery } from "@tanstack/react-query";
import { groupQuery, toParticipant } from "../../../lib/data/groups";
import { matchMentions, type Mentionable } from "./mentions";
import type { Typed } from "./typed";
import { useSuggestions } from "./useSuggestions";

interface MentionOptions {
  /** The contact of the group whose participants can be mentioned, or the names of colleagues; null for nobody. */
  readonly of: number | readonly string[] | null;
  readonly typed: Typed | null;
  readonly onPick: (person: Mentionable, typed: Typed) => void;
}

const MOST = 50;
const NOBODY: readonly Mentionable[] = [];

const toColleague = (name: string): Mentionable => ({ name, digits: null, phone: null });

/** The participants of a group that match what is typed after an `@` (CONV-011). */
export function useMentions({ of, typed, onPick }: MentionOptions) {
  const groupId = typeof of === "number" ? of : null;
  const mention = of !== null && typed?.sign === "@" ? typed : null;
  const { data } = useQuery({ ...groupQuery(groupId ?? 0), enabled: mention !== null && groupId !== null });
  const people = typeof of === "object" ? of?.map(toColleague) : data?.participants.map(toParticipant);
  const items = mention && people ? matchMentions(people, mention.query).slice(0, MOST) : NOBODY;
  return useSuggestions({ typed: mention, items, onPick });
}
