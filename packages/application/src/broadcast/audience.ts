import { matches, type Actor } from "@balcao/domain/access";
import type { Settings } from "@balcao/domain/settings";
import { bucketOf, notificationCondition, ownersOf, rightsClassOf, sees, type TicketFacts } from "@balcao/domain/tickets";
import type { MessageRow } from "@balcao/database/messages";
import type { TicketRow } from "@balcao/database/tickets";
import type { TicketLivePayload } from "../kernel/index.js";
import { toTicketFacts } from "../tickets/index.js";

/** A ticket's live event with the rows that its views need; the same for everybody. */
export interface LoadedTicketEvent {
  readonly ticketId: number;
  readonly payload: TicketLivePayload;
  /** The ticket of now, perhaps newer than the event; null when it is gone. */
  readonly row: TicketRow | null;
  readonly created: readonly MessageRow[];
  readonly updated: readonly MessageRow[];
}

/** What a person may know of one ticket event. */
export interface TicketAudience {
  readonly sawBefore: boolean;
  /** Sees it as the event left it and as it stands now: a view never shows what has moved out of sight meanwhile. */
  readonly seesNow: boolean;
  readonly ringsFor: boolean;
  readonly listBefore: string | null;
  readonly listAfter: string | null;
}

/**
 * Judges a ticket event for many people: everybody with the same rights who owns neither side of the change gets the same answer, so each class is
 * judged once and owners by themselves (ARCHITECTURE 7).
 */
export function createAudience(event: LoadedTicketEvent, settings: Settings): (actor: Actor) => TicketAudience {
  const { before, after } = event.payload;
  const now = event.row && toTicketFacts(event.row);
  const owners = new Set([...ownersOf({ before, after }), ...(now?.userId ? [now.userId] : [])]);
  const judged = new Map<string, TicketAudience>();
  const judge = (actor: Actor): TicketAudience => ({
    sawBefore: before !== null && sees(actor, settings, before),
    seesNow: after !== null && now !== null && sees(actor, settings, after) && sees(actor, settings, now),
    ringsFor: after !== null && matches(notificationCondition(actor, settings), after),
    listBefore: listOf(before),
    listAfter: listOf(after),
  });
  return (actor) => {
    if (owners.has(actor.id)) return judge(actor);
    const key = rightsClassOf(actor);
    const known = judged.get(key) ?? judge(actor);
    judged.set(key, known);
    return known;
  };
}

function listOf(facts: TicketFacts | null): string | null {
  return facts && bucketOf(facts);
}
