import type { ReactNode } from "react";

interface MenuReasonProps {
  /** Why the entry cannot be chosen now; null while it can. */
  readonly reason: string | null;
  readonly children: ReactNode;
}

/** The name of a menu's entry, with the reason below it while the entry is disabled. */
export function MenuReason({ reason, children }: MenuReasonProps) {
  if (reason === null) return children;
  return (
    <span className="menuReason">
      {children}
      <small>{reason}</small>
    </span>
  );
}
