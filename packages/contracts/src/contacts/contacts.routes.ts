import { LIMITS } from "@balcao/domain/limits";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { route } from "../route/route.js";
import { array, flag, integer, object, text } from "../route/wire.js";
import { contactPaths } from "./contacts.paths.js";
import type { ContactListView, ContactView, GroupView } from "./contacts.views.js";

const limits = LIMITS.contact;

const createBody = object({
  name: text(limits.name.max).min(limits.name.min, "min").required("required"),
  number: text(60).required("required"),
  email: text(limits.email).email("email"),
  respostaAutomatica: flag().required("required"),
  extraInfo: array(object({ name: text(100).required("required"), value: text(1_000).default("") })).max(50, "max"),
  log: auditNote(),
});

/** Contacts (API-045…API-047, API-049). */
export const contactRoutes = {
  list: route<ContactListView>()(contactPaths.list, {
    policy: "signedIn",
    query: object({ searchParam: text(200), pageNumber: integer(1, 100_000), all: flag(), ignoreGroup: flag() }),
    toHouse: ({ query }) => ({
      search: query.searchParam ?? "",
      pageNumber: query.pageNumber ?? 1,
      all: query.all ?? false,
      ignoreGroups: query.ignoreGroup ?? false,
    }),
  }),
  get: route<ContactView>()(contactPaths.get, {
    policy: "signedIn",
    toHouse: ({ params }) => ({ contactId: params.contactId }),
    errors: ["ERR_NO_CONTACT_FOUND"],
  }),
  group: route<GroupView>()(contactPaths.group, {
    policy: "signedIn",
    toHouse: ({ params }) => ({ contactId: params.contactId }),
    errors: ["ERR_NO_CONTACT_FOUND", "ERR_GATEWAY", "ERR_GATEWAY_TIMEOUT"],
  }),
  create: route<ContactView>()(contactPaths.create, {
    policy: "addContact",
    body: createBody,
    toHouse: ({ body: { respostaAutomatica, log, extraInfo, ...rest } }) => ({
      ...rest,
      email: rest.email ?? "",
      autoReply: respostaAutomatica,
      extraInfo: extraInfo ?? [],
      note: toAuditNote(log),
    }),
    errors: ["ERR_DUPLICATED_CONTACT", "ERR_NO_PERMISSION", "ERR_WAPP_INVALID_CONTACT"],
  }),
  /** Everybody may ask; making one that is not there yet needs the right to add (D-127, D-130). */
  findOrCreate: route<ContactView>()(contactPaths.findOrCreate, {
    policy: "signedIn",
    body: object({
      name: text(limits.name.max).min(limits.name.min, "min").required("required"),
      number: text(60).required("required"),
      email: text(limits.email).email("email"),
    }),
    toHouse: ({ body }) => ({ ...body, email: body.email ?? "" }),
    errors: ["ERR_NO_PERMISSION", "ERR_WAPP_INVALID_CONTACT"],
  }),
} as const;
