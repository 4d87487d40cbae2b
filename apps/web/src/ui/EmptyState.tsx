import type { SvgIconComponent } from "@mui/icons-material";
import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly icon: SvgIconComponent;
  readonly title: string;
  readonly text?: string | undefined;
  readonly children?: ReactNode;
  /** `h1` when it is the only heading of the page. */
  readonly heading?: "h1" | "h2" | "h3";
}

/** Shown where there is nothing to list: icon, one sentence, a button for the next step. */
export function EmptyState({ icon: Icon, title, text, children, heading: Heading = "h2" }: EmptyStateProps) {
  return (
    <div className="emptyState">
      <span className="emptyStateIcon" aria-hidden="true">
        <Icon />
      </span>
      <Heading className="emptyStateTitle">{title}</Heading>
      {text !== undefined && <p className="emptyStateText">{text}</p>}
      {children !== undefined && <div className="emptyStateActions">{children}</div>}
    </div>
  );
}
