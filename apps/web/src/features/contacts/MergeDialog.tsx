import type { ContactView, MergePreviewView } from "@balcao/contracts/contacts";
import { formatPhone } from "@balcao/domain/contacts";
import SwapHoriz from "@mui/icons-material/SwapHoriz";
import Button from "@mui/material/Button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { mergePreviewQuery, reloadMerges, updateContact } from "../../lib/data/contacts";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { SearchPicker, Spinner } from "../../ui";
import { ReadDialog } from "../../ui/TitledDialog";
import { ContactFacts } from "./ContactFacts";

interface MergeDialogProps {
  readonly contact: ContactView;
  /** Null to choose the other contact first. */
  readonly other: ContactView | null;
  readonly onClose: () => void;
}

interface Sides {
  readonly kept: ContactView;
  readonly other: ContactView | null;
}

/** The one with a number stays, unless the person chooses otherwise. */
const toSides = (contact: ContactView, other: ContactView): Sides =>
  contact.number === null && other.number !== null ? { kept: other, other: contact } : { kept: contact, other };

/** Two contacts side by side, which of them stays, and what moves; merging waits for the numbers. */
export function MergeDialog({ contact, other: chosen, onClose }: MergeDialogProps) {
  const { t } = useTranslation("contacts");
  const [{ kept, other }, setSides] = useState<Sides>(chosen ? toSides(contact, chosen) : { kept: contact, other: null });
  const { data: preview, error } = useQuery({ ...mergePreviewQuery(kept.id, other?.id ?? 0), enabled: other !== null });
  const merge = useMutation({
    mutationFn: ({ kept: stays, other: goes }: MergePreviewView) => {
      const log = { descricao: `Mesclou o contato ${goes.name} com ${stays.name}`, origem: "Contatos", contactId: stays.id };
      return call("contacts", "merge", { params: { contactId: stays.id, otherId: goes.id }, body: { log } });
    },
    onSuccess: (merged, { other: goes }) => {
      updateContact(queryClient, { action: "delete", contactId: goes.id });
      updateContact(queryClient, { action: "update", contact: merged, contactId: merged.id });
      toasts.success(t("merge.done"));
      onClose();
    },
    onError: (problem) => toasts.error(toErrorText(problem)),
    onSettled: () => reloadMerges(queryClient),
  });
  const submit = (
    <Button
      variant="contained"
      color="primary"
      disabled={!preview || merge.isPending}
      startIcon={merge.isPending ? <Spinner /> : undefined}
      onClick={() => preview && merge.mutate(preview)}
    >
      {t("merge.submit")}
    </Button>
  );
  return (
    <ReadDialog title={t("merge.title")} buttons={submit} onClose={onClose}>
      {other ? (
        <BothSides sides={{ kept, other }} preview={preview} error={error} onSwap={() => setSides({ kept: other, other: kept })} />
      ) : (
        <OtherContact contact={kept} onPick={(picked) => setSides(toSides(kept, picked))} />
      )}
    </ReadDialog>
  );
}

interface BothSidesProps {
  readonly sides: { readonly kept: ContactView; readonly other: ContactView };
  readonly preview: MergePreviewView | undefined;
  readonly error: Error | null;
  readonly onSwap: () => void;
}

function BothSides({ sides, preview, error, onSwap }: BothSidesProps) {
  const { t } = useTranslation("contacts");
  const { kept, other } = preview ?? sides;
  return (
    <>
      <div className="mergeSides">
        <Side title={t("merge.stays")} contact={kept} />
        <Side title={t("merge.goes")} contact={other} />
      </div>
      <Button size="small" variant="text" startIcon={<SwapHoriz />} onClick={onSwap}>
        {t("merge.swap")}
      </Button>
      {error && <p role="alert">{toErrorText(error)}</p>}
      {preview ? <Moves preview={preview} /> : !error && <Spinner />}
    </>
  );
}

function Side({ title, contact }: { readonly title: string; readonly contact: ContactView }) {
  return (
    <section className="mergeSide" aria-label={title}>
      <h3>{title}</h3>
      <ContactFacts contact={contact} />
    </section>
  );
}

/** How much of the contact that goes moves to the one that stays. */
function Moves({ preview: { kept, tickets, messages } }: { readonly preview: MergePreviewView }) {
  const { t } = useTranslation("contacts");
  return (
    <div role="status">
      <b>{t("merge.moves", { name: kept.name })}</b>
      <p>
        {t("merge.tickets", { count: tickets })} · {t("merge.messages", { count: messages })}
      </p>
      <p className="contactNote">{t("merge.fields")}</p>
      <p className="contactNote">{t("merge.undoable")}</p>
    </div>
  );
}

const isPerson = (found: object): found is ContactView => "tags" in found && "isGroup" in found && found.isGroup === false;

function OtherContact({ contact, onPick }: { readonly contact: ContactView; readonly onPick: (other: ContactView) => void }) {
  const { t } = useTranslation("contacts");
  return (
    <>
      <ContactFacts contact={contact} />
      <SearchPicker<ContactView>
        label={t("merge.find")}
        placeholder={t("merge.findHelp")}
        name="contactsToMerge"
        autoFocus
        search={async (text, signal) =>
          (await call("contacts", "list", { query: { searchParam: text } }, { signal })).contacts
            .filter(isPerson)
            .filter(({ id }) => id !== contact.id)
        }
        toKey={({ id }) => id}
        toLabel={({ name }) => name}
        draw={({ name, number }) => (
          <>
            <b>{name}</b> {number === null ? t("noNumber") : formatPhone(number)}
          </>
        )}
        onPick={onPick}
      />
    </>
  );
}
