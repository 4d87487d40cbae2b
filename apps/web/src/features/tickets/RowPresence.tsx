import { useEffect } from "react";
import { useTexts } from "../../i18n/useTexts";
import { useColleaguesAt } from "../../lib/data/presence";
import { useLive, useLiveState } from "../../lib/live";
import { Avatar } from "../../ui";
import "./rowPresence.css";

const SHOWN = 2;

interface RowPresenceProps {
  readonly ticketId: number;
  readonly selfId: number;
}

/** The colleagues who have the conversation of a row on the screen; a ring marks who types. It informs and locks nothing. */
export function RowPresence({ ticketId, selfId }: RowPresenceProps) {
  const { t } = useTexts("tickets");
  const live = useLive();
  const connected = useLiveState().phase === "connected";
  useEffect(() => live.watchRow(ticketId), [live, ticketId]);
  const colleagues = useColleaguesAt(ticketId, selfId);
  if (!connected || colleagues.length === 0) return null;
  return (
    <span className="rowPresence">
      {colleagues.slice(0, SHOWN).map(({ userId, name, mode }) => {
        const text = t(`row.${mode}`, { name });
        return (
          <span key={userId} className="rowPresent" data-mode={mode} title={text}>
            <Avatar name={name} size={18} />
            <span className="visuallyHidden">{text}</span>
          </span>
        );
      })}
      {colleagues.length > SHOWN && <span className="rowPresenceMore">+{colleagues.length - SHOWN}</span>}
    </span>
  );
}
