import type { ContactView } from "@balcao/contracts/contacts";
import { formatPhone } from "@balcao/domain/contacts";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../ui";

type Facts = Pick<ContactView, "name" | "number" | "email" | "profilePicUrl" | "tags">;

/** What distinguishes a contact beside another one. */
export function ContactFacts({ contact: { name, number, email, profilePicUrl, tags } }: { readonly contact: Facts }) {
  const { t } = useTranslation("contacts");
  return (
    <div className="contactFacts">
      <Avatar name={name} src={profilePicUrl} size={36} />
      <div>
        <b>{name}</b>
        <span>{number === null ? t("noNumber") : formatPhone(number)}</span>
        {email !== "" && <span>{email}</span>}
        {tags.length > 0 && <span>{tags.map((tag) => tag.name).join(", ")}</span>}
      </div>
    </div>
  );
}
