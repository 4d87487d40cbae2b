import type { NowQueueView, TeamNowView } from "@balcao/contracts/dashboard";
import { useTranslation } from "react-i18next";
import { type NowChoice, useSince } from "./nowQuery";
import { useMinute } from "../../lib/useMinute";
import { ColorDot, Glyph } from "../../ui";

interface NowQueuesProps {
  readonly team: TeamNowView;
  /** Shows the conversations behind a number; without it the numbers are text. */
  readonly onOpen?: (choice: NowChoice, title: string) => void;
}

/** The queues with who waits, for how long, and what is due. */
export function NowQueues({ team, onOpen }: NowQueuesProps) {
  const { t } = useTranslation("now");
  return (
    <section aria-label={t("queues")}>
      <h2 className={onOpen ? "nowHeading" : "visuallyHidden"}>{t("queues")}</h2>
      {team.queues.length === 0 && <p className="nowQuiet">{t("noQueues")}</p>}
      <ul className="nowQueues">
        {team.queues.map((row) => (
          <QueueCard key={row.queue?.id ?? 0} row={row} hasTargets={team.hasTargets} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

interface QueueCardProps {
  readonly row: NowQueueView;
  readonly hasTargets: boolean;
  readonly onOpen: NowQueuesProps["onOpen"];
}

function QueueCard({ row, hasTargets, onOpen }: QueueCardProps) {
  const { t } = useTranslation(["now", "common"]);
  const since = useSince(useMinute());
  const { queue, waiting, open, longestWait, overdue, dueSoon } = row;
  const name = queue?.name ?? t("noQueue");
  const number = (status: NowChoice["status"], n: number, text: string) =>
    onOpen && n > 0 ? (
      <button
        type="button"
        className="nowNumber"
        onClick={() => onOpen({ status, queueId: queue?.id ?? 0 }, `${name}: ${t(`common:ticketStatus.${status}`)}`)}
      >
        {text}
      </button>
    ) : (
      <span className="nowNumber">{text}</span>
    );
  return (
    <li className="nowQueue" aria-label={name}>
      <h3>
        <ColorDot color={queue?.color ?? "var(--text-disabled)"} />
        <span className="ellipsis">{name}</span>
      </h3>
      <p className="nowWaiting">
        <strong>{number("pending", waiting, String(waiting))}</strong> <span>{t("waiting", { count: waiting })}</span>
      </p>
      <p className="nowQuiet">{longestWait === null ? t("nobodyWaits") : t("longest", { time: since(longestWait) })}</p>
      <p className="nowQuiet">{number("open", open, t("open", { count: open }))}</p>
      {hasTargets && overdue + dueSoon > 0 && (
        <p className="nowDue" data-state={overdue > 0 ? "over" : "soon"}>
          <Glyph name={overdue > 0 ? "failed" : "clock"} size={14} />
          {[overdue > 0 && t("overdue", { count: overdue }), dueSoon > 0 && t("dueSoon", { count: dueSoon })].filter(Boolean).join(" · ")}
        </p>
      )}
    </li>
  );
}
