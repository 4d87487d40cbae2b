import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { reloadContacts } from "../../lib/data/contacts";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { Spinner, TextInput } from "../../ui";
import { ConfirmDialog } from "../../ui/form";

/** Deleting many contacts may take this long, in milliseconds. */
const PATIENCE_MS = 300_000;

/** Asks before the contacts are deleted that nothing refers to; the person types how many these are (D-136). */
export function ClearDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("contacts");
  const [typed, setTyped] = useState("");
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
      unable={!counted || counted.deleted === 0 || Number(typed.replace(/[\s.,]/g, "")) !== counted.deleted}
      title={t("clear.title")}
      confirmLabel={t("clear.submit")}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      {counted ? <p>{t("clear.text", { count: counted.deleted, kept: counted.kept })}</p> : <Spinner />}
      {counted && counted.deleted > 0 && (
        <TextInput
          label={t("clear.type")}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}
