import { LIMITS } from "@balcao/domain/limits";
import { string } from "yup";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import type { FileAnswer } from "../route/fileAnswer.js";
import { expectedBeside, listChange, toListChange } from "../route/listChange.js";
import { route } from "../route/route.js";
import { sheetColumns, toSheetColumns } from "../route/sheetColumns.js";
import { contactCursor, flag, idList, integer, list, object, text } from "../route/wire.js";
import { contactPaths } from "./contacts.paths.js";
import { redirectFields, redirects, toRedirects } from "./redirectFields.js";
import {
  CONTACT_ORIGINS,
  type ContactDeletedView,
  type ContactListView,
  type ContactMergeView,
  type ContactView,
  type ContactsClearedView,
  type ContactsDoneView,
  type DuplicateListView,
  type GroupView,
  type MergePreviewView,
  type SheetImportView,
} from "./index.js";

const limits = LIMITS.contact;

const extraInfo = () =>
  list(object({ name: text(limits.extraName).required("required"), value: text(limits.extraValue).default("") }), limits.extras);

/** The place after which a page of a list begins, as the page before answered it; null for the first page. */
function toPlace(cursor: string) {
  const [begins, id, ...name] = cursor.split("~");
  return id === undefined ? null : { begins: begins === "1", id: Number(id), nameKey: name.join("~") };
}

/** The fields of a contact's form, of which a change sends those that it changes. */
const changeBody = object({
  name: text(limits.name.max).min(limits.name.min, "min"),
  number: text(60),
  email: text(limits.email).email("email"),
  respostaAutomatica: flag(),
  ...listChange("tagIds"),
  extraInfo: extraInfo(),
  expectedExtraInfo: expectedBeside("extraInfo", extraInfo()),
  ...redirectFields(),
  expectedQueueId: expectedBeside("queueId", idList(limits.redirects)),
  expectedUserId: expectedBeside("userId", idList(limits.redirects)),
  expectedRedirect: expectedBeside("redirect", redirects()),
  log: auditNote(),
});

const createBody = object({
  name: text(limits.name.max).min(limits.name.min, "min").required("required"),
  number: text(60).required("required"),
  email: text(limits.email).email("email"),
  respostaAutomatica: flag().required("required"),
  tagIds: idList(),
  extraInfo: extraInfo(),
  ...redirectFields(),
  log: auditNote(),
});

/** Which contacts (added): those with one of the tags, who talked in one of the queues, by who made them, or with a number of another country. */
const narrowing = {
  tagIds: idList(100),
  queueIds: idList(100),
  origin: string().oneOf([...CONTACT_ORIGINS], "oneOf"),
  unlikely: flag(),
};

/** Contacts that were selected (added). */
const selected = () => idList(limits.many).required("required").min(1, "required");

/** One spreadsheet; `dryRun` (added) only says what would happen. */
const SPREADSHEET = { field: "medias", maxFiles: 1 } as const;
const importBody = () => object({ dryRun: flag(), columns: sheetColumns(), log: auditNote() });

const toImport = ({
  body,
}: {
  readonly body: { dryRun?: boolean | undefined; columns?: string | undefined; log?: Parameters<typeof toAuditNote>[0] };
}) => ({
  dryRun: body.dryRun ?? false,
  columns: toSheetColumns(body.columns),
  note: toAuditNote(body.log),
});
/** `template` (added): only the header. */
const exportBody = () => object({ template: flag(), log: auditNote() });
/** `contactIds` (added): only these. */
const contactExportBody = object({ template: flag(), contactIds: idList(limits.many), log: auditNote() });

