import type { ContactView } from "@balcao/contracts/contacts";
import { formatPhone } from "@balcao/domain/contacts";
import { LIMITS } from "@balcao/domain/limits";
import CallMerge from "@mui/icons-material/CallMerge";
import ChatOutlined from "@mui/icons-material/ChatOutlined";
import ContactsOutlined from "@mui/icons-material/ContactsOutlined";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router-dom";
import { formatBytes } from "../../lib/bytes";
import { connectionsQuery } from "../../lib/data/connections";
import { contactQuery, contactsQuery, duplicatePairsQuery, joinContacts } from "../../lib/data/contacts";
import { useSelf } from "../../lib/session";
import { NoteCard } from "../../ui";
import { ListPage, toPagedList, useSettledTerm, type Column, type Marks, type RowAction } from "../../ui/list";
import { ChatImportNote } from "./chatImport/ChatImportNote";
import { ContactActions } from "./ContactActions";
import { ContactFilters, useContactNarrowing } from "./ContactFilters";
import { useExporting } from "./exporting";
import { ImportNotes } from "./ImportNotes";
import { MarkedBar } from "./MarkedBar";
import { mayTalkTo } from "./mayTalkTo";
import { removeContact } from "./useContactForm";

const DuplicatesDialog = lazy(() => import("./DuplicatesDialog").then((module) => ({ default: module.DuplicatesDialog })));

/** Says how many pairs of contacts may be one person, and opens them. */
function DuplicatesNote() {
  const { t } = useTranslation("contacts");
  const { data } = useQuery(duplicatePairsQuery);
  const [open, setOpen] = useState(false);
  const count = data?.count ?? 0;
  if (count === 0 && !open) return null;
  return (
    <NoteCard label={t("duplicates.title")}>
      <p role="status">{t("duplicates.note", { count })}</p>
      <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
        {t("duplicates.open")}
      </Button>
      {open && (
        <Suspense>
          <DuplicatesDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </NoteCard>
  );
}

/** How much of an export has come, of how many rows it is made, and the button that cancels it. */
function ExportNote() {
  const { t, i18n } = useTranslation(["contacts", "common"]);
  const exporting = useExporting();
  if (!exporting) return null;
  const { rows, bytes, cancel } = exporting;
  const title = t("contacts:sheet.exporting");
  return (
    <NoteCard label={title}>
      <div role="status">
        <b>{title}</b>{" "}
        {rows === null
          ? t("contacts:action.exporting")
          : t("contacts:sheet.received", { count: rows, size: formatBytes(bytes, i18n.language) })}
      </div>
      <Button size="small" variant="outlined" onClick={cancel}>
        {t("common:action.cancel")}
      </Button>
      <LinearProgress aria-label={title} />
    </NoteCard>
  );
}

const ContactFormDialog = lazy(() => import("./ContactFormDialog").then((module) => ({ default: module.ContactFormDialog })));
const MergeDialog = lazy(() => import("./MergeDialog").then((module) => ({ default: module.MergeDialog })));

const MOST = LIMITS.contact.many;

interface MarkedContacts {
  /** Undefined for people who can do nothing with several. */
  readonly marks: Marks<ContactView> | undefined;
  /** The marked contacts that are still listed, in the order of the list. */
  readonly marked: readonly ContactView[];
  readonly clear: () => void;
}

/** The marked ones of the listed contacts, at most as many as one call takes. */
function useMarkedContacts(items: readonly ContactView[]): MarkedContacts {
  const { editContact, delContact } = useSelf();
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const marked = items.filter(({ id }) => ids.has(id));
  const clear = () => setIds(new Set());
  const mayMark = editContact || delContact;
  return {
    marked,
    clear,
    marks: mayMark
      ? {
          count: marked.length,
          isFull: marked.length >= MOST,
          isMarked: ({ id }) => ids.has(id),
          toggle: ({ id }) => setIds(new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id])),
          toggleAll: (listed) =>
            listed.every(({ id }) => ids.has(id)) ? clear() : setIds(new Set(listed.slice(0, MOST).map(({ id }) => id))),
        }
      : undefined,
  };
}

