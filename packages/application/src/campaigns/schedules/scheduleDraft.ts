import { localDay } from "@balcao/domain/calendar";
import { nextOccurrence, toRuleValue, type ScheduleRule } from "@balcao/domain/schedules";
import { oneAudience, type Audience } from "@balcao/domain/sends";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { ScheduleDraft, ScheduleRow } from "@balcao/database/schedules";
import type { Ctx, Services } from "../../ground/kernel/index.js";

/** What people say about a schedule, without its files and template. */
export interface ScheduleFields extends ScheduleRule {
  readonly title: string;
  readonly message: string;
  readonly connectionId: number | null;
  readonly audience: Audience;
}

/** The fields of a change; an absent one stays. */
export type ChangedFields = { readonly [F in keyof ScheduleFields]?: ScheduleFields[F] | undefined };

type Draft = Omit<ScheduleDraft, "fileIds" | "template">;
type Timing = Pick<Draft, "recurrence" | "value" | "sendAt" | "nextDue" | "resetAt">;

const MINUTE_MS = 60_000;

/** A new schedule. One whose moment is earlier today is due at once. */
export function toDraft(services: Services, ctx: Ctx, { title, message, connectionId, audience, ...rule }: ScheduleFields): Draft {
  const place = { connectionId: checkConnection(services, connectionId) };
  return { title, message, ...place, ...checkAudience(audience), ...toTiming(services, ctx, rule, false) };
}

/** A schedule with what a change says; when it goes out stays decided where the change says nothing about that. */
export function toChangedDraft(services: Services, ctx: Ctx, stored: ScheduleRow, given: ChangedFields): Draft {
  const { title = stored.title, message = stored.message, connectionId, audience } = given;
  const { allContacts, contactIds, tagIds } = stored;
  return {
    title,
    message,
    connectionId: connectionId === undefined ? stored.connectionId : checkConnection(services, connectionId),
    ...(audience === undefined ? { allContacts, contactIds, tagIds } : checkAudience(audience)),
    ...toChangedTiming(services, ctx, stored, given),
  };
}

function toChangedTiming(services: Services, ctx: Ctx, stored: ScheduleRow, given: ChangedFields): Timing {
  const { recurrence = stored.recurrence, sendAt = stored.sendAt } = given;
  if (given.recurrence === undefined && given.value === undefined && given.sendAt === undefined) {
    const { value, nextDue, resetAt } = stored;
    return { recurrence, value, sendAt, nextDue, resetAt };
  }
  const value = given.value ?? (recurrence === stored.recurrence ? stored.value : "");
  return toTiming(services, ctx, { recurrence, value, sendAt }, given.sendAt === undefined && recurrence !== "once");
}

/** `isOld`: the first moment is that of a repeated schedule which has begun, so that it may have passed. */
function toTiming(services: Services, { now }: Ctx, { recurrence, value, sendAt: given }: ScheduleRule, isOld: boolean): Timing {
  const { timeZone } = services.directory.current().settings;
  const stored = toRuleValue(recurrence, value);
  if (stored === null) throw invalidField("RValue", "value");
  const sendAt = new Date(Math.floor(given.getTime() / MINUTE_MS) * MINUTE_MS);
  if (!isOld && localDay(sendAt, timeZone) < localDay(now, timeZone)) throw new AppError("ERR_SCHEDULE_PAST");
  // Just before the moment itself, so that one earlier today is due at once.
  const before = isOld ? now : new Date(Math.min(now.getTime(), sendAt.getTime()) - 1);
  const nextDue = nextOccurrence({ recurrence, value: stored, sendAt }, timeZone, before);
  return { recurrence, value: stored, sendAt, nextDue, resetAt: null };
}

function checkConnection(services: Services, connectionId: number | null): number | null {
  if (connectionId !== null && !services.directory.current().connections.has(connectionId)) throw new AppError("ERR_NO_WAPP_FOUND");
  return connectionId;
}

function checkAudience(audience: Audience): Audience {
  const chosen = oneAudience(audience);
  if (!chosen) throw invalidField("contactsIds", "required");
  return chosen;
}
