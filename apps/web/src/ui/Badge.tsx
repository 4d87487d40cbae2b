import type { ReactNode } from "react";

interface BadgeProps {
  readonly tone: "quiet" | "primary" | "attention";
  /** On the corner of an icon; its place comes with the class. */
  readonly corner?: boolean;
  readonly className?: string;
  /** Not read out: the words around it say the same. */
  readonly hidden?: boolean;
  readonly children: ReactNode;
}

/** A count or a mark beside a name or on an icon. */
export function Badge({ tone, corner = false, className, hidden = false, children }: BadgeProps) {
  return (
    <span
      className={className === undefined ? "badge" : `badge ${className}`}
      data-tone={tone}
      data-corner={corner || undefined}
      aria-hidden={hidden || undefined}
    >
      {children}
    </span>
  );
}

/** A count as a badge shows it: `99+` above the cap. */
export const toBadgeText = (count: number, cap = 99): string => (count > cap ? `${cap}+` : String(count));
