import type { TicketHitView, TicketView } from "@balcao/contracts/tickets";
import { previewText } from "@balcao/domain/texts";
import { memo, Suspense, useContext, type CSSProperties, type MouseEvent } from "react";
import { useTexts } from "../../i18n/useTexts";
import { formatSeconds, toDuration } from "../../lib/duration";
import { cutAtMatch, Marked } from "../../lib/marks";
import { useOffline } from "../../lib/live";
import { RowColumns } from "../../lib/rowColumns";
import { toFullDate, toListTime } from "../../lib/time";
import { useMinute } from "../../lib/useMinute";
import { Avatar, Badge, flag, Glyph, SmallThumb, Spinner, Ticks, toBadgeText } from "../../ui";
import { SnoozeMark, TargetMark, useDraft } from "../conversation";
import { mediaWord, toPreviewParts, withoutMarks } from "./preview";
import { RowPresence } from "./RowPresence";
import { ViewFacts } from "./views/lazyParts";
import { rowTime, type RowTime } from "./waiting";

const MINUTE_MS = 60_000;

/** What a search looked for, where a row can show it. */
export interface SearchedWords {
  readonly message: string;
  readonly contact: string;
}

interface TicketRowProps {
  readonly ticket: TicketView;
  readonly index: number;
  readonly selfId: number;
  readonly selected: boolean;
  readonly focusable: boolean;
  readonly marked: boolean;
  readonly showConnection: boolean;
  /**
   * The button of a waiting ticket: accept, or choose a queue first; null without a button.
   */
  readonly accept: "accept" | "chooseQueue" | null;
  readonly accepting: boolean;
  /** It has just come into the list by itself (B4.3). */
  readonly arrived: boolean;
  /** The message that a search found; it takes the place of the last message. */
  readonly hit: TicketHitView | null;
  readonly words: SearchedWords | null;
  readonly onOpen: (ticket: TicketView, event: MouseEvent) => void;
  readonly onAccept: (ticket: TicketView) => void;
  readonly onFocus: (ticketId: number) => void;
}

function Preview({ ticket, selfId, selected }: Pick<TicketRowProps, "ticket" | "selfId" | "selected">) {
  const { t } = useTexts("tickets");
  const draft = useDraft(selfId, ticket.id);
  // The open conversation shows its draft in the composer.
  if (draft && !selected) {
    return (
      <span className="ticketPreview ticketDraft ellipsis">
        <b>{t("row.draft")}</b> {draft.text.trim() || draft.fileNames.join(", ")}
      </span>
    );
  }
  const { customerWords: words } = ticket;
  // The row of a waiting ticket says what the customer wants (D-340).
  if (words !== null && words !== ticket.lastMessage) return <PreviewText text={words} state={null} media={null} />;
  return <PreviewText text={ticket.lastMessage} state={ticket.lastMessageState} media={ticket.lastMessageMedia} />;
}

interface PreviewTextProps {
  readonly text: string;
  /** How far a message of ours has come; null for the customer's. */
  readonly state: TicketView["lastMessageState"];
  readonly media: TicketView["lastMessageMedia"];
}

/** A message in one line: its ticks when it is ours, a medium as icon and word before its caption (D-261). */
function PreviewText({ text, state, media }: PreviewTextProps) {
  const { t } = useTexts("tickets");
  const { word, seconds, text: words } = toPreviewParts(text, media);
  if (!word && state === null) return <span className="ticketPreview ellipsis">{words}</span>;
  const medium = word && [t(`row.media.${word.name}`), ...(seconds === null ? [] : [formatSeconds(seconds)])].join(" ");
  return (
    <span className="ticketPreview" data-failed={flag(state === "failed")}>
      {state === "failed" ? <Glyph name="failed" size={15} /> : state && <Ticks state={state} />}
      {state === "failed" && <span className="ticketNotSent">{t("row.notSent")}</span>}
      {word && <Glyph name={word.icon} size={15} />}
      <span className="ellipsis">{[medium, words].filter(Boolean).join(" · ")}</span>
    </span>
  );
}

