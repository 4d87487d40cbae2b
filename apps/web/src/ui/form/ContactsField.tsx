import { formatPhone } from "@balcao/domain/contacts";
import CloseRounded from "@mui/icons-material/CloseRounded";
import IconButton from "@mui/material/IconButton";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { focusWhenLost } from "../../lib/keyboard";
import { Avatar } from "../Avatar";
import { SearchPicker } from "../SearchPicker";

/** A contact as a form holds it. */
export interface NamedContact {
  readonly id: number;
  readonly name: string;
}

interface ContactsFieldProps {
  readonly label: string;
  readonly required?: boolean;
  readonly value: readonly NamedContact[];
  readonly onChange: (contacts: NamedContact[]) => void;
  readonly error?: string | undefined;
}

const search = async (text: string, signal: AbortSignal) =>
  (await call("contacts", "list", { query: { searchParam: text } }, { signal })).contacts;

/** A choice of several contacts: a search that adds, and those that were chosen. */
export function ContactsField({ label, required = false, value, onChange, error }: ContactsFieldProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLDivElement>(null);
  const remove = (id: number) => {
    onChange(value.filter((contact) => contact.id !== id));
    focusWhenLost(() => field.current?.querySelector<HTMLElement>("[role='combobox']") ?? null);
  };
  return (
    <div ref={field} className="contactsField">
      <SearchPicker
        name="contacts"
        label={label}
        {...(!required && { optional: t("form.optional") })}
        placeholder={t("form.searchContact")}
        error={error}
        search={search}
        toKey={({ id }) => id}
        toLabel={({ name }) => name}
        draw={({ name, number }) => (
          <>
            <Avatar name={name} size={28} />
            <span className="ellipsis">{name}</span>
            {number !== null && <span className="searchPickerFact">{formatPhone(number)}</span>}
          </>
        )}
        onPick={({ id, name }) => onChange([...value.filter((contact) => contact.id !== id), { id, name }])}
      />
      {value.length > 0 && (
        <ul className="chosenContacts" aria-label={t("form.chosenContacts")}>
          {value.map(({ id, name }) => (
            <li key={id}>
              <span className="ellipsis">{name}</span>
              <IconButton size="small" aria-label={t("form.removeContact", { name })} onClick={() => remove(id)}>
                <CloseRounded />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
