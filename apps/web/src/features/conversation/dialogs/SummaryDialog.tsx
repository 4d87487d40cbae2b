import { SUMMARY_LANGUAGES, type TicketView } from "@balcao/contracts/tickets";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import { copyText } from "../../../lib/copyText";
import { useOffline } from "../../../lib/live";
import { randomId } from "../../../lib/randomId";
import { toasts } from "../../../lib/toasts";
import { ErrorCard, Spinner, WithReason } from "../../../ui";
import { useCreateButton } from "../../../ui/form";
import { ReadDialog } from "../../../ui/TitledDialog";
import "./summary.css";

interface SummaryDialogProps {
  readonly ticket: TicketView;
  /** Whether this person can write a comment into the ticket now. */
  readonly writable: boolean;
  readonly onClose: () => void;
}

/** The server itself gives up after 90 s. */
const TIMEOUT_MS = 120_000;

/**
 * Asks for the summary once per opening; closing the dialog cancels the request. `text` is what has
 * come of it so far.
 */
function useSummary(ticketId: number) {
  const { i18n } = useTranslation();
  const [opening] = useState(randomId);
  const [text, setText] = useState("");
  const language = SUMMARY_LANGUAGES.find((each) => each === i18n.language) ?? "pt";
  const asking = useQuery({
    queryKey: ["summary", ticketId, opening],
    queryFn: ({ signal }) => {
      setText("");
      const request = { params: { ticketId }, body: { comment: false, language, stream: true } };
      const onText = (part: string): void => setText((before) => before + part);
      return call("tickets", "summarize", request, { signal, timeoutMs: TIMEOUT_MS, onText });
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return { ...asking, text };
}

/** How far the summary is, what it was made of, or why there is none. */
function SummaryState({ asking: { data, error, isFetching, refetch, text } }: { readonly asking: ReturnType<typeof useSummary> }) {
  const { t } = useTranslation("details");
  if (isFetching)
    return (
      <p className="summaryWait" role="status">
        <Spinner size={20} /> {t(text === "" ? "summary.waiting" : "summary.writing")}
      </p>
    );
  if (data) return <p className="summaryNote">{t(data.partial ? "summary.partOf" : "summary.of", { count: data.messages })}</p>;
  const title = t(text === "" ? "summary.failed" : "summary.incomplete");
  return <ErrorCard title={title} error={error} onRetry={() => void refetch()} />;
}

/** The summary of a conversation, to be copied or kept as a comment. */
export function SummaryDialog({ ticket, writable, onClose }: SummaryDialogProps) {
  const { t } = useTranslation(["details", "conversation"]);
  const offline = useOffline();
  const asking = useSummary(ticket.id);
  const { data, isFetching, text } = asking;
  const shown = data?.resume ?? text;
  const request = { params: { ticketId: ticket.id }, body: { body: `--${shown}` } };
  const { press, isPending } = useCreateButton({
    create: (idempotencyKey) => call("messages", "send", request, { idempotencyKey }),
    contents: request,
    onSuccess: () => {
      toasts.success(t("details:summary.added"));
      onClose();
    },
    onError: (refused) => toasts.error(toErrorText(refused)),
  });
  const copy = async (text: string): Promise<void> => {
    if (await copyText(text)) toasts.success(t("conversation:message.copied"));
    else toasts.error(t("conversation:message.notCopied"));
  };
  const noComment = offline ? t("conversation:offline") : writable ? null : t("details:summary.notHere");
  const buttons = data && (
    <>
      <Button onClick={() => void copy(data.resume)}>{t("conversation:message.copy")}</Button>
      <WithReason reason={noComment}>
        <Button disabled={isPending} onClick={press}>
          {t("details:summary.add")}
        </Button>
      </WithReason>
    </>
  );
  return (
    <ReadDialog title={t("details:summary.title", { name: ticket.contact.name })} buttons={buttons} onClose={onClose}>
      {/* Read out when it is whole, not word by word. */}
      <div aria-live="polite" aria-busy={isFetching}>
        {shown !== "" && <p className="summaryText">{shown}</p>}
      </div>
      <SummaryState asking={asking} />
    </ReadDialog>
  );
}
