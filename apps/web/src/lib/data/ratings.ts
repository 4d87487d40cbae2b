import { ratingCursor, type RatingView } from "@balcao/contracts/ratings";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../api";

const PAGE_SIZE = 40;

/** Days as `yyyy-MM-dd`, both included; an empty one is no bound. */
export interface RatingPeriod {
  readonly first: string;
  readonly last: string;
  /** One person or queue; everybody's without it. */
  readonly userId?: number | undefined;
  readonly queueId?: number | undefined;
  readonly whatsappId?: number | undefined;
}

/** The fields of the calls about a period. */
export const toRatingQuery = ({ first, last, userId, queueId, whatsappId }: RatingPeriod) => ({
  ...{ firstDate: first, lastDate: last },
  ...{ userId, queueId, whatsappId },
});

/** Their average, and how many gave each score. */
export const ratingSummaryQuery = (period: RatingPeriod) =>
  queryOptions({
    queryKey: ["ratings", "summary", toRatingQuery(period)],
    queryFn: ({ signal }) => call("ratings", "summary", { query: toRatingQuery(period) }, { signal }),
    placeholderData: (before) => before,
    meta: { live: true },
  });

/** The ratings of a period, newest first, page by page. */
export const ratingsQuery = (period: RatingPeriod) =>
  infiniteQueryOptions({
    queryKey: ["ratings", "list", toRatingQuery(period)],
    queryFn: ({ pageParam, signal }) =>
      call("ratings", "list", { query: { ...toRatingQuery(period), limit: PAGE_SIZE, cursor: pageParam } }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page: readonly RatingView[]) => {
      const last = page.at(-1);
      return last && page.length === PAGE_SIZE ? ratingCursor(last) : undefined;
    },
    meta: { live: true },
  });

/** Ratings of a contact per page. */
const CONTACT_PAGE_SIZE = 10;

/** The ratings of a contact, newest first, page by page; for administrators. */
export const contactRatingsQuery = (contactId: number) =>
  infiniteQueryOptions({
    queryKey: ["ratings", "contact", contactId],
    queryFn: ({ pageParam, signal }) =>
      call("ratings", "ofContact", { params: { contactId }, query: { limit: CONTACT_PAGE_SIZE, cursor: pageParam } }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page: readonly RatingView[]) => {
      const last = page.at(-1);
      return last && page.length === CONTACT_PAGE_SIZE ? ratingCursor(last) : undefined;
    },
    meta: { live: true },
  });
