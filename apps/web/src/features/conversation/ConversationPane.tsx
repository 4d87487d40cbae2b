import SearchOffOutlined from "@mui/icons-material/SearchOffOutlined";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../lib/api";
import { ticketQuery } from "../../lib/data/ticketLists";
import { keepFocus } from "../../lib/keyboard/keepFocus";
import { useJoin } from "../../lib/live";
import { toasts } from "../../lib/toasts";
import { EmptyState } from "../../ui";
import { Conversation, type ConversationProps } from "./Conversation";
import { ConversationFailed } from "./ConversationFailed";
import { ConversationSkeleton } from "./ConversationSkeleton";

keepFocus();

const LostTicket = lazy(() => import("./LostTicket").then((door) => ({ default: door.LostTicket })));

type ConversationPaneProps = Omit<ConversationProps, "ticket">;

const hasStatus = (error: Error | null, status: number): boolean => error instanceof ApiError && error.status === status;

/** The ticket, and whether the person may see it: it may be refused at once, or go out of sight while it is shown. */
function useSight(ticketId: number) {
  const { data: ticket, error, isError, isStale, refetch } = useQuery(ticketQuery(ticketId));
  useJoin("joinChatBox", ticketId);
  // What was loaded earlier may be out of sight since; an answer of now proves that the person could see it.
  const [seen, setSeen] = useState(false);
  if (!seen && ticket && !isError && !isStale) setSeen(true);
  const refused = hasStatus(error, 403);
  const gone = hasStatus(error, 404);
  return { ticket, error, gone, turnedAway: refused && !seen, lost: refused || gone, retry: () => void refetch() };
}

/**
 * One conversation. It reads the ticket and checks access before it shows it (CONV-002, TICKET-035).
 */
export function ConversationPane(props: ConversationPaneProps) {
  const { ticketId, onBack } = props;
  const { ticket, error, gone, turnedAway, lost, retry } = useSight(ticketId);
  useEffect(() => {
    if (!turnedAway) return;
    toasts.error(i18next.t("noPermission", { ns: "conversation" }));
    onBack();
  }, [turnedAway, onBack]);
  if (turnedAway) return null;
  if (ticket && !lost) return <Conversation {...props} ticket={ticket} />;
  if (ticket) {
    return (
      <Suspense>
        <LostTicket ticket={ticket} deleted={gone} onBack={onBack} />
      </Suspense>
    );
  }
  if (!error) return <ConversationSkeleton />;
  return <NoConversation error={error} gone={gone} onBack={onBack} onRetry={retry} />;
}

interface NoConversationProps {
  readonly error: Error;
  readonly gone: boolean;
  readonly onBack: () => void;
  readonly onRetry: () => void;
}

/** Why there is no conversation: the ticket does not exist, or could not be read. */
function NoConversation({ error, gone, onBack, onRetry }: NoConversationProps) {
  const { t } = useTranslation("conversation");
  if (gone) {
    return (
      <div className="conversationGone">
        <EmptyState icon={SearchOffOutlined} title={t("gone.title")} text={t("gone.text")}>
          <Button onClick={onBack}>{t("header.back")}</Button>
        </EmptyState>
      </div>
    );
  }
  return <ConversationFailed title={t("error.ticket")} error={error} onRetry={onRetry} onBack={onBack} />;
}
