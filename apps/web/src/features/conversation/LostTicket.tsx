import type { TicketView } from "@balcao/contracts/tickets";
import ContentCopyRounded from "@mui/icons-material/ContentCopyRounded";
import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";
import Button from "@mui/material/Button";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTexts } from "../../i18n/useTexts";
import { ApiError, call } from "../../lib/api";
import { copyText } from "../../lib/copyText";
import { useSelf } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { EmptyState } from "../../ui";
import { browserDrafts, useDraft } from "./composer/drafts";
import "./lostTicket.css";
import { tellFailures } from "./outbox";

interface LostTicketProps {
  /** As it was shown last. */
  readonly ticket: TicketView;
  /** It does not exist any more. */
  readonly deleted: boolean;
  readonly onBack: () => void;
}

/** Who has a ticket that the person may not open any more: its person and its queue, as far as it has them. */
interface TicketHolder {
  readonly user: string | null;
  readonly queue: string | null;
}

type Lost = Pick<TicketView, "id" | "contactId" | "whatsappId">;

/** The holder of a ticket; null when the ticket has ended. */
async function findHolder({ id, contactId, whatsappId }: Lost): Promise<TicketHolder | null> {
  if (whatsappId === null) return { user: null, queue: null };
  try {
    const found = await call("tickets", "byContact", { params: { contactId }, query: { whatsappId } });
    // Another ticket of the contact, which the person may open, has followed.
    if ("id" in found && found.id !== id) return null;
    return { user: found.user?.name ?? null, queue: found.queue?.name ?? null };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Asks each time who has a lost ticket. */
const ticketHolderQuery = (ticket: Lost) =>
  queryOptions({ queryKey: ["tickets", "holder", ticket.id], queryFn: () => findHolder(ticket), gcTime: 0, staleTime: 0, retry: false });

/** Why the ticket is out of sight, and who has it; undefined until that is known. */
function useReason({ ticket, deleted }: Pick<LostTicketProps, "ticket" | "deleted">): string | undefined {
  const { t } = useTexts("conversation");
  const { data, isPending } = useQuery({ ...ticketHolderQuery(ticket), enabled: !deleted });
  if (deleted) return t("lost.deleted", { id: ticket.id });
  if (isPending) return undefined;
  return data === null ? t("lost.ended") : t(`lost.${holderWords(data)}`, { user: data?.user, queue: data?.queue });
}

function holderWords(holder: TicketHolder | undefined): "byInQueue" | "by" | "inQueue" | "unknown" {
  if (!holder) return "unknown";
  if (holder.user !== null) return holder.queue === null ? "by" : "byInQueue";
  return holder.queue === null ? "unknown" : "inQueue";
}

/**
 * In place of a conversation that went out of the person's sight while it was shown: why, who has it, and what was written, which
 * stays as a draft (B4.6). With nothing written it says so in a toast and goes back to the list.
 */
export function LostTicket({ ticket, deleted, onBack }: LostTicketProps) {
  const { t } = useTexts("conversation");
  const self = useSelf();
  const draft = useDraft(self.id, ticket.id);
  const reason = useReason({ ticket, deleted });
  const title = t("lost.title", { name: ticket.contact.name });
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => tellFailures(ticket.id), [ticket.id]);
  const leaves = reason !== undefined && draft === undefined;
  useEffect(() => {
    // The box stores its text as it goes, just before this runs.
    if (!leaves || browserDrafts().get(self.id, ticket.id) !== undefined) return;
    toasts.info(`${title} ${reason}`);
    onBack();
  }, [leaves, title, reason, onBack, self.id, ticket.id]);
  const shown = reason !== undefined && draft !== undefined;
  useEffect(() => {
    // The box had the focus, and is gone.
    if (shown) frame.current?.focus();
  }, [shown]);
  if (!shown) return null;
  const copy = async (): Promise<void> => {
    if (await copyText(draft.text)) toasts.success(t("message.copied"));
    else toasts.error(t("message.notCopied"));
  };
  return (
    <div ref={frame} className="conversationGone lostTicket" role="alert" tabIndex={-1}>
      <EmptyState icon={VisibilityOffOutlined} title={title} text={`${reason} ${t("lost.kept")}`}>
        <Button onClick={onBack}>{t("header.back")}</Button>
        {draft.text !== "" && (
          <Button variant="contained" color="primary" startIcon={<ContentCopyRounded />} onClick={() => void copy()}>
            {t("message.copy")}
          </Button>
        )}
      </EmptyState>
      <blockquote className="lostText">{[draft.text, draft.fileNames.join(", ")].filter(Boolean).join("\n")}</blockquote>
    </div>
  );
}
