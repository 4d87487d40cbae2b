import { useEffect, useState } from "react";

type Listener = (text: string) => void;
let listener: Listener | null = null;

/** Announces a text to screen readers, politely and once; nothing is visible. */
export function announce(text: string): void {
  listener?.(text);
}

/** Registers the component that announces texts; only Announcer does so. */
function onAnnouncement(next: Listener): () => void {
  listener = next;
  return () => {
    if (listener === next) listener = null;
  };
}

/** Two polite live regions, used alternately so that a repeated text is announced again. */
export function Announcer() {
  const [said, setSaid] = useState<{ readonly turn: 0 | 1; readonly text: string }>({ turn: 0, text: "" });
  useEffect(() => onAnnouncement((text) => setSaid((before) => ({ turn: before.turn === 0 ? 1 : 0, text }))), []);
  return (
    <div className="visuallyHidden">
      <div aria-live="polite">{said.turn === 0 ? said.text : ""}</div>
      <div aria-live="polite">{said.turn === 1 ? said.text : ""}</div>
    </div>
  );
}
