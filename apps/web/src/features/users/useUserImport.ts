import type { ImportedUsersView, ImportRowView } from "@balcao/contracts/users";
import { useMutation } from "@tanstack/react-query";
import i18next from "i18next";
import { useState } from "react";
import { ApiError, call, toErrorText } from "../../lib/api";
import { jobsQuery } from "../../lib/data/jobs";
import { queryClient } from "../../lib/queryClient";
import { useSelf } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { toSheetProblem } from "../../ui/sheets/ImportColumns";

/** A thousand passwords are hashed one after the other. */
const SLOW_MS = 15 * 60_000;

const isStopped = (error: Error | null): boolean => error instanceof ApiError && error.code === "ERR_JOB_STOPPED";

const isReady = ({ exists, problems }: ImportRowView): boolean => !exists && problems.length === 0;

function formOf(file: File, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  form.append("medias", file);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const fieldsOf = (columns: readonly string[] | null): Readonly<Record<string, string>> =>
  columns === null ? {} : { columns: columns.join(",") };

function sayFailure(error: Error): void {
  // The job says itself that it was stopped, and nothing of it is written.
  if (isStopped(error)) return;
  const isRunning = error instanceof ApiError && error.code === "ERR_JOB_RUNNING";
  toasts.error(isRunning ? toErrorText(error) : i18next.t("import.failed", { ns: "users" }));
}

/** The chosen spreadsheet, its rows as the api reads them, and which of them are to be imported. */
export function useUserImport(onDone: (result: ImportedUsersView) => void) {
  const { id: userId } = useSelf();
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [assigned, setAssigned] = useState<readonly string[] | null>(null);
  const preview = useMutation({
    mutationFn: ({ from, columns }: { from: File; columns: readonly string[] | null }) =>
      call("users", "previewImport", { params: { userId }, body: {} }, { form: formOf(from, fieldsOf(columns)), timeoutMs: SLOW_MS }),
    onSuccess: ({ rows }) => setChosen(new Set(rows.filter(isReady).map(({ line }) => line))),
    onError: (error) => {
      setFile(null);
      toasts.error(toSheetProblem(error));
    },
  });
  const run = useMutation({
    mutationFn: (from: File) => {
      const log = JSON.stringify({ descricao: `Importou ${chosen.size} usuários`, origem: "Usuários" });
      const form = formOf(from, { ...fieldsOf(assigned), lines: [...chosen].join(","), log });
      return call("users", "import", { params: { userId }, body: {} }, { form, timeoutMs: SLOW_MS });
    },
    onSuccess: onDone,
    onError: sayFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  });
  const toggle = (line: number) => {
    const next = new Set(chosen);
    if (!next.delete(line)) next.add(line);
    setChosen(next);
  };
  const check = (from: File, columns: readonly string[] | null) => {
    setFile(from);
    setAssigned(columns);
    preview.mutate({ from, columns });
  };
  const checked = (file && preview.data) ?? null;
  const rows = checked && !checked.columns.isMissing ? checked.rows : null;
  const busy = preview.isPending || run.isPending;
  return {
    file,
    rows,
    /** What the columns were taken for; null while the import runs. */
    columns: run.isPending ? null : (checked?.columns ?? null),
    /** Whether there is something to import, or nothing was chosen yet, which the dialog says. */
    ready: !busy && (checked === null || (rows !== null && chosen.size > 0)),
    chosen,
    busy,
    running: run.isPending,
    stopped: isStopped(run.error),
    toggle,
    choose: (next: File) => {
      preview.reset();
      check(next, null);
    },
    /** Checks again, by what the person says that the columns are. */
    assign: (columns: readonly string[]) => file && check(file, columns),
    submit: () => file && run.mutate(file),
  };
}
