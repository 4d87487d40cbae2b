import type { TeamNowView } from "@balcao/contracts/dashboard";
import Button from "@mui/material/Button";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Avatar, usePageTitle } from "../../ui";
import { NowQueues } from "./NowQueues";
import { personState } from "./personState";
import "./nowWall.css";

interface NowWallProps {
  readonly team: TeamNowView;
  readonly onLeave: () => void;
}

/** The same for a screen on the wall: large, who is connected alone, and nothing to press but the way out, which shows under the pointer or the focus. */
export function NowWall({ team, onLeave }: NowWallProps) {
  const { t } = useTranslation("now");
  const wall = useRef<HTMLDivElement>(null);
  usePageTitle(t("title"));
  useEffect(() => wall.current?.focus(), []);
  const there = team.people.filter(({ status }) => status !== "offline").sort((one, other) => other.load - one.load);
  return (
    <div
      ref={wall}
      className="nowWall"
      role="region"
      aria-label={t("title")}
      tabIndex={-1}
      onKeyDown={(event) => event.key === "Escape" && onLeave()}
    >
      <Button className="nowLeave" variant="outlined" onClick={onLeave}>
        {t("leaveWall")}
      </Button>
      <NowQueues team={team} />
      <section aria-label={t("people")}>
        <h2 className="visuallyHidden">{t("people")}</h2>
        <ul className="nowWallPeople">
          {there.map((person) => (
            <li key={person.id} data-full={(person.openLimit !== null && person.load >= person.openLimit) || undefined}>
              <Avatar name={person.name} src={person.profilePicUrl} size={40} presence={person.status} />
              <span className="ellipsis">{person.name}</span>
              <strong>{person.openLimit === null ? person.load : `${person.load}/${person.openLimit}`}</strong>
              <span className="nowQuiet ellipsis">{t(`state.${personState(person)}`)}</span>
            </li>
          ))}
        </ul>
        <p className="nowQuiet">{t("others", { count: team.people.length - there.length })}</p>
      </section>
    </div>
  );
}
