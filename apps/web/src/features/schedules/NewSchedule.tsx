import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../ui/form";

const ScheduleFormDialog = lazy(() => import("./ScheduleFormDialog").then((module) => ({ default: module.ScheduleFormDialog })));

/** Warns first, and then opens the form (SCHED-004). */
export function NewSchedule({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("schedules");
  const [understood, setUnderstood] = useState(false);
  if (understood)
    return (
      <Suspense>
        <ScheduleFormDialog editing={null} onClose={onClose} />
      </Suspense>
    );
  return (
    <ConfirmDialog
      local
      open
      title={t("warning.title")}
      confirmLabel={t("warning.understood")}
      onConfirm={() => setUnderstood(true)}
      onCancel={onClose}
    >
      {t("warning.text")}
    </ConfirmDialog>
  );
}
