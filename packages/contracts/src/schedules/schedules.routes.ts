import { LIMITS } from "@balcao/domain/limits";
import { RECURRENCES } from "@balcao/domain/schedules";
import { string } from "yup";
import { audienceFields, senderNote, TEMPLATE_ERRORS, toAudience } from "../massSends/massSends.routes.js";
import { UPLOAD_ERRORS } from "../errors/index.js";
import { route } from "../route/route.js";
import { exactText, fileIdList, flag, id, idOrNone, object, text, isInstant } from "../route/wire.js";
import { templateChoice } from "../templates/templateChoice.js";
import { schedulePaths, type ScheduleLogView, type ScheduleView } from "./index.js";

const limits = LIMITS.schedule;

const isSaid = (value: string | undefined): boolean => value === undefined || value.trim() !== "";
const message = () => exactText(limits.message.max);
const recurrence = () => string().oneOf([...RECURRENCES], "oneOf");
const sendAt = () => text(40).test("date", "date", (value) => value === undefined || isInstant(value));
const fields = {
  title: text(limits.title.max),
  RValue: text(20),
  ...audienceFields,
  whatsappId: idOrNone(),
  /** Added: what goes to recipients outside of the 24-hour window. */
  template: templateChoice(),
  log: senderNote(),
};
const body = object({
  ...fields,
  /** Added: the conversation to which it belongs; then only message, sendAt and signed count (D-273). */
  ticketId: id(),
  signed: flag(),
  message: message().required("required").test("required", "required", isSaid),
  recurrence: recurrence().when("ticketId", ([ticketId], schema) => (ticketId === undefined ? schema.required("required") : schema)),
  sendAt: sendAt().required("required"),
});
/**
 * Absent fields stay as they are; who receives it is one of them. Without `keepMedias` all stored files stay; new ones are added after
 * them.
 */
const changeBody = object({
  ...fields,
  message: message().test("min", "min", isSaid),
  recurrence: recurrence(),
  sendAt: sendAt(),
  /** Added: whether a message of a conversation is signed. */
  signed: flag(),
  keepMedias: fileIdList(limits.files),
});
const files = { field: "medias", maxFiles: limits.files };

/** A message of a conversation is judged by the rule of its ticket. */
const ofOne = { policy: "signedIn", errors: ["ERR_NOT_FOUND", "ERR_NO_PERMISSION"] } as const;

const paused = { policy: "signedIn", errors: ["ERR_NOT_FOUND", "ERR_NO_PERMISSION", "ERR_SEND_STATE"] } as const;

/** Schedules: everybody who is signed in sees them, and changes her own (API-120…API-123, D-269). */
export const scheduleRoutes = {
  list: route<readonly ScheduleView[]>()(schedulePaths.list, { policy: "signedIn", toInput: () => null }),
  ofTicket: route<readonly ScheduleView[]>()(schedulePaths.ofTicket, {
    policy: "ticket",
    toInput: ({ params }) => params,
    errors: ["ERR_NO_TICKET_FOUND", "ERR_NO_PERMISSION"],
  }),
  logs: route<readonly ScheduleLogView[]>()(schedulePaths.logs, { ...ofOne, toInput: ({ params }) => params }),
  get: route<ScheduleView>()(schedulePaths.get, { ...ofOne, toInput: ({ params }) => params }),
  create: route<ScheduleView>()(schedulePaths.create, {
    policy: "signedIn",
    grows: true,
    body,
    files,
    limitBytes: limits.bodyBytes,
    toInput: ({
      body: { title, message, recurrence, RValue, sendAt, whatsappId, template, log: _log, ticketId, signed, ...audience },
    }) => ({
      ticketId: ticketId ?? null,
      signed: signed ?? false,
      title: title ?? "",
      message,
      recurrence: recurrence ?? "once",
      value: RValue ?? "",
      sendAt: new Date(sendAt),
      connectionId: whatsappId ?? null,
      template,
      audience: toAudience(audience),
    }),
    errors: [
      "ERR_NO_PERMISSION",
      "ERR_NO_TICKET_FOUND",
      "ERR_NO_WAPP_FOUND",
      "ERR_SCHEDULE_PAST",
      ...UPLOAD_ERRORS,
      "ERR_FILE_NOT_CARRIED",
      ...TEMPLATE_ERRORS,
    ],
  }),
  change: route<ScheduleView>()(schedulePaths.change, {
    policy: "signedIn",
    grows: true,
    body: changeBody,
    files,
    limitBytes: limits.bodyBytes,
    toInput: ({
      params,
      body: { keepMedias, log: _log, template, title, message, recurrence, RValue, sendAt, whatsappId, signed, ...audience },
    }) => ({
      ...params,
      fields: {
        title,
        message,
        recurrence,
        value: RValue,
        sendAt: sendAt === undefined ? undefined : new Date(sendAt),
        connectionId: whatsappId,
        audience: Object.values(audience).some((each) => each !== undefined) ? toAudience(audience) : undefined,
      },
      template,
      signed,
      keepFileIds: keepMedias ?? null,
    }),
    errors: [
      "ERR_NOT_FOUND",
      "ERR_NO_PERMISSION",
      "ERR_NO_WAPP_FOUND",
      "ERR_SCHEDULE_PAST",
      "ERR_SCHEDULE_SENT",
      ...UPLOAD_ERRORS,
      "ERR_FILE_NOT_CARRIED",
      ...TEMPLATE_ERRORS,
    ],
  }),
  delete: route<{ readonly message: string }>()(schedulePaths.delete, {
    ...ofOne,
    errors: ["ERR_NOT_FOUND", "ERR_NO_PERMISSION"],
    toInput: ({ params }) => params,
  }),
  pause: route<ScheduleView>()(schedulePaths.pause, { ...paused, toInput: ({ params }) => params }),
  resume: route<ScheduleView>()(schedulePaths.resume, { ...paused, toInput: ({ params }) => params }),
} as const;
