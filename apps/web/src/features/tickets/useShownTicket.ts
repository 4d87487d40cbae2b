import type { TicketView } from "@balcao/contracts/tickets";
import { useCallback, useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { call } from "../../lib/api";
import { useSettings } from "../../lib/data/settings";
import { ticketQuery } from "../../lib/data/ticketLists";
import { queryClient } from "../../lib/queryClient";
import { randomId } from "../../lib/randomId";
import { type SessionEnd, endSession, useSelf } from "../../lib/session";
import { useInboxPlace } from "./inboxPlace";
import { openingObstacle } from "./openingObstacle";
import type { OpenOptions } from "./openOptions";

/**
 * Reads the person's own account again and returns why they may not open a ticket (D-062). Null
 * without an answer from the server.
 */
async function findObstacle(userId: number, zone: string): Promise<SessionEnd | null> {
  const account = await call("users", "get", { params: { userId } }).catch(() => null);
  return account && "startTime" in account ? openingObstacle(account, new Date(), zone) : null;
}

interface ShownTicket {
  readonly ticketId: number | null;
  /** Whether the person opened it by keyboard. */
  readonly byKeyboard: boolean;
  /** Shows a ticket, or the list alone. */
  readonly show: (id: number | null) => void;
  /** Shows a ticket that an answer has just brought. */
  readonly showNow: (ticket: TicketView) => void;
  /** Opens a ticket of the list; ends the session of somebody who may not work now. */
  readonly open: (ticket: TicketView, options: OpenOptions) => void;
}

function useTicketId(): number | null {
  const { ticketId } = useParams();
  return ticketId !== undefined && /^[1-9]\d*$/.test(ticketId) ? Number(ticketId) : null;
}

/** Reads one's own account afresh and leaves when it no longer allows to work. */
async function leaveWhenRefused(userId: number, zone: string): Promise<void> {
  const obstacle = await findObstacle(userId, zone);
  if (!obstacle) return;
  // The server ends its session while the token is still valid.
  void call("auth", "logout", {}).catch(() => undefined);
  endSession(obstacle);
}

/** The ticket of the address, and the ways to another one. */
export function useShownTicket(): ShownTicket {
  const navigate = useNavigate();
  const self = useSelf();
  const { timeZone } = useSettings();
  const ticketId = useTicketId();
  const { addressOf } = useInboxPlace();
  const [byKeyboard, setByKeyboard] = useState(false);

  const show = useCallback(
    (id: number | null, messageId?: string) =>
      void navigate(addressOf(id, messageId), { state: messageId === undefined ? undefined : { visit: randomId() } }),
    [navigate, addressOf],
  );
  const showNow = useCallback(
    (ticket: TicketView, messageId?: string) => {
      queryClient.setQueryData(ticketQuery(ticket.id).queryKey, (known) => (known && known.version > ticket.version ? known : ticket));
      show(ticket.id, messageId);
    },
    [show],
  );
  const open = useCallback(
    (ticket: TicketView, options: OpenOptions) => {
      if (options.newTab) return void window.open(addressOf(ticket.id, options.messageId), "_blank", "noopener");
      setByKeyboard(options.byKeyboard);
      showNow(ticket, options.messageId);
      // The request is made after the conversation is drawn.
      setTimeout(() => void leaveWhenRefused(self.id, timeZone), 0);
    },
    [showNow, addressOf, self.id, timeZone],
  );
  return { ticketId, byKeyboard, show, showNow, open };
}
