import { PROFILES } from "@balcao/domain/access";
import { LIMITS } from "@balcao/domain/limits";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { expectedBeside, listChange, toListChange } from "../route/listChange.js";
import { route } from "../route/route.js";
import { sheetColumns, toSheetColumns } from "../route/sheetColumns.js";
import { exactText, flag, id, idList, idOrNone, integer, integerOrNone, list, object, text } from "../route/wire.js";
import { userPaths } from "./users.paths.js";
import type {
  ColleagueView,
  ImportedUsersView,
  ImportPreviewView,
  OwnedTicketsView,
  PasswordResetView,
  UserListView,
  UserPictureView,
  UserSessionView,
  UserSharesView,
  UserView,
} from "./users.views.js";

const clockTime = () => text(5).matches(/^([01]\d|2[0-3]):[0-5]\d$/, { message: "time", excludeEmptyString: true });

const details = {
  profile: text(10).oneOf([...PROFILES], "oneOf"),
  queueIds: idList(),
  weekdays: flag(),
  saturday: flag(),
  sunday: flag(),
  holidays: flag(),
  startTime: clockTime(),
  endTime: clockTime(),
  addContact: flag(),
  editContact: flag(),
  delContact: flag(),
  /** Added: rights that the person has whatever the settings give to the profile. */
  sendToMany: flag(),
  maintain: flag(),
  active: flag(),
  substitution: list(object({ queueId: id(), substituteId: id() }), 1_000),
  log: auditNote(),
};
const name = () => text(LIMITS.user.name.max).min(LIMITS.user.name.min, "min");

const createBody = object({
  ...details,
  name: name().required("required"),
  /** Sealed in the documented envelope. */
  email: text(4_000).required("required"),
  /** Sealed or plain. */
  password: exactText(4_000).required("required"),
  profile: details.profile.default("user"),
  whatsappId: id(),
});

const changeBody = object({
  ...details,
  ...listChange("queueIds"),
  expectedSubstitution: expectedBeside("substitution", details.substitution),
  name: name(),
  email: text(4_000),
  whatsappId: idOrNone(),
  /** Both sealed, for one's own password; ignored for somebody else's. With an e-mail and no password, the proof for one's own e-mail. */
  currentPassword: text(4_000),
  password: text(4_000),
});

const toSubstitutions = (list: readonly { readonly queueId?: number | undefined; readonly substituteId?: number | undefined }[]) =>
  list.map(({ queueId = null, substituteId = null }) => ({ queueId, substituteId }));

