import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import type { ComponentProps } from "react";
import { WithReason } from "../../../ui";

interface ToolProps extends ComponentProps<typeof IconButton> {
  readonly name: string;
  /** Why it cannot be used now; null while it can. */
  readonly reason?: string | null;
}

/** An icon button with its name in a tooltip, or the reason why it cannot be used. */
export function Tool({ name, reason = null, ...button }: ToolProps) {
  const icon = <IconButton aria-label={name} {...button} />;
  return reason === null ? <Tooltip title={name}>{icon}</Tooltip> : <WithReason reason={reason}>{icon}</WithReason>;
}
