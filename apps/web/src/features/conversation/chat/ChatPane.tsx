import SearchOffOutlined from "@mui/icons-material/SearchOffOutlined";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../lib/api";
import { chatQuery } from "../../../lib/data/chats";
import { useJoin } from "../../../lib/live";
import { toasts } from "../../../lib/toasts";
import { EmptyState } from "../../../ui";
import { ConversationFailed } from "../ConversationFailed";
import { ConversationSkeleton } from "../ConversationSkeleton";
import { ChatConversation } from "./ChatConversation";

interface ChatPaneProps {
  readonly chatId: number;
  readonly onBack: () => void;
}

/** One internal chat. It reads the chat and checks access before it shows it (CHAT-003). */
export function ChatPane({ chatId, onBack }: ChatPaneProps) {
  const { t } = useTranslation(["chats", "conversation"]);
  const { data: chat, error, isError, refetch } = useQuery(chatQuery(chatId));
  useJoin("joinChatBox", `chat-${chatId}`);
  const refused = error instanceof ApiError && error.status === 403;
  const gone = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (!refused) return;
    toasts.error(t("noPermission"));
    onBack();
  }, [refused, onBack, t]);
  if (refused) return null;
  if (gone) {
    return (
      <div className="conversationGone">
        <EmptyState icon={SearchOffOutlined} title={t("chats:gone")}>
          <Button onClick={onBack}>{t("conversation:header.back")}</Button>
        </EmptyState>
      </div>
    );
  }
  if (chat) return <ChatConversation chat={chat} onBack={onBack} />;
  if (!isError) return <ConversationSkeleton />;
  return <ConversationFailed title={t("chats:notLoaded")} error={error} onRetry={() => void refetch()} onBack={onBack} />;
}
