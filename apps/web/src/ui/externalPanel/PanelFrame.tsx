import { useEffect, useRef, useState, type ReactNode } from "react";
import { Spinner } from "../Spinner";
import { toSandbox } from "./sandbox";
import { usePanelContext, type PanelTicket } from "./usePanelContext";

interface PanelFrameProps {
  readonly title: string;
  readonly address: string;
  readonly ticket: PanelTicket;
  /** Shown where the policy of our page, which is older than the setting, does not allow the frame. */
  readonly children: ReactNode;
}

/** The company's external panel in a frame that may do little, as an agent sees it (CONV-005, D-083, S-60). */
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