/**
 * One ticket of a list: contact, last message, queue, time. Plain CSS without
 * MUI, because lists render hundreds of rows.
 */
export const TicketRow = memo(function TicketRow({
  ticket,
  index,
  selfId,
  selected,
  focusable,
  marked,
  showConnection,
  accept,
  accepting,
  arrived,
  hit,
  words,
  onOpen,
  onAccept,
  onFocus,
}: TicketRowProps) {
  const { t, language } = useTexts("tickets");
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
      data-marked={flag(marked)}
      data-unread={flag(unread > 0)}
      data-accept={accept ?? undefined}
      data-arrived={flag(arrived)}
      style={{ "--queue": queue?.color ?? "var(--queue-none)" } as CSSProperties}
      onClick={(event) => onOpen(ticket, event)}
      onFocus={() => onFocus(ticket.id)}
    >
      <Face ticket={ticket} selfId={selfId} marked={marked} />
      <div role="gridcell" className="ticketText">
        <span className="ticketLine">
          <Name text={contact.name} words={words} />
          {ticket.status === "closed" && <span className="ticketChip">{t("row.closed")}</span>}
          {ticket.pauseTag !== null && <span className="ticketChip ellipsis">{ticket.pauseTag}</span>}
          <Lasting ticket={ticket} says="waits" />
          <time dateTime={ticket.updatedAt} title={toFullDate(ticket.updatedAt, language)}>
            {toListTime(ticket.updatedAt)}
          </time>
          {accept !== null && <UnreadBadge count={unread} />}
        </span>
        <span className="ticketLine">
          {hit && words ? <Hit hit={hit} sought={words.message} /> : <Preview ticket={ticket} selfId={selfId} selected={selected} />}
          {accept === null && <UnreadBadge count={unread} />}
        </span>
        <QueueLine ticket={ticket} showConnection={showConnection} selfId={selfId} />
      </div>
      {accept !== null && <AcceptCell kind={accept} name={contact.name} busy={accepting} onAccept={() => onAccept(ticket)} />}
    </div>
  );
});

/** The picture of the contact, with the face of the colleague whose conversation it is (D-342); a press on it marks the row (D-503). */
function Face({ ticket: { contact, user }, selfId, marked }: Pick<TicketRowProps, "ticket" | "selfId" | "marked">) {
  const { t } = useTexts("tickets");
  const owner = user && user.id !== selfId && t("row.owner", { name: user.name });
  return (
    <span className="ticketFace">
      <Avatar name={contact.name} src={contact.profilePicUrl} />
      {owner && (
        <span className="ticketOwner" title={owner}>
          <Avatar name={user.name} size={18} />
          <span className="visuallyHidden">{owner}</span>
        </span>
      )}
      {marked && <span className="visuallyHidden">{t("row.marked")}</span>}
    </span>
  );
}

/** The name of the contact, with what was searched for marked. */
function Name({ text, words }: { readonly text: string; readonly words: SearchedWords | null }) {
  return <span className="ticketName ellipsis">{words ? <Marked text={text} sought={words.contact} /> : text}</span>;
}

/** The message that a search found, with the words marked, and when it was said. */
function Hit({ hit, sought }: { readonly hit: TicketHitView; readonly sought: string }) {
  const { language } = useTexts("tickets");
  const preview = previewText({ type: hit.mediaType, body: hit.body });
  const word = mediaWord(preview);
  return (
    <>
      {hit.thumbUrl !== null && <SmallThumb src={hit.thumbUrl} />}
      {word && word.name !== "location" ? (
        <PreviewText text={preview} state={null} media={null} />
      ) : (
        <span className="ticketPreview">
          {word && <Glyph name={word.icon} size={15} />}
          <span className="ellipsis">
            <Marked text={cutAtMatch(withoutMarks(hit.body), sought)} sought={sought} />
          </span>
        </span>
      )}
      <time className="ticketHitTime" dateTime={hit.createdAt} title={toFullDate(hit.createdAt, language)}>
        {toListTime(hit.createdAt)}
      </time>
    </>
  );
}

