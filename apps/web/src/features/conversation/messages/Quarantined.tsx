import type { MessageView } from "@balcao/contracts/messages";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import { useSelf } from "../../../lib/session";
import { toasts } from "../../../lib/toasts";
import { ConfirmDialog } from "../../../ui/form/ConfirmDialog";

/** A file that was refused for its danger: who may download it, and for administrators the download, after a warning (D-360). */
export function Quarantined({ message: { id, media } }: { readonly message: MessageView }) {
  const { t } = useTranslation("details");
  const isAdmin = useSelf().profile === "admin";
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("messages", "openQuarantined", { params: { messageId: Number(id) } }),
    onSuccess: ({ url }) => {
      setOpen(false);
      // The answer is an attachment, so that the page stays.
      window.location.assign(url);
    },
    onError: (error) => toasts.error(toErrorText(error)),
  });
  if (!isAdmin) return <span className="quarantined"> {t("quarantine.kept")}</span>;
  const name = media?.fileName ?? t("quarantine.noName");
  return (
    <>
      <button type="button" className="fetchAgain" onClick={() => setOpen(true)}>
        {t("quarantine.download")}
      </button>
      <ConfirmDialog
        open={isOpen}
        title={t("quarantine.title")}
        confirmLabel={t("quarantine.confirm")}
        dangerous
        busy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setOpen(false)}
      >
        {t("quarantine.warning", { name })}
      </ConfirmDialog>
    </>
  );
}
