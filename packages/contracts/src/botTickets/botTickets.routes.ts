import { mixed } from "yup";
import { route } from "../route/route.js";
import { object, text } from "../route/wire.js";
import type { TicketView } from "../tickets/tickets.views.js";
import { botTicketPaths } from "./index.js";

/** Ids or objects with an id, which the path's id and the session's person replace. */
const ignored = () => mixed().optional();

/** Tickets that the bot has. */
export const botTicketRoutes = {
  /** At most 1,000. */
  list: route<readonly TicketView[]>()(botTicketPaths.list, { policy: "signedIn", toInput: () => null }),
  /** Gives a ticket of the bot to people, or closes it without a text. */
  change: route<TicketView>()(botTicketPaths.change, {
    policy: "ticket",
    body: object({
      status: text(20)
        .oneOf(["pending", "closed"] as const, "oneOf")
        .required("required"),
      ticket: ignored(),
      user: ignored(),
    }),
    toInput: ({ params, body }) => ({ ticketId: params.ticketId, status: body.status }),
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION", "ERR_TICKET_TRANSITION"],
  }),
} as const;
