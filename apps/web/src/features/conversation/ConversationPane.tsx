import SearchOffOutlined from "@mui/icons-material/SearchOffOutlined";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { ptOnly } from "../../i18n/literals";
import { ApiError } from "../../lib/api";
import { ticketQuery } from "../../lib/data/ticketLists";
import { useJoin } from "../../lib/live";
import { toasts } from "../../lib/toasts";
import { EmptyState, ErrorCard } from "../../ui";
import { Conversation, type ConversationProps } from "./Conversation";
import { ConversationSkeleton } from "./ConversationSkeleton";

type ConversationPaneProps = Omit<ConversationProps, "ticket">;

/**
 * One conversation. It reads the ticket and checks access before it shows it (CONV-001, CONV-002,
 * TICKET-035).
 */
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
