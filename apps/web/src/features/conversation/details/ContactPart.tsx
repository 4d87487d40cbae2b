import type { ContactView } from "@balcao/contracts/contacts";
import { can } from "@balcao/domain/access";
import { formatPhone } from "@balcao/domain/contacts";
import ChatOutlined from "@mui/icons-material/ChatOutlined";
import EditOutlined from "@mui/icons-material/EditOutlined";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router-dom";
import { lazyWithTexts } from "../../../i18n/lazyWithTexts";
import { contactQuery } from "../../../lib/data/contacts";
import { queuesQuery } from "../../../lib/data/queues";
import { allUsersQuery } from "../../../lib/data/users";
import { useOffline } from "../../../lib/live";
import { toActor, useSelf } from "../../../lib/session";
import { Avatar, ErrorCard, Spinner, WithReason } from "../../../ui";
import { CopyButton } from "./CopyButton";
import { OptOutPart } from "./OptOutPart";
import { TagsPart } from "./TagsPart";

/** Where the new tickets of a contact go, and who gets those of a queue. */
function RedirectPart({ contact }: { readonly contact: Pick<ContactView, "queue" | "user" | "redirect"> }) {
  const { t, i18n } = useTranslation("details");
  const { queue, user, redirect } = contact;
  const isSet = queue.length + user.length + redirect.length > 0;
  const { data: queues = [] } = useQuery({ ...queuesQuery, enabled: isSet });
  const { data: users = [] } = useQuery({ ...allUsersQuery, enabled: isSet });
  if (!isSet) return null;
  const queueName = (id: number) => queues.find((each) => each.id === id)?.name ?? `#${id}`;
  const userName = (id: number) => users.find((each) => each.id === id)?.name ?? `#${id}`;
  const list = (names: readonly string[]) => new Intl.ListFormat(i18n.language, { type: "unit" }).format(names);
  const rows: readonly (readonly [string, string])[] = [
    ...(queue.length > 0 ? [[t("redirect.queues"), list(queue.map(queueName))] as const] : []),
    ...(user.length > 0 ? [[t("redirect.people"), list(user.map(userName))] as const] : []),
    ...redirect.map(({ queueId, userId }) => [t("redirect.inQueue", { queue: queueName(queueId) }), userName(userId)] as const),
  ];
  return (
    <section>
      <h4>{t("redirect.title")}</h4>
      <dl className="detailsFacts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span>{value}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Opens the dialog of a new ticket with a contact, on whichever connection; undefined for groups, whose ticket is the one that is shown. */
function useTalk(contact: Pick<ContactView, "id" | "name" | "number" | "isGroup"> | undefined): (() => void) | undefined {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  if (!contact || contact.isGroup) return undefined;
  const { id, name, number } = contact;
  // The inbox opens the dialog, as it does for the page of contacts.
  return () => void navigate({ pathname, search }, { replace: true, state: { newTicket: { chosen: { id, name, number } } } });
}

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
      <TagsPart contact={contact} mayEdit={mayEdit && !contact.isGroup} />
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
