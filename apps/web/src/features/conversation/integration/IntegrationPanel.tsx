import Close from "@mui/icons-material/Close";
import OpenInNew from "@mui/icons-material/OpenInNew";
import IconButton from "@mui/material/IconButton";
import type { TicketView } from "@balcao/contracts/tickets";
import { toPanelAddress } from "@balcao/domain/settings";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../../lib/data/settings";
import { Tooltip } from "../../../ui/Tooltip";
import { PanelFrame, type AnswerPanel } from "../../../ui/externalPanel";
import { SideFrame } from "../SideFrame";
import { PanelConsent } from "./PanelConsent";
import type { Integration } from "./useIntegration";

interface IntegrationPanelProps {
  readonly ticket: TicketView;
  readonly integration: Integration;
}

/** The company's external panel beside the conversation, in a frame that may do little (CONV-005). */
export function IntegrationPanel({ ticket, integration: { beside, close } }: IntegrationPanelProps) {
  const { t } = useTranslation("details");
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<{ readonly answer: AnswerPanel; readonly ticketId: number } | null>(null);
  const address = toPanelAddress(useSettings().uriIframe, {
    ticketId: ticket.id,
    contactId: ticket.contactId,
    number: ticket.contact.number,
  });
  useEffect(() => title.current?.focus(), []);
  return (
    <SideFrame titleId={titleId} region="integration" beside={beside} onClose={close}>
      <div className="details" onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && close()}>
        <div className="detailsHead">
          <h3 id={titleId} ref={title} tabIndex={-1} data-region-focus>
            {t("integration.title")}
          </h3>
          <Tooltip title={t("integration.newTab")}>
            <IconButton component="a" href={address} target="_blank" rel="noopener noreferrer" aria-label={t("integration.newTab")}>
              <OpenInNew />
            </IconButton>
          </Tooltip>
          <IconButton aria-label={t("integration.close")} onClick={close}>
            <Close />
          </IconButton>
        </div>
        {asked?.ticketId === ticket.id && (
          <PanelConsent ticketId={ticket.id} host={new URL(address).host} answer={asked.answer} onDone={() => setAsked(null)} />
        )}
        <PanelFrame
          key={address}
          title={t("integration.title")}
          address={address}
          ticket={ticket}
          onAskToken={(answer) => setAsked({ answer, ticketId: ticket.id })}
        >
          <p role="alert">{t("integration.refused")}</p>
        </PanelFrame>
      </div>
    </SideFrame>
  );
}
