import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { reloadContacts } from "../../lib/data/contacts";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { ConfirmDialog, Spinner } from "../../ui";

/** Deleting many contacts may take this long, in milliseconds. */
const PATIENCE_MS = 300_000;

/** Asks, with the number of them, before the contacts are deleted that nothing refers to (D-136). */
export function ClearDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("contacts");
  const { data: counted } = useQuery({
    queryKey: ["contactsToClear"],
    queryFn: ({ signal }) => call("contacts", "clear", { body: { dryRun: true } }, { signal }),
    gcTime: 0,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call("contacts", "clear", { body: { log: { descricao: "Limpou os contatos", origem: "Contatos" } } }, { timeoutMs: PATIENCE_MS }),
    onSuccess: ({ deleted }) => {
      reloadContacts(queryClient);
      toasts.success(t("clear.done", { count: deleted }));
    },
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      dangerous
      busy={isPending || !counted}
      title={t("clear.title")}
      confirmLabel={t("clear.submit")}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      {counted ? <p>{t("clear.text", { count: counted.deleted, kept: counted.kept })}</p> : <Spinner />}
    </ConfirmDialog>
  );
}
