import { DEEDS_LENGTH, parseDeeds, QUICK_ANSWER_SCOPES, saysOrDoes } from "@balcao/domain/quickAnswers";
import { LIMITS } from "@balcao/domain/limits";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { route } from "../route/route.js";
import { fileIdList, flag, idOrNone, integer, object, text } from "../route/wire.js";
import { NEW_FILE, quickAnswerPaths, type QuickAnswerListView, type QuickAnswerView } from "./index.js";

const limits = LIMITS.quickAnswer;

const shortcut = () => text(limits.shortcut.max).min(limits.shortcut.min, "min");
/** Empty where the quick answer does something (D-614). */
const message = () => text(limits.message.max).test("min", "min", (value = "") => value === "" || value.length >= limits.message.min);
const newMessage = () =>
  message().test("required", "required", (value = "", { parent }) => saysOrDoes(value, parseDeeds((parent as Fields).deeds ?? "")));
const fields = {
  /** Added: who has it; everybody where a new one does not say so. */
  scope: text(10).oneOf([...QUICK_ANSWER_SCOPES], "oneOf"),
  queueId: idOrNone(),
  /** Added: what is done to the conversation after the text, as JSON; empty for nothing (D-531). */
  deeds: text(DEEDS_LENGTH).test("deeds", "deeds", (value) => value === undefined || parseDeeds(value) !== null),
  log: auditNote(),
};
interface Fields {
  readonly deeds?: string | undefined;
}
const toDeeds = (written: string | undefined) => (written === undefined ? undefined : parseDeeds(written));
const files = { field: "medias", maxFiles: limits.files };

/** Quick answers, each seen by those who have it; others' are changed with the right to it (API-034…API-038, D-269). In a change, absent fields stay as they are. */
export const quickAnswerRoutes = {
  list: route<QuickAnswerListView>()(quickAnswerPaths.list, {
    policy: "signedIn",
    /** Added: `byUse` puts the often used ones first. */
    query: object({ searchParam: text(200), pageNumber: integer(1, 100_000), byUse: flag() }),
    toInput: ({ query }) => ({ search: query.searchParam ?? "", pageNumber: query.pageNumber ?? 1, byUse: query.byUse ?? false }),
  }),
  get: route<QuickAnswerView>()(quickAnswerPaths.get, {
    policy: "signedIn",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND"],
  }),
  create: route<QuickAnswerView>()(quickAnswerPaths.create, {
    policy: "signedIn",
    grows: true,
    body: object({ shortcut: shortcut().required("required"), message: newMessage(), ...fields }),
    files,
    limitBytes: limits.bodyBytes,
    toInput: ({ body: { log, scope, queueId, deeds, shortcut: name, message: said = "" } }) => ({
      texts: { shortcut: name, message: said },
      place: { scope, queueId },
      deeds: toDeeds(deeds),
      note: toAuditNote(log),
    }),
    errors: ["ERR_UPLOAD_LIMIT", "ERR_NO_PERMISSION"],
  }),
  change: route<QuickAnswerView>()(quickAnswerPaths.change, {
    policy: "signedIn",
    grows: true,
    /**
     * Without files the stored ones stay, and files take their place, unless the added fields say otherwise: `mediaOrder` lists the ids
     * of those that stay, and `NEW_FILE` for each file of the request; `removeMedia` removes all.
     */
    body: object({
      shortcut: shortcut(),
      message: message(),
      ...fields,
      removeMedia: flag(),
      mediaOrder: fileIdList(limits.files, NEW_FILE),
    }),
    files,
    limitBytes: limits.bodyBytes,
    toInput: ({ params, body: { log, removeMedia, mediaOrder, scope, queueId, deeds, ...texts } }) => ({
      ...params,
      texts,
      place: { scope, queueId },
      deeds: toDeeds(deeds),
      fileOrder: mediaOrder ?? (removeMedia === true ? [] : null),
      note: toAuditNote(log),
    }),
    errors: ["ERR_NOT_FOUND", "ERR_UPLOAD_LIMIT", "ERR_NO_PERMISSION"],
  }),
  /** Counts that it was inserted into a message (added). */
  use: route<{ readonly message: string }>()(quickAnswerPaths.use, {
    policy: "signedIn",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND"],
  }),
  delete: route<{ readonly message: string }>()(quickAnswerPaths.delete, {
    policy: "signedIn",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND", "ERR_NO_PERMISSION"],
  }),
} as const;
