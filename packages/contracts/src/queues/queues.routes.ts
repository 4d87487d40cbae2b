import { LIMITS } from "@balcao/domain/limits";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { listChange, toListChange } from "../route/listChange.js";
import { route } from "../route/route.js";
import { hexColor, idOrNone, integer, integerOrNone, object, text } from "../route/wire.js";
import { queuePaths } from "./queues.paths.js";
import type { QueueDetailView, QueueUseView, QueueView } from "./index.js";

const limits = LIMITS.queue;

/** A target in minutes. */
const minutesOrNone = () => integerOrNone(limits.target.min, limits.target.max);

/** Queues (API-066…API-070). In a change, absent fields stay as they are. */
export const queueRoutes = {
  list: route<readonly QueueView[]>()(queuePaths.list, { policy: "signedIn", toInput: () => null }),
  get: route<QueueDetailView>()(queuePaths.get, {
    policy: "admin",
    toInput: ({ params }) => ({ queueId: params.queueId }),
    errors: ["ERR_NO_QUEUE_FOUND"],
  }),
  use: route<QueueUseView>()(queuePaths.use, { policy: "admin", toInput: ({ params }) => params, errors: ["ERR_NO_QUEUE_FOUND"] }),
  create: route<QueueView>()(queuePaths.create, {
    policy: "admin",
    body: object({
      name: text(limits.name.max).min(limits.name.min, "min").required("required"),
      color: hexColor(limits.color).required("required"),
      customOrder: integer(limits.order.min, limits.order.max).default(999),
      greetingMessage: text(limits.greetingMessage).default(""),
      log: auditNote(),
    }),
    toInput: ({ body: { log, ...queue } }) => ({ ...queue, note: toAuditNote(log) }),
    errors: ["ERR_NO_PERMISSION", "ERR_QUEUE_COLOR_ALREADY_EXISTS", "ERR_NAME_TAKEN"],
  }),
  change: route<QueueDetailView>()(queuePaths.change, {
    policy: "admin",
    body: object({
      name: text(limits.name.max).min(limits.name.min, "min"),
      color: hexColor(limits.color),
      customOrder: integer(limits.order.min, limits.order.max),
      greetingMessage: text(limits.greetingMessage),
      openingHours: text(limits.openingHours),
      outOfHoursMessage: text(limits.greetingMessage),
      outOfHoursQueueId: idOrNone(),
      firstAnswerTarget: minutesOrNone(),
      nextAnswerTarget: minutesOrNone(),
      resolutionTarget: minutesOrNone(),
      targetWarning: integer(limits.targetWarning.min, limits.targetWarning.max),
      openLimit: integerOrNone(limits.openLimit.min, limits.openLimit.max),
      ...listChange("userIds"),
      log: auditNote(),
    }),
    toInput: ({ params, body: { log, userIds, addedUserIds: added, removedUserIds: removed, expectedUserIds: expected, ...fields } }) => ({
      ...params,
      fields,
      attendants: toListChange(userIds, { added, removed, expected }),
      note: toAuditNote(log),
    }),
    errors: [
      "ERR_NO_QUEUE_FOUND",
      "ERR_QUEUE_COLOR_ALREADY_EXISTS",
      "ERR_NAME_TAKEN",
      "ERR_USER_NO_LINKED_IN_QUEUE",
      "ERR_LIST_CHANGED",
      "ERR_VALIDATION",
    ],
  }),
  delete: route<{ readonly message: string }>()(queuePaths.delete, {
    policy: "admin",
    toInput: ({ params }) => params,
    errors: ["ERR_NO_QUEUE_FOUND"],
  }),
} as const;