/** The contacts by name, with the buttons that the person's flags allow (CONTACT-003 to CONTACT-007, SHELL-006). */
export function ContactsPage() {
  const { t } = useTranslation("contacts");
  const { addContact, editContact, delContact } = useSelf();
  const [merging, setMerging] = useState<ContactView | null>(null);
  const { settled, ...search } = useSettledTerm();
  const filters = useContactNarrowing();
  const read = useInfiniteQuery(contactsQuery(settled, filters.narrowing));
  const first = read.data?.pages[0];
  const items = read.data && joinContacts(read.data.pages);
  const { marks, marked, clear } = useMarkedContacts(items ?? []);
  const columns: readonly Column<ContactView>[] = [
    {
      id: "number",
      cell: ({ number, isGroup }) => (
        <span className="tableQuiet">{isGroup ? t("group") : number === null ? t("noNumber") : formatPhone(number)}</span>
      ),
    },
    { id: "autoReply", headed: true, cell: (contact) => t(contact.respostaAutomatica ? "yes" : "no") },
    { id: "email", cell: ({ email }) => (email ? <span className="longText">{email}</span> : null) },
  ];
  const toTalk = useTalkActions();
  const toMerge = (contact: ContactView): readonly RowAction[] =>
    contact.isGroup ? [] : [{ icon: CallMerge, label: t("merge.action", { name: contact.name }), run: () => setMerging(contact) }];
  return (
    <>
      <ListPage
        area="contacts"
        event="contact"
        icon={ContactsOutlined}
        list={toPagedList<ContactView>(
          { items, count: first?.count, uncounted: first?.hasUncounted, narrowed: filters.narrowed, ...search },
          read,
        )}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        pictureOf={({ profilePicUrl }) => profilePicUrl}
        columns={columns}
        controls={<ContactActions />}
        addable={addContact}
        editable={editContact}
        form={
          addContact || editContact
            ? ({ editing, onClose }) => <ContactFormDialog editing={editing} origin="Contatos" onClose={onClose} />
            : undefined
        }
        remove={delContact ? removeContact : undefined}
        actionsOf={(contact) => [...toTalk(contact), ...(delContact ? toMerge(contact) : [])]}
        marks={marks}
        pressable
        notes={
          <>
            <Notes />
            <ContactFilters {...filters} replaced={marked.length > 0}>
              <MarkedBar marked={marked} onClear={clear} />
            </ContactFilters>
          </>
        }
      />
      {editContact && <NamedContact />}
      {merging && (
        <Suspense>
          <MergeDialog contact={merging} other={null} onClose={() => setMerging(null)} />
        </Suspense>
      )}
    </>
  );
}

/** The action that begins a conversation with a contact, as the command palette does. */
function useTalkActions() {
  const { t } = useTranslation("contacts");
  const navigate = useNavigate();
  const { data: connections = [] } = useQuery(connectionsQuery);
  return (contact: ContactView): readonly RowAction[] => {
    if (!mayTalkTo(contact, connections)) return [];
    const { id, name, number } = contact;
    const run = () => void navigate("/tickets", { state: { newTicket: { chosen: { id, name, number } } } });
    return [{ icon: ChatOutlined, label: t("action.talk", { name }), run }];
  };
}

/** The person's imports, and contacts that may be one person. */
function Notes() {
  const { addContact, editContact, delContact, profile } = useSelf();
  return (
    <>
      <ExportNote />
      {profile === "admin" && <ChatImportNote />}
      {(addContact || editContact) && <ImportNotes />}
      {delContact && <DuplicatesNote />}
    </>
  );
}

/** The form of the contact that the address names: `?contact=7`. */
function NamedContact() {
  const [params, setParams] = useSearchParams();
  const id = Number(params.get("contact") ?? 0);
  const { data: contact } = useQuery({ ...contactQuery(id), enabled: Number.isInteger(id) && id > 0 });
  if (!contact || contact.id !== id) return null;
  return (
    <Suspense>
      <ContactFormDialog editing={contact} origin="Contatos" onClose={() => setParams({}, { replace: true })} />
    </Suspense>
  );
}
