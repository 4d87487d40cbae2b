import SearchOffOutlined from "@mui/icons-material/SearchOffOutlined";
import Button from "@mui/material/Button";
import type { MessageView, QuotedView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { can } from "@balcao/domain/access";
import { acceptsMessages } from "@balcao/domain/tickets";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type DragEvent } from "react";
import { useTranslation } from "react-i18next";
import { ptOnly } from "../../i18n/literals";
import { ApiError } from "../../lib/api";
import { ticketQuery } from "../../lib/data/ticketLists";
import { useSettings } from "../../lib/data/settings";
import { useJoin } from "../../lib/live";
import { toActor, useSelf } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { ConfirmDialog, EmptyState, ErrorCard, usePageTitle } from "../../ui";
import { closeLater } from "./closing";
import { Composer } from "./composer/Composer";
import { browserDrafts } from "./composer/drafts";
import { PromptBar } from "./composer/PromptBar";
import { ConversationHeader } from "./ConversationHeader";
import { ConversationSkeleton, MessageSkeletons } from "./ConversationSkeleton";
import { MessageList, type MessageListHandle } from "./messages/MessageList";
import type { NewTicketSeed } from "./newTicketSeed";
import { ticketActions, type TicketAction } from "./ticketActions";
import { useConversation, useReading, useSpokenMessages } from "./useConversation";
import { toWindowEnd, useServiceWindow } from "./serviceWindow";
import { useTicketChange } from "./useTicketChange";

const TransferDialog = lazy(() => import("./dialogs/TransferDialog").then((door) => ({ default: door.TransferDialog })));
const TemplatesDialog = lazy(() => import("./dialogs/TemplatesDialog").then((door) => ({ default: door.TemplatesDialog })));
const PauseDialog = lazy(() => import("./dialogs/PauseDialog").then((door) => ({ default: door.PauseDialog })));

interface ConversationPaneProps {
  readonly ticketId: number;
  /** Opened with the keyboard: the focus goes to the title, else to the message box. */
  readonly focusHeader: boolean;
  readonly acceptingId: number | null;
  readonly onBack: () => void;
  readonly onAccept: (ticket: TicketView) => void;
  readonly onNewTicket: (seed: NewTicketSeed) => void;
}

const toQuoted = ({ id, body, fromMe, mediaType, contact }: MessageView): QuotedView => ({
  id,
  body,
  fromMe,
  mediaType,
  contact,
});

/** One conversation: the ticket is read and judged first, then drawn (CONV-001, CONV-002, TICKET-035). */
export function ConversationPane(props: ConversationPaneProps) {
  const { ticketId, onBack } = props;
  const { t } = useTranslation("conversation");
  const { data: ticket, error, isError, refetch } = useQuery(ticketQuery(ticketId));
  useJoin("joinChatBox", ticketId);
  const refused = error instanceof ApiError && error.status === 403;
  const gone = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (!refused) return;
    toasts.error(ptOnly.noPermissionTicket);
    onBack();
  }, [refused, onBack]);
  if (refused) return null;
  if (gone) {
    return (
      <div className="conversationGone">
        <EmptyState icon={SearchOffOutlined} title={t("gone.title")} text={t("gone.text")}>
          <Button onClick={onBack}>{t("header.back")}</Button>
        </EmptyState>
      </div>
    );
  }
  if (ticket) return <Conversation {...props} ticket={ticket} />;
  if (!isError) return <ConversationSkeleton />;
  return (
    <div className="conversationError" style={{ paddingTop: 16 }}>
      <ErrorCard title={t("error.ticket")} error={error} onRetry={() => void refetch()} />
    </div>
  );
}

