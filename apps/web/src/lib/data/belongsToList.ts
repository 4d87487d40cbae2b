import type { BelongsToList, TicketOrder, TicketView } from "@balcao/contracts/tickets";
import { matches, type Actor } from "@balcao/domain/access";
import type { AccessSettings } from "@balcao/domain/settings";
import { bucketOf, listCondition, type ListStatus } from "@balcao/domain/tickets";

/**
 * The filter of one list of the inbox: one status, the selected queues (null = all of the
 * person's), own tickets or all.
 */
export interface TicketListFilter {
  readonly status: ListStatus;
  readonly showAll: boolean;
  readonly queueIds: readonly number[] | null;
  /** Of the waiting list alone; by activity without it. */
  readonly order?: TicketOrder;
  /** The id of a saved view, which says itself what it shows. */
  readonly view?: number;
}

/** Users by profile, with only the owner of this ticket; the view contains the owner's profile. */
const profilesOf = ({ user }: TicketView) => ({
  admin: user?.profile === "admin" ? [user.id] : [],
  gerente: user?.profile === "gerente" ? [user.id] : [],
  user: user?.profile === "user" ? [user.id] : [],
});

/**
 * Whether a view belongs to a list, by the same rule as in the api; for the views of events
 * (INBOX-025, INBOX-026).
 */
export function belongsTo(filter: TicketListFilter, actor: Actor, settings: AccessSettings): BelongsToList {
  return (ticket, isLoaded) => {
    // It is read again: what it asks for is not in every event.
    if (filter.view) return isLoaded === true;
    if (bucketOf(ticket) !== filter.status) return false;
    const { showAll, queueIds } = filter;
    const condition = listCondition(actor, settings, { showAll, queueIds, usersByProfile: profilesOf(ticket) });
    return matches(condition, { status: ticket.status, isGroup: ticket.isGroup, queueId: ticket.queueId, userId: ticket.userId });
  };
}
