import type { ContactsClearedView } from "@balcao/contracts/contacts";
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

/** Asks before the contacts are deleted that nothing refers to; the person types how many these are. */
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
      {counted ? <Counted counted={counted} /> : <Spinner />}
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

const GOES_WITH = ["withTags", "withExtraInfo", "withPicture"] as const;
const KEPT_FOR = ["tickets", "redirects", "sends", "groups"] as const;

/** What is deleted with the contacts, and why the others stay, each with its number. */
function Counted({ counted: { deleted, kept, details } }: { readonly counted: ContactsClearedView }) {
  const { t } = useTranslation("contacts");
  return (
    <>
      <p>{t("clear.text", { count: deleted, kept })}</p>
      {details && (
        <ul className="contactSummary" aria-label={t("clear.details")}>
          {GOES_WITH.map((name) => details[name] > 0 && <li key={name}>{t(`clear.${name}`, { count: details[name] })}</li>)}
          {KEPT_FOR.map(
            (name) => details.keptFor[name] > 0 && <li key={name}>{t(`clear.kept.${name}`, { count: details.keptFor[name] })}</li>,
          )}
        </ul>
      )}
    </>
  );
}
