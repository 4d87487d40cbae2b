import type { BelongsToList, TicketView } from "@balcao/contracts/tickets";
import { matches, type Actor } from "@balcao/domain/access";
import type { AccessSettings } from "@balcao/domain/settings";
import { bucketOf, listCondition, type ListStatus } from "@balcao/domain/tickets";

/** What one list of the inbox shows: one status, of the selected queues (null = all of the person's), own or all. */
export interface TicketListFilter {
  readonly status: ListStatus;
  readonly showAll: boolean;
  readonly queueIds: readonly number[] | null;
}

/** Owners by profile as far as this ticket needs them: its own owner's profile stands in the view. */
const profilesOf = ({ user }: TicketView) => ({
  admin: user?.profile === "admin" ? [user.id] : [],
  gerente: user?.profile === "gerente" ? [user.id] : [],
  user: user?.profile === "user" ? [user.id] : [],
});

/** The rule of a list as the api judges it, for the views that arrive as events (INBOX-025, INBOX-026, INBOX-032). */
export function belongsTo(filter: TicketListFilter, actor: Actor, settings: AccessSettings): BelongsToList {
  return (ticket) => {
    if (bucketOf(ticket) !== filter.status) return false;
    const { showAll, queueIds } = filter;
    const condition = listCondition(actor, settings, { showAll, queueIds, usersByProfile: profilesOf(ticket) });
    return matches(condition, { status: ticket.status, isGroup: ticket.isGroup, queueId: ticket.queueId, userId: ticket.userId });
  };
}
