import type { ScheduleView } from "@balcao/contracts/schedules";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../lib/bytes";
import { toClock, toDateAndClock } from "../../lib/time";
import { AuthorName, ChosenNames, toTemplateLine } from "../../ui/audience";
import { ReadDialog } from "../../ui/TitledDialog";
import { FileThumb } from "../../ui/files/FileThumb";
import { RuleValue } from "./ValueField";

interface ScheduleDialogProps {
  readonly schedule: ScheduleView;
  readonly onClose: () => void;
}

/** A schedule to look at, with the note that nothing can be changed here (SCHED-005, SCHED-006). */
export function ScheduleDialog({ schedule, onClose }: ScheduleDialogProps) {
  const { t, i18n } = useTranslation("schedules");
  const facts = [
    ["recurrence", t(`recurrence.${schedule.recurrence}`)],
    ["value", <RuleValue key="value" schedule={schedule} />],
    ["time", toClock(schedule.sendAt)],
    ...(schedule.user ? [["author", <AuthorName key="author" of={schedule.user} />] as const] : []),
    ["updated", toDateAndClock(schedule.updatedAt)],
    ["sent", schedule.enviados],
    ["total", schedule.total === 0 ? t("waiting") : schedule.total],
    ["connection", schedule.whatsapp?.name ?? t("detail.default")],
    ...(schedule.template ? [["template", toTemplateLine(schedule.template)] as const] : []),
    ["contacts", schedule.allContacts ? t("recipients.all") : <ChosenNames key="contacts" of={schedule} />],
  ] as const;
  const { medias } = schedule;
  return (
    <ReadDialog title={schedule.title || t("detail.title")} onClose={onClose}>
      <p role="note" className="note" data-tone="plain">
        Alterações feitas aqui não serão efetivadas!
      </p>
      <p className="sendText">{schedule.message}</p>
      {medias.length > 0 && (
        <ul className="scheduleMedias" aria-label={t("detail.files")}>
          {medias.map((media) => (
            <li key={media.id}>
              <FileThumb file={media} />
              <a className="ellipsis" href={media.url} target="_blank" rel="noreferrer">
                {media.name}
              </a>
              <span className="fileSize">{formatBytes(media.size, i18n.language)}</span>
            </li>
          ))}
        </ul>
      )}
      <dl className="sendFacts">
        {facts.map(([name, fact]) => (
          <div key={name}>
            <dt>{t(`detail.${name}`)}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </ReadDialog>
  );
}
