import type { JobKind, JobView } from "@balcao/contracts/jobs";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../lib/api";
import { jobsQuery, useJob } from "../lib/data/jobs";
import { queryClient } from "../lib/queryClient";
import { toasts } from "../lib/toasts";
import { NoteCard } from "./NoteCard";

interface JobNoteProps {
  readonly kind: JobKind;
  /** What the job did, from its result. */
  readonly toText: (result: Readonly<Record<string, number>>) => string;
  /** Whether a job that does not end has written nothing, instead of a part. */
  readonly isWhole?: boolean;
}

/**
 * How far the person's job of a kind is, with the button that stops it, or what it did until the
 * person has read it. It survives a reload, because the job goes on without the browser.
 */
export function JobNote({ kind, toText, isWhole = false }: JobNoteProps) {
  const { t } = useTranslation("jobs");
  const job = useJob(kind);
  const settings = {
    onError: (error: Error) => toasts.error(toErrorText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  };
  const stop = useMutation({ mutationFn: (jobId: number) => call("jobs", "stop", { params: { jobId } }), ...settings });
  const dismiss = useMutation({ mutationFn: (jobId: number) => call("jobs", "dismiss", { params: { jobId } }), ...settings });
  if (!job) return null;
  const { id, state, done, total, result } = job;
  const title = t(kind);
  const running = state === "running";
  return (
    <NoteCard label={title}>
      <div role="status">
        <b>{title}</b> {running ? t("progress", { done, total }) : <JobEnding job={job} isWhole={isWhole} />}
        {result && (state === "done" || !isWhole) && <p>{toText(result)}</p>}
      </div>
      {running ? (
        <Button size="small" variant="outlined" disabled={stop.isPending || stop.isSuccess} onClick={() => stop.mutate(id)}>
          {stop.isSuccess ? t("stopping") : t("stop")}
        </Button>
      ) : (
        <Button size="small" variant="text" disabled={dismiss.isPending} onClick={() => dismiss.mutate(id)}>
          {t("dismiss")}
        </Button>
      )}
      {running && <LinearProgress aria-label={title} variant="determinate" value={(100 * done) / Math.max(1, total)} />}
    </NoteCard>
  );
}

function JobEnding({ job: { state, endedBy }, isWhole }: { readonly job: JobView; readonly isWhole: boolean }) {
  const { t } = useTranslation("jobs");
  if (state === "running") return null;
  if (endedBy) return `${t(`ended.${endedBy}`)} ${t(isWhole ? "nothingSaved" : "doneStays")}`;
  return t(isWhole ? `whole.${state}` : state);
}

/** How far the person's recount of the figures is, or how many days it counted again. */
export function RecountJobNote() {
  const { t } = useTranslation("jobs");
  return <JobNote kind="figureRecount" toText={({ days = 0 }) => t("recountDays", { count: days })} />;
}
