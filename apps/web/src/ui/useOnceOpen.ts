import { useState } from "react";

/**
 * Whether a dialog or menu was open before: until then its closed parts need not be mounted, and
 * from then on they stay, so that it can fade out and give the focus back.
 */
export function useOnceOpen(open: boolean): boolean {
  const [once, setOnce] = useState(open);
  if (open && !once) setOnce(true);
  return once || open;
}
