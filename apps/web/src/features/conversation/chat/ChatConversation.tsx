import { toRoomMessage, type ChatView } from "@balcao/contracts/chats";
import type { MessageView } from "@balcao/contracts/messages";
import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyWithTexts } from "../../../i18n/lazyWithTexts";
import { call } from "../../../lib/api";
import { chatTitle } from "../../../lib/chatTitle";
import { useSelf } from "../../../lib/session";
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
import { useMessageTools } from "../messages/useMessageTools";
import { TypingLine } from "../presence/Presence";
import { usePresence } from "../presence/usePresence";
import { resumeOutbox } from "../outbox";
import { chatRoom } from "../room";
import { useBesideList } from "../useBesideList";
import { useConversation, useSpokenNews } from "../useConversation";
import { useFind } from "../useFind";
import { useMessageWindow } from "../useMessageWindow";
import { ChatHeader } from "./ChatHeader";
import { mayChangeOwn, useChatChanges } from "./useChatChanges";
import { useChatReading } from "./useChatReading";

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
  const newest = hasNewer ? NONE : conversation.stored;
  const [atEnd, setAtEnd] = useState(true);
  const { replyTo, setReplyTo, reply } = useReplyTo(self.id, room.id);
  const list = useRef<MessageListHandle>(null);
  const find = useFind();
  const details = useDetails(find);
  const onInput = usePresence(room.id);
  const tools = useMessageTools({ name, forwards: null });
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
