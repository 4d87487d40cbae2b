import type { TicketView } from "@balcao/contracts/tickets";
import { toPanelAddress } from "@balcao/domain/settings";
import Close from "@mui/icons-material/Close";
import OpenInNew from "@mui/icons-material/OpenInNew";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import { useSettings } from "../../../lib/data/settings";
import { toasts } from "../../../lib/toasts";
import { PanelFrame, type AnswerPanel } from "../../../ui/externalPanel/PanelFrame";
import { Tooltip } from "../../../ui/Tooltip";
import { SideFrame } from "../SideFrame";
import type { Integration } from "./useIntegration";

interface PanelConsentProps {
  readonly ticketId: number;
  readonly host: string;
  readonly answer: AnswerPanel;
  readonly onDone: () => void;
}

/** Asks the person whether the panel may act in their name for a quarter of an hour (D-630). */
function PanelConsent({ ticketId, host, answer, onDone }: PanelConsentProps) {
  const { t } = useTranslation("details");
  const allow = useMutation({
    mutationFn: () => call("apiTokens", "createForPanel", { body: { ticketId } }),
    onSuccess: answer,
    onError: (error) => {
      answer(null);
      toasts.error(toErrorText(error));
    },
    onSettled: onDone,
  });
  const refuse = () => {
    answer(null);
    onDone();
  };
  return (
    <section className="panelConsent" aria-label={t("integration.consent.label")}>
      <p>{t("integration.consent.text", { host })}</p>
      <div>
        <Button size="small" onClick={refuse} disabled={allow.isPending}>
          {t("integration.consent.refuse")}
        </Button>
        <Button size="small" variant="contained" color="primary" onClick={() => allow.mutate()} disabled={allow.isPending}>
          {t("integration.consent.allow")}
        </Button>
      </div>
    </section>
  );
}

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
