import { object, list, text } from "../route/wire.js";
import { route } from "../route/route.js";
import { noticePaths } from "./index.js";
import type { MentionableView, NoticeView } from "./notices.views.js";

/** How many notices a person has at most on her screen. */
const MOST_NOTICES = 100;
const LONGEST_ID = 40;

/**
 * Of what a person is told (added, D-430), and whom a comment may mention (added, D-254): that is written with the field `mentions` of
 * `POST /messages/{ticketId}`.
 */
export const noticeRoutes = {
  /** The person's own at which she has not looked, as far as she may see what they are about, newest first, at most 100. */
  list: route<readonly NoticeView[]>()(noticePaths.list, { policy: "signedIn", toInput: () => null }),
  /** The person has looked at what these notices of hers are about. */
  seen: route<{ readonly message: string }>()(noticePaths.seen, {
    policy: "signedIn",
    body: object({ noticeIds: list(text(LONGEST_ID).required("required"), MOST_NOTICES).required("required") }),
    toInput: ({ body }) => ({ noticeIds: body.noticeIds }),
  }),
  /** The active colleagues of the person, and who of them reads a comment written in the ticket now. */
  people: route<readonly MentionableView[]>()(noticePaths.people, {
    policy: "ticket",
    toInput: ({ params }) => ({ ticketId: params.ticketId }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION"],
  }),
} as const;
