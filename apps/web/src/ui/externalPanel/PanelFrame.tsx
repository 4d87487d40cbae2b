import type { TicketView } from "@balcao/contracts/tickets";
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Spinner } from "../Spinner";
import { toSandbox } from "./sandbox";

/** The conversation that the panel shows. */
type PanelTicket = Pick<TicketView, "id" | "contactId" | "status" | "queueId" | "userId" | "whatsappId">;

/** The target of what any page may read. */
const ANY = "*";

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

const typeOf = (data: unknown): unknown => (typeof data === "object" && data !== null && "type" in data ? data.type : undefined);

/** What the panel may be given to call the api with; null when the person did not allow it. */
export type PanelToken = Readonly<{ token: string; expiresAt: string }> | null;
/** Answers the panel that asked for a token. */
export type AnswerPanel = (given: PanelToken) => void;

/**
 * Returns the function that posts the context to the panel; it is also called when the panel asks and when the context changes.
 * `origin` is "*" for a panel without an origin of its own: the content policy lets no other page into the frame.
 */
function usePanelContext(
  frame: RefObject<HTMLIFrameElement | null>,
  origin: string,
  { ticket, onAskToken }: Pick<PanelFrameProps, "ticket" | "onAskToken">,
): () => void {
  const { language } = useTranslation().i18n;
  const tell = () => frame.current?.contentWindow?.postMessage(toContext(ticket, language), origin);
  const tellNow = useEffectEvent(tell);
  const answerToken: AnswerPanel = (given) =>
    frame.current?.contentWindow?.postMessage({ type: "balcao:token", version: 1, token: null, ...given }, origin);
  // A token goes to an origin, never to whatever is in the frame.
  const askNow = useEffectEvent(() => (onAskToken && origin !== ANY ? onAskToken(answerToken) : answerToken(null)));
  useEffect(() => {
    const answer = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow) return;
      if (typeOf(event.data) === "balcao:hello") tellNow();
      if (typeOf(event.data) === "balcao:token") askNow();
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
  /** Called when the panel asks for a token; without it none is given. */
  readonly onAskToken?: ((answer: AnswerPanel) => void) | undefined;
  /** Shown where the policy of our page, which is older than the setting, does not allow the frame. */
  readonly children: ReactNode;
}

/** The company's external panel in a frame that may do little, as an agent sees it. */
export function PanelFrame({ title, address, ticket, onAskToken, children }: PanelFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<"loading" | "shown" | "refused">("loading");
  const sandbox = toSandbox(address, window.location.hostname);
  const { origin } = new URL(address);
  const tell = usePanelContext(frame, sandbox.includes("allow-same-origin") ? origin : ANY, { ticket, onAskToken });
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
