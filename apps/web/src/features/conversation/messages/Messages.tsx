import { useTexts } from "../../../i18n/useTexts";
import { ErrorCard } from "../../../ui";
import { MessageSkeletons } from "../ConversationSkeleton";
import type { useConversation } from "../useConversation";
import { MessageList, type MessageListProps } from "./MessageList";

interface MessagesProps extends Omit<MessageListProps, "rows"> {
  readonly conversation: ReturnType<typeof useConversation>;
  /** What is said while there are none, instead of the usual words. */
  readonly none?: string;
}

/** The messages of a room, or the reason why there are none. */
export function Messages({ conversation: { rows }, none, ...list }: MessagesProps) {
  const { t } = useTexts("conversation");
  const { query, anchor } = list.messageWindow;
  return (
    <>
      {query.isPending ? (
        <MessageSkeletons />
      ) : rows.length === 0 ? (
        <p className="conversationEmpty">{query.error ? "" : (none ?? t("message.none"))}</p>
      ) : (
        <MessageList {...list} key={anchor} rows={rows} />
      )}
      {query.error && (
        <div className="conversationError">
          <ErrorCard title={t("error.messages")} error={query.error} onRetry={() => void query.refetch()} />
        </div>
      )}
    </>
  );
}
