import type { ClosingView, TicketDecisionView, TicketView } from "@balcao/contracts/tickets";
import { DECISION_RULES } from "@balcao/domain/flow";
import { readUrl } from "@balcao/domain/webAddress";
import ArrowBack from "@mui/icons-material/ArrowBack";
import Close from "@mui/icons-material/Close";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { contactTicketsQuery } from "../../../lib/data/contacts";
import { decisionsQuery } from "../../../lib/data/decisions";
import { galleryQuery } from "../../../lib/data/gallery";
import { useSettings } from "../../../lib/data/settings";
import { toDate, toDateAndClock } from "../../../lib/time";
import { ColorDot } from "../../../ui";
import { toShownAddress } from "../../../ui/waText";
import { ContactPart } from "./ContactPart";
import { CopyButton } from "./CopyButton";
import { Gallery } from "./Gallery";
import { GalleryPictures } from "./GalleryPictures";
import { GroupPart } from "./GroupPart";
import "./gallery.css";

/** So many are shown at first. */
const FEW = 3;

const isNamed = (rule: string): rule is TicketDecisionView["rule"] => DECISION_RULES.some((each) => each === rule);

/** Why the ticket is where it is: the automatic decisions about it, the newest first. */
function WhyHere({ ticketId }: { readonly ticketId: number }) {
  const { t } = useTranslation("details");
  const { data = [] } = useQuery(decisionsQuery(ticketId));
  const [all, setAll] = useState(false);
  if (data.length === 0) return null;
  return (
    <section>
      <h4 id={`why-${ticketId}`}>{t("why.title")}</h4>
      <ol className="detailsWhy" aria-labelledby={`why-${ticketId}`}>
        {(all ? data : data.slice(0, FEW)).map((decision) => (
          <Decision key={decision.id} decision={decision} />
        ))}
      </ol>
      {!all && data.length > FEW && (
        <Button size="small" variant="text" onClick={() => setAll(true)}>
          {t("why.more", { count: data.length - FEW })}
        </Button>
      )}
    </section>
  );
}

/** One decision in plain words, with its time and where the ticket went. */
function Decision({ decision: { at, rule, queue, user, rate } }: { readonly decision: TicketDecisionView }) {
  const { t } = useTranslation("details");
  const facts = [
    toDateAndClock(at),
    queue && t("why.queue", { name: queue.name }),
    user && t("why.user", { name: user.name }),
    rate !== null && t("why.rate", { rate }),
  ];
  return (
    <li>
      <b>{isNamed(rule) ? t(`why.rule.${rule}`) : t("why.other")}</b>
      <span>{facts.filter(Boolean).join(" · ")}</span>
    </li>
  );
}

/** Why the conversation was closed, and what its person noted (D-501). */
function ClosingPart({ closing: { reason, automatic, note } }: { readonly closing: ClosingView }) {
  const { t } = useTranslation("closing");
  return (
    <section>
      <h4>{t("part.title")}</h4>
      {reason && (
        <p className="detailsReason">
          <ColorDot color={reason.color} />
          {reason.name}
        </p>
      )}
      {automatic && <p className="detailsText">{t(`automatic.${automatic}`)}</p>}
      {note !== null && <p className="detailsText">{note}</p>}
    </section>
  );
}

