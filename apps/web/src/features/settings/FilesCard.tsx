import type { OwnPasswordForm } from "@balcao/domain/forms";
import DeleteOutlined from "@mui/icons-material/DeleteOutlined";
import FolderOutlined from "@mui/icons-material/FolderOutlined";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, call, toErrorText } from "../../lib/api";
import { jobsQuery, useJob } from "../../lib/data/jobs";
import { queryClient } from "../../lib/queryClient";
import { deleteUnusedFiles } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { JobNote } from "../../ui";
import { FormDialog, OwnPassword, useFormDialog } from "../../ui/form";

interface DeleteFilesDialogProps {
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks for the person's password before files are deleted. */
function DeleteFilesDialog({ onDeleted, onClose }: DeleteFilesDialogProps) {
  const { t } = useTranslation("settings");
  const form = useFormDialog<OwnPasswordForm>({
    schema: async () => (await import("@balcao/domain/forms")).ownPasswordForm,
    values: { currentPassword: "" },
    area: "settings",
    send: async ({ currentPassword }) => {
      const { deleted } = await deleteUnusedFiles(currentPassword);
      toasts.success(t("files.deleted", { count: deleted }));
      onDeleted();
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("files.dialogTitle")}
      subtitle={t("files.dialogText")}
      form={form}
      submitLabel={t("files.submit")}
      onClose={onClose}
    >
      <OwnPassword of={form} name="currentPassword" />
    </FormDialog>
  );
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

/** `2,1 GB`, in the shown language. */
function useByteText(): (bytes: number) => string {
  const { i18n } = useTranslation();
  return (bytes) => {
    const step = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
    const unit = UNITS[step] ?? "byte";
    return new Intl.NumberFormat(i18n.language, { style: "unit", unit, maximumFractionDigits: 1 }).format(bytes / 1_000 ** step);
  };
}

/** Walking through all files may take longer than an ordinary call. */
const SLOW_MS = 120_000;

const isStopped = (error: Error): boolean => error instanceof ApiError && error.code === "ERR_JOB_STOPPED";

/** The check of the files, which is a job, and what the last one has found. */
function useFileCheck(onError: (error: Error) => void) {
  const check = useMutation({
    mutationFn: () => call("settings", "checkFiles", {}, { timeoutMs: SLOW_MS }),
    onError: (error) => {
      // The job itself says how it ends.
      if (!isStopped(error)) onError(error);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  });
  const job = useJob("fileCheck");
  const checked = job?.state === "done" ? job.result : null;
  const isChecking = check.isPending || job?.state === "running";
  return { check, job, checked, orphans: checked?.["orphans"] ?? 0, missing: checked?.["missing"] ?? 0, isChecking };
}

/** Counts, checks and deletes the files that nothing uses; for the super administrator (SET-034). */
export function FilesCard() {
  const { t } = useTranslation("settings");
  const bytes = useByteText();
  const [deleting, setDeleting] = useState(false);
  const onError = (error: Error): void => toasts.error(toErrorText(error));
  const count = useMutation({ mutationFn: () => call("settings", "countFiles", {}, { timeoutMs: SLOW_MS }), onError });
  const { check, job, checked, orphans, missing, isChecking } = useFileCheck(onError);
  const toOrphans = (result: Readonly<Record<string, number>>): string =>
    t("files.orphans", { count: result["orphans"] ?? 0, size: bytes(result["orphanBytes"] ?? 0) });
  return (
    <section className="settingCard" aria-labelledby="settings-files">
      <h2 id="settings-files">{t("files.title")}</h2>
      <p className="settingNote">{t("files.help")}</p>
      <div className="settingFiles">
        <FolderOutlined aria-hidden />
        <div role="status">
          <p>{count.data ? t("files.counted", { count: count.data.files, size: bytes(count.data.bytes) }) : t("files.notCounted")}</p>
          <p className="settingFact">
            {checked ? toOrphans(checked) : t("files.checkFirst")}
            {missing > 0 && ` · ${t("files.missing", { count: missing })}`}
          </p>
        </div>
        <div className="settingFileButtons">
          <Button variant="outlined" disabled={isChecking} onClick={() => check.mutate()}>
            {t("files.check")}
          </Button>
          <Button variant="outlined" disabled={count.isPending} onClick={() => count.mutate()}>
            {t("files.count")}
          </Button>
          <Button
            variant="outlined"
            color="error"
            startIcon={<DeleteOutlined />}
            disabled={orphans === 0}
            onClick={() => setDeleting(true)}
          >
            {t("files.delete")}
          </Button>
        </div>
      </div>
      {job && job.state !== "done" && <JobNote kind="fileCheck" toText={toOrphans} />}
      {deleting && (
        <DeleteFilesDialog
          onDeleted={() => {
            check.mutate();
            count.mutate();
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </section>
  );
}
