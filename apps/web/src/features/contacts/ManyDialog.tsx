import type { ContactsDoneView, ContactView } from "@balcao/contracts/contacts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { wholeList } from "../../lib/data/wholeLists";
import { toasts } from "../../lib/toasts";
import { UnreadChoices } from "../../ui";
import { ChoiceChips, ConfirmDialog } from "../../ui/form";

/** What is done to the marked contacts after a question. */
export type ManyWork = "tag" | "untag" | "delete";

interface ManyDialogProps {
  readonly work: ManyWork;
  readonly marked: readonly ContactView[];
  readonly onDone: (view: ContactsDoneView) => void;
  readonly onClose: () => void;
}

const REMARKS: Readonly<Record<ManyWork, string>> = { tag: "Etiquetou", untag: "Tirou etiquetas de", delete: "Excluiu" };

/** Asks before something is done to many contacts: which tags, or whether they are deleted. */
export function ManyDialog({ work, marked, onDone, onClose }: ManyDialogProps) {
  const { t } = useTranslation("contacts");
  const { data: tags = [], isSuccess } = useQuery(wholeList("tags"));
  const [tagIds, setTagIds] = useState<readonly number[]>([]);
  const [busy, setBusy] = useState(false);
  const count = marked.length;
  const held = new Set(marked.flatMap((contact) => contact.tags.map(({ id }) => id)));
  const choices = work === "untag" ? tags.filter(({ id }) => held.has(id)) : tags;
  const run = () => {
    setBusy(true);
    void doIt(work, marked, tagIds).then(onDone, (error: unknown) => {
      setBusy(false);
      toasts.error(toErrorText(error));
    });
  };
  return (
    <ConfirmDialog
      open
      title={t(`many.ask.${work}`, { count })}
      confirmLabel={t(`many.submit.${work}`)}
      dangerous={work === "delete"}
      busy={busy}
      unable={work !== "delete" && tagIds.length === 0}
      onConfirm={run}
      onCancel={onClose}
    >
      {work === "delete" ? (
        t("many.deleteText")
      ) : (
        <>
          <UnreadChoices />
          <ChoiceChips
            label={t("form.tags")}
            help={isSuccess && choices.length === 0 ? t("many.noTags") : ""}
            choices={choices}
            value={tagIds}
            onChange={setTagIds}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

function doIt(work: ManyWork, marked: readonly ContactView[], tagIds: readonly number[]): Promise<ContactsDoneView> {
  const contactIds = marked.map(({ id }) => id);
  const log = { descricao: `${REMARKS[work]} ${contactIds.length} contatos`, origem: "Contatos" };
  if (work === "delete") return call("contacts", "deleteMany", { body: { contactIds, log } });
  return call("contacts", "changeMany", { body: { contactIds, [work === "tag" ? "addedTagIds" : "removedTagIds"]: tagIds, log } });
}
