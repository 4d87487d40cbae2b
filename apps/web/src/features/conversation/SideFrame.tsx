import Drawer from "@mui/material/Drawer";
import type { ReactNode } from "react";
import "./details/details.css";

interface SideFrameProps {
  readonly titleId: string;
  readonly region: string;
  /** A third pane, on a wide screen; otherwise a drawer over the conversation. */
  readonly beside: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The frame of what is shown to the right of a conversation. */
export function SideFrame({ titleId, region, beside, onClose, children }: SideFrameProps) {
  if (beside)
    return (
      <aside className="detailsAside" aria-labelledby={titleId} data-region={region}>
        {children}
      </aside>
    );
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{ paper: { role: "dialog", "aria-modal": true, "aria-labelledby": titleId, className: "detailsDrawer" } }}
    >
      {children}
    </Drawer>
  );
}
