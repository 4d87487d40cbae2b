import type { ScheduleView } from "@balcao/contracts/schedules";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { scheduleLogsQuery } from "../../lib/data/schedules";
import { toDateAndSeconds } from "../../lib/time";
import { ErrorCard, Spinner } from "../../ui";
import { ReadDialog } from "../../ui/TitledDialog";
import { Tooltip } from "../../ui/Tooltip";

/** How long the dialog waits before it asks for the log, in milliseconds (CONST-003). */
const DELAY_MS = 600;

interface ScheduleLogDialogProps {
  readonly schedule: ScheduleView;
  readonly onClose: () => void;
}

/** Who got what in the runs of a schedule; the text is in a tooltip (SCHED-007). */
export function ScheduleLogDialog({ schedule, onClose }: ScheduleLogDialogProps) {
  const { t } = useTranslation("schedules");
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data, error, refetch } = useQuery({ ...scheduleLogsQuery(schedule.id), enabled: settled });
  return (
    <ReadDialog title={t("logs.title")} onClose={onClose}>
      {!data && (error ? <ErrorCard title={t("logs.failed")} error={error} onRetry={() => void refetch()} /> : <Spinner />)}
      {data?.length === 0 && <p>{t("logs.empty")}</p>}
      {data && data.length > 0 && (
        <table className="scheduleLog">
          <thead>
            <tr>
              {(["contact", "sent", "date"] as const).map((id) => (
                <th key={id} scope="col">
                  {t(`logs.${id}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map(({ id, contact, wasSend, createdAt, body }) => (
              <Tooltip key={id} title={body} describeChild>
                <tr tabIndex={0}>
                  <th scope="row">{contact.name}</th>
                  <td>{t(wasSend ? "logs.yes" : "logs.no")}</td>
                  <td>{toDateAndSeconds(createdAt)}</td>
                </tr>
              </Tooltip>
            ))}
          </tbody>
        </table>
      )}
    </ReadDialog>
  );
}
