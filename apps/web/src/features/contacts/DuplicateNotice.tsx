import { digitsOf, isSamePhone } from "@balcao/domain/contacts";
import type { ContactForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { duplicatesQuery } from "../../lib/data/contacts";
import { useSettled } from "../../lib/useSettled";
import { FormNotice, type SchemaForm } from "../../ui/form";

const PAUSE_MS = 300;

interface DuplicateNoticeProps {
  readonly of: SchemaForm<ContactForm>;
  /** The contact that is changed; 0 for a new one. */
  readonly contactId: number;
}

/** Says while somebody types that another contact has this number or e-mail. */
export function DuplicateNotice({ of, contactId }: DuplicateNoticeProps) {
  const { t } = useTranslation("contacts");
  const [number, email] = useWatch({ control: of.form.control, name: ["number", "email"] });
  const digits = digitsOf(number);
  const typed = digits.length >= LIMITS.contact.number.min ? digits : "";
  const { data: byNumber = [] } = useQuery(duplicatesQuery(useSettled(typed.slice(-8), PAUSE_MS).settled));
  const address = email.trim().toLowerCase();
  const { data: byEmail = [] } = useQuery(duplicatesQuery(useSettled(address.includes("@") ? address : "", PAUSE_MS).settled));
  const others = [
    ...byNumber.filter((contact) => contact.number !== null && isSamePhone(contact.number, typed)),
    ...byEmail.filter((contact) => contact.email === address),
  ].filter(({ id }) => id !== contactId);
  const names = [...new Map(others.map(({ id, name }) => [id, name]))];
  if (names.length === 0) return null;
  return (
    <FormNotice>
      <p>{t("form.duplicate")}</p>
      {names.map(([id, name]) => (
        <Link key={id} to={`/contacts?contact=${id}`}>
          {name}
        </Link>
      ))}
    </FormNotice>
  );
}
