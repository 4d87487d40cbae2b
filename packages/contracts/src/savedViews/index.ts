import type { ViewColumn, ViewFilter } from "@balcao/domain/savedViews";
import { path } from "../route/route.js";
import type { TicketOrder } from "../tickets/ticketList.reducer.js";

/** What a view names that is gone: it shows nothing until it is changed. */
export type MissingPart = "queue" | "owner" | "tag" | "connection" | "reason";

/** A filter of the inbox with a name, as the person has it (D-553). */
export interface SavedViewView extends Omit<ViewFilter, "connectionId"> {
  readonly id: number;
  readonly name: string;
  readonly userId: number;
  /** The queue that it is shared with; null for its maker alone. Gone with the queue, only the maker has it. */
  readonly sharedQueueId: number | null;
  readonly whatsappId: number | null;
  readonly order: TicketOrder;
  /** What its rows show; null for what those of every list show (D-611). */
  readonly columns: readonly ViewColumn[] | null;
  /** Whether it is a tab of the person. */
  readonly pinned: boolean;
  readonly mayChange: boolean;
  readonly missing: readonly MissingPart[];
}

/** An advertisement that conversations began with; `id` is that of the network, or the headline where it has none. */
export interface AdView {
  readonly id: string;
  readonly headline: string;
}

/** How many tickets a view shows: all of them, or so many of more. */
export interface ViewCountView {
  readonly viewId: number;
  readonly count: number;
  readonly hasMore: boolean;
}

export const savedViewPaths = {
  list: path("GET", "/views"),
  counts: path("GET", "/views/counts"),
  ads: path("GET", "/views/ads"),
  create: path("POST", "/views"),
  change: path("PUT", "/views/:viewId"),
  delete: path("DELETE", "/views/:viewId"),
} as const;
