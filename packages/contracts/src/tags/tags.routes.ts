import { LIMITS } from "@balcao/domain/limits";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { listChange, toListChange } from "../route/listChange.js";
import { route } from "../route/route.js";
import { hexColor, idList, object, text } from "../route/wire.js";
import { tagPaths, type TagDetailView, type TagView } from "./index.js";

const limits = LIMITS.tag;

const name = () => text(limits.name.max).min(limits.name.min, "min");
const color = () => hexColor(limits.color);

/** Tags: everybody who is signed in sees them, and changes her own (API-071…API-075, D-162, D-269). In a change, absent fields stay as they are. */
export const tagRoutes = {
  list: route<readonly TagView[]>()(tagPaths.list, { policy: "signedIn", toInput: () => null }),
  get: route<TagDetailView>()(tagPaths.get, {
    policy: "signedIn",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND"],
  }),
  create: route<TagView>()(tagPaths.create, {
    policy: "maintain",
    body: object({
      name: name().required("required"),
      color: color().required("required"),
      contacts: idList(limits.contacts),
      log: auditNote(),
    }),
    limitBytes: limits.bodyBytes,
    toInput: ({ body: { log, contacts, ...fields } }) => ({ fields, contactIds: contacts ?? [], note: toAuditNote(log) }),
    errors: ["ERR_NAME_TAKEN"],
  }),
  change: route<TagView>()(tagPaths.change, {
    policy: "signedIn",
    body: object({ name: name(), color: color(), ...listChange("contacts", limits.contacts), log: auditNote() }),
    limitBytes: limits.bodyBytes,
    toInput: ({
      params,
      body: { log, contacts, addedContacts: added, removedContacts: removed, expectedContacts: expected, ...fields },
    }) => ({
      ...params,
      fields,
      contacts: toListChange(contacts, { added, removed, expected }),
      note: toAuditNote(log),
    }),
    errors: ["ERR_NAME_TAKEN", "ERR_NOT_FOUND", "ERR_LIST_CHANGED", "ERR_NO_PERMISSION"],
  }),
  delete: route<{ readonly message: string }>()(tagPaths.delete, {
    policy: "signedIn",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND", "ERR_NO_PERMISSION"],
  }),
} as const;
