import ArrowBack from "@mui/icons-material/ArrowBack";
import Close from "@mui/icons-material/Close";
import IconButton from "@mui/material/IconButton";
import type { TicketView } from "@balcao/contracts/tickets";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AdPart } from "./AdPart";
import { ContactPart } from "./ContactPart";
import { EarlierTickets } from "./EarlierTickets";
import { Gallery } from "./Gallery";
import { GroupPart } from "./GroupPart";
import { MediaStrip } from "./MediaStrip";
import { WhyHere } from "./WhyHere";

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
          <WhyHere ticketId={ticket.id} />
          {ticket.isGroup && <GroupPart contactId={ticket.contactId} />}
          <MediaStrip ticketId={ticket.id} onAll={() => showGallery(true)} />
          <EarlierTickets ticket={ticket} />
        </div>
      )}
    </div>
  );
}
