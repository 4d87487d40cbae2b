import type { MessageView } from "@balcao/contracts/messages";
import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import type { TicketView } from "@balcao/contracts/tickets";
import { can } from "@balcao/domain/access";
import { CAPABILITIES } from "@balcao/domain/connections";
import { acceptsMessages } from "@balcao/domain/tickets";
import { Suspense, useCallback, useMemo, useRef, useState, type ComponentProps } from "react";
import { useTexts } from "../../i18n/useTexts";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { call } from "../../lib/api";
import { useFollowed } from "../../lib/useFollowed";
import { useSteady } from "../../lib/useSteady";
import { usePageTitle } from "../../ui";
import { Composer } from "./composer/Composer";
import { PromptBar } from "./composer/PromptBar";
import { PassedOnNote } from "./composer/ComposerNotes";
import { useEdit } from "./composer/useEdit";
import { useReplyTo } from "./composer/useReplyTo";
import { ConversationDialogs } from "./ConversationDialogs";
import { ConversationHeader } from "./ConversationHeader";
import { useDetails, type Details } from "./details/useDetails";
import { DROP_HANDLERS } from "./dropHandlers";
import type { MessageListHandle } from "./messages/MessageList";
import { editOffer, type RightsContext } from "./messages/messageRights";
import { Messages } from "./messages/Messages";
import { SelectionBar } from "./messages/SelectionBar";
import { useMessageChanges } from "./messages/useMessageChanges";
import { useMessageTools } from "./messages/useMessageTools";
import { useIntegration, type Integration } from "./integration/useIntegration";
import type { NewTicketSeed } from "./newTicketSeed";
import { ticketRoom } from "./room";
import { PlannedMessages } from "./planned";
import { TypingLine } from "./presence/Presence";
import { usePresence } from "./presence/usePresence";
import { toWindowEnd, useServiceWindow } from "./serviceWindow";
import { useBesideList } from "./useBesideList";
import { useConversation, useReading, useSpokenNews } from "./useConversation";
import { useFind, type Find } from "./useFind";
import { useMessageWindow, type MessageVisit, type MessageWindow } from "./useMessageWindow";
import { useTicketActions } from "./useTicketActions";

const ConversationDetails = lazyWithTexts(["details", "closing"], () =>
  import("./details/ConversationDetails").then((door) => door.ConversationDetails),
);
const IntegrationPanel = lazyWithTexts("details", () => import("./integration/IntegrationPanel").then((door) => door.IntegrationPanel));
const MetaAgentBar = lazyWithTexts("details", () => import("./MetaAgentBar").then((door) => door.MetaAgentBar));
const GuestBox = lazyWithTexts("guests", () => import("./guests/GuestBox").then((door) => door.GuestBox));
const MacroDialog = lazyWithTexts(["quickAnswers", "planned", "closing"], () => import("./macro/MacroDialog").then((m) => m.MacroDialog));
const FindInConversation = lazyWithTexts("search", () => import("./find/FindInConversation").then((door) => door.FindInConversation));

/** What was chosen in the message box and has a dialog. */
function useChoices() {
  const [choosing, setChoosing] = useState<"template" | "card" | null>(null);
  const [macro, setMacro] = useState<QuickAnswerView | null>(null);
  const choices = useSteady({
    onTemplates: () => setChoosing("template"),
    onCards: () => setChoosing("card"),
    onMacro: setMacro,
  });
  const endChoice = () => {
    setChoosing(null);
    setMacro(null);
  };
  return { choosing, macro, choices, endChoice };
}

/** The newest messages, while only older ones are loaded. */
const NONE_LOADED: readonly MessageView[] = [];

export interface ConversationProps {
  readonly ticketId: number;
  readonly ticket: TicketView;
  /**
   * True when the conversation was opened with the keyboard: the title gets the focus, otherwise
   * the message box.
   */
  readonly focusHeader: boolean;
  readonly acceptingId: number | null;
  /** The message at which the conversation is opened; null for its end. */
  readonly openAt: MessageVisit | null;
  /** The end of the conversation is shown again. */
  readonly onLeaveMessage: () => void;
  readonly onBack: () => void;
  readonly onAccept: (ticket: TicketView) => void;
  readonly onNewTicket: (seed: NewTicketSeed) => void;
  /** Opens a chat with a colleague about the ticket. */
  readonly onDiscuss: (ticket: TicketView) => void;
}

