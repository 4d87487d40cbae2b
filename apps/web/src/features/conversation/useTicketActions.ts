import type { TicketView } from "@balcao/contracts/tickets";
import { useMemo, useState } from "react";
import { useSettings } from "../../lib/data/settings";
import { toActor, useSelf } from "../../lib/session";
import { closeLater } from "./closing";
import { ticketActions, type TicketAction } from "./ticketActions";
import { useTicketChange } from "./useTicketChange";

/** What may be done with a ticket, and the doing of it; `asked` names the dialog that an action opens first. */
export function useTicketActions(ticket: TicketView, onAccept: (ticket: TicketView) => void) {
  const self = useSelf();
  const settings = useSettings();
  const actor = useMemo(() => toActor(self), [self]);
  const actions = useMemo(() => ticketActions(ticket, actor, settings), [ticket, actor, settings]);
  const change = useTicketChange();
  const [asked, setAsked] = useState<"transfer" | "pause" | "close" | null>(null);
  const act = (action: TicketAction) => {
    if (change.isPending) return;
    const say = (wire: Parameters<typeof change.mutate>[0]["wire"]) => change.mutate({ ticketId: ticket.id, wire });
    switch (action) {
      case "accept":
        return onAccept(ticket);
      case "resolve":
        return closeLater(ticket, "resolve");
      case "transfer":
      case "pause":
      case "close":
        return setAsked(action);
      case "returnToWaiting":
        return say({ intent: "returnToWaiting", input: {} });
      case "resume":
        return say({ intent: "resume", input: {} });
      case "reopen":
        return say({ intent: "reopen", input: { userId: self.id } });
    }
  };
  const offered = (action: TicketAction) => actions.primary === action || actions.menu.includes(action);
  const mayWrite = actions.primary !== null || actions.menu.length > 0;
  return { self, actor, actions, offered, mayWrite, act, asked, setAsked, busy: change.isPending };
}
