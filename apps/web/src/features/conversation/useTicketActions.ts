import type { TicketView } from "@balcao/contracts/tickets";
import { asksForProtocol } from "@balcao/domain/protocols";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState, type RefObject } from "react";
import { queuesQuery } from "../../lib/data/queues";
import { useSettings } from "../../lib/data/settings";
import { toActor, useSelf } from "../../lib/session";
import { useSteady } from "../../lib/useSteady";
import { closeLater } from "./closing";
import { acceptsBeforeBot, isPause, ticketActions, type MenuAction, type TicketAction } from "./ticketActions";
import { markUnread, useTicketChange } from "./useTicketChange";

/** A question that is open: the dialog of an action, or one before resolving. */
export type AskedAction = "transfer" | "pause" | "snooze" | "close" | "delete" | "unsent" | "protocol";

/** The text of an action's button, below `action` in the words of the conversation. */
export type ActionLabel = TicketAction | "acceptBeforeBot";

/**
 * The actions that are possible on a ticket, and the function that runs them. `asked` is the dialog
 * that an action opens first; resolving asks while `unsent` says that something was not sent. A ticket that is marked as unread is
 * left, because looking at it reads it.
 */
export function useTicketActions(
  ticket: TicketView,
  { onAccept, onLeave, unsent }: { onAccept: (ticket: TicketView) => void; onLeave: () => void; unsent: RefObject<boolean> },
) {
  const self = useSelf();
  const settings = useSettings();
  const actor = useMemo(() => toActor(self), [self]);
  const actions = useMemo(() => ticketActions(ticket, actor, settings), [ticket, actor, settings]);
  const change = useTicketChange();
  const { data: queues = [] } = useQuery(queuesQuery);
  const [asked, setAsked] = useState<AskedAction | null>(null);
  const resolve = () => {
    if (asksForProtocol(ticket, settings)) return setAsked("protocol");
    setAsked(null);
    closeLater(ticket, "resolve");
  };
  const askOrResolve = () => (unsent.current ? setAsked("unsent") : resolve());
  const act = (action: MenuAction) => {
    if (change.isPending) return;
    if (isPause(action)) return setAsked(action);
    const send = (wire: Parameters<typeof change.mutate>[0]["wire"]) => change.mutate({ ticketId: ticket.id, wire });
    switch (action) {
      case "accept":
        return onAccept(ticket);
      case "resolve":
        return askOrResolve();
      case "transfer":
      case "close":
      case "delete":
        return setAsked(action);
      case "markUnread":
        onLeave();
        return void markUnread(ticket.id);
      case "returnToWaiting":
        return closeLater(ticket, "returnToWaiting");
      case "resume":
        return send({ intent: "resume", input: {} });
      case "reopen":
        return send({ intent: "reopen", input: { userId: self.id } });
    }
  };
  const offered = (action: TicketAction) => actions.primary === action || actions.menu.includes(action);
  const mayWrite = actions.primary !== null || actions.menu.length > 0;
  const isBeforeBot = acceptsBeforeBot(ticket, queues.length > 0);
  /** The words of an action's button. */
  const labelOf = useCallback(
    (action: TicketAction): ActionLabel => (action === "accept" && isBeforeBot ? "acceptBeforeBot" : action),
    [isBeforeBot],
  );
  return { self, actor, actions, offered, labelOf, mayWrite, ...useSteady({ act, resolve }), asked, setAsked, busy: change.isPending };
}
