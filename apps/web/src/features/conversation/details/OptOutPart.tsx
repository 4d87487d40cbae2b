import type { ContactView } from "@balcao/contracts/contacts";
import CampaignOutlined from "@mui/icons-material/CampaignOutlined";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import { updateContact } from "../../../lib/data/contacts";
import { addRemark } from "../../../lib/data/remarks";
import { queryClient } from "../../../lib/queryClient";
import { toDateAndClock } from "../../../lib/time";
import { toasts } from "../../../lib/toasts";

interface OptOutPartProps {
  readonly contact: ContactView;
  readonly mayEdit: boolean;
}

/** Whether the contact gets mass sends, since when not and why, with the button that changes it. */
export function OptOutPart({ contact: { id, isGroup, optOut }, mayEdit }: OptOutPartProps) {
  const { t } = useTranslation("details");
  const change = useMutation({
    mutationFn: () => call("contacts", optOut ? "optIn" : "optOut", { params: { contactId: id } }),
    onSuccess: (contact) => {
      const deed = contact.optOut ? "Retirou o contato dos envios" : "Incluiu o contato nos envios";
      addRemark({ descricao: `${deed}: ${contact.name}`, origem: "Contatos", contactId: id });
      updateContact(queryClient, { action: "update", contact, contactId: id });
    },
    onError: (error) => toasts.error(toErrorText(error)),
  });
  if (isGroup || (!optOut && !mayEdit)) return null;
  return (
    <section className="detailsOptOut">
      {optOut && (
        <p>
          <CampaignOutlined aria-hidden />
          <span>
            <strong>{t("optOut.title")}</strong>
            {t(`optOut.${optOut.reason}`, { word: optOut.word, date: toDateAndClock(optOut.at) })}
          </span>
        </p>
      )}
      {mayEdit && (
        <Button size="small" variant="text" disabled={change.isPending} onClick={() => change.mutate()}>
          {t(optOut ? "optOut.optIn" : "optOut.optOut")}
        </Button>
      )}
    </section>
  );
}
