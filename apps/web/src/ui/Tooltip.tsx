// eslint-disable-next-line no-restricted-imports -- the one place that wraps it
import MuiTooltip, { type TooltipProps } from "@mui/material/Tooltip";
import { useRef, useState } from "react";

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