/** The number of unread messages. */
function UnreadBadge({ count }: { readonly count: number }) {
  const { t } = useTexts("tickets");
  return (
    count > 0 && (
      <Badge tone="primary">
        <span aria-hidden="true">{toBadgeText(count)}</span>
        <span className="visuallyHidden">{t("row.unread", { count })}</span>
      </Badge>
    )
  );
}

/** How long the customer of a waiting ticket has waited, in numbers alone, or a ticket is paused, updated every minute. */
function Lasting({ ticket, says }: { readonly ticket: TicketView; readonly says: RowTime["says"] }) {
  const { t, language } = useTexts("tickets");
  const now = useMinute();
  const time = rowTime(ticket);
  if (time?.says !== says) return null;
  const minutes = Math.max(0, Math.floor((now - Date.parse(time.since)) / MINUTE_MS));
  const lasted = minutes === 0 ? "< 1 min" : toDuration(minutes * MINUTE_MS, language);
  return (
    <span className="ticketLasting" data-says={says} title={toFullDate(time.since, language)}>
      <span className={says === "waits" ? "visuallyHidden" : ""}>{t(`row.${says}`, { time: lasted })}</span>
      {says === "waits" && <span aria-hidden="true">{lasted}</span>}
    </span>
  );
}

/** How long a ticket is paused, or until when; and, until somebody reads it, why it is back (D-440). */
function Pause({ ticket }: { readonly ticket: TicketView }) {
  const { snooze, unreadMessages } = ticket;
  if (snooze === null || (snooze.state !== "asleep" && unreadMessages === 0)) return <Lasting ticket={ticket} says="pausedFor" />;
  return (
    <Suspense>
      <SnoozeMark of={snooze} />
    </Suspense>
  );
}

interface AcceptCellProps {
  readonly kind: "accept" | "chooseQueue";
  readonly name: string;
  readonly busy: boolean;
  readonly onAccept: () => void;
}

/** The button that accepts a waiting ticket. */
function AcceptCell({ kind, name, busy, onAccept }: AcceptCellProps) {
  const { t } = useTexts("tickets");
  const offline = useOffline();
  return (
    <div role="gridcell" className="ticketAccept" title={offline ? t("row.offline") : undefined}>
      <button
        type="button"
        tabIndex={-1}
        aria-label={busy ? t("row.accepting") : t(`row.${kind}Named`, { name })}
        aria-description={offline ? t("row.offline") : undefined}
        disabled={busy || offline}
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

/** The queue of a ticket, its connection if there are several, how long it is paused, and who is at it. */
function QueueLine({ ticket, showConnection, selfId }: Pick<TicketRowProps, "ticket" | "showConnection" | "selfId">) {
  const { t } = useTexts("tickets");
  const columns = useContext(RowColumns);
  const { queue, whatsapp } = ticket;
  const queueName = queue?.name ?? t("row.noQueue");
  return (
    <span className="ticketLine ticketQueue">
      {columns ? (
        <Suspense>
          <ViewFacts {...{ ticket, columns, queueName }} />
        </Suspense>
      ) : (
        <>
          <span className="queueDot" />
          <span className="ellipsis">
            {queueName}
            {showConnection && whatsapp && <span className="ticketConnection"> · {whatsapp.name}</span>}
          </span>
        </>
      )}
      <Pause ticket={ticket} />
      {ticket.target && (columns?.includes("target") ?? true) && (
        <Suspense>
          <TargetMark of={ticket.target} />
        </Suspense>
      )}
      <RowPresence ticketId={ticket.id} selfId={selfId} />
    </span>
  );
}
