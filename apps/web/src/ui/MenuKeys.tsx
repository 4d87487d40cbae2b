import { useAriaKeys, type ShortcutId } from "../lib/keyboard";
import { KeyCaps } from "./KeyCaps";

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
