import type { TicketView } from "@balcao/contracts/tickets";
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Spinner } from "../Spinner";
import { toSandbox } from "./sandbox";

/** The conversation that the panel shows. */
type PanelTicket = Pick<TicketView, "id" | "contactId" | "status" | "queueId" | "userId" | "whatsappId">;

/** What the panel is told about the conversation: ids and state, nothing personal (docs/INTEGRATION.md). */
const toContext = ({ id, contactId, status, queueId, userId, whatsappId }: PanelTicket, language: string) => ({
  type: "balcao:conversation",
  version: 1,
  ticketId: id,
  contactId,
  status,
  queueId,
  userId,
  whatsappId,
  language,
});

const isQuestion = (data: unknown): boolean => typeof data === "object" && data !== null && "type" in data && data.type === "balcao:hello";

/**
 * Returns the function that posts the context to the panel; it is also called when the panel asks and when the context changes.
 * `origin` is "*" for a panel without an origin of its own: the content policy lets no other page into the frame.
 */
function usePanelContext(frame: RefObject<HTMLIFrameElement | null>, origin: string, ticket: PanelTicket): () => void {
  const { language } = useTranslation().i18n;
  const tell = () => frame.current?.contentWindow?.postMessage(toContext(ticket, language), origin);
  const tellNow = useEffectEvent(tell);
  useEffect(() => {
    const answer = (event: MessageEvent) => {
      if (isQuestion(event.data) && event.source === frame.current?.contentWindow) tellNow();
    };
    window.addEventListener("message", answer);
    return () => window.removeEventListener("message", answer);
  }, [frame]);
  useEffect(() => tellNow(), [ticket, language]);
  return tell;
}

interface PanelFrameProps {
  readonly title: string;
  readonly address: string;
  readonly ticket: PanelTicket;
  /** Shown where the policy of our page, which is older than the setting, does not allow the frame. */
  readonly children: ReactNode;
}

/** The company's external panel in a frame that may do little, as an agent sees it. */
export function PanelFrame({ title, address, ticket, children }: PanelFrameProps) {
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
      {state === "refused" && children}
      <iframe
        ref={frame}
        title={title}
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
