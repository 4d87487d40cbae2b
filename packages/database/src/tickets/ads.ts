import type { ViewFilter } from "@balcao/domain/savedViews";
import { LISTED_BUCKETS, type TicketCondition } from "@balcao/domain/tickets";
import { TICKET_FIELDS, toSql } from "../access/index.js";
import { literal } from "../search/index.js";
import type { Sql } from "../sql/index.js";

/** What names the advertisement of ticket `t`: its id on the network, or its headline where it has none. */
const AD_KEY = "coalesce(nullif(t.ad_source->>'id', ''), t.ad_source->>'headline')";

/** What a filter asks of the advertisement that a ticket began with: that there is one, and which. */
export type AdFilter = Pick<ViewFilter, "fromAd" | "ad">;

/** Terms over ticket `t` of an advertisement that is asked for. */
export const adTerms = ({ fromAd, ad }: AdFilter): string[] => [
  ...(fromAd || ad !== null ? ["t.ad_source IS NOT NULL"] : []),
  ...(ad === null ? [] : [`${AD_KEY} = ${literal(ad)}`]),
];

/** An advertisement that tickets began with. */
interface AdRow {
  readonly id: string;
  readonly headline: string;
}

/** How many tickets are looked at, and how many advertisements are found in them. */
const MOST = { tickets: 2_000, ads: 100 } as const;

/**
 * The advertisements of the newest tickets that began with one, newest activity first, with the newest headline of each. Only those of
 * tickets that the condition allows.
 */
export function listAds(sql: Sql, condition: TicketCondition): Promise<AdRow[]> {
  const { text, values } = toSql(condition, TICKET_FIELDS, 1);
  return sql.ask<AdRow>(
    `WITH newest AS (SELECT * FROM ticket WHERE ad_source IS NOT NULL ORDER BY last_activity DESC, id DESC LIMIT ${MOST.tickets}),
       seen AS (
         SELECT ${AD_KEY} AS id, coalesce(t.ad_source->>'headline', '') AS headline, t.last_activity
         FROM newest t WHERE t.bucket IN (${LISTED_BUCKETS.map(literal).join(", ")}) AND ${text}),
       ads AS (SELECT DISTINCT ON (id) id, headline, last_activity FROM seen WHERE id <> '' ORDER BY id, last_activity DESC)
     SELECT id, headline FROM ads ORDER BY last_activity DESC, id LIMIT ${MOST.ads}`,
    values,
  );
}
