import { matches, type Actor } from "@balcao/domain/access";
import type { Settings } from "@balcao/domain/settings";
import { bucketOf, notificationCondition, peopleOf, rightsClassOf, sees, ticketCondition, type ListedFacts } from "@balcao/domain/tickets";
import { toHistoryFacts, type MessageRow } from "@balcao/database/messages";
import type { TicketLivePayload } from "../../ground/kernel/index.js";
import { toTicketFacts, type ShownTicketRow } from "../../inbox/tickets/index.js";

/** A ticket's live event with the rows that its views need; the same for every receiver. */
export interface LoadedTicketEvent {
  readonly ticketId: number;
  readonly payload: TicketLivePayload;
  /** The current row, possibly newer than the event; null when the ticket was deleted. */
  readonly row: ShownTicketRow | null;
  readonly created: readonly MessageRow[];
  readonly updated: readonly MessageRow[];
}

/** What one person may receive of a ticket event. */
export interface TicketAudience {
  readonly sawBefore: boolean;
  /**
   * True when the person sees both the ticket after the event and its current row: a view never
   * shows a ticket that has been hidden since.
   */
  readonly seesNow: boolean;
  readonly ringsFor: boolean;
  /** Invited to the ticket before or after: such a person hears of it in whatever list it is (D-550). */
  readonly isGuest: boolean;
  /** In the person's list of the bot before, and now. */
  readonly wasInBot: boolean;
  readonly isInBot: boolean;
  readonly listBefore: string | null;
  readonly listAfter: string | null;
}

/**
 * Judges a ticket event for many people. Everybody with the same rights who is owner or guest on neither side of
 * the change gets the same result, so each rights class is judged once, owners and guests individually
 * (ADR 5).
 */
export function createAudience(event: LoadedTicketEvent, settings: Settings): (actor: Actor) => TicketAudience {
  const { before, after } = event.payload;
  const now = event.row && toTicketFacts(event.row);
  const people = new Set([...peopleOf({ before, after }), ...peopleOf({ before: now, after: null })]);
  const judged = new Map<string, TicketAudience>();
  const judge = (actor: Actor): TicketAudience => ({
    sawBefore: before !== null && sees(actor, settings, before),
    seesNow: after !== null && now !== null && sees(actor, settings, after) && sees(actor, settings, now),
    wasInBot: before?.status === "bot" && matches(ticketCondition("ticket:list", actor, settings), before),
    isInBot:
      after?.status === "bot" &&
      now !== null &&
      [after, now].every((facts) => matches(ticketCondition("ticket:list", actor, settings), facts)),
    ringsFor: after !== null && matches(notificationCondition(actor, settings), after),
    isGuest: [before, after].some((facts) => facts?.guestIds?.includes(actor.id)),
    listBefore: listOf(before),
    listAfter: listOf(after),
  });
  return (actor) => {
    if (people.has(actor.id)) return judge(actor);
    const key = rightsClassOf(actor);
    const known = judged.get(key) ?? judge(actor);
    judged.set(key, known);
    return known;
  };
}

/**
 * The people by whom rules judge the event itself: owners and guests of the ticket, and owners and authors of
 * its messages, of those that they quote, and of the one in its preview.
 */
export function peopleIn({ payload, row, created, updated }: LoadedTicketEvent): ReadonlySet<number> {
  const people = [
    ...peopleOf(payload),
    ...peopleOf({ before: row, after: null }),
    ...[...(row?.previewFacts ? [row.previewFacts] : []), ...[...created, ...updated].map(toHistoryFacts)].flatMap(
      ({ ownerId, authorId }) => [ownerId, authorId],
    ),
    ...[...created, ...updated].flatMap(({ quotedOwnerId, quotedUserId }) => [quotedOwnerId, quotedUserId]),
  ];
  return new Set(people.filter((id) => typeof id === "number"));
}

function listOf(facts: ListedFacts | null): string | null {
  return facts && bucketOf(facts);
}