/** Contacts (API-045…API-056). */
export const contactRoutes = {
  list: route<ContactListView>()(contactPaths.list, {
    policy: "signedIn",
    query: object({
      searchParam: text(200),
      pageNumber: integer(1, 100_000),
      cursor: contactCursor(),
      all: flag(),
      ignoreGroup: flag(),
      ...narrowing,
    }),
    toInput: ({ query }) => ({
      search: query.searchParam ?? "",
      pageNumber: query.pageNumber ?? 1,
      after: query.cursor === undefined ? undefined : toPlace(query.cursor),
      all: query.all ?? false,
      ignoreGroups: query.ignoreGroup ?? false,
      narrowing: {
        tagIds: query.tagIds ?? [],
        queueIds: query.queueIds ?? [],
        origin: query.origin ?? null,
        isUnlikely: query.unlikely ?? false,
      },
    }),
  }),
  get: route<ContactView>()(contactPaths.get, {
    policy: "signedIn",
    toInput: ({ params }) => ({ contactId: params.contactId }),
    errors: ["ERR_NO_CONTACT_FOUND"],
  }),
  group: route<GroupView>()(contactPaths.group, {
    policy: "signedIn",
    toInput: ({ params }) => ({ contactId: params.contactId }),
    errors: ["ERR_NO_CONTACT_FOUND", "ERR_GATEWAY", "ERR_GATEWAY_TIMEOUT"],
  }),
  create: route<ContactView>()(contactPaths.create, {
    policy: "addContact",
    body: createBody,
    toInput: ({ body: { respostaAutomatica, log, extraInfo, tagIds, queueId, userId, redirect, ...rest } }) => ({
      ...rest,
      email: rest.email ?? "",
      autoReply: respostaAutomatica,
      extraInfo: extraInfo ?? [],
      tagIds: tagIds ?? [],
      redirects: toRedirects({ queueId, userId, redirect }),
      note: toAuditNote(log),
    }),
    errors: ["ERR_DUPLICATED_CONTACT", "ERR_NO_PERMISSION", "ERR_USER_NO_LINKED_IN_QUEUE", "ERR_WAPP_INVALID_CONTACT"],
  }),
  /** Absent fields stay as they are; the number of a group stays in any case. */
  change: route<ContactView>()(contactPaths.change, {
    policy: "editContact",
    body: changeBody,
    toInput: ({ params, body: { respostaAutomatica, log, queueId, userId, redirect, ...body } }) => {
      const { tagIds, addedTagIds: added, removedTagIds: removed, expectedTagIds: expected, ...others } = body;
      const { expectedQueueId, expectedUserId, expectedRedirect, ...rest } = others;
      const redirects = {
        ...toRedirects({ queueId, userId, redirect }),
        expected: toRedirects({ queueId: expectedQueueId, userId: expectedUserId, redirect: expectedRedirect }),
      };
      const tags = toListChange(tagIds, { added, removed, expected });
      return {
        contactId: params.contactId,
        fields: { ...rest, autoReply: respostaAutomatica, redirects, tags },
        note: toAuditNote(log),
      };
    },
    errors: [
      "ERR_NO_CONTACT_FOUND",
      "ERR_DUPLICATED_CONTACT",
      "ERR_NO_PERMISSION",
      "ERR_USER_NO_LINKED_IN_QUEUE",
      "ERR_WAPP_INVALID_CONTACT",
      "ERR_LIST_CHANGED",
    ],
  }),
  /** The contact gets no mass sends and schedules any more (added), or gets them again. */
  optOut: route<ContactView>()(contactPaths.optOut, {
    policy: "editContact",
    toInput: ({ params }) => params,
    errors: ["ERR_NO_CONTACT_FOUND", "ERR_NO_PERMISSION"],
  }),
  optIn: route<ContactView>()(contactPaths.optIn, {
    policy: "editContact",
    toInput: ({ params }) => params,
    errors: ["ERR_NO_CONTACT_FOUND", "ERR_NO_PERMISSION"],
  }),
  /** Its tickets and messages go with it. */
  delete: route<ContactDeletedView>()(contactPaths.delete, {
    policy: "delContact",
    body: object({ log: auditNote() }),
    toInput: ({ params, body }) => ({ contactId: params.contactId, note: toAuditNote(body.log) }),
    errors: ["ERR_NO_CONTACT_FOUND", "ERR_NO_PERMISSION", "ERR_CONTACT_HAS_PROTOCOL", "ERR_CONTACT_HIDDEN_TICKETS", "ERR_CONTACT_ATTENDED"],
  }),
  /** Adds tags to many contacts and takes others from them; answers how many, and why not the others. */
  changeMany: route<ContactsDoneView>()(contactPaths.changeMany, {
    policy: "editContact",
    body: object({ contactIds: selected(), addedTagIds: idList(), removedTagIds: idList(), log: auditNote() }),
    toInput: ({ body }) => ({
      contactIds: body.contactIds,
      tags: { added: body.addedTagIds ?? [], removed: body.removedTagIds ?? [] },
      note: toAuditNote(body.log),
    }),
    errors: ["ERR_NO_PERMISSION"],
  }),
  /** Deletes many contacts as `delete` does each; answers how many, and why not the others. */
  deleteMany: route<ContactsDoneView>()(contactPaths.deleteMany, {
    policy: "delContact",
    body: object({ contactIds: selected(), log: auditNote() }),
    toInput: ({ body }) => ({ contactIds: body.contactIds, note: toAuditNote(body.log) }),
    errors: ["ERR_NO_PERMISSION"],
  }),
  /** Without a file: the address book of the phone. */
  import: route<SheetImportView>()(contactPaths.import, {
    policy: "editContact",
    files: SPREADSHEET,
    body: importBody(),
    toInput: toImport,
    errors: ["ERR_NO_PERMISSION", "ERR_NO_DEF_WAPP_FOUND", "ERR_GATEWAY", "ERR_GATEWAY_TIMEOUT", "ERR_JOB_RUNNING", "ERR_JOB_STOPPED"],
    grows: true,
  }),
  export: route<FileAnswer>()(contactPaths.export, {
    policy: "editContact",
    body: contactExportBody,
    toInput: ({ body }) => ({ template: body.template ?? false, contactIds: body.contactIds ?? null, note: toAuditNote(body.log) }),
    errors: ["ERR_NO_PERMISSION"],
  }),
  importDelegations: route<SheetImportView>()(contactPaths.importDelegations, {
    policy: "addContact",
    files: SPREADSHEET,
    body: importBody(),
    toInput: toImport,
    errors: ["ERR_NO_PERMISSION", "ERR_JOB_RUNNING", "ERR_JOB_STOPPED"],
    grows: true,
  }),
  exportDelegations: route<FileAnswer>()(contactPaths.exportDelegations, {
    policy: "addContact",
    body: exportBody(),
    toInput: ({ body }) => ({ template: body.template ?? false, note: toAuditNote(body.log) }),
    errors: ["ERR_NO_PERMISSION"],
  }),
  /** Deletes what nothing refers to; `dryRun` (added) only counts it. */
  clear: route<ContactsClearedView>()(contactPaths.clear, {
    policy: "delContact",
    body: object({ dryRun: flag(), log: auditNote() }),
    toInput: ({ body }) => ({ dryRun: body.dryRun ?? false, note: toAuditNote(body.log) }),
    errors: ["ERR_NO_PERMISSION"],
  }),
  /** Contacts that may be one person (added): the first pairs, and how many there are. */
  duplicates: route<DuplicateListView>()(contactPaths.duplicates, { policy: "delContact", toInput: () => null }),
  /** What merging the other contact into this one would do (added). */
  previewMerge: route<MergePreviewView>()(contactPaths.previewMerge, {
    policy: "delContact",
    toInput: ({ params }) => params,
    errors: ["ERR_NO_CONTACT_FOUND", "ERR_NO_PERMISSION"],
  }),
  /** Merges the other contact into this one (added). */
  merge: route<ContactView>()(contactPaths.merge, {
    policy: "delContact",
    body: object({ log: auditNote() }),
    toInput: ({ params, body }) => ({ ...params, note: toAuditNote(body.log) }),
    errors: ["ERR_NO_CONTACT_FOUND", "ERR_NO_PERMISSION", "ERR_OTHER_OPEN_TICKET", "ERR_CONTACT_HIDDEN_TICKETS", "ERR_CONTACT_ATTENDED"],
  }),
  /** They are not one person, so they are not suggested again (added). */
  separate: route<{ readonly message: string }>()(contactPaths.separate, {
    policy: "delContact",
    toInput: ({ params }) => params,
    errors: ["ERR_NO_CONTACT_FOUND", "ERR_NO_PERMISSION"],
  }),
  /** The merges into a contact that can be undone (added). */
  merges: route<readonly ContactMergeView[]>()(contactPaths.merges, {
    policy: "delContact",
    toInput: ({ params }) => ({ contactId: params.contactId }),
    errors: ["ERR_NO_PERMISSION"],
  }),
  /** Undoes a merge and answers the restored contact (added); `ticketIds` are the later tickets that go to it. */
  undoMerge: route<ContactView>()(contactPaths.undoMerge, {
    policy: "delContact",
    body: object({ ticketIds: idList(100), log: auditNote() }),
    toInput: ({ params, body }) => ({ ...params, ticketIds: body.ticketIds ?? [], note: toAuditNote(body.log) }),
    errors: ["ERR_NOT_FOUND", "ERR_NO_PERMISSION", "ERR_CONTACT_HIDDEN_TICKETS", "ERR_CONTACT_ATTENDED"],
  }),
  /**
   * Every signed-in person may search; creating a missing contact needs the permission to add.
   */
  findOrCreate: route<ContactView>()(contactPaths.findOrCreate, {
    policy: "signedIn",
    body: object({
      name: text(limits.name.max).min(limits.name.min, "min").required("required"),
      number: text(60).required("required"),
      email: text(limits.email).email("email"),
    }),
    toInput: ({ body }) => ({ ...body, email: body.email ?? "" }),
    errors: ["ERR_NO_PERMISSION", "ERR_WAPP_INVALID_CONTACT"],
  }),
} as const;
