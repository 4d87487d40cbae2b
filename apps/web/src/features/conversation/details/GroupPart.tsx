import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { groupQuery, toParticipant } from "../groups";
import { Avatar, ErrorCard, SearchField, Spinner } from "../../../ui";

/** From so many participants on, there is a field that searches them. */
const MANY = 8;

const plain = (text: string) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** Description and participants of a group, asked from its network. */
export function GroupPart({ contactId }: { readonly contactId: number }) {
  const { t } = useTranslation("details");
  const { data: group, error, refetch } = useQuery(groupQuery(contactId));
  const [sought, setSought] = useState("");
  if (error) {
    return (
      <section>
        <ErrorCard title={t("group.failed")} error={error} onRetry={() => void refetch()} />
      </section>
    );
  }
  if (!group) {
    return (
      <section aria-busy="true">
        <h4>{t("group.title")}</h4>
        <Spinner />
      </section>
    );
  }
  const people = [...new Map(group.participants.map((each) => [each.id, { ...toParticipant(each), ...each }])).values()];
  const shown = people.filter(({ name, digits }) => plain(name).includes(plain(sought)) || digits.includes(sought));
  return (
    <>
      {group.desc !== "" && (
        <section>
          <h4>{t("group.description")}</h4>
          <p className="detailsText">{group.desc}</p>
        </section>
      )}
      <section>
        <h4>{t("group.participants", { count: people.length })}</h4>
        {people.length >= MANY && <SearchField label={t("group.search")} value={sought} onChange={setSought} />}
        <ul className="detailsPeople">
          {shown.map(({ id, name, phone, admin }) => (
            <li key={id}>
              <Avatar name={name} size={32} />
              <span className="detailsLines">
                <b className="ellipsis">{name}</b>
                {phone !== null && phone !== name && <span>{phone}</span>}
              </span>
              {admin && <span className="detailsMark">{t("group.admin")}</span>}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
