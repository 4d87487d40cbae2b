import { LIMITS } from "@balcao/domain/limits";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { route } from "../route/route.js";
import { integer, object, text } from "../route/wire.js";
import { queuePaths } from "./queues.paths.js";
import type { QueueDetailView, QueueView } from "./queues.views.js";

const limits = LIMITS.queue;

/** Queues (API-066…API-068). */
export const queueRoutes = {
  list: route<readonly QueueView[]>()(queuePaths.list, { policy: "signedIn", toHouse: () => null }),
  get: route<QueueDetailView>()(queuePaths.get, {
    policy: "admin",
    toHouse: ({ params }) => ({ queueId: params.queueId }),
    errors: ["ERR_NO_QUEUE_FOUND"],
  }),
  create: route<QueueView>()(queuePaths.create, {
    policy: "admin",
    body: object({
      name: text(limits.name.max).min(limits.name.min, "min").required("required"),
      color: text(limits.color.max)
        .min(limits.color.min, "min")
        .matches(/^#[0-9a-fA-F]{2,8}$/, "color")
        .required("required"),
      customOrder: integer(limits.order.min, limits.order.max).default(999),
      greetingMessage: text(limits.greetingMessage).default(""),
      log: auditNote(),
    }),
    toHouse: ({ body: { log, ...queue } }) => ({ ...queue, note: toAuditNote(log) }),
    errors: ["ERR_NO_PERMISSION", "ERR_QUEUE_COLOR_ALREADY_EXISTS", "ERR_NAME_TAKEN"],
  }),
} as const;
