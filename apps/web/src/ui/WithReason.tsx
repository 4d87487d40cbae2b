import { cloneElement, useId, type ReactElement } from "react";
import { Tooltip } from "./Tooltip";

interface WithReasonProps {
  /** Why the control cannot be used now; null while it can. */
  readonly reason: string | null;
  readonly children: ReactElement<{ readonly disabled?: boolean; readonly "aria-describedby"?: string }>;
}

/** Disables a control and says why, in a tooltip and for screen readers. */
export function WithReason({ reason, children }: WithReasonProps) {
  const id = useId();
  if (reason === null) return children;
  return (
    <Tooltip describeChild title={reason}>
      <span className="withReason">
        {cloneElement(children, { disabled: true, "aria-describedby": id })}
        <span id={id} hidden>
          {reason}
        </span>
      </span>
    </Tooltip>
  );
}