function useActions(ticket: TicketView, onAccept: (ticket: TicketView) => void) {
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
  return { self, actor, actions, act, asked, setAsked, busy: change.isPending };
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");

function Conversation({
  ticket,
  focusHeader,
  acceptingId,
  onBack,
  onAccept,
  onNewTicket,
}: ConversationPaneProps & { readonly ticket: TicketView }) {
  const { t } = useTranslation("conversation");
  const { self, actor, actions, act, asked, setAsked, busy } = useActions(ticket, onAccept);
  const { query, rows, stored, progressOf } = useConversation(ticket);
  const serviceWindow = useServiceWindow(toWindowEnd(ticket, stored));
  const [choosingTemplate, setChoosingTemplate] = useState(false);
  const [atEnd, setAtEnd] = useState(true);
  const [replyTo, setReplyTo] = useState<QuotedView | null>(() => browserDrafts().get(self.id, ticket.id)?.replyTo ?? null);
  const list = useRef<MessageListHandle>(null);
  const [finePointer] = useState(() => window.matchMedia("(pointer: fine)").matches);
  usePageTitle(`${ticket.contact.name} #${ticket.id}`);
  useReading(ticket, self.id, atEnd && query.isSuccess);
  useSpokenMessages(stored, ticket.contact.name);

  const writable = acceptsMessages(ticket.status);
  const offered = (action: TicketAction) => actions.primary === action || actions.menu.includes(action);
  const mayWrite = actions.primary !== null || actions.menu.length > 0;
  const reply = useCallback((message: MessageView) => setReplyTo(toQuoted(message)), []);
  const { fetchNextPage } = query;
  const fetchOlder = useCallback(() => fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const startConversation = useCallback(
    (contact: { readonly name: string; readonly number: string }) => onNewTicket({ contact }),
    [onNewTicket],
  );
  const leaveToList = () => {
    const row = document.querySelector<HTMLElement>('.ticketRow[tabindex="0"]');
    if (row && row.offsetParent !== null) row.focus();
    else onBack();
  };

  return (
    <section
      className="conversation"
      aria-label={t("label", { name: ticket.contact.name })}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        toasts.info(ptOnly.dropOnComposer);
      }}
    >
      <ConversationHeader
        ticket={ticket}
        actions={actions}
        busy={busy || acceptingId === ticket.id}
        focus={focusHeader}
        onAct={act}
        onBack={onBack}
      />
      {query.isPending ? (
        <MessageSkeletons />
      ) : rows.length === 0 ? (
        <p className="conversationEmpty">{query.error ? "" : t("message.none")}</p>
      ) : (
        <MessageList
          handle={list}
          ticket={ticket}
          rows={rows}
          self={self}
          progressOf={progressOf}
          hasOlder={query.hasNextPage}
          fetchingOlder={query.isFetchingNextPage}
          fetchOlder={fetchOlder}
          mayReply={writable && mayWrite}
          onReply={reply}
          onStartConversation={can(actor, "contacts:add") ? startConversation : undefined}
          onAtEnd={setAtEnd}
        />
      )}
      {query.error && (
        <div className="conversationError">
          <ErrorCard title={t("error.messages")} error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
      {writable && mayWrite ? (
        <Composer
          ticket={ticket}
          serviceWindow={serviceWindow}
          onTemplates={() => setChoosingTemplate(true)}
          replyTo={replyTo}
          onReplyTo={setReplyTo}
          onSent={() => list.current?.toEnd()}
          onLeave={leaveToList}
          onScrollPages={(pages) => list.current?.scrollBy(pages)}
          autoFocus={finePointer && !focusHeader}
        />
      ) : (
        <PromptBar status={ticket.status} offered={offered} busy={busy || acceptingId === ticket.id} onAct={act} />
      )}
      <Suspense>
        {asked === "transfer" && <TransferDialog ticket={ticket} onClose={() => setAsked(null)} onMoved={onBack} />}
        {choosingTemplate && (
          <TemplatesDialog ticket={ticket} onClose={() => setChoosingTemplate(false)} onSent={() => list.current?.toEnd()} />
        )}
        {asked === "pause" && <PauseDialog ticket={ticket} onClose={() => setAsked(null)} />}
      </Suspense>
      <ConfirmDialog
        open={asked === "close"}
        title={t("close.title", { id: ticket.id })}
        confirmLabel={t("close.confirm")}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          closeLater(ticket, "close");
        }}
      >
        {t("close.text", { name: ticket.contact.name })}
      </ConfirmDialog>
    </section>
  );
}
