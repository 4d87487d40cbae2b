import { route } from "../route/route.js";
import { activityCursor, day, id, integer, object } from "../route/wire.js";
import { ratingPaths, type RatingView } from "./index.js";

/** The ratings of a period, newest first, for administrators. */
export const ratingRoutes = {
  list: route<readonly RatingView[]>()(ratingPaths.list, {
    policy: "admin",
    query: object({
      firstDate: day(),
      lastDate: day(),
      queueId: id(),
      userId: id(),
      /** Added: at most so many; without it all of the period, as the documented client expects. */
      limit: integer(1, 100),
      /** Added: the `ratingCursor` of the last rating of the previous page. */
      cursor: activityCursor(),
    }),
    toInput: ({ query }) => query,
  }),
  /** The ratings of a contact's tickets (added), newest first, in pages as above; for administrators, as all ratings are. */
  ofContact: route<readonly RatingView[]>()(ratingPaths.ofContact, {
    policy: "admin",
    query: object({ limit: integer(1, 100), cursor: activityCursor() }),
    toInput: ({ params, query }) => ({ ...params, limit: query.limit ?? 10, cursor: query.cursor }),
  }),
} as const;
