import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../ui/form";

const MassSendFormDialog = lazy(() => import("./MassSendFormDialog").then((module) => ({ default: module.MassSendFormDialog })));

/** Warns first, and then opens the form (SEND-004). */
export function NewMassSend({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("massSends");
  const [understood, setUnderstood] = useState(false);
  if (understood)
    return (
      <Suspense>
        <MassSendFormDialog onClose={onClose} />
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
