import Tooltip from "@mui/material/Tooltip";
import { useTranslation } from "react-i18next";
import type { PresentPerson } from "../../../lib/data/presence";
import { Avatar } from "../../../ui";
import "./presence.css";

const SHOWN = 3;

interface PresenceProps {
  readonly colleagues: readonly PresentPerson[];
}

/** The colleagues who have this conversation on the screen; a ring marks who types. */
export function PresenceMarks({ colleagues }: PresenceProps) {
  const { t } = useTranslation("conversation");
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
export function TypingLine({ colleagues }: PresenceProps) {
  const { t } = useTranslation("conversation");
  const typing = colleagues.filter(({ mode }) => mode === "typing");
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
