import type { TicketView } from "@balcao/contracts/tickets";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, type CSSProperties } from "react";
import { lazyWithTexts } from "../../i18n/lazyWithTexts";
import { useTexts } from "../../i18n/useTexts";
import { connectionsQuery } from "../../lib/data/connections";

// Not the one of the list: a module of both would be a chunk of its own in the first load.
const SnoozeMark = lazyWithTexts("planned", () => import("./snooze/SnoozeMark").then((door) => door.SnoozeMark));
const TargetMark = lazyWithTexts("planned", () => import("./targets/TargetMark").then((door) => door.TargetMark));

/** The queue of a ticket with its colour. */
function QueueMark({ queue }: { readonly queue: TicketView["queue"] }) {
  const { t } = useTexts("conversation");
  return (
    <span className="conversationQueue" style={{ "--queue": queue?.color ?? "var(--queue-none)" } as CSSProperties}>
      <span className="queueDot" />
      <span className="ellipsis">{queue?.name ?? t("header.noQueue")}</span>
    </span>
  );
}

/** Number, status or what it is a record of, owner and, where there are several, connection of a ticket (D-268). */
function TicketFacts({ ticket }: { readonly ticket: TicketView }) {
  const { t } = useTexts("conversation");
  const { t: common } = useTexts("common");
  const { data: connections = [] } = useQuery(connectionsQuery);
  const { user, whatsapp, origin } = ticket;
  return (
    <p className="conversationFacts">
      {ticket.target && (
        <Suspense>
          <TargetMark of={ticket.target} named />
        </Suspense>
      )}
      <span>#{ticket.id}</span>
      <span className="conversationStatus" data-status={ticket.status}>
        {origin === null ? common(`ticketStatus.${ticket.status}`) : t(`header.origin.${origin}`)}
        {ticket.pauseTag !== null && ` (${ticket.pauseTag})`}
      </span>
      {ticket.snooze?.state === "asleep" && (
        <Suspense>
          <SnoozeMark of={ticket.snooze} />
        </Suspense>
      )}
      {user && <span className="ellipsis conversationOwner">{t("header.owner", { name: user.name })}</span>}
      {connections.length > 1 && whatsapp && <span className="ellipsis conversationOwner">{whatsapp.name}</span>}
    </p>
  );
}

interface ConversationTitleProps {
  readonly ticket: TicketView;
  /** The name takes the focus, for those who opened the ticket by keyboard. */
  readonly focus: boolean;
  /** A click on the name. */
  readonly onName: () => void;
}

/** Who one is talking with, and the state of the ticket. */
export function ConversationTitle({ ticket, focus, onName }: ConversationTitleProps) {
  const name = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus) name.current?.focus();
  }, [focus]);
  return (
    <div className="conversationTitle">
      <div>
        <h2 ref={name} tabIndex={-1} className="ellipsis" data-region-focus onClick={onName}>
          {ticket.contact.name}
        </h2>
        <QueueMark queue={ticket.queue} />
      </div>
      <TicketFacts ticket={ticket} />
    </div>
  );
}
