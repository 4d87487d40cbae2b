import { LIMITS } from "@balcao/domain/limits";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { pick } from "../route/pick.js";
import { route } from "../route/route.js";
import { isStorable } from "../route/storable.js";
import { exactText, id, list, object, text } from "../route/wire.js";
import { chatImportPaths, type ChatCheckView, type ChatImportView, type ChatUndoneView, type ImportedChatView } from "./index.js";

const limits = LIMITS.chatImport;

/** One or more .zip of "Export chat". */
const CHATS = { field: "medias", maxFiles: limits.files } as const;

/** What the person says of each file, in the order of the files: who the company is, and the customer's name and number. */
const chats = () =>
  list(object({ us: exactText(limits.sender).nullable(), name: text(limits.name), number: text(limits.number) }), limits.files)
    .transform(fromText)
    .typeError("list");

/** A multipart body carries the list as JSON; what is none stays text, which is refused. */
function fromText(value: unknown, original: unknown): unknown {
  if (typeof original !== "string") return value;
  try {
    const parsed: unknown = JSON.parse(original);
    if (!Array.isArray(parsed)) return original;
    const entries = parsed.slice(0, limits.files + 1).map((each: unknown) => pick(each));
    const texts = entries.flatMap((each) => Object.values(Object(each) as object) as unknown[]);
    return texts.every((each) => typeof each !== "string" || isStorable(each)) ? entries : original;
  } catch {
    return original;
  }
}

interface Said {
  readonly us?: string | null | undefined;
  readonly name?: string | undefined;
  readonly number?: string | undefined;
}

const toSaid = (said: readonly Said[] | undefined) => (said ?? []).map(({ us = null, name = "", number = "" }) => ({ us, name, number }));

/** Takes over exported chats of WhatsApp (added, D-622). A file is named `medias`; nothing of it stays after the call. */
export const chatImportRoutes = {
  /** The last ones that have not been undone, the newest first. */
  list: route<readonly ChatImportView[]>()(chatImportPaths.list, { policy: "admin", toInput: () => null }),
  /** Says what is in each file, and writes nothing. */
  check: route<readonly ChatCheckView[]>()(chatImportPaths.check, {
    policy: "admin",
    files: CHATS,
    body: object({ whatsappId: id(), chats: chats() }),
    toInput: ({ body }) => ({ connectionId: body.whatsappId ?? null, said: toSaid(body.chats) }),
    errors: ["ERR_UPLOAD_LIMIT", "ERR_VALIDATION", "ERR_NO_WAPP_FOUND"],
  }),
  /** All of them or, where one cannot be taken over, none: the field `chats.N` of the error says what it lacks. */
  import: route<readonly ImportedChatView[]>()(chatImportPaths.import, {
    policy: "admin",
    files: CHATS,
    body: object({ whatsappId: id().required("required"), chats: chats(), log: auditNote() }),
    toInput: ({ body }) => ({ connectionId: body.whatsappId, said: toSaid(body.chats), note: toAuditNote(body.log) }),
    errors: ["ERR_UPLOAD_LIMIT", "ERR_VALIDATION", "ERR_NO_WAPP_FOUND", "ERR_JOB_RUNNING", "ERR_JOB_STOPPED"],
    grows: true,
  }),
  /** Deletes what an import has made, but for conversations in which somebody has done something since. */
  undo: route<ChatUndoneView>()(chatImportPaths.undo, {
    policy: "admin",
    body: object({ log: auditNote() }),
    toInput: ({ params, body }) => ({ runId: params.runId, note: toAuditNote(body.log) }),
    errors: ["ERR_NOT_FOUND", "ERR_VALIDATION", "ERR_JOB_RUNNING"],
  }),
} as const;
