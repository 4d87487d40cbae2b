import type { ProtocolView } from "@balcao/contracts/protocols";
import { formatPhone } from "@balcao/domain/contacts";
import { LIMITS } from "@balcao/domain/limits";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { updateProtocols } from "../../lib/data/protocols";
import { addRemark } from "../../lib/data/remarks";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { TextInput } from "../../ui";
import { FormDialog, FormText, useChangeForm } from "../../ui/form";

const limits = LIMITS.protocol;

interface ProtocolForm {
  details: string;
}

const schema = async () => {
  const { form, requiredText } = await import("@balcao/domain/forms");
  return form({ details: requiredText(limits.message) });
};

interface ProtocolFormDialogProps {
  readonly editing: ProtocolView;
  readonly onClose: () => void;
}

/** Changes the details of a protocol; who it is for and its number are shown only (PROT-003, PROT-007). */
export function ProtocolFormDialog({ editing, onClose }: ProtocolFormDialogProps) {
  const { t } = useTranslation("protocols");
  const { id, contact, protocolo: number, ticketId } = editing;
  const form = useChangeForm<ProtocolForm>({
    schema,
    values: { details: editing.mensagem },
    area: "protocols",
    change: async ({ details = editing.mensagem }) => {
      const changed = await call("protocols", "change", { params: { protocolId: id }, body: { mensagem: details } });
      updateProtocols(queryClient, { protocolo: changed });
      addRemark({ descricao: `Alterou o protocolo ${number}`, origem: "Protocolos", ticketId, contactId: contact.id });
      toasts.success(t("saved"));
    },
    onClose,
  });
  return (
    <FormDialog title={t("form.title")} form={form} submitLabel={t("form.save")} onClose={onClose}>
      <TextInput label={t("form.name")} value={contact.name} readOnly />
      <TextInput label={t("form.number")} value={contact.number === null ? "–" : formatPhone(contact.number)} readOnly />
      <TextInput label={t("form.protocol")} value={number} className="protocolNumber" readOnly />
      <FormText of={form} name="details" label={t("form.details")} limit={limits.message.max} />
    </FormDialog>
  );
}
