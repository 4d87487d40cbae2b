import type { TicketView } from "@balcao/contracts/tickets";
import { memo, type CSSProperties, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { toDuration } from "../../lib/duration";
import { toFullDate, toListTime } from "../../lib/time";
import { useMinute } from "../../lib/useMinute";
import { Avatar, flag, Glyph, Spinner } from "../../ui";
import { useDraft } from "../conversation";
import { mediaWord, withoutMarks } from "./preview";
import { waitsSince } from "./waiting";

const MINUTE_MS = 60_000;

interface TicketRowProps {
  readonly ticket: TicketView;
  readonly index: number;
  readonly selfId: number;
  readonly selected: boolean;
  readonly focusable: boolean;
  readonly showConnection: boolean;
  /** The button of a waiting ticket, if there is one: accept, or choose a queue first (INBOX-021, INBOX-022). */
  readonly accept: "accept" | "chooseQueue" | null;
  readonly accepting: boolean;
  readonly onOpen: (ticket: TicketView, event: MouseEvent) => void;
  readonly onAccept: (ticket: TicketView) => void;
  readonly onFocus: (ticketId: number) => void;
}

function Preview({ ticket, selfId, selected }: Pick<TicketRowProps, "ticket" | "selfId" | "selected">) {
  const { t } = useTranslation("tickets");
  const draft = useDraft(selfId, ticket.id);
  // What is being typed now stands in the composer.
  if (draft && !selected) {
    return (
      <span className="ticketPreview ticketDraft ellipsis">
        <b>{t("row.draft")}</b> {draft.text.trim() || draft.fileNames.join(", ")}
      </span>
    );
  }
  const word = mediaWord(ticket.lastMessage);
  if (!word) return <span className="ticketPreview ellipsis">{withoutMarks(ticket.lastMessage)}</span>;
  return (
    <span className="ticketPreview">
      <Glyph name={word.icon} size={15} />
      <span className="ellipsis">{t(`row.media.${word.name}`)}</span>
    </span>
  );
}

/** One ticket of a list: who, what was last said, in which queue, when (INBOX-015…INBOX-022). Plain CSS, no MUI: rows are drawn by the hundred. */
export const TicketRow = memo(function TicketRow({
  ticket,
  index,
  selfId,
  selected,
  focusable,
  showConnection,
  accept,
  accepting,
  onOpen,
  onAccept,
  onFocus,
}: TicketRowProps) {
  const { t, i18n } = useTranslation("tickets");
  const { contact, queue, unreadMessages: unread } = ticket;
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-selected={selected}
      tabIndex={focusable ? 0 : -1}
      className="ticketRow"
      data-ticket-id={ticket.id}
      data-selected={flag(selected)}
      data-unread={flag(unread > 0)}
      data-accept={flag(accept !== null)}
      style={{ "--queue": queue?.color ?? "var(--queue-none)" } as CSSProperties}
      onClick={(event) => onOpen(ticket, event)}
      onFocus={() => onFocus(ticket.id)}
    >
      <Avatar name={contact.name} src={contact.profilePicUrl} />
      <div role="gridcell" className="ticketText">
        <span className="ticketLine">
          <span className="ticketName ellipsis">{contact.name}</span>
          {ticket.status === "closed" && <span className="ticketChip">{t("row.closed")}</span>}
          {ticket.pauseTag !== null && <span className="ticketChip ellipsis">{ticket.pauseTag}</span>}
          <time dateTime={ticket.updatedAt} title={toFullDate(ticket.updatedAt, i18n.language)}>
            {toListTime(ticket.updatedAt)}
          </time>
          {accept !== null && <UnreadBadge count={unread} />}
        </span>
        <span className="ticketLine">
          <Preview ticket={ticket} selfId={selfId} selected={selected} />
          {accept === null && <UnreadBadge count={unread} />}
        </span>
        <QueueLine ticket={ticket} showConnection={showConnection} />
      </div>
      {accept !== null && <AcceptCell kind={accept} name={contact.name} busy={accepting} onAccept={() => onAccept(ticket)} />}
    </div>
  );
});

/** How many messages nobody has read yet. */
function UnreadBadge({ count }: { readonly count: number }) {
  const { t } = useTranslation("tickets");
  return (
    count > 0 && (
      <span className="ticketUnread">
        <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
        <span className="visuallyHidden">{t("row.unread", { count })}</span>
      </span>
    )
  );
}

/** How long the customer of a waiting ticket has waited, minute by minute. */
function WaitingTime({ ticket }: { readonly ticket: TicketView }) {
  const { t, i18n } = useTranslation("tickets");
  const now = useMinute();
  const since = waitsSince(ticket);
  if (since === null) return null;
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE_MS));
  return (
    <span className="ticketWaits">
      {t("row.waits", { time: minutes === 0 ? "< 1 min" : toDuration(minutes * MINUTE_MS, i18n.language) })}
    </span>
  );
}

interface AcceptCellProps {
  readonly kind: "accept" | "chooseQueue";
  readonly name: string;
  readonly busy: boolean;
  readonly onAccept: () => void;
}

/** The button that takes a waiting ticket. */
function AcceptCell({ kind, name, busy, onAccept }: AcceptCellProps) {
  const { t } = useTranslation("tickets");
  return (
    <div role="gridcell" className="ticketAccept">
      <button
        type="button"
        tabIndex={-1}
        aria-label={busy ? t("row.accepting") : t(`row.${kind}Named`, { name })}
        disabled={busy}
        onClick={(event) => {
          event.stopPropagation();
          onAccept();
        }}
      >
        {busy ? <Spinner size={14} /> : t(`row.${kind}`)}
      </button>
    </div>
  );
}

/** The queue of a ticket, its connection where there are several, and how long a waiting customer waits. */
function QueueLine({ ticket, showConnection }: Pick<TicketRowProps, "ticket" | "showConnection">) {
  const { t } = useTranslation("tickets");
  const { queue, whatsapp } = ticket;
  return (
    <span className="ticketLine ticketQueue">
      <span className="queueDot" />
      <span className="ellipsis">
        {queue?.name ?? t("row.noQueue")}
        {showConnection && whatsapp && ` · ${whatsapp.name}`}
      </span>
      <WaitingTime ticket={ticket} />
    </span>
  );
}
