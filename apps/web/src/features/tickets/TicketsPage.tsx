import type { TicketView } from "@balcao/contracts/tickets";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router-dom";
import { call } from "../../lib/api";
import { joinPages } from "../../lib/data/ticketPages";
import { ticketListQuery, ticketQuery } from "../../lib/data/ticketLists";
import { useSettings } from "../../lib/data/settings";
import { queryClient } from "../../lib/queryClient";
import { endSession, useSelf } from "../../lib/session";
import { usePageTitle } from "../../ui";
import {
  ConversationPane,
  ConversationSkeleton,
  onClosed,
  preloadConversation,
  resumeOutbox,
  useAccept,
  type NewTicketSeed,
} from "../conversation";
import { InboxPane } from "./InboxPane";
import { useInboxPlace } from "./inboxPlace";
import { useQueueSelection, useShowAll } from "./listFilter";
import { NoTicket } from "./NoTicket";
import { findObstacle } from "./preOpenCheck";
import { UndoBars } from "./UndoBar";

const NewTicketDialog = lazy(() => import("./newTicket/NewTicketDialog").then((door) => ({ default: door.NewTicketDialog })));

function useTicketId(): number | null {
  const { ticketId } = useParams();
  return ticketId !== undefined && /^[1-9]\d*$/.test(ticketId) ? Number(ticketId) : null;
}

/** Which of two tickets of the list comes after the one that is gone: the next, else the one before. */
function neighbour(tickets: readonly TicketView[], ticketId: number | null): TicketView | undefined {
  const at = tickets.findIndex((ticket) => ticket.id === ticketId);
  return at === -1 ? undefined : (tickets[at + 1] ?? tickets[at - 1]);
}

/** The inbox: the list and, beside it or over it, one conversation (SHELL-002, SHELL-003, B7). */
export function TicketsPage() {
  const { t } = useTranslation("tickets");
  const navigate = useNavigate();
  const self = useSelf();
  const { timeZone } = useSettings();
  const ticketId = useTicketId();
  const { place, search } = useInboxPlace();
  const { selected } = useQueueSelection();
  const { showAll } = useShowAll();
  const [newTicket, setNewTicket] = useState<NewTicketSeed | null>(null);
  const [byKeyboard, setByKeyboard] = useState(false);
  usePageTitle(t("title"));
  useEffect(() => resumeOutbox(self.id), [self.id]);

  const show = useCallback(
    (id: number | null) => void navigate(id === null ? `/tickets${search}` : `/tickets/${id}${search}`),
    [navigate, search],
  );
  const back = useCallback(() => show(null), [show]);
  const openNow = useCallback(
    (ticket: TicketView) => {
      queryClient.setQueryData(ticketQuery(ticket.id).queryKey, (known) => (known && known.version > ticket.version ? known : ticket));
      show(ticket.id);
    },
    [show],
  );
  const open = useCallback(
    (ticket: TicketView, options: { readonly newTab: boolean; readonly byKeyboard: boolean }) => {
      if (options.newTab) return void window.open(`/tickets/${ticket.id}${search}`, "_blank", "noopener");
      setByKeyboard(options.byKeyboard);
      openNow(ticket);
      void findObstacle(self.id, timeZone).then((obstacle) => {
        if (!obstacle) return;
        // The server hears of it while the token still stands.
        void call("auth", "logout", {}).catch(() => undefined);
        endSession(obstacle);
      });
    },
    [openNow, search, self.id, timeZone],
  );

  const { accept, asksQueue, pendingId, dialog } = useAccept((ticket) => {
    queryClient.setQueryData(ticketQuery(ticket.id).queryKey, ticket);
    void navigate(`/tickets/${ticket.id}?tab=open`);
  });

  // After an end of its own the next ticket of the list takes the place. The list may lose the ticket before the answer comes.
  const { data: shown } = useInfiniteQuery({ ...ticketListQuery({ status: place.status, showAll, queueIds: selected }), enabled: false });
  const nextId = useRef<number | null>(null);
  useEffect(() => {
    const tickets = joinPages(shown?.pages ?? []).tickets;
    if (tickets.some((ticket) => ticket.id === ticketId)) nextId.current = neighbour(tickets, ticketId)?.id ?? null;
    else if (ticketId === null) nextId.current = null;
  }, [shown, ticketId]);
  useEffect(
    () =>
      onClosed((closed) => {
        if (closed.id === ticketId) show(window.matchMedia("(max-width: 899.95px)").matches ? null : nextId.current);
      }),
    [show, ticketId],
  );

  const pending = useInfiniteQuery({ ...ticketListQuery({ status: "pending", showAll, queueIds: selected }), enabled: false });
  const nextWaiting = pending.data?.pages[0]?.tickets[0];

  return (
    <div className="inbox" data-open={ticketId !== null || undefined} onPointerOver={preloadConversation} onFocus={preloadConversation}>
      <h1 className="visuallyHidden">{t("title")}</h1>
      <InboxPane
        selectedId={ticketId}
        acceptingId={pendingId}
        asksQueue={asksQueue}
        onOpen={open}
        onAccept={accept}
        onNew={() => setNewTicket({})}
      />
      <div className="inboxMain">
        {ticketId === null ? (
          <NoTicket onNew={() => setNewTicket({})} onAcceptNext={nextWaiting && (() => accept(nextWaiting))} />
        ) : (
          <Suspense fallback={<ConversationSkeleton />}>
            <ConversationPane
              key={ticketId}
              ticketId={ticketId}
              focusHeader={byKeyboard}
              onBack={back}
              onNewTicket={setNewTicket}
              onAccept={accept}
              acceptingId={pendingId}
            />
          </Suspense>
        )}
        <UndoBars />
      </div>
      {dialog}
      {newTicket && (
        <Suspense>
          <NewTicketDialog
            seed={newTicket}
            onClose={() => setNewTicket(null)}
            onOpened={(ticket) => {
              setNewTicket(null);
              openNow(ticket);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
