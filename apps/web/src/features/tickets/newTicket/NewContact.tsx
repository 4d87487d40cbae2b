import WarningRounded from "@mui/icons-material/WarningRounded";
import Button from "@mui/material/Button";
import type { NewContactForm } from "@balcao/domain/forms";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api";
import { Spinner } from "../../../ui";
import { FormText, useIntention, useSchemaForm } from "../../../ui/form";
import "./newTicket.css";

export interface ContactSeed {
  readonly name: string;
  readonly number: string;
}

interface NewContactProps {
  readonly seed: ContactSeed;
  readonly onCreated: () => void;
  readonly onCancel: () => void;
}

const schema = async () => (await import("@balcao/domain/forms")).newContactForm;

/**
 * Creates a contact for a new ticket (D-042). It is inside another form, so its own
 * button submits it.
 */
export function NewContact({ seed, onCreated, onCancel }: NewContactProps) {
  const { t } = useTranslation(["newTicket", "common", "contacts"]);
  const { run } = useIntention();
  const form = useSchemaForm<NewContactForm>({
    schema,
    values: seed,
    area: "contacts",
    send: async (contact) => {
      const log = { descricao: `Criou o contato ${contact.name}`, origem: "Contatos" };
      const body = { ...contact, respostaAutomatica: true, log };
      await run((idempotencyKey) => call("contacts", "create", { body }, { idempotencyKey }), contact);
      onCreated();
    },
  });
  return (
    <div className="newContact" role="group" aria-label={t("newTicket:addContact")}>
      {form.problem !== undefined && (
        <p className="formProblem" role="alert">
          <WarningRounded aria-hidden />
          {form.problem}
        </p>
      )}
      <FormText of={form} name="name" label={t("newTicket:contactName")} autoFocus />
      <FormText of={form} name="number" label={t("newTicket:contactNumber")} inputMode="tel" placeholder="5511912345678" />
      <div className="newContactActions">
        <Button size="small" variant="text" onClick={onCancel}>
          {t("common:action.cancel")}
        </Button>
        <Button
          size="small"
          variant="tonal"
          disabled={form.busy}
          startIcon={form.busy ? <Spinner size={14} /> : undefined}
          onClick={form.submit}
        >
          {t("newTicket:saveContact")}
        </Button>
      </div>
    </div>
  );
}
