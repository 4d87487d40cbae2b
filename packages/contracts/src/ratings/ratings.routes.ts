import type { FileAnswer } from "../route/fileAnswer.js";
import { route } from "../route/route.js";
import { activityCursor, day, id, integer, object } from "../route/wire.js";
import { ratingPaths, type RatingSummaryView, type RatingView } from "./index.js";

/** Which ratings; `whatsappId` is added. */
const filter = { firstDate: day(), lastDate: day(), queueId: id(), userId: id(), whatsappId: id() };

/** The ratings of a period, newest first, for administrators. */
export const ratingRoutes = {
  list: route<readonly RatingView[]>()(ratingPaths.list, {
    policy: "admin",
    query: object({
      ...filter,
      /** Added: at most so many; without it all of the period, as the documented client expects. */
      limit: integer(1, 100),
      /** Added: the `ratingCursor` of the last rating of the previous page. */
      cursor: activityCursor(),
    }),
    toInput: ({ query }) => query,
  }),
  /** Their average and distribution (added). */
  summary: route<RatingSummaryView>()(ratingPaths.summary, { policy: "admin", query: object(filter), toInput: ({ query }) => query }),
  /** All of them as a spreadsheet (added). */
  export: route<FileAnswer>()(ratingPaths.export, { policy: "admin", body: object(filter), toInput: ({ body }) => body }),
  /** The ratings of a contact's tickets (added), newest first, in pages as above; for administrators, as all ratings are. */
  ofContact: route<readonly RatingView[]>()(ratingPaths.ofContact, {
    policy: "admin",
    query: object({ limit: integer(1, 100), cursor: activityCursor() }),
    toInput: ({ params, query }) => ({ ...params, limit: query.limit ?? 10, cursor: query.cursor }),
  }),
} as const;
