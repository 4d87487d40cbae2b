import { useTexts } from "../../../i18n/useTexts";
import { useColleaguesAt, type PresentPerson } from "../../../lib/data/presence";
import { useLiveState } from "../../../lib/live";
import { useSelf } from "../../../lib/session";
import { Avatar } from "../../../ui";
import "./presence.css";
import { Tooltip } from "../../../ui/Tooltip";

const SHOWN = 3;

const NOBODY: readonly PresentPerson[] = [];

interface PresenceProps {
  readonly roomId: number;
}

/** Who else has a ticket or chat on the screen; nobody without a connection, because nothing is heard of them. */
function useColleagues(roomId: number): readonly PresentPerson[] {
  const colleagues = useColleaguesAt(roomId, useSelf().id);
  return useLiveState().phase === "connected" ? colleagues : NOBODY;
}

/** The colleagues who have this conversation on the screen; a ring marks who types. */
export function PresenceMarks({ roomId }: PresenceProps) {
  const { t } = useTexts("conversation");
  const colleagues = useColleagues(roomId);
  if (colleagues.length === 0) return null;
  return (
    <ul className="presence" aria-label={t("presence.title")}>
      {colleagues.slice(0, SHOWN).map(({ userId, name, mode }) => {
        const text = t(`presence.${mode}`, { name });
        return (
          <Tooltip key={userId} title={text}>
            <li data-mode={mode}>
              <Avatar name={name} size={24} />
              <span className="visuallyHidden">{text}</span>
            </li>
          </Tooltip>
        );
      })}
      {colleagues.length > SHOWN && <li className="presenceMore">+{colleagues.length - SHOWN}</li>}
    </ul>
  );
}

/** Who else writes an answer right now, above the message box. */
export function TypingLine({ roomId }: PresenceProps) {
  const { t } = useTexts("conversation");
  const typing = useColleagues(roomId).filter(({ mode }) => mode === "typing");
  const [first] = typing;
  return (
    <p className="typingLine" role="status">
      {first && (
        <>
          <Avatar name={first.name} size={16} />
          <span className="ellipsis">
            {typing.length === 1 ? t("presence.writes", { name: first.name }) : t("presence.severalWrite", { count: typing.length })}
          </span>
        </>
      )}
    </p>
  );
}
