import { NO_REASON, AUTOMATIC_REASONS, readClosingReasons } from "@balcao/domain/closing";
import { isOfPlace, listsOf, viewCondition, type ViewFilter } from "@balcao/domain/savedViews";
import { toTicketRanges, type ListStatus } from "@balcao/domain/tickets";
import type { Actor, KeyRange } from "@balcao/domain/access";
import type { MissingPart } from "@balcao/contracts/savedViews";
import type { SavedViewRow } from "@balcao/database/savedViews";
import { NO_FILTER, type TicketFilter } from "@balcao/database/tickets";
import type { DirectorySnapshot } from "../../ground/directory/index.js";

/** What a view names that was deleted since. */
export function missingOf(
  snapshot: DirectorySnapshot,
  { filter, queueId, lacksTag }: Pick<SavedViewRow, "filter" | "queueId" | "lacksTag">,
) {
  const { queueIds, owner, connectionId, reason } = filter;
  const lacks: Readonly<Record<MissingPart, boolean>> = {
    queue: queueIds.some((id) => !snapshot.queues.has(id)) || (queueId !== null && !snapshot.queues.has(queueId)),
    owner: owner !== null && owner !== "me" && owner !== "none" && snapshot.users.get(Number(owner))?.deleted !== false,
    tag: lacksTag,
    connection: connectionId !== null && !snapshot.connections.has(connectionId),
    reason: reason !== null && !isReason(snapshot, reason),
  };
  return (Object.keys(lacks) as MissingPart[]).filter((part) => lacks[part]);
}

const isReason = ({ settings }: DirectorySnapshot, reason: string): boolean =>
  reason === NO_REASON ||
  AUTOMATIC_REASONS.some((each) => each === reason) ||
  readClosingReasons(settings.closingReasons).some(({ id, gone }) => String(id) === reason && !gone);

/** The tickets of a view for a person: the filter of lists, and as ranges of each list where the place alone decides. */
export interface ViewTickets {
  readonly filter: TicketFilter;
  readonly ranges: ReadonlyMap<ListStatus, readonly KeyRange[]> | null;
}

/** What a view finds for a person, never more than the person's own lists (D-554). */
export function toViewTickets(snapshot: DirectorySnapshot, actor: Actor, filter: ViewFilter, now: Date): ViewTickets {
  const condition = viewCondition(actor, snapshot.settings, filter, snapshot.usersByProfile);
  const lists = listsOf(filter);
  const { waitingMinutes } = filter;
  const waitingSince = waitingMinutes === null ? null : new Date(now.getTime() - waitingMinutes * 60_000);
  return {
    filter: { ...NO_FILTER, condition, buckets: lists, view: { ...filter, waitingSince, now } },
    ranges: isOfPlace(filter) ? new Map(lists.map((list) => [list, toTicketRanges(condition, list, snapshot.universe)])) : null,
  };
}
