import type { ComponentProps } from "react";
import { WithReason } from "../../ui";
import "./tool.css";

interface ToolProps extends ComponentProps<"button"> {
  readonly name: string;
  /** Why it cannot be used now; null while it can. */
  readonly reason?: string | null;
}

/**
 * An icon button with its name as a tooltip, or the reason why it cannot be used. Plain CSS without
 * MUI, because each opening of a conversation renders many of them.
 */
export function Tool({ name, reason = null, className = "", ...button }: ToolProps) {
  return (
    <WithReason reason={reason}>
      <button type="button" {...button} className={`tool ${className}`} aria-label={name} title={reason === null ? name : undefined} />
    </WithReason>
  );
}