/** An open conversation: header, messages and message box. */
export function Conversation({ ticket, focusHeader, acceptingId, openAt, onLeaveMessage, onBack, ...props }: ConversationProps) {
  const { onAccept, onNewTicket, onDiscuss } = props;
  const { t } = useTexts("conversation");
  const [unsent, noteUnsent] = useUnsent();
  const { self, actor, actions, offered, labelOf, mayWrite, act, resolve, asked, setAsked, busy } = useTicketActions(ticket, {
    onAccept,
    onLeave: onBack,
    unsent,
  });
  const messageWindow = useMessageWindow(ticket.id, openAt, onLeaveMessage);
  const { query, hasNewer } = messageWindow;
  const room = useMemo(() => ticketRoom(ticket), [ticket]);
  const conversation = useConversation(room, messageWindow);
  const { messages } = conversation;
  const newest = hasNewer ? NONE_LOADED : conversation.stored;
  const serviceWindow = useServiceWindow(toWindowEnd(ticket, newest));
  const { choosing, macro, choices, endChoice } = useChoices();
  const [atEnd, setAtEnd] = useState(true);
  const { replyTo, setReplyTo, reply } = useReplyTo({ selfId: self.id, roomId: ticket.id, messages });
  const list = useRef<MessageListHandle>(null);
  const find = useFind();
  const details = useDetails(find);
  const integration = useIntegration(find, details);
  const onInput = usePresence(ticket.id);
  const tools = useMessageTools({ name: room.name, forwards: mayWrite && ticket.whatsappId !== null, messages });
  usePageTitle(`${ticket.contact.name} #${ticket.id}`);
  useReading(ticket, self.id, { loaded: query.isSuccess, atEnd });
  useSpokenNews(newest, messages, room);

  const writable = acceptsMessages(ticket.status) && mayWrite;
  const boxTakesFocus = useBoxFocus(writable, focusHeader);
  const edit = useTicketEdit({ ticket, actor, writable }, newest);
  const changes = useMessageChanges({ ticket, writable, onEdit: edit.start });
  const waits = busy || acceptingId === ticket.id;
  const startConversation = useStartConversation(can(actor, "contacts:add"), onNewTicket);
  const followed = useFollowed(newest);
  const besideList = useBesideList(list, () => leaveToList(onBack));
  const closeDialogs = () => {
    setAsked(null);
    endChoice();
  };
  return (
    <div className="conversationFrame">
      <section className="conversation" aria-label={t("label", { name: ticket.contact.name })} onInput={onInput} {...DROP_HANDLERS}>
        <ConversationHeader
          {...{ ticket, actions, labelOf, find, details, integration, onBack }}
          busy={waits}
          focus={focusHeader}
          onAct={act}
          onDiscuss={onDiscuss}
        />
        <AgentNote ticket={ticket} writable={writable} />
        <Messages
          conversation={conversation}
          messageWindow={messageWindow}
          room={room}
          self={self}
          handle={list}
          mayReply={writable}
          onReply={reply}
          onTemplates={writable && CAPABILITIES[room.api].templates ? choices.onTemplates : undefined}
          onStartConversation={startConversation}
          onAtEnd={setAtEnd}
          tools={tools}
          changes={changes}
        />
        <TypingLine roomId={ticket.id} />
        {tools.selection.active && <SelectionBar tools={tools} />}
        <div className="conversationFoot" hidden={tools.selection.active}>
          <FootNotes ticket={ticket} />
          {writable ? (
            <Composer
              {...{ room, edit, serviceWindow, replyTo }}
              {...besideList}
              {...choices}
              newest={followed}
              onUnsent={noteUnsent}
              onReplyTo={setReplyTo}
              autoFocus={boxTakesFocus}
            />
          ) : (
            <ReadersFoot {...{ ticket, mayWrite, offered, labelOf }} busy={waits} onAct={act} selfId={self.id} onSent={besideList.onSent} />
          )}
        </div>
        <ConversationDialogs
          ticket={ticket}
          asked={choosing ?? asked}
          tools={tools}
          changes={changes}
          onClose={closeDialogs}
          onResolve={resolve}
          onMoved={onBack}
          onSent={besideList.onSent}
        />
        <AskedMacro {...{ ticket, macro }} onClose={closeDialogs} onMoved={onBack} onSent={besideList.onSent} />
      </section>
      <SidePane ticket={ticket} details={details} integration={integration} find={find} messageWindow={messageWindow} />
    </div>
  );
}

