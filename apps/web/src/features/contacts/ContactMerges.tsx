import type { ContactMergeView } from "@balcao/contracts/contacts";
import Button from "@mui/material/Button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { mergesQuery, reloadContacts, reloadMerges } from "../../lib/data/contacts";
import { queryClient } from "../../lib/queryClient";
import { toDate } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { ConfirmDialog } from "../../ui/form";

interface ContactMergesProps {
  readonly contactId: number;
  /** Called when a merge was undone, so that nobody saves the fields of before. */
  readonly onUndone: () => void;
}

/** The contacts that were merged into this one, each with the button that undoes it. */
export function ContactMerges({ contactId, onUndone }: ContactMergesProps) {
  const { t } = useTranslation("contacts");
  const { data: merges = [] } = useQuery(mergesQuery(contactId));
  const [undoing, setUndoing] = useState<ContactMergeView | null>(null);
  if (merges.length === 0) return null;
  return (
    <section className="contactGroup" aria-label={t("merges.title")}>
      <h3>{t("merges.title")}</h3>
      <ul className="contactMerges">
        {merges.map((merge) => (
          <li key={merge.id}>
            <div>
              <b>{merge.name}</b>
              <span>
                {merge.user === null
                  ? t("merges.bySystem", { date: toDate(merge.createdAt) })
                  : merge.user === ""
                    ? t("merges.byHand", { date: toDate(merge.createdAt) })
                    : t("merges.by", { name: merge.user, date: toDate(merge.createdAt) })}
              </span>
            </div>
            <Button
              size="small"
              variant="outlined"
              aria-label={t("merges.undoOne", { name: merge.name })}
              onClick={() => setUndoing(merge)}
            >
              {t("merges.undo")}
            </Button>
          </li>
        ))}
      </ul>
      {undoing && <UndoQuestion contactId={contactId} merge={undoing} onUndone={onUndone} onClose={() => setUndoing(null)} />}
    </section>
  );
}

interface UndoQuestionProps {
  readonly contactId: number;
  readonly merge: ContactMergeView;
  readonly onUndone: () => void;
  readonly onClose: () => void;
}

/** Asks which of the conversations since the merge go to the contact that comes back. */
function UndoQuestion({ contactId, merge, onUndone, onClose }: UndoQuestionProps) {
  const { t } = useTranslation("contacts");
  const { id: mergeId, name, laterTickets } = merge;
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const undo = useMutation({
    mutationFn: () => {
      const log = { descricao: `Desfez a mescla do contato ${name}`, origem: "Contatos", contactId };
      return call("contacts", "undoMerge", { params: { contactId, mergeId }, body: { ticketIds: [...chosen], log } });
    },
    onSuccess: () => {
      toasts.success(t("merges.done", { name }));
      onUndone();
    },
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: () => {
      reloadContacts(queryClient);
      reloadMerges(queryClient);
      void queryClient.invalidateQueries({ queryKey: ["contactTickets"] });
    },
  });
  const toggle = (ticketId: number) =>
    setChosen(chosen.includes(ticketId) ? chosen.filter((each) => each !== ticketId) : [...chosen, ticketId]);
  return (
    <ConfirmDialog
      open
      title={t("merges.question", { name })}
      confirmLabel={t("merges.submit")}
      busy={undo.isPending}
      onConfirm={() => undo.mutate()}
      onCancel={onClose}
    >
      <p>{t("merges.text", { name })}</p>
      {laterTickets.length > 0 && (
        <fieldset className="contactLater">
          <legend>{t("merges.later", { name })}</legend>
          {laterTickets.map(({ id, createdAt, queue, whatsapp }) => (
            <label key={id}>
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
              {[t("merges.ticket", { id, date: toDate(createdAt) }), queue, whatsapp].filter(Boolean).join(" · ")}
            </label>
          ))}
        </fieldset>
      )}
    </ConfirmDialog>
  );
}
