import { useMutation } from "@tanstack/react-query";
import { use, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { toErrorText } from "../../lib/api";
import { toasts } from "../../lib/toasts";
import { ConfirmDialog } from "../form/ConfirmDialog";
import { ItemGone } from "../form/itemGone";
import type { Words } from "./words";

interface RemoveDialogProps {
  readonly name: string;
  readonly words: Words;
  /** What goes or changes with it, below the question. */
  readonly touched?: ReactNode;
  readonly remove: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before an item is deleted, deletes it, and confirms it with a toast (ERR-033). */
export function RemoveDialog({ name, words, touched, remove, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  const gone = use(ItemGone);
  const { mutate, isPending } = useMutation({
    mutationFn: remove,
    onSuccess: () => toasts.success(words("toast.deleted")),
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      dangerous
      busy={isPending}
      unable={gone}
      title={words("confirm.title", { name })}
      confirmLabel={words("confirm.submit", { name })}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      {gone ? (
        <span role="alert">{t("form.gone")}</span>
      ) : (
        <>
          {words("confirm.text", { name })}
          {touched !== undefined && <span className="removeTouched">{touched}</span>}
        </>
      )}
    </ConfirmDialog>
  );
}