type AskedMacroProps = Omit<ComponentProps<typeof MacroDialog>, "macro"> & { readonly macro: QuickAnswerView | null };

/** What a quick answer with deeds does, before it does it. */
function AskedMacro({ macro, ...props }: AskedMacroProps) {
  return <Suspense>{macro && <MacroDialog macro={macro} {...props} />}</Suspense>;
}

interface ReadersFootProps extends ComponentProps<typeof PromptBar> {
  readonly selfId: number;
  readonly onSent: () => void;
}

/** In place of the message box: a guest's box for comments, where comments are taken, or why there is none. */
function ReadersFoot({ selfId, onSent, ...prompt }: ReadersFootProps) {
  const { ticket } = prompt;
  const comments = acceptsMessages(ticket.status) && ticket.guests?.some(({ id }) => id === selfId);
  if (!comments) return <PromptBar {...prompt} />;
  return (
    <Suspense>
      <GuestBox key={ticket.id} ticket={ticket} onSent={onSent} />
    </Suspense>
  );
}

/** What one should know before writing: who handed the conversation over, and what leaves later. */
function FootNotes({ ticket }: { readonly ticket: TicketView }) {
  return (
    <>
      <PassedOnNote ticket={ticket} />
      <PlannedMessages ticket={ticket} />
    </>
  );
}

/**
 * Whether the message box takes the focus when it is drawn. For those who opened the conversation by keyboard the title has it, unless the
 * box comes later: then they have just accepted or reopened the conversation, and write.
 */
function useBoxFocus(writable: boolean, focusHeader: boolean): boolean {
  const [finePointer] = useState(() => window.matchMedia("(pointer: fine)").matches);
  const [writableAtOpening] = useState(writable);
  return finePointer && (!focusHeader || !writableAtOpening);
}

/** Changes own texts at the ticket's network. */
const useTicketEdit = (context: RightsContext, messages: readonly MessageView[]) =>
  useEdit({
    messages,
    mayEdit: (message) => editOffer(message, context) === null,
    save: ({ id }, body) => call("messages", "change", { params: { ticketId: context.ticket.id }, body: { editedMsg: Number(id), body } }),
  });

/** Opens a new ticket for a shared contact; undefined for a person who may not add contacts. */
function useStartConversation(allowed: boolean, onNewTicket: ConversationProps["onNewTicket"]) {
  const start = useCallback((contact: { readonly name: string; readonly number: string }) => onNewTicket({ contact }), [onNewTicket]);
  return allowed ? start : undefined;
}

/** Whether something in the box was not sent, for the question before the conversation ends. */
function useUnsent() {
  const unsent = useRef(false);
  const note = useCallback((now: boolean) => {
    unsent.current = now;
  }, []);
  return [unsent, note] as const;
}

/** Focuses the list where it is shown beside the conversation; elsewhere it goes back to it. */
function leaveToList(onBack: () => void): void {
  const row = document.querySelector<HTMLElement>('.ticketRow[tabindex="0"]');
  if (row && row.offsetParent !== null) row.focus();
  else onBack();
}

/** Who answers the customer, where it is Meta's agent. */
function AgentNote({ ticket, writable }: { readonly ticket: TicketView; readonly writable: boolean }) {
  if (ticket.metaAgentSince === null) return null;
  return (
    <Suspense fallback={null}>
      <MetaAgentBar writable={writable} />
    </Suspense>
  );
}

interface SidePaneProps {
  readonly ticket: TicketView;
  readonly details: Details;
  readonly integration: Integration;
  readonly find: Find;
  readonly messageWindow: MessageWindow;
}

/** The contact's details, the search of the conversation or the external panel, where one of them is open. */
function SidePane({ ticket, details, integration, find, messageWindow: { jump } }: SidePaneProps) {
  return (
    <Suspense fallback={<span data-opening />}>
      {details.open && <ConversationDetails ticket={ticket} details={details} onJump={(id) => jump(id, { focus: true })} />}
      {integration.open && <IntegrationPanel ticket={ticket} integration={integration} />}
      {find.open && (
        <FindInConversation
          room={{ id: ticket.id, name: ticket.contact.name }}
          onJump={(id) => jump(id, { focus: false })}
          onClose={find.close}
        />
      )}
    </Suspense>
  );
}
