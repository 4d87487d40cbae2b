import { PROFILES } from "@balcao/domain/access";
import { LIMITS } from "@balcao/domain/limits";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { route } from "../route/route.js";
import { array, exactText, flag, id, idList, integer, object, text } from "../route/wire.js";
import { userPaths } from "./users.paths.js";
import type { ColleagueView, UserListView, UserView } from "./users.views.js";

const clockTime = () => text(5).matches(/^([01]\d|2[0-3]):[0-5]\d$/, { message: "time", excludeEmptyString: true });

const createBody = object({
  name: text(LIMITS.user.name.max).min(LIMITS.user.name.min, "min").required("required"),
  /** Sealed in the documented envelope (AUTH-012). */
  email: text(4_000).required("required"),
  /** Sealed or plain (D-002). */
  password: exactText(4_000).required("required"),
  profile: text(10)
    .oneOf([...PROFILES], "oneOf")
    .default("user"),
  whatsappId: id(),
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
  active: flag(),
  substitution: array(object({ queueId: id(), substituteId: id() })).max(1_000, "max"),
  log: auditNote(),
});

/** Users (API-057…API-059). */
export const userRoutes = {
  list: route<UserListView>()(userPaths.list, {
    policy: "signedIn",
    query: object({ searchParam: text(200), pageNumber: integer(1, 100_000), all: flag() }),
    toHouse: ({ query }) => ({ search: query.searchParam ?? "", pageNumber: query.pageNumber ?? 1, all: query.all ?? false }),
  }),
  get: route<UserView | ColleagueView>()(userPaths.get, {
    policy: "signedIn",
    toHouse: ({ params }) => ({ userId: params.userId }),
    errors: ["ERR_NO_USER_FOUND"],
  }),
  create: route<UserView>()(userPaths.create, {
    policy: "admin",
    body: createBody,
    toHouse: ({ body: { email, password, whatsappId, substitution, log, ...rest } }) => ({
      ...rest,
      sealedEmail: email,
      passwordText: password,
      defaultConnectionId: whatsappId,
      substitutions: (substitution ?? []).map(({ queueId = null, substituteId = null }) => ({ queueId, substituteId })),
      note: toAuditNote(log),
    }),
    errors: ["ERR_NO_PERMISSION", "ERR_EMAIL_TAKEN", "ERR_VALIDATION"],
  }),
} as const;
