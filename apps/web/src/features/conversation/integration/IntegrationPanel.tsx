import Close from "@mui/icons-material/Close";
import OpenInNew from "@mui/icons-material/OpenInNew";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import type { TicketView } from "@balcao/contracts/tickets";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../../lib/data/settings";
import { Spinner } from "../../../ui";
import { SideFrame } from "../SideFrame";
import { toPanelAddress, toSandbox } from "./panelAddress";
import type { Integration } from "./useIntegration";
import { usePanelContext } from "./usePanelContext";
import "./integration.css";

interface IntegrationPanelProps {
  readonly ticket: TicketView;
  readonly integration: Integration;
}

/** The company's external panel beside the conversation, in a frame that may do little (CONV-005, D-083). */
export function IntegrationPanel({ ticket, integration: { beside, close } }: IntegrationPanelProps) {
  const { t } = useTranslation("details");
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const address = toPanelAddress(useSettings().uriIframe, ticket);
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
        <PanelFrame key={address} address={address} ticket={ticket} />
      </div>
    </SideFrame>
  );
}

/** The frame, with what is wrong where the page may not show it. */
function PanelFrame({ address, ticket }: { readonly address: string; readonly ticket: TicketView }) {
  const { t } = useTranslation("details");
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<"loading" | "shown" | "refused">("loading");
  const sandbox = toSandbox(address, window.location.hostname);
  const { origin } = new URL(address);
  const tell = usePanelContext(frame, sandbox.includes("allow-same-origin") ? origin : "*", ticket);
  useEffect(() => {
    // The page's policy names the address of the setting as it was when the page was loaded.
    const note = (event: SecurityPolicyViolationEvent) => {
      if (event.effectiveDirective === "frame-src" && event.blockedURI.startsWith(origin)) setState("refused");
    };
    document.addEventListener("securitypolicyviolation", note);
    return () => document.removeEventListener("securitypolicyviolation", note);
  }, [origin]);
  return (
    <div className="integration">
      {state === "loading" && <Spinner />}
      {state === "refused" && <p role="alert">{t("integration.refused")}</p>}
      <iframe
        ref={frame}
        title={t("integration.title")}
        src={address}
        sandbox={sandbox}
        referrerPolicy="no-referrer"
        hidden={state === "refused"}
        onLoad={() => {
          setState((now) => (now === "loading" ? "shown" : now));
          tell();
        }}
      />
    </div>
  );
}
