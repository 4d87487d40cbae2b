import type { TicketView } from "@balcao/contracts/tickets";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router-dom";
import { ticketQuery } from "../../lib/data/ticketLists";
import { queryClient } from "../../lib/queryClient";
import { useSelf } from "../../lib/session";
import { useSteady } from "../../lib/useSteady";
import { usePageTitle } from "../../ui";
import { NewChatDialog } from "../chats";
import {
  ChatPane,
  ConversationPane,
  ConversationSkeleton,
  preloadConversation,
  resumeOutbox,
  useAccept,
  type NewTicketSeed,
} from "../conversation";
import { InboxPane } from "./InboxPane";
import { chatAddress, useInboxPlace, useShownChat } from "./inboxPlace";
import { NoTicket } from "./NoTicket";
import { focusSearch } from "./search/searchFocus";
import { UndoBars } from "./UndoBar";
import { useMessageVisit } from "./useMessageVisit";
import { useNextAfterClose, useNextWaiting } from "./useNextTicket";
import { useShownTicket } from "./useShownTicket";

const NewTicketDialog = lazy(() => import("./newTicket/NewTicketDialog").then((door) => ({ default: door.NewTicketDialog })));

/** The inbox: the list and, beside it or over it, one conversation or one chat (SHELL-002…SHELL-004, CHAT-002…CHAT-004, B7). */
export function TicketsPage() {
  const { t } = useTranslation("tickets");
  const navigate = useNavigate();
  const self = useSelf();
  const { ticketId, byKeyboard, show, showNow, open } = useShownTicket();
  const nextWaiting = useNextWaiting();
  const { goTo } = useInboxPlace();
  const { openAt, leaveMessage } = useMessageVisit();
  const { chatId, showChat, leaveChat, startChat, newChat } = useChats();
  const [newTicket, setNewTicket] = useState<NewTicketSeed | null>(null);
  usePageTitle(t("title"));
  useEffect(() => resumeOutbox(self.id), [self.id]);
  useNextAfterClose(ticketId, show);
  const { accept, asksQueue, pendingId, dialog } = useAccept({
    onAccepted: (ticket) => {
      queryClient.setQueryData(ticketQuery(ticket.id).queryKey, ticket);
      void navigate(`/tickets/${ticket.id}?tab=open`);
    },
    onShow: show,
    next: nextWaiting,
  });

  // Each navigation makes them anew; the rows of the list and the conversation are rendered once for it.
  const actions = useSteady({
    open,
    accept,
    back: () => show(null),
    discuss: ({ id }: TicketView) => startChat(`${window.location.origin}/tickets/${id}`),
  });

  return (
    <div
      className="inbox"
      data-open={ticketId !== null || chatId !== null || undefined}
      onPointerOver={preloadConversation}
      onFocus={preloadConversation}
    >
      <h1 className="visuallyHidden">{t("title")}</h1>
      <InboxPane
        selectedId={ticketId}
        acceptingId={pendingId}
        asksQueue={asksQueue}
        onOpen={actions.open}
        onAccept={actions.accept}
        onNew={() => setNewTicket({})}
        onOpenChat={showChat}
        onNewChat={() => startChat("")}
      />
      <div className="inboxMain">
        {chatId !== null ? (
          <Suspense fallback={<ConversationSkeleton />}>
            <ChatPane key={chatId} chatId={chatId} onBack={leaveChat} />
          </Suspense>
        ) : ticketId === null ? (
          <NoTicket
            onNew={() => setNewTicket({})}
            onSearch={() => {
              goTo("search");
              focusSearch();
            }}
            onAcceptNext={nextWaiting && (() => accept(nextWaiting))}
          />
        ) : (
          <Suspense fallback={<ConversationSkeleton />}>
            <ConversationPane
              key={ticketId}
              ticketId={ticketId}
              focusHeader={byKeyboard}
              openAt={openAt}
              onLeaveMessage={leaveMessage}
              onBack={actions.back}
              onNewTicket={setNewTicket}
              onDiscuss={actions.discuss}
              onAccept={actions.accept}
              acceptingId={pendingId}
            />
          </Suspense>
        )}
        <UndoBars />
      </div>
      {dialog}
      {newChat}
      {newTicket && (
        <Suspense>
          <NewTicketDialog
            seed={newTicket}
            onClose={() => setNewTicket(null)}
            onOpened={(ticket) => {
              setNewTicket(null);
              showNow(ticket);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The chat of the address, the ways to another one, and the dialog of a new one while it is open. */
function useChats() {
  const navigate = useNavigate();
  const chatId = useShownChat();
  const [begun, setBegun] = useState<string | null>(null);
  const leaveChat = useCallback(() => void navigate("/tickets?tab=chat"), [navigate]);
  const showChat = useCallback((id: number) => void navigate(chatAddress(id)), [navigate]);
  const close = () => setBegun(null);
  const newChat = begun !== null && (
    <Suspense>
      <NewChatDialog
        text={begun}
        onClose={close}
        onOpened={({ id }) => {
          close();
          showChat(id);
        }}
      />
    </Suspense>
  );
  /** Opens the dialog; the text is said in the chat at once. */
  const startChat = (text: string) => setBegun(text);
  return { chatId, showChat, leaveChat, startChat, newChat };
}
