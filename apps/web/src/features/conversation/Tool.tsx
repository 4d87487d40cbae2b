import type { ComponentProps } from "react";
import { useButtonKey, type ShortcutId } from "../../lib/keyboard";
import { WithReason } from "../../ui";
import "./tool.css";

interface ToolProps extends Omit<ComponentProps<"button">, "ref"> {
  readonly name: string;
  /** Why it cannot be used now; null while it can. */
  readonly reason?: string | null;
  /** Its keys click it; the tooltip names them. */
  readonly shortcut?: ShortcutId;
}

/**
 * An icon button with its name as a tooltip, or the reason why it cannot be used. Plain CSS without
 * MUI, because each opening of a conversation renders many of them.
 */
export function Tool({ name, reason = null, shortcut, className = "", ...button }: ToolProps) {
  const { ref, ariaKeys, hint } = useButtonKey(shortcut);
  const title = hint === "" ? name : `${name} (${hint})`;
  return (
    <WithReason reason={reason}>
      <button
        ref={ref}
        type="button"
        {...button}
        className={`tool ${className}`}
        aria-label={name}
        {...(ariaKeys !== undefined && { "aria-keyshortcuts": ariaKeys })}
        title={reason === null ? title : undefined}
      />
    </WithReason>
  );
}
