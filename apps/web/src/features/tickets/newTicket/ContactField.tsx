import { can } from "@balcao/domain/access";
import { digitsOf, formatPhone, isContactNumber } from "@balcao/domain/contacts";
import type { NewContactForm } from "@balcao/domain/forms";
import PersonAddAltOutlined from "@mui/icons-material/PersonAddAltOutlined";
import WarningRounded from "@mui/icons-material/WarningRounded";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api";
import { queryClient } from "../../../lib/queryClient";
import { toActor, useSelf } from "../../../lib/session";
import { Avatar, SearchPicker, Spinner } from "../../../ui";
import { ChosenPerson, FormText, useIntention, useSchemaForm } from "../../../ui/form";
import "./newTicket.css";
import type { ChosenContact } from "./useNewTicket";

interface ContactSeed {
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
function NewContact({ seed, onCreated, onCancel }: NewContactProps) {
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

interface ContactFieldProps {
  /** A contact to start with, which may have to be created. */
  readonly seed: ContactSeed | null;
  readonly chosen: ChosenContact | null;
  readonly onChoose: (contact: ChosenContact | null) => void;
  readonly error: string | undefined;
}

const searchContacts = async (text: string, signal: AbortSignal) =>
  (await call("contacts", "list", { query: { searchParam: text } }, { signal })).contacts;

const toSeed = (typed: string): ContactSeed =>
  isContactNumber(digitsOf(typed)) ? { name: "", number: typed.trim() } : { name: typed, number: "" };

/** Finds or creates the contact of a new ticket (INBOX-035, INBOX-037). */
export function ContactField({ seed, chosen, onChoose, error }: ContactFieldProps) {
  const { t } = useTranslation(["newTicket", "common"]);
  const self = useSelf();
  const [adding, setAdding] = useState(seed);
  const [created, setCreated] = useState(false);
  if (chosen) {
    return (
      <ChosenPerson
        label={t("newTicket:contact")}
        name={chosen.name}
        fact={chosen.number === null ? "" : formatPhone(chosen.number)}
        removeLabel={t("newTicket:removeContact")}
        onRemove={() => onChoose(null)}
      />
    );
  }
  if (adding) {
    return (
      <NewContact
        seed={adding}
        onCancel={() => setAdding(null)}
        onCreated={() => {
          setAdding(null);
          setCreated(true);
          void queryClient.invalidateQueries({ queryKey: ["search", "contacts"] });
        }}
      />
    );
  }
  return (
    <SearchPicker
      name="contacts"
      label={t("newTicket:contact")}
      placeholder={t("newTicket:searchContact")}
      help={created ? t("contactCreated") : undefined}
      error={error}
      autoFocus={created}
      search={searchContacts}
      toKey={(found) => found.id}
      toLabel={(found) => found.name}
      draw={(found) => (
        <>
          <Avatar name={found.name} size={28} />
          <span className="ellipsis">{found.name}</span>
          {found.number !== null && (
            <span className="searchPickerFact">{found.isGroup ? t("newTicket:group") : formatPhone(found.number)}</span>
          )}
        </>
      )}
      onPick={onChoose}
      after={(text) =>
        can(toActor(self), "contacts:add") && (
          <div>
            <Button
              size="small"
              variant="text"
              color="primary"
              startIcon={<PersonAddAltOutlined />}
              onClick={() => setAdding(toSeed(text))}
            >
              {t("newTicket:addContact")}
            </Button>
          </div>
        )
      }
    />
  );
}
