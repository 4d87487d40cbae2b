import { useEffect, useState } from "react";
import { onAnnouncement } from "./announce";

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
