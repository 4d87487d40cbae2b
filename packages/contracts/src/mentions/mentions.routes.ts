import { route } from "../route/route.js";
import { mentionPaths } from "./index.js";
import type { MentionableView, MentionView } from "./mentions.views.js";

/** Mentions of colleagues in comments (added, D-254). They are written with the field `mentions` of `POST /messages/{ticketId}`. */
export const mentionRoutes = {
  /** The person's own that they have not looked at and may read, newest first, at most 100. */
  list: route<readonly MentionView[]>()(mentionPaths.list, { policy: "signedIn", toInput: () => null }),
  /** The active colleagues of the person, and who of them reads a comment written in the ticket now. */
  people: route<readonly MentionableView[]>()(mentionPaths.people, {
    policy: "ticket",
    toInput: ({ params }) => ({ ticketId: params.ticketId }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION"],
  }),
  /** The person has looked at the ticket. */
  seen: route<{ readonly message: string }>()(mentionPaths.seen, {
    policy: "ticket",
    toInput: ({ params }) => ({ ticketId: params.ticketId }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION"],
  }),
} as const;
