// eslint-disable-next-line no-restricted-imports -- the one place that wraps it
import MuiTooltip, { type TooltipProps } from "@mui/material/Tooltip";
import { useRef, useState } from "react";

/**
 * MUI's tooltip, which stays while the pointer is on it (WCAG 1.4.13) and therefore takes clicks of what lies below. It closes when its
 * control is pressed, so that the next click goes where the person aims, and returns with the pointer.
 */
export function Tooltip(props: TooltipProps) {
  const [open, setOpen] = useState(false);
  const pressed = useRef(false);
  return (
    <MuiTooltip
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
