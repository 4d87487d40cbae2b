import { CONNECTOR_APIS } from "@balcao/domain/connections";
import { LIMITS } from "@balcao/domain/limits";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { listChange, toListChange } from "../route/listChange.js";
import { route } from "../route/route.js";
import { flag, id, idList, object, text } from "../route/wire.js";
import { connectionPaths } from "./connections.paths.js";
import type { ConnectionGapView, ConnectionShortView, ConnectionView, KeyCopyView, ParkedEventView } from "./connections.views.js";

const limits = LIMITS.connection;
const message = () => text(limits.message);

const api = () => text(20).oneOf([...CONNECTOR_APIS], "oneOf");

const fields = {
  isDefault: flag(),
  queueIds: idList(),
  greetingMessage: message(),
  greetingBotMessage: message(),
  greetingMessageRedirect: message(),
  farewellMessage: message(),
  outOfHoursMessage: message(),
  transferMessage: message(),
  metaIntegration: flag(),
  publicIDTypebot: text(limits.typebotId),
  publicDNSTypebot: text(limits.typebotAddress),
  phoneNumberId: text(limits.metaId),
  wabaId: text(limits.metaId),
  tokenMeta: text(limits.metaToken),
  nps: flag(),
  sendList: flag(),
  npsMessage: message(),
  npsTksMessage: message(),
  historyByQueue: flag(),
  historyByUser: flag(),
  log: auditNote(),
};
const createBody = object({
  ...fields,
  name: text(limits.name.max).min(limits.name.min, "min").required("required"),
  api: api().default("meow"),
});
const changeBody = object({ ...fields, ...listChange("queueIds"), name: text(limits.name.max).min(limits.name.min, "min"), api: api() });

const oneConnection = ({ params }: { params: { whatsappId: number } }) => ({ connectionId: params.whatsappId });
const done = () => route<{ readonly message: string }>();