/** Users (API-057…API-062). */
export const userRoutes = {
  list: route<UserListView>()(userPaths.list, {
    policy: "signedIn",
    query: object({ searchParam: text(200), pageNumber: integer(1, 100_000), all: flag() }),
    toInput: ({ query }) => ({ search: query.searchParam ?? "", pageNumber: query.pageNumber ?? 1, all: query.all ?? false }),
  }),
  get: route<UserView | ColleagueView>()(userPaths.get, {
    policy: "signedIn",
    toInput: ({ params }) => ({ userId: params.userId }),
    errors: ["ERR_NO_USER_FOUND"],
  }),
  create: route<UserView>()(userPaths.create, {
    policy: "admin",
    body: createBody,
    toInput: ({ body: { email, password, whatsappId, substitution, log, ...rest } }) => ({
      ...rest,
      sealedEmail: email,
      passwordText: password,
      defaultConnectionId: whatsappId,
      substitutions: toSubstitutions(substitution ?? []),
      note: toAuditNote(log),
    }),
    errors: ["ERR_NO_PERMISSION", "ERR_EMAIL_TAKEN", "ERR_VALIDATION"],
  }),
  /** Changes an account, or with `currentPassword` one's own password and nothing else. */
  change: route<UserView>()(userPaths.change, {
    policy: "signedIn",
    body: changeBody,
    toInput: ({ params: { userId }, body: { currentPassword, password, email, whatsappId, log, ...body } }) => {
      const { queueIds, addedQueueIds: added, removedQueueIds: removed, expectedQueueIds: expected, ...others } = body;
      const { substitution, expectedSubstitution, ...rest } = others;
      return {
        userId,
        queues: toListChange(queueIds, { added, removed, expected }),
        expectedSubstitutions: expectedSubstitution && toSubstitutions(expectedSubstitution),
        ownPassword:
          currentPassword === undefined || (password === undefined && email !== undefined)
            ? null
            : { sealedCurrent: currentPassword, sealedPassword: password ?? "" },
        sealedCurrent: currentPassword,
        hasPassword: Boolean(password),
        sealedEmail: email,
        changes: { ...rest, defaultConnectionId: whatsappId, substitutions: substitution && toSubstitutions(substitution) },
        note: toAuditNote(log),
      };
    },
    errors: [
      "ERR_NO_PERMISSION",
      "ERR_NO_USER_FOUND",
      "ERR_EMAIL_TAKEN",
      "ERR_VALIDATION",
      "ERR_TOO_MANY_REQUESTS",
      "ERR_PASSWORD_CHANGE_REQUIRED",
      "ERR_LIST_CHANGED",
      "ERR_PROOF_OLD",
    ],
  }),
  transfer: route<{ readonly count: number }>()(userPaths.transfer, {
    policy: "admin",
    body: object({ substituteId: id().required("required"), queueId: id().required("required") }),
    toInput: ({ params, body }) => ({ userId: params.userId, ...body }),
    errors: ["ERR_NO_USER_FOUND", "ERR_VALIDATION"],
  }),
  /** How many live tickets the person has per queue (added), which are asked about when the account is deactivated. */
  ownedTickets: route<readonly OwnedTicketsView[]>()(userPaths.ownedTickets, {
    policy: "admin",
    toInput: ({ params }) => params,
    errors: ["ERR_NO_USER_FOUND"],
  }),
  reset: route<PasswordResetView>()(userPaths.reset, {
    policy: "admin",
    /** `currentPassword` (added): the present password, which one's own account asks for. */
    /** `byMail` (added): leaves the password, and mails a link by which the person chooses one (D-580). */
    body: object({ password: text(4_000), currentPassword: text(4_000), byMail: flag(), log: auditNote() }),
    toInput: ({ params, body }) => ({
      userId: params.userId,
      sealedPassword: body.password,
      sealedCurrent: body.currentPassword,
      byMail: body.byMail === true,
      note: toAuditNote(body.log),
    }),
    errors: [
      "ERR_NO_USER_FOUND",
      "ERR_VALIDATION",
      "ERR_USER_NO_ACTIVE",
      "ERR_NOT_FOUND",
      "ERR_MAIL_NOT_SENT",
      "ERR_PROOF_OLD",
      "ERR_TOO_MANY_REQUESTS",
    ],
  }),
  /** Creates accounts from one spreadsheet; `lines` chooses its rows (USER-005). */
  import: route<ImportedUsersView>()(userPaths.import, {
    policy: "admin",
    body: object({ columns: sheetColumns(), lines: idList(), log: auditNote() }),
    files: { field: "medias", maxFiles: 1 },
    toInput: ({ params, body }) => ({
      userId: params.userId,
      columns: toSheetColumns(body.columns),
      lines: body.lines ?? null,
      note: toAuditNote(body.log),
    }),
    errors: ["ERR_NO_PERMISSION", "ERR_EMAIL_TAKEN", "ERR_UPLOAD_LIMIT", "ERR_VALIDATION", "ERR_JOB_RUNNING", "ERR_JOB_STOPPED"],
  }),
  previewImport: route<ImportPreviewView>()(userPaths.previewImport, {
    policy: "admin",
    body: object({ columns: sheetColumns() }),
    files: { field: "medias", maxFiles: 1 },
    toInput: ({ params, body }) => ({ userId: params.userId, columns: toSheetColumns(body.columns) }),
    errors: ["ERR_NO_PERMISSION", "ERR_UPLOAD_LIMIT", "ERR_VALIDATION"],
  }),
  /** Sets the picture of an account: jpeg, png or webp by its content. */
  picture: route<UserPictureView>()(userPaths.picture, {
    policy: "signedIn",
    grows: true,
    body: object({ log: auditNote() }),
    files: { field: "medias", maxFiles: 1 },
    toInput: ({ params, body }) => ({ userId: params.userId, note: toAuditNote(body.log) }),
    errors: ["ERR_NO_PERMISSION", "ERR_NO_USER_FOUND", "ERR_UPLOAD_LIMIT", "ERR_VALIDATION"],
  }),
  listSessions: route<readonly UserSessionView[]>()(userPaths.listSessions, {
    policy: "signedIn",
    toInput: ({ params }) => params,
    errors: ["ERR_NO_PERMISSION", "ERR_NO_USER_FOUND"],
  }),
  endSession: route<Record<string, never>>()(userPaths.endSession, {
    policy: "signedIn",
    toInput: ({ params }) => params,
    errors: ["ERR_NO_PERMISSION", "ERR_NO_USER_FOUND", "ERR_NOT_FOUND"],
  }),
  /** Takes somebody's second factor away, as after a lost phone, and ends the person's sessions (added, D-520). */
  endSecondFactor: route<Record<string, never>>()(userPaths.endSecondFactor, {
    policy: "admin",
    toInput: ({ params }) => params,
    errors: ["ERR_NO_PERMISSION", "ERR_NO_USER_FOUND", "ERR_NOT_FOUND"],
  }),
  /** What distribution gives to a person, for whoever steers a queue of hers (added, D-542). What is absent stays. */
  changeShares: route<UserSharesView>()(userPaths.changeShares, {
    policy: "manager",
    body: object({
      takesShares: flag(),
      openLimit: integerOrNone(LIMITS.user.openLimit.min, LIMITS.user.openLimit.max),
      addedQueueIds: idList(),
      removedQueueIds: idList(),
    }),
    toInput: ({ params, body: { addedQueueIds: added, removedQueueIds: removed, ...fields } }) => ({
      ...params,
      fields,
      added: added ?? [],
      removed: removed ?? [],
    }),
    errors: ["ERR_NO_PERMISSION", "ERR_NO_USER_FOUND", "ERR_USER_NO_LINKED_IN_QUEUE", "ERR_VALIDATION"],
  }),
  delete: route<Record<string, never>>()(userPaths.delete, {
    policy: "admin",
    body: object({ log: auditNote() }),
    toInput: ({ params, body }) => ({ userId: params.userId, note: toAuditNote(body.log) }),
    errors: ["ERR_NO_PERMISSION", "ERR_NO_USER_FOUND"],
  }),
} as const;
