import type { MessageView, QuotedView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { can } from "@balcao/domain/access";
import { acceptsMessages } from "@balcao/domain/tickets";
import { useCallback, useRef, useState, type DragEvent } from "react";
import { useTranslation } from "react-i18next";
import { ptOnly } from "../../i18n/literals";
import { toasts } from "../../lib/toasts";
import { ErrorCard, usePageTitle } from "../../ui";
import { Composer } from "./composer/Composer";
import { browserDrafts } from "./composer/drafts";
import { PromptBar } from "./composer/PromptBar";
import { ConversationDialogs } from "./ConversationDialogs";
import { ConversationHeader } from "./ConversationHeader";
import { MessageSkeletons } from "./ConversationSkeleton";
import { MessageList, type MessageListHandle } from "./messages/MessageList";
import type { NewTicketSeed } from "./newTicketSeed";
import { toWindowEnd, useServiceWindow } from "./serviceWindow";
import { useConversation, useReading, useSpokenMessages } from "./useConversation";
import { useTicketActions } from "./useTicketActions";

export interface ConversationProps {
  readonly ticketId: number;
  readonly ticket: TicketView;
  /** Opened with the keyboard: the focus goes to the title, else to the message box. */
  readonly focusHeader: boolean;
  readonly acceptingId: number | null;
  readonly onBack: () => void;
  readonly onAccept: (ticket: TicketView) => void;
  readonly onNewTicket: (seed: NewTicketSeed) => void;
}

const toQuoted = ({ id, body, fromMe, mediaType, contact }: MessageView): QuotedView => ({ id, body, fromMe, mediaType, contact });

/** Files go onto the message box; dropped elsewhere they would replace the page. */
const DROP_HANDLERS = {
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes("Files")) event.preventDefault();
  },
  onDrop: (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    toasts.info(ptOnly.dropOnComposer);
  },
};

/** An open conversation: header, messages, and where the next one is written. */
export function Conversation({ ticket, focusHeader, acceptingId, onBack, onAccept, onNewTicket }: ConversationProps) {
  const { t } = useTranslation("conversation");
  const { self, actor, actions, offered, mayWrite, act, asked, setAsked, busy } = useTicketActions(ticket, onAccept);
  const conversation = useConversation(ticket);
  const { query, stored } = conversation;
  const serviceWindow = useServiceWindow(toWindowEnd(ticket, stored));
  const [choosingTemplate, setChoosingTemplate] = useState(false);
  const [atEnd, setAtEnd] = useState(true);
  const [replyTo, setReplyTo] = useState<QuotedView | null>(() => browserDrafts().get(self.id, ticket.id)?.replyTo ?? null);
  const list = useRef<MessageListHandle>(null);
  const [finePointer] = useState(() => window.matchMedia("(pointer: fine)").matches);
  usePageTitle(`${ticket.contact.name} #${ticket.id}`);
  useReading(ticket, self.id, atEnd && query.isSuccess);
  useSpokenMessages(stored, ticket.contact.name);

  const writable = acceptsMessages(ticket.status) && mayWrite;
  const waits = busy || acceptingId === ticket.id;
  const reply = useCallback((message: MessageView) => setReplyTo(toQuoted(message)), []);
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
    <section className="conversation" aria-label={t("label", { name: ticket.contact.name })} {...DROP_HANDLERS}>
      <ConversationHeader ticket={ticket} actions={actions} busy={waits} focus={focusHeader} onAct={act} onBack={onBack} />
      <Messages
        conversation={conversation}
        ticket={ticket}
        self={self}
        handle={list}
        mayReply={writable}
        onReply={reply}
        onStartConversation={can(actor, "contacts:add") ? startConversation : undefined}
        onAtEnd={setAtEnd}
      />
      {writable ? (
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
        <PromptBar status={ticket.status} offered={offered} busy={waits} onAct={act} />
      )}
      <ConversationDialogs
        ticket={ticket}
        asked={choosingTemplate ? "template" : asked}
        onClose={() => {
          setAsked(null);
          setChoosingTemplate(false);
        }}
        onMoved={onBack}
        onSent={() => list.current?.toEnd()}
      />
    </section>
  );
}

interface MessagesProps extends Pick<
  Parameters<typeof MessageList>[0],
  "ticket" | "self" | "handle" | "mayReply" | "onReply" | "onStartConversation" | "onAtEnd"
> {
  readonly conversation: ReturnType<typeof useConversation>;
}

/** The messages, or why there are none. */
function Messages({ conversation: { query, rows, progressOf }, ...list }: MessagesProps) {
  const { t } = useTranslation("conversation");
  const { fetchNextPage } = query;
  const fetchOlder = useCallback(() => fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  return (
    <>
      {query.isPending ? (
        <MessageSkeletons />
      ) : rows.length === 0 ? (
        <p className="conversationEmpty">{query.error ? "" : t("message.none")}</p>
      ) : (
        <MessageList
          {...list}
          rows={rows}
          progressOf={progressOf}
          hasOlder={query.hasNextPage}
          fetchingOlder={query.isFetchingNextPage}
          fetchOlder={fetchOlder}
        />
      )}
      {query.error && (
        <div className="conversationError">
          <ErrorCard title={t("error.messages")} error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
    </>
  );
}
