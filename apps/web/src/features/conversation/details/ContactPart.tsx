import ChatOutlined from "@mui/icons-material/ChatOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import Button from "@mui/material/Button";
import type { ContactView } from "@balcao/contracts/contacts";
import { can } from "@balcao/domain/access";
import { formatPhone } from "@balcao/domain/contacts";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyWithTexts } from "../../../i18n/lazyWithTexts";
import { contactQuery } from "../../../lib/data/contacts";
import { useOffline } from "../../../lib/live";
import { toActor, useSelf } from "../../../lib/session";
import { Avatar, ColorDot, ErrorCard, Spinner, WithReason } from "../../../ui";
import { CopyButton } from "./CopyButton";
import { OptOutPart } from "./OptOutPart";
import { RedirectPart } from "./RedirectPart";
import { useTalk } from "./useTalk";

const ContactFormDialog = lazyWithTexts("contacts", () => import("../../contacts").then((door) => door.ContactFormDialog));

/** Who the contact is: name, number, e-mail, tags and extra information (CONV-003). */
export function ContactPart({ contactId }: { readonly contactId: number }) {
  const { t } = useTranslation("details");
  const { data: contact, error, refetch } = useQuery(contactQuery(contactId));
  const [editing, setEditing] = useState(false);
  const talk = useTalk(contact);
  const offline = useOffline();
  const mayEdit = can(toActor(useSelf()), "contacts:edit");
  if (error) return <ErrorCard title={t("failed")} error={error} onRetry={() => void refetch()} />;
  if (!contact) return <Spinner />;
  return (
    <>
      <section className="detailsContact">
        <Avatar name={contact.name} src={contact.profilePicUrl} size={96} />
        <h4>{contact.name}</h4>
        {contact.number !== null && !contact.isGroup && <p>{formatPhone(contact.number)}</p>}
        <div className="detailsContactActions">
          {mayEdit && (
            <Button variant="outlined" size="small" startIcon={<EditOutlined />} onClick={() => setEditing(true)}>
              {t("edit")}
            </Button>
          )}
          {talk && (
            <WithReason reason={offline ? t("offline") : null}>
              <Button variant="outlined" size="small" startIcon={<ChatOutlined />} onClick={talk}>
                {t("talk")}
              </Button>
            </WithReason>
          )}
        </div>
      </section>
      <Tags tags={contact.tags} />
      <Facts contact={contact} />
      <RedirectPart contact={contact} />
      <OptOutPart contact={contact} mayEdit={mayEdit} />
      {editing && (
        <Suspense>
          <ContactFormDialog editing={contact} origin="Tickets" onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

function Tags({ tags }: Pick<ContactView, "tags">) {
  const { t } = useTranslation("details");
  if (tags.length === 0) return null;
  return (
    <section>
      <h4>{t("tags")}</h4>
      <ul className="detailsTags">
        {tags.map(({ id, name, color }) => (
          <li key={id}>
            <ColorDot color={color} />
            <span className="ellipsis">{name}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Extra information and the e-mail, each with a button that copies its value. */
function Facts({ contact }: { readonly contact: ContactView }) {
  const { t } = useTranslation("details");
  const email = contact.email === "" ? [] : [{ id: 0, name: t("email"), value: contact.email }];
  const facts = [...contact.extraInfo, ...email];
  if (facts.length === 0) return null;
  return (
    <section>
      <h4>{t("extra")}</h4>
      <dl className="detailsFacts">
        {facts.map(({ id, name, value }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>
              <span>{value}</span>
              <CopyButton name={name} value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
