import { type ChatView, toRoomMessage } from "@balcao/contracts/chats";
import type { MessageView } from "@balcao/contracts/messages";
import { useMutation } from "@tanstack/react-query";
import { Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { lazyWithTexts } from "../../../i18n/lazyWithTexts";
import { useTexts } from "../../../i18n/useTexts";
import { call, toErrorText } from "../../../lib/api";
import { chatTitle } from "../../../lib/chatTitle";
import { putMessage } from "../../../lib/data/messages";
import { useOffline } from "../../../lib/live";
import { queryClient } from "../../../lib/queryClient";
import { useSelf } from "../../../lib/session";
import { toasts } from "../../../lib/toasts";
import { useFollowed } from "../../../lib/useFollowed";
import { usePageTitle } from "../../../ui";
import { ConfirmDialog } from "../../../ui/form";
import { Composer } from "../composer/Composer";
import { useEdit } from "../composer/useEdit";
import { useReplyTo } from "../composer/useReplyTo";
import { useDetails } from "../details/useDetails";
import { DROP_HANDLERS } from "../dropHandlers";
import type { MessageListHandle } from "../messages/MessageList";
import { Messages } from "../messages/Messages";
import { SelectionBar } from "../messages/SelectionBar";
import type { MessageChanges } from "../messages/useMessageChanges";
import { useMessageTools } from "../messages/useMessageTools";
import { localKeyOf, resumeOutbox } from "../outbox";
import { TypingLine } from "../presence/Presence";
import { usePresence } from "../presence/usePresence";
import { chatRoom } from "../room";
import { useBesideList } from "../useBesideList";
import { useConversation, useSpokenNews } from "../useConversation";
import { useFind } from "../useFind";
import { useMessageWindow } from "../useMessageWindow";
import { ChatHeader } from "./ChatHeader";

/** What a person may change of a message: their own, texts and whole messages. */
function mayChangeOwn(message: MessageView, chat: ChatView): { readonly edit: boolean; readonly remove: boolean } {
  const own = chat.mayWrite && message.fromMe && !message.isDeleted && localKeyOf(message) === null;
  return { edit: own && message.mediaType === "chat", remove: own };
}

/** What a person can do to a message of a chat. */
function useChatChanges(chat: ChatView, onEdit: (message: MessageView) => void): MessageChanges {
  const { t } = useTexts("conversation");
  const reason = useOffline() ? t("offline") : null;
  const [asked, setAsked] = useState<MessageView | null>(null);
  const deleting = useMutation({
    mutationFn: ({ id }: MessageView) => call("chats", "delete", { params: { messageId: Number(id) } }),
    onSuccess: (message) => putMessage(queryClient, toRoomMessage(message)),
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: () => setAsked(null),
  });
  return {
    actionsFor: (message) => {
      const may = mayChangeOwn(message, chat);
      return {
        edit: may.edit ? { run: () => onEdit(message), reason } : undefined,
        remove: may.remove ? { run: () => setAsked(message), reason } : undefined,
        react: undefined,
        transcribe: undefined,
        reprocess: undefined,
      };
    },
    asked,
    deleting: deleting.isPending,
    confirmDelete: () => {
      if (asked) deleting.mutate(asked);
    },
    cancelDelete: () => setAsked(null),
  };
}

const onVisibility = (listener: () => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};

/** Marks the messages of others as read while the tab is visible and the end of the list is shown. */
function useChatReading(chat: ChatView, messages: readonly MessageView[], atEnd: boolean): void {
  const visible = useSyncExternalStore(onVisibility, () => !document.hidden);
  const last = messages.findLast(({ read, fromMe }) => !read && !fromMe);
  const messageId = visible && atEnd && chat.messagesUnread > 0 && last ? Number(last.id) : null;
  useEffect(() => {
    if (messageId === null) return;
    const timer = setTimeout(() => void call("chats", "read", { params: { messageId }, body: {} }).catch(() => undefined), 600);
    return () => clearTimeout(timer);
  }, [messageId]);
}

const ChatDetails = lazyWithTexts("details", () => import("./ChatDetails").then((door) => door.ChatDetails));
const ChatReadersDialog = lazyWithTexts("chats", () => import("./ChatReadersDialog").then((door) => door.ChatReadersDialog));
const FindInConversation = lazyWithTexts("search", () => import("../find/FindInConversation").then((door) => door.FindInConversation));

const NONE: readonly MessageView[] = [];
const nothing = (): void => undefined;

interface ChatConversationProps {
  readonly chat: ChatView;
  readonly onBack: () => void;
}

/** An open chat: header, the messages and the message box of conversations (CHAT-005, CHAT-006, CHAT-007). */
export function ChatConversation({ chat, onBack }: ChatConversationProps) {
  const { t } = useTranslation(["chats", "conversation"]);
  const self = useSelf();
  const name = chatTitle(chat, self.id, (person) => t("chats:deleted", { name: person }));
  const isPart = chat.users.some(({ id }) => id === self.id);
  const room = useMemo(() => chatRoom(chat, name, chat.isGroup || !isPart, self.id), [chat, name, isPart, self.id]);
  const messageWindow = useMessageWindow(room.id, null, nothing);
  const { query, hasNewer, jump } = messageWindow;
  const conversation = useConversation(room, messageWindow);
  const { messages } = conversation;
  const newest = hasNewer ? NONE : conversation.stored;
  const [atEnd, setAtEnd] = useState(true);
  const { replyTo, setReplyTo, reply } = useReplyTo({ selfId: self.id, roomId: room.id, messages });
  const list = useRef<MessageListHandle>(null);
  const find = useFind();
  const details = useDetails(find);
  const onInput = usePresence(room.id);
  const tools = useMessageTools({ name, forwards: null, messages });
  usePageTitle(name);
  useEffect(() => resumeOutbox(self.id), [self.id]);
  useChatReading(chat, newest, isPart && atEnd && query.isSuccess);
  useSpokenNews(newest, conversation.messages, room);
  const edit = useEdit({
    messages: newest,
    mayEdit: (message) => mayChangeOwn(message, chat).edit,
    save: async ({ id }, body) =>
      toRoomMessage(await call("chats", "edit", { params: { chatId: chat.id }, body: { editedMsg: Number(id), body } })),
  });
  const changes = useChatChanges(chat, edit.start);
  const [finePointer] = useState(() => window.matchMedia("(pointer: fine)").matches);
  const followed = useFollowed(newest);
  const besideList = useBesideList(list, onBack);

  return (
    <div className="conversationFrame">
      <section className="conversation" aria-label={t("chats:label", { name })} onInput={onInput} {...DROP_HANDLERS}>
        <ChatHeader {...{ chat, name, find, details, onBack }} />
        <Messages
          conversation={conversation}
          messageWindow={messageWindow}
          none={t("chats:noMessages")}
          room={room}
          self={self}
          handle={list}
          mayReply={chat.mayWrite}
          onReply={reply}
          onTemplates={undefined}
          onStartConversation={undefined}
          onAtEnd={setAtEnd}
          tools={tools}
          changes={changes}
        />
        <TypingLine roomId={room.id} />
        {tools.selection.active && <SelectionBar tools={tools} />}
        <div className="conversationFoot" hidden={tools.selection.active}>
          {chat.mayWrite ? (
            <Composer
              room={room}
              newest={followed}
              edit={edit}
              onUnsent={nothing}
              serviceWindow={null}
              onTemplates={nothing}
              onMacro={null}
              onCards={nothing}
              replyTo={replyTo}
              onReplyTo={setReplyTo}
              {...besideList}
              autoFocus={finePointer}
            />
          ) : (
            <p className="composerPrompt" role="note">
              {t(isPart ? "chats:goneColleague" : "chats:readOnly")}
            </p>
          )}
        </div>
        <ConfirmDialog
          open={changes.asked !== null}
          title={t("conversation:remove.title")}
          confirmLabel={t("conversation:remove.confirm")}
          dangerous
          busy={changes.deleting}
          onCancel={changes.cancelDelete}
          onConfirm={changes.confirmDelete}
        >
          {t("chats:removeText")}
        </ConfirmDialog>
        <Suspense>{tools.infoOf && <ChatReadersDialog message={tools.infoOf} onClose={tools.hideInfo} />}</Suspense>
      </section>
      <Suspense fallback={<span data-opening />}>
        {details.open && <ChatDetails chat={chat} name={name} details={details} onLeft={onBack} />}
        {find.open && <FindInConversation room={room} onJump={(id) => jump(id, { focus: false })} onClose={find.close} />}
      </Suspense>
    </div>
  );
}
