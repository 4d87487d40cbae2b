// eslint-disable-next-line no-restricted-imports -- the one place that wraps it
import MuiTooltip, { type TooltipProps } from "@mui/material/Tooltip";
import { cloneElement, useId, useRef, useState, type ReactElement } from "react";

/**
 * MUI's tooltip. One that describes its control stays while the pointer is on it (WCAG 1.4.13); one that only names an icon lets the
 * pointer through, because it lies on the same icon of the next row. It closes when its control is pressed, so that the next click goes
 * where the person aims, and returns with the pointer.
 */
export function Tooltip(props: TooltipProps) {
  const [open, setOpen] = useState(false);
  const pressed = useRef(false);
  return (
    <MuiTooltip
      disableInteractive={props.describeChild !== true}
      {...props}
      open={open}
      onOpen={() => setOpen(!pressed.current)}
      onClose={() => setOpen(false)}
      onPointerDownCapture={() => {
        pressed.current = true;
        setOpen(false);
      }}
      onPointerLeave={() => {
        pressed.current = false;
      }}
    />
  );
}

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
