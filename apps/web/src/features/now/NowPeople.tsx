import type { NowPersonView, TeamNowView } from "@balcao/contracts/dashboard";
import type { QueueView } from "@balcao/contracts/queues";
import { LIMITS } from "@balcao/domain/limits";
import Switch from "@mui/material/Switch";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queuesQuery } from "../../lib/data/queues";
import { useMinute } from "../../lib/useMinute";
import { Avatar, ColorDot } from "../../ui";
import { useSharesChange, type NowChoice, type SharesChange, useSince } from "./nowQuery";

interface NowPeopleProps {
  readonly team: TeamNowView;
  readonly onOpen: (choice: NowChoice, title: string) => void;
}

/** The people with what they have, and what distribution gives to them, which is changed here. */
export function NowPeople({ team, onOpen }: NowPeopleProps) {
  const { t } = useTranslation("now");
  const { data: queues = [] } = useQuery(queuesQuery);
  const change = useSharesChange();
  return (
    <section aria-label={t("people")}>
      <h2 className="nowHeading">{t("people")}</h2>
      <ul className="nowPeople">
        {team.people.map((person) => (
          <PersonRow
            key={person.id}
            person={person}
            queues={queues}
            onOpen={onOpen}
            onChange={(wanted) => change.mutate({ userId: person.id, name: person.name, ...wanted })}
          />
        ))}
      </ul>
    </section>
  );
}

/** The one word for a person: set away goes before hours, hours before the connection. */
export function personState({ takesShares, isWorking, status }: NowPersonView): "setAway" | "offHours" | NowPersonView["status"] {
  if (!takesShares) return "setAway";
  return isWorking || status === "offline" ? status : "offHours";
}

interface PersonRowProps {
  readonly person: NowPersonView;
  readonly queues: readonly QueueView[];
  readonly onOpen: NowPeopleProps["onOpen"];
  readonly onChange: (change: Omit<SharesChange, "userId" | "name">) => void;
}

function PersonRow({ person, queues, onOpen, onChange }: PersonRowProps) {
  const { t } = useTranslation("now");
  const since = useSince(useMinute());
  const { id, name, open, load, openLimit, lastAnswerAt, lastSeenAt, status, memberOf, takesPartIn, takesShares } = person;
  const own = queues.filter((queue) => memberOf.includes(queue.id));
  return (
    <li className="nowPerson" aria-label={name} data-full={(openLimit !== null && load >= openLimit) || undefined}>
      <div className="nowWho">
        <Avatar name={name} src={person.profilePicUrl} size={32} presence={status} />
        <div>
          <h3 className="ellipsis">{name}</h3>
          <p className="nowQuiet">{t(`state.${personState(person)}`)}</p>
        </div>
      </div>
      <div>
        {open > 0 ? (
          <button type="button" className="nowNumber" onClick={() => onOpen({ status: "open", userId: id }, t("opensOf", { name }))}>
            {t("open", { count: open })}
          </button>
        ) : (
          <span className="nowNumber">{t("open", { count: 0 })}</span>
        )}
        <p className="nowQuiet nowLoad">{openLimit === null ? t("load", { count: load }) : t("loadOf", { load, limit: openLimit })}</p>
      </div>
      <p className="nowQuiet">
        {lastAnswerAt === null ? t("noAnswer") : t("lastAnswer", { time: since(lastAnswerAt) })}
        {status !== "online" && lastSeenAt !== null && <span className="nowSeen">{t("lastSeen", { time: since(lastSeenAt) })}</span>}
      </p>
      <LimitField key={String(openLimit)} name={name} limit={openLimit} onChange={(limit) => onChange({ openLimit: limit })} />
      <Switch
        checked={takesShares}
        onChange={(_event, checked) => onChange({ takesShares: checked })}
        slotProps={{ input: { role: "switch", "aria-label": t("takes", { name }) } }}
      />
      <div className="nowParts" role="group" aria-label={t("parts", { name })}>
        {own.map((queue) => {
          const takes = takesPartIn.includes(queue.id);
          return (
            <button
              key={queue.id}
              type="button"
              className="nowPart"
              aria-pressed={takes}
              onClick={() => onChange(takes ? { removedQueueIds: [queue.id] } : { addedQueueIds: [queue.id] })}
            >
              <ColorDot color={queue.color} />
              <span className="ellipsis">{queue.name}</span>
            </button>
          );
        })}
      </div>
    </li>
  );
}

interface LimitFieldProps {
  readonly name: string;
  readonly limit: number | null;
  readonly onChange: (limit: number | null) => void;
}

const { min, max } = LIMITS.user.openLimit;

/** The limit of a person; it is saved when the field is left. */
function LimitField({ name, limit, onChange }: LimitFieldProps) {
  const { t } = useTranslation("now");
  const [text, setText] = useState(limit === null ? "" : String(limit));
  const value = text.trim() === "" ? null : Number(text);
  const isWrong = value !== null && !(Number.isInteger(value) && value >= min && value <= max);
  const save = (): void => {
    if (!isWrong && value !== limit) onChange(value);
  };
  return (
    <label className="nowLimit">
      <span>{t("limit")}</span>
      <input
        type="number"
        {...{ min, max }}
        value={text}
        placeholder={t("noLimit")}
        aria-label={t("limitOf", { name })}
        aria-invalid={isWrong}
        title={isWrong ? t("limitWrong", { min, max }) : undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === "Enter") save();
        }}
      />
    </label>
  );
}
