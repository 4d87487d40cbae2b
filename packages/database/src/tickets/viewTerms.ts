import type { ViewFilter } from "@balcao/domain/savedViews";
import { idArray, literal } from "../search/index.js";
import { adTerms } from "./ads.js";
import { closedFor } from "./closingReasons.js";

/** What a saved view asks of a ticket beside its place. */
export interface ViewTerms extends Pick<ViewFilter, "tagIds" | "connectionId" | "target" | "reason" | "fromAd" | "ad"> {
  /** The customer has waited since this instant or longer. */
  readonly waitingSince: Date | null;
  readonly now: Date;
}

/** The terms of a saved view as SQL over ticket `t`. */
export function viewTerms({ tagIds, connectionId, waitingSince, target, reason, fromAd, ad, now }: ViewTerms): string[] {
  return [
    tagIds.length === 0 ? null : `t.contact_id IN (SELECT contact_id FROM contact_tag WHERE tag_id = ANY(${idArray(tagIds)}))`,
    connectionId && `t.connection_id = ${literal(connectionId)}`,
    waitingSince && `t.waiting_since <= ${literal(waitingSince)}`,
    target && `t.due_at IS NOT NULL`,
    target === "overdue" ? `t.due_at <= ${literal(now)}` : null,
    reason && closedFor(literal(reason)),
    ...adTerms({ fromAd, ad }),
  ].filter((term) => term !== null && term !== 0);
}