/** Connections and their sessions (API-076…API-086). */
export const connectionRoutes = {
  list: route<readonly (ConnectionView | ConnectionShortView)[]>()(connectionPaths.list, { policy: "signedIn", toInput: () => null }),
  listCloud: route<readonly (ConnectionView | ConnectionShortView)[]>()(connectionPaths.listCloud, {
    policy: "signedIn",
    toInput: () => ({ api: "cloud_api" as const }),
  }),
  get: route<ConnectionView | ConnectionShortView>()(connectionPaths.get, {
    policy: "signedIn",
    toInput: oneConnection,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  create: route<ConnectionView>()(connectionPaths.create, {
    policy: "admin",
    body: createBody,
    toInput: ({ body: { log, queueIds, ...fields } }) => ({ fields, queueIds: queueIds ?? [], note: toAuditNote(log) }),
    errors: ["ERR_NO_PERMISSION", "ERR_WAPP_GREETING_REQUIRED", "ERR_NAME_TAKEN", "ERR_VALIDATION", "ERR_ACCOUNT_UNCHECKED"],
  }),
  change: route<ConnectionView>()(connectionPaths.change, {
    policy: "admin",
    body: changeBody,
    toInput: ({
      params,
      body: { log, queueIds, addedQueueIds: added, removedQueueIds: removed, expectedQueueIds: expected, ...given },
    }) => ({
      connectionId: params.whatsappId,
      fields: given,
      queues: toListChange(queueIds, { added, removed, expected }),
      note: toAuditNote(log),
    }),
    errors: [
      "ERR_NO_PERMISSION",
      "ERR_NO_WAPP_FOUND",
      "ERR_WAPP_GREETING_REQUIRED",
      "ERR_NO_OTHER_WHATSAPP",
      "ERR_VALIDATION",
      "ERR_ACCOUNT_UNCHECKED",
      "ERR_LIST_CHANGED",
    ],
  }),
  listGaps: route<readonly ConnectionGapView[]>()(connectionPaths.listGaps, {
    policy: "admin",
    toInput: oneConnection,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  resolveGap: route<readonly ConnectionGapView[]>()(connectionPaths.resolveGap, {
    policy: "admin",
    toInput: ({ params }) => ({ connectionId: params.whatsappId, gapId: params.gapId }),
    errors: ["ERR_NO_WAPP_FOUND", "ERR_NOT_FOUND"],
  }),
  listParked: route<readonly ParkedEventView[]>()(connectionPaths.listParked, {
    policy: "admin",
    toInput: oneConnection,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  retryParked: route<readonly ParkedEventView[]>()(connectionPaths.retryParked, {
    policy: "admin",
    toInput: ({ params }) => ({ connectionId: params.whatsappId, eventId: params.eventId }),
    errors: ["ERR_NO_WAPP_FOUND", "ERR_NOT_FOUND"],
  }),
  discardParked: route<readonly ParkedEventView[]>()(connectionPaths.discardParked, {
    policy: "admin",
    toInput: ({ params }) => ({ connectionId: params.whatsappId, eventId: params.eventId }),
    errors: ["ERR_NO_WAPP_FOUND", "ERR_NOT_FOUND"],
  }),
  listKeyCopies: route<readonly KeyCopyView[]>()(connectionPaths.listKeyCopies, {
    policy: "admin",
    toInput: oneConnection,
    errors: ["ERR_NO_WAPP_FOUND"],
  }),
  restoreKeys: route<readonly KeyCopyView[]>()(connectionPaths.restoreKeys, {
    policy: "admin",
    toInput: ({ params }) => ({ connectionId: params.whatsappId, copyId: params.copyId }),
    errors: ["ERR_NO_WAPP_FOUND", "ERR_NOT_FOUND", "ERR_GATEWAY_LINKED"],
  }),
  delete: done()(connectionPaths.delete, {
    policy: "admin",
    toInput: oneConnection,
    errors: ["ERR_NO_WAPP_FOUND", "ERR_NO_OTHER_WHATSAPP"],
  }),
  recreate: done()(connectionPaths.recreate, {
    policy: "admin",
    toInput: oneConnection,
    errors: ["ERR_NO_WAPP_FOUND", "ERR_GATEWAY_TIMEOUT", "ERR_GATEWAY"],
  }),
  restart: done()(connectionPaths.restart, {
    policy: "admin",
    body: object({ whatsappId: id().required("required") }),
    toInput: ({ body }) => ({ connectionId: body.whatsappId }),
    errors: ["ERR_NO_WAPP_FOUND", "ERR_GATEWAY_TIMEOUT", "ERR_GATEWAY"],
  }),
  qr: route<{ readonly qrcode: string | null }>()(connectionPaths.qr, {
    policy: "admin",
    toInput: oneConnection,
    errors: ["ERR_NO_WAPP_FOUND", "ERR_VALIDATION", "ERR_GATEWAY_TIMEOUT", "ERR_GATEWAY"],
  }),
  pair: route<{ readonly paircode: string }>()(connectionPaths.pair, {
    policy: "admin",
    body: object({ phone: text(30).required("required") }),
    toInput: ({ params, body }) => ({ connectionId: params.whatsappId, phone: body.phone }),
    errors: ["ERR_NO_WAPP_FOUND", "ERR_PAIR_PHONE", "ERR_GATEWAY_TIMEOUT", "ERR_GATEWAY"],
  }),
  startSession: done()(connectionPaths.startSession, {
    policy: "admin",
    toInput: oneConnection,
    errors: ["ERR_NO_WAPP_FOUND", "ERR_GATEWAY_TIMEOUT", "ERR_GATEWAY"],
  }),
  renewSession: done()(connectionPaths.renewSession, {
    policy: "admin",
    toInput: oneConnection,
    errors: ["ERR_NO_WAPP_FOUND", "ERR_GATEWAY_TIMEOUT", "ERR_GATEWAY"],
  }),
  endSession: done()(connectionPaths.endSession, {
    policy: "admin",
    toInput: oneConnection,
    errors: ["ERR_NO_WAPP_FOUND", "ERR_GATEWAY_TIMEOUT", "ERR_GATEWAY"],
  }),
} as const;
