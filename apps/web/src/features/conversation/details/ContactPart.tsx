import type { ContactView } from "@balcao/contracts/contacts";
import { can } from "@balcao/domain/access";
import { formatPhone } from "@balcao/domain/contacts";
import Add from "@mui/icons-material/Add";
import CampaignOutlined from "@mui/icons-material/CampaignOutlined";
import ChatOutlined from "@mui/icons-material/ChatOutlined";
import Check from "@mui/icons-material/Check";
import EditOutlined from "@mui/icons-material/EditOutlined";
import Button from "@mui/material/Button";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router-dom";
import { lazyWithTexts } from "../../../i18n/lazyWithTexts";
import { call, toErrorText } from "../../../lib/api";
import { contactQuery, updateContact } from "../../../lib/data/contacts";
import { queuesQuery } from "../../../lib/data/queues";
import { addRemark } from "../../../lib/data/remarks";
import { allUsersQuery } from "../../../lib/data/users";
import { wholeList } from "../../../lib/data/wholeLists";
import { useOffline } from "../../../lib/live";
import { queryClient } from "../../../lib/queryClient";
import { toActor, useSelf } from "../../../lib/session";
import { toDateAndClock } from "../../../lib/time";
import { toasts } from "../../../lib/toasts";
import { Avatar, ColorDot, ErrorCard, Spinner, UnreadChoices, WithReason } from "../../../ui";
import { CopyButton } from "./CopyButton";

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

interface OptOutPartProps {
  readonly contact: ContactView;
  readonly mayEdit: boolean;
}

/** Whether the contact gets mass sends, since when not and why, with the button that changes it. */
function OptOutPart({ contact: { id, isGroup, optOut }, mayEdit }: OptOutPartProps) {
  const { t } = useTranslation("details");
  const change = useMutation({
    mutationFn: () => call("contacts", optOut ? "optIn" : "optOut", { params: { contactId: id } }),
    onSuccess: (contact) => {
      const deed = contact.optOut ? "Retirou o contato dos envios" : "Incluiu o contato nos envios";
      addRemark({ descricao: `${deed}: ${contact.name}`, origem: "Contatos", contactId: id });
      updateContact(queryClient, { action: "update", contact, contactId: id });
    },
    onError: (error) => toasts.error(toErrorText(error)),
  });
  if (isGroup || (!optOut && !mayEdit)) return null;
  return (
    <section className="detailsOptOut">
      {optOut && (
        <p>
          <CampaignOutlined aria-hidden />
          <span>
            <strong>{t("optOut.title")}</strong>
            {t(`optOut.${optOut.reason}`, { word: optOut.word, date: toDateAndClock(optOut.at) })}
          </span>
        </p>
      )}
      {mayEdit && (
        <Button size="small" variant="text" disabled={change.isPending} onClick={() => change.mutate()}>
          {t(optOut ? "optOut.optIn" : "optOut.optOut")}
        </Button>
      )}
    </section>
  );
}

interface TagsPartProps {
  readonly contact: Pick<ContactView, "id" | "name" | "tags">;
  readonly mayEdit: boolean;
}

/** The tags of the contact; whoever may change it opens the list with one click, and adds or takes one with the next. */
function TagsPart({ contact, mayEdit }: TagsPartProps) {
  const { t } = useTranslation("details");
  const { tags } = contact;
  if (tags.length === 0 && !mayEdit) return null;
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
      {mayEdit && <TagMenu contact={contact} />}
    </section>
  );
}

function TagMenu({ contact }: Pick<TagsPartProps, "contact">) {
  const { t } = useTranslation("details");
  const offline = useOffline();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data: all = [], isSuccess, isError } = useQuery({ ...wholeList("tags"), enabled: anchor !== null });
  const had = new Set(contact.tags.map(({ id }) => id));
  const toggle = (tagId: number) => {
    setAnchor(null);
    void change(contact, had.has(tagId) ? { removedTagIds: [tagId] } : { addedTagIds: [tagId] });
  };
  return (
    <>
      <Button
        size="small"
        variant="text"
        startIcon={<Add />}
        disabled={offline}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t("addTag")}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {all.map(({ id, name, color }) => (
          <MenuItem key={id} role="menuitemcheckbox" aria-checked={had.has(id)} onClick={() => toggle(id)}>
            <ColorDot color={color} />
            <span className="detailsTagName ellipsis">{name}</span>
            {had.has(id) && <Check aria-hidden />}
          </MenuItem>
        ))}
        {isSuccess && all.length === 0 && <MenuItem disabled>{t("noTags")}</MenuItem>}
        {isError && <UnreadChoices />}
      </Menu>
    </>
  );
}

async function change({ id: contactId, name }: TagsPartProps["contact"], tags: { addedTagIds: number[] } | { removedTagIds: number[] }) {
  const log = { descricao: `Alterou as etiquetas do contato ${name}`, origem: "Tickets", contactId };
  try {
    const contact = await call("contacts", "change", { params: { contactId }, body: { ...tags, log } });
    updateContact(queryClient, { action: "update", contact, contactId });
  } catch (error) {
    toasts.error(toErrorText(error));
  }
}

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
