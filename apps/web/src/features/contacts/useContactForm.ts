import type { ContactView } from "@balcao/contracts/contacts";
import type { ContactForm } from "@balcao/domain/forms";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { updateContact } from "../../lib/data/contacts";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";
import { toListFields, useItemForm } from "../../ui/form";

/** The page from which a contact is changed, as the audit trail names it. */
export type ContactOrigin = "Contatos" | "Tickets";

const NEW_CONTACT: ContactForm = {
  ...{ name: "", number: "", email: "", autoReply: true },
  ...{ tagIds: [], queueId: [], userId: [], redirect: [], extraInfo: [] },
};

function toValues({
  name,
  number,
  email,
  respostaAutomatica: autoReply,
  tags,
  queue,
  user,
  redirect,
  extraInfo,
}: ContactView): ContactForm {
  return {
    ...{ name, number: number ?? "", email, autoReply },
    ...{ tagIds: tags.map(({ id }) => id), queueId: [...queue], userId: [...user], redirect: redirect.map((each) => ({ ...each })) },
    extraInfo: extraInfo.map((extra) => ({ name: extra.name, value: extra.value })),
  };
}

/** The call's fields for what was changed since the form was opened; queues, people and redirects are one thing. */
function toBody({ autoReply, queueId, userId, redirect, tagIds, ...changes }: Partial<ContactForm>, opened: ContactForm) {
  const isRedirected = (queueId ?? userId ?? redirect) !== undefined;
  return {
    ...changes,
    ...toListFields("tagIds", opened.tagIds, tagIds),
    ...(autoReply !== undefined && { respostaAutomatica: autoReply }),
    ...(changes.extraInfo && { expectedExtraInfo: opened.extraInfo }),
    ...(isRedirected && {
      ...{ queueId: queueId ?? opened.queueId, expectedQueueId: opened.queueId },
      ...{ userId: userId ?? opened.userId, expectedUserId: opened.userId },
      ...{ redirect: redirect ?? opened.redirect, expectedRedirect: opened.redirect },
    }),
  };
}

interface ContactFormOptions {
  /** Null for a new contact. */
  readonly editing: ContactView | null;
  readonly origin: ContactOrigin;
  readonly onClose: () => void;
}

/** The form of a contact, new or existing. */
export function useContactForm({ editing, origin, onClose }: ContactFormOptions) {
  const { t } = useTranslation("contacts");
  const hasNumber = !editing || (editing.number !== null && !editing.isGroup);
  const [opened] = useState(() => (editing ? toValues(editing) : NEW_CONTACT));
  const form = useItemForm<ContactView, ContactForm, ContactView>({
    editing,
    schema: async () => (await import("@balcao/domain/forms")).contactForm(hasNumber),
    values: opened,
    area: "contacts",
    create: ({ autoReply, ...fields }, idempotencyKey) => {
      const log = { descricao: `Criou o contato ${fields.name}`, origem: origin };
      return call("contacts", "create", { body: { ...fields, respostaAutomatica: autoReply, log } }, { idempotencyKey });
    },
    change: ({ id: contactId }, changes) => {
      const log = { descricao: `Alterou o contato ${changes.name ?? opened.name}`, origem: origin, contactId };
      return call("contacts", "change", { params: { contactId }, body: { ...toBody(changes, opened), log } });
    },
    onSaved: (contact) => {
      updateContact(queryClient, { action: editing ? "update" : "create", contact, contactId: contact.id });
      toasts.success(t(editing ? "form.saved" : "form.created"));
      onClose();
    },
  });
  return { form, hasNumber };
}

/** Deletes a contact with its conversations. */
export async function removeContact({ id, name }: ContactView): Promise<void> {
  const log = { descricao: `Excluiu o contato ${name}`, origem: "Contatos" };
  await call("contacts", "delete", { params: { contactId: id }, body: { log } });
  updateContact(queryClient, { action: "delete", contactId: id });
}
