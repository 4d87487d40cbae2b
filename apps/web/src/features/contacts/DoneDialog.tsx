import type { ContactsDoneView } from "@balcao/contracts/contacts";
import { useTranslation } from "react-i18next";
import { toRefusalText } from "../../lib/api";
import { ReadDialog } from "../../ui/TitledDialog";
import type { ManyWork } from "./ManyDialog";

interface DoneDialogProps {
  readonly work: ManyWork;
  readonly view: ContactsDoneView;
  readonly onClose: () => void;
}

/** To how many contacts it was done, and why not to each of the others. */
export function DoneDialog({ work, view: { done, refused }, onClose }: DoneDialogProps) {
  const { t } = useTranslation("contacts");
  return (
    <ReadDialog title={t(`many.done.${work}`, { count: done })} onClose={onClose}>
      <p>{t("many.refused", { count: refused.length })}</p>
      <ul className="contactRowProblems">
        {refused.map(({ contactId, name, code, error }) => (
          <li key={contactId}>
            <b>{name === "" ? `#${contactId}` : name}</b>: {toRefusalText({ text: error, code })}
          </li>
        ))}
      </ul>
    </ReadDialog>
  );
}
