import { LIMITS } from "@balcao/domain/limits";
import { useQuery } from "@tanstack/react-query";
import { mentionableQuery } from "../../../lib/data/notices";
import { mentionedIn, toColleague, type Mentionable, type Mentioned } from "./mentions";

interface ColleaguesOptions {
  readonly ticketId: number;
  /** A comment is being written. */
  readonly comment: boolean;
  readonly text: string;
  /** Who was chosen from the list. */
  readonly chosen: readonly Mentioned[];
  /** Letters are being typed after an `@`. */
  readonly typing: boolean;
}

/** Whom a comment mentions, and what its writer must know before sending it. */
export interface MentionFacts {
  /** The names of the mentioned colleagues who do not read the ticket. */
  readonly unable: readonly string[];
  readonly tooMany: boolean;
}

const NOTHING: MentionFacts = { unable: [], tooMany: false };

/** The colleagues who can be mentioned in the comment that is being written, null for a message; and whom it mentions. */
export function useColleagues({ ticketId, comment, text, chosen, typing }: ColleaguesOptions): {
  readonly people: readonly Mentionable[] | null;
  readonly facts: MentionFacts;
} {
  const mentioned = comment ? mentionedIn(text, chosen) : [];
  const { data } = useQuery({ ...mentionableQuery(ticketId), enabled: comment && (typing || mentioned.length > 0) });
  if (!comment) return { people: null, facts: NOTHING };
  const readers = new Set(data?.filter(({ reads }) => reads).map(({ id }) => id));
  const unable = data ? mentioned.filter(({ id }) => !readers.has(id)).map(({ name }) => name) : [];
  return { people: data?.map(toColleague) ?? [], facts: { unable, tooMany: mentioned.length > LIMITS.message.mentions } };
}
