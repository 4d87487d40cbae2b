import type { TicketView } from "@balcao/contracts/tickets";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Location } from "react-router-dom";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { useTexts } from "../../i18n/useTexts";
import { noteRecentTicket } from "../../lib/data/recentTickets";
import { ticketQuery } from "../../lib/data/ticketLists";
import { focusWhenLost } from "../../lib/keyboard";
import { queryClient } from "../../lib/queryClient";
import { useSelf } from "../../lib/session";
import { useSteady } from "../../lib/useSteady";
import { usePageTitle } from "../../ui";
import { NewChatDialog } from "../chats";
import type { MessageVisit, NewTicketSeed } from "../conversation";
import {
  ChatPane,
  ConversationPane,
  ConversationSkeleton,
  preloadConversation,
  resumeOutbox,
  useAccept,
  useClosings,
} from "../conversation";
import { InboxPane } from "./InboxPane";
import { chatAddress, useInboxPlace, useShownChat } from "./inboxPlace";
import { ListBorder } from "./ListBorder";
import { NoTicket } from "./NoTicket";
import { focusSearch } from "./search/searchFocus";
import { useInboxCommands } from "./useInboxCommands";
import { useNextAfterClose, useWaiting } from "./useNextTicket";
import { useShownTicket } from "./useShownTicket";

/** What a navigation to a message stores in the history, so that the same message can be opened again. */
interface VisitState {
  readonly visit?: unknown;
}

/** The message at which the address opens the conversation, and how to leave it. */
function useMessageVisit(): { readonly openAt: MessageVisit | null; readonly leaveMessage: () => void } {
  const [query, setQuery] = useSearchParams();
  const { state } = useLocation() as { readonly state: VisitState | null };
  const named = query.get("message");
  const messageId = named !== null && /^[1-9]\d{0,14}$/.test(named) ? named : null;
  const visit = typeof state?.visit === "string" ? state.visit : "";
  const openAt = useMemo(() => (messageId === null ? null : { messageId, visit: `${messageId} ${visit}` }), [messageId, visit]);
  const leaveMessage = useCallback(
    () =>
      setQuery(
        (now) => {
          now.delete("message");
          return now;
        },
        { replace: true },
      ),
    [setQuery],
  );
  return { openAt, leaveMessage };
}

/** Notes the shown ticket for the palette as soon as it is loaded. */
function useNoteRecent(ticketId: number | null): void {
  const { data: loadedId } = useQuery({ ...ticketQuery(ticketId ?? 0), enabled: false, select: ({ id }) => id });
  useEffect(() => {
    const ticket = loadedId === undefined ? undefined : queryClient.getQueryData(ticketQuery(loadedId).queryKey);
    if (ticket) noteRecentTicket(queryClient, ticket);
  }, [loadedId]);
}

const NewTicketDialog = lazyWithTexts("newTicket", () => import("./newTicket/NewTicketDialog").then((door) => door.NewTicketDialog));

const loadUndoBars = () => import("./UndoBar").then(({ UndoBars }) => UndoBars);

/** Draws what can be undone. It is loaded with the conversation, and without `lazy`, which would let it wait before it is shown first. */
function Undoable() {
  const closings = useClosings();
  const [Bars, setBars] = useState<Awaited<ReturnType<typeof loadUndoBars>> | null>(null);
  const isNeeded = closings.length > 0;
  useEffect(() => {
    if (isNeeded)
      loadUndoBars().then(
        (bars) => setBars(() => bars),
        () => undefined,
      );
  }, [isNeeded]);
  return isNeeded && Bars && <Bars closings={closings} />;
}

/** Loads what a conversation needs before it is opened. */
function preload(): void {
  preloadConversation();
  loadUndoBars().catch(() => undefined);
}

/** The inbox: the list and, beside it or over it, one conversation or one chat (SHELL-002…SHELL-004, CHAT-002…CHAT-004, B7). */
export function TicketsPage() {
  const { t } = useTexts("tickets");
  const navigate = useNavigate();
  const self = useSelf();
  const { ticketId, byKeyboard, show, showNow, open } = useShownTicket();
  const waiting = useWaiting();
  const { goTo } = useInboxPlace();
  const { openAt, leaveMessage } = useMessageVisit();
  const { chatId, showChat, leaveChat, startChat, newChat } = useChats();
  const [newTicket, setNewTicket] = useNewTicketSeed();
  usePageTitle(t("title"));
  useEffect(() => resumeOutbox(self.id), [self.id]);
  useNextAfterClose(ticketId, show);
  useNoteRecent(ticketId);
  useFocusAfterLeaving(ticketId);
  const { accept, acceptNext, asksQueue, pendingId, dialog } = useAccept({
    onAccepted: (ticket) => {
      queryClient.setQueryData(ticketQuery(ticket.id).queryKey, ticket);
      void navigate(`/tickets/${ticket.id}?tab=open`);
    },
    onShow: show,
    ...waiting,
  });

  const startNew = () => setNewTicket({});
  const search = () => {
    goTo("search");
    focusSearch();
  };
  const offerNext = waiting.othersWait(null) ? acceptNext : undefined;
  useInboxCommands({ acceptNext: offerNext, startNew, startChat: () => startChat(""), search });
  // Each navigation makes them anew; the rows of the list and the conversation are rendered once for it.
  const actions = useSteady({
    open,
    accept,
    back: () => show(null),
    discuss: ({ id }: TicketView) => startChat(`${window.location.origin}/tickets/${id}`),
  });

  return (
    <div className="inbox" data-open={ticketId !== null || chatId !== null || undefined} onPointerOver={preload} onFocus={preload}>
      <h1 className="visuallyHidden">{t("title")}</h1>
      <InboxPane
        selectedId={ticketId}
        acceptingId={pendingId}
        asksQueue={asksQueue}
        onOpen={actions.open}
        onAccept={actions.accept}
        onNew={startNew}
        onOpenChat={showChat}
        onNewChat={() => startChat("")}
      />
      <ListBorder />
      <div className="inboxMain">
        {chatId !== null ? (
          <Suspense fallback={<ConversationSkeleton />}>
            <ChatPane key={chatId} chatId={chatId} onBack={leaveChat} />
          </Suspense>
        ) : ticketId === null ? (
          <NoTicket onNew={startNew} onSearch={search} onAcceptNext={offerNext} />
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
      </div>
      <Undoable />
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

/** Gives the focus to the list when the conversation that had it is no longer shown, and to the page where the list is empty. */
function useFocusAfterLeaving(ticketId: number | null): void {
  const before = useRef(ticketId);
  useEffect(() => {
    if (before.current !== null && ticketId === null)
      focusWhenLost(() => document.querySelector<HTMLElement>('.ticketRow[tabindex="0"]') ?? document.getElementById("main"));
    before.current = ticketId;
  }, [ticketId]);
}

/** The dialog of a new ticket: its initial values while it is open, which another page may have put into the address's state. */
function useNewTicketSeed() {
  const navigate = useNavigate();
  const { key, pathname, search, state } = useLocation() as Location<{ readonly newTicket?: NewTicketSeed } | null>;
  const [seed, setSeed] = useState<NewTicketSeed | null>(null);
  const [askedBy, setAskedBy] = useState<string | null>(null);
  const asked = state?.newTicket;
  if (asked && askedBy !== key) {
    setAskedBy(key);
    setSeed(asked);
  }
  useEffect(() => {
    // A reload must not open it again.
    if (asked) void navigate({ pathname, search }, { replace: true, state: null });
  }, [asked, navigate, pathname, search]);
  return [seed, setSeed] as const;
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
