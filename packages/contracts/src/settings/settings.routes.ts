import { readUrl } from "@balcao/domain/webAddress";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { route } from "../route/route.js";
import { maybeSettingValue, object, settingValue, text } from "../route/wire.js";
import { settingPaths } from "./settings.paths.js";
import type { DeletedFilesView, FileCheckView, FileCountView, PanelTestView, SettingView } from "./index.js";

const isOrigin = (text: string | undefined): boolean => text !== undefined && readUrl(text)?.origin === text;

/** Settings, and the files of the product, which user 1 alone manages (API-088…API-092). */
export const settingRoutes = {
  list: route<readonly SettingView[]>()(settingPaths.list, { policy: "signedIn", toInput: () => null }),
  change: route<SettingView>()(settingPaths.change, {
    policy: "admin",
    /** Added: `expected` is the value that the person has seen; where another one is stored meanwhile, nothing is written. */
    body: object({ value: settingValue(), expected: maybeSettingValue(), log: auditNote() }),
    toInput: ({ params, body }) => ({ key: params.key, value: body.value, expected: body.expected, note: toAuditNote(body.log) }),
    errors: ["ERR_NO_PERMISSION", "ERR_NO_SETTING_FOUND", "ERR_VALIDATION", "ERR_SETTING_CHANGED"],
  }),
  /** Added: whether the external panel may be shown in a frame of the page at `origin`, asked with an example conversation. */
  testPanel: route<PanelTestView>()(settingPaths.testPanel, {
    policy: "admin",
    body: object({ origin: text(300).required("required").test("url", "url", isOrigin) }),
    toInput: ({ body }) => body,
    errors: ["ERR_VALIDATION", "ERR_NO_SETTING_FOUND"],
  }),
  /** Added: the company's logo, jpeg, png or webp by its content; changing `companyLogo` to an empty text takes it away. */
  logo: route<SettingView>()(settingPaths.logo, {
    policy: "admin",
    grows: true,
    body: object({ log: auditNote() }),
    files: { field: "medias", maxFiles: 1 },
    toInput: ({ body }) => ({ note: toAuditNote(body.log) }),
    errors: ["ERR_UPLOAD_LIMIT", "ERR_VALIDATION"],
  }),
  checkFiles: route<FileCheckView>()(settingPaths.checkFiles, {
    policy: "super",
    toInput: () => null,
    errors: ["ERR_JOB_RUNNING", "ERR_JOB_STOPPED"],
  }),
  countFiles: route<FileCountView>()(settingPaths.countFiles, { policy: "super", toInput: () => null }),
  /** Deletes what `check` calls orphans, with the person's own password, sealed. */
  deleteFiles: route<DeletedFilesView>()(settingPaths.deleteFiles, {
    policy: "super",
    body: object({ currentPassword: text(4_000), log: auditNote() }),
    toInput: ({ body }) => ({ sealedPassword: body.currentPassword, note: toAuditNote(body.log) }),
    errors: ["ERR_VALIDATION", "ERR_PROOF_OLD", "ERR_TOO_MANY_REQUESTS"],
  }),
} as const;