/** The other tickets of the contact that the person may open. */
function EarlierTickets({ ticket }: { readonly ticket: TicketView }) {
  const { t } = useTranslation(["details", "common", "closing"]);
  const asksForReasons = useSettings().closingReason !== "off";
  const toReasonText = ({ reason, automatic }: ClosingView) =>
    reason?.name ?? (automatic && asksForReasons ? t(`closing:automatic.${automatic}`) : null);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(contactTicketsQuery(ticket.contactId));
  const others = (data?.pages ?? []).flatMap(({ tickets }) => tickets).filter(({ id }) => id !== ticket.id);
  if (!data || (others.length === 0 && !hasNextPage)) return null;
  return (
    <section>
      <h4>{t("details:earlier.title")}</h4>
      <ul className="detailsTickets">
        {others.map(({ id, status, origin, queue, lastMessage, closedAt, createdAt, closing }) => (
          <li key={id}>
            <Link to={`/tickets/${id}`}>
              <b className="ellipsis">{lastMessage || t("details:earlier.empty")}</b>
              <span className="ellipsis">
                {[
                  `#${id}`,
                  origin === null ? t(`common:ticketStatus.${status}`) : t(`details:earlier.origin.${origin}`),
                  closing && toReasonText(closing),
                  queue?.name,
                  toDate(closedAt ?? createdAt),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
              {closing?.note && <span className="longText">{closing.note}</span>}
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="small" variant="text" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("details:earlier.more")}
        </Button>
      )}
    </section>
  );
}

const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url) && readUrl(url) !== null;

/** The advertisement that the customer tapped before the first message. */
function AdPart({ ad }: { readonly ad: NonNullable<TicketView["adSource"]> }) {
  const { t } = useTranslation("details");
  const { headline, id, url } = ad;
  return (
    <section>
      <h4>{t("ad.title")}</h4>
      {headline !== "" && <p className="detailsText">{headline}</p>}
      {isWebAddress(url) && (
        <a className="galleryLink" dir="ltr" href={toShownAddress(url)} target="_blank" rel="noopener noreferrer nofollow">
          {toShownAddress(url)}
        </a>
      )}
      {id !== "" && (
        <dl className="detailsFacts">
          <div>
            <dt>{t("ad.id")}</dt>
            <dd>
              <span>{id}</span>
              <CopyButton name={t("ad.id")} value={id} />
            </dd>
          </div>
        </dl>
      )}
    </section>
  );
}

const SHOWN = 4;

/** The newest pictures of the conversation, and the way to all that was shared in it. */
function MediaStrip({ ticketId, onAll }: { readonly ticketId: number; readonly onAll: () => void }) {
  const { t } = useTranslation("details");
  const { data } = useInfiniteQuery(galleryQuery(ticketId, "media"));
  const newest = data?.pages[0]?.messages.slice(0, SHOWN) ?? [];
  return (
    <section>
      <div className="detailsSectionHead">
        <h4>{t("gallery.title")}</h4>
        <Button size="small" variant="text" onClick={onAll}>
          {t("gallery.all")}
        </Button>
      </div>
      {newest.length > 0 && <GalleryPictures ticketId={ticketId} messages={newest} label={t("gallery.newest")} />}
    </section>
  );
}

interface DetailsPanelProps {
  readonly ticket: TicketView;
  readonly titleId: string;
  /** The title gets the focus when it is first shown. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
  readonly onJump: (messageId: string) => void;
}

/** The contact, or the gallery of the conversation. */
export function DetailsPanel({ ticket, titleId, takesFocus, onClose, onJump }: DetailsPanelProps) {
  const { t } = useTranslation("details");
  const asksForReasons = useSettings().closingReason !== "off";
  const [gallery, setGallery] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const showGallery = (shown: boolean) => {
    setGallery(shown);
    title.current?.focus();
  };
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  return (
    <div
      className="details"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        if (gallery) showGallery(false);
        else onClose();
      }}
    >
      <div className="detailsHead">
        {gallery && (
          <IconButton aria-label={t("back")} onClick={() => showGallery(false)}>
            <ArrowBack />
          </IconButton>
        )}
        <h3 id={titleId} ref={title} tabIndex={-1} data-region-focus>
          {t(gallery ? "gallery.title" : ticket.isGroup ? "groupTitle" : "title")}
        </h3>
        <IconButton aria-label={t("close")} onClick={onClose}>
          <Close />
        </IconButton>
      </div>
      {gallery ? (
        <Gallery ticketId={ticket.id} onJump={onJump} />
      ) : (
        <div className="detailsBody" tabIndex={0} role="group" aria-labelledby={titleId}>
          <ContactPart contactId={ticket.contactId} />
          {ticket.adSource && <AdPart ad={ticket.adSource} />}
          {ticket.closing && (asksForReasons || ticket.closing.automatic === null) && <ClosingPart closing={ticket.closing} />}
          <WhyHere ticketId={ticket.id} />
          {ticket.isGroup && <GroupPart contactId={ticket.contactId} />}
          <MediaStrip ticketId={ticket.id} onAll={() => showGallery(true)} />
          <EarlierTickets ticket={ticket} />
        </div>
      )}
    </div>
  );
}
