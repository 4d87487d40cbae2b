import type { TicketView } from "@balcao/contracts/tickets";
import { LIMITS } from "@balcao/domain/limits";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api";
import { putMessage } from "../../../lib/data/messages";
import { queryClient } from "../../../lib/queryClient";
import { ContactsField, FormDialog, useCreateForm, type NamedContact } from "../../../ui/form";

interface CardForm {
  contacts: NamedContact[];
}

const schema = async () => {
  const { chosenOnes, form } = await import("@balcao/domain/forms");
  return form({ contacts: chosenOnes<NamedContact>(LIMITS.message.cards) });
};

interface CardDialogProps {
  readonly ticket: TicketView;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

/** Sends cards of contacts into a conversation, each as a message of its own (CONV-007). */
export function CardDialog({ ticket, onClose, onSent }: CardDialogProps) {
  const { t } = useTranslation("conversation");
  const form = useCreateForm<CardForm>({
    schema,
    values: { contacts: [] },
    area: "conversation",
    parts: true,
    create: async ({ contacts }, key, { setValue }) => {
      let left: readonly NamedContact[] = contacts;
      for (const { id } of contacts) {
        const request = { params: { ticketId: ticket.id }, body: { contactId: id } };
        putMessage(queryClient, await call("messages", "sendCard", request, { idempotencyKey: `${key}-${id}` }));
        left = left.filter((contact) => contact.id !== id);
        setValue("contacts", [...left]);
      }
      onClose();
      onSent();
    },
  });
  const contacts = useWatch({ control: form.form.control, name: "contacts" });
  return (
    <FormDialog
      title={t("card.title")}
      subtitle={t("card.to", { name: ticket.contact.name })}
      form={form}
      submitLabel={t("card.send")}
      unable={contacts.length === 0}
      discardText={t("forward.discard")}
      onClose={onClose}
    >
      <ContactsField
        label={t("forward.contacts")}
        required
        value={contacts}
        onChange={(chosen) => form.form.setValue("contacts", chosen, { shouldDirty: true })}
        error={form.faultOf("contacts")}
      />
      {contacts.length > 1 && <p className="cardNote">{t("card.several")}</p>}
    </FormDialog>
  );
}
