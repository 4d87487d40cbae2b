import type { ReactNode } from "react";
import { useAriaKeys, type ShortcutId } from "../lib/keyboard";
import { KeyCaps } from "./KeyCaps";

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

/** The keys of a menu's entry, at its end, while they work. The entry names them to screen readers itself. */
export function MenuKeys({ of }: { readonly of: ShortcutId | undefined }) {
  const works = useAriaKeys()(of) !== undefined;
  if (of === undefined || !works) return null;
  return (
    <span className="menuKeys" aria-hidden="true">
      <KeyCaps of={of} />
    </span>
  );
}
