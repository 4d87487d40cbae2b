import { string } from "yup";
import { REPORT_LANGUAGES } from "../reports/kinds.js";
import type { FileAnswer } from "../route/fileAnswer.js";
import { route } from "../route/route.js";
import { flag, integer, object } from "../route/wire.js";
import type { ErasurePreviewView, ErasureView, RetentionCountView } from "./index.js";
import { privacyPaths } from "./privacy.paths.js";

const language = () => string().oneOf([...REPORT_LANGUAGES], "oneOf");
const days = () => integer(0, 36_500);

/** What laws on personal data ask of a company (added): a person's data as a file, its erasure, and deleting by age. */
export const privacyRoutes = {
  preview: route<ErasurePreviewView>()(privacyPaths.preview, {
    policy: "admin",
    toInput: ({ params }) => params,
    errors: ["ERR_NO_CONTACT_FOUND"],
  }),
  /** `withProtocols` says that the person's protocols may go, too. ERR_CONTACT_ATTENDED names in its details what is under way. */
  erase: route<ErasureView>()(privacyPaths.erase, {
    policy: "admin",
    body: object({ withProtocols: flag() }),
    toInput: ({ params, body }) => ({ ...params, withProtocols: body.withProtocols ?? false }),
    errors: ["ERR_NO_CONTACT_FOUND", "ERR_CONTACT_HAS_PROTOCOL", "ERR_CONTACT_ATTENDED"],
  }),
  /** A zip archive: a page to read, the same as JSON, and the files. */
  export: route<FileAnswer>()(privacyPaths.export, {
    policy: "admin",
    body: object({ language: language() }),
    toInput: ({ params, body }) => ({ ...params, language: body.language ?? "pt" }),
    errors: ["ERR_NO_CONTACT_FOUND", "ERR_JOB_RUNNING"],
  }),
  /** The last hundred, the newest first. */
  list: route<readonly ErasureView[]>()(privacyPaths.list, { policy: "admin", toInput: () => null }),
  /** The certificate as a page. */
  get: route<FileAnswer>()(privacyPaths.get, {
    policy: "admin",
    body: object({ language: language() }),
    toInput: ({ params, body }) => ({ ...params, language: body.language ?? "pt" }),
    errors: ["ERR_NOT_FOUND"],
  }),
  /** Counts what rules of so many days would delete; an absent rule and 0 count nothing. */
  count: route<RetentionCountView>()(privacyPaths.count, {
    policy: "admin",
    body: object({ tickets: days(), messages: days(), media: days(), journal: days(), audit: days() }),
    toInput: ({ body }) => body,
    errors: ["ERR_NO_PERMISSION"],
  }),
} as const;
