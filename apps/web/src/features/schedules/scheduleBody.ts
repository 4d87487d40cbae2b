import type { ScheduleView } from "@balcao/contracts/schedules";
import type { TemplateChoice } from "@balcao/contracts/templates";
import { RECURRENCES, type Recurrence } from "@balcao/domain/schedules";
import { toClock, toDayKey, toInstant } from "../../lib/time";
import { NOBODY, toAudienceBody, toChosen, type ChosenAudience } from "../../ui/audience/chosenAudience";
import type { ListedFile } from "../../ui/files/FileThumb";
import type { NamedContact } from "../../ui/form";

/** What the form of a schedule holds. */
export interface ScheduleForm {
  title: string;
  message: string;
  recurrence: string;
  RValue: string;
  day: string;
  clock: string;
  whatsappId: string;
  audience: ChosenAudience | null;
  template: TemplateChoice | null;
  medias: readonly ListedFile[] | null;
}

/** A schedule with the names of its contacts. */
export type NamedSchedule = ScheduleView & { readonly contacts: readonly NamedContact[] };

/** Who sends, as the audit trail gets it. */
interface Sender {
  readonly userId: number;
  readonly userName: string;
}

export const toConnectionId = (value: string): number | null => (value === "" ? null : Number(value));
export const toRecurrence = (value: string): Recurrence => RECURRENCES.find((each) => each === value) ?? "once";
const toSendAt = ({ day, clock }: Pick<ScheduleForm, "day" | "clock">): string => toInstant(day, clock).toISOString();

/** The values of a schedule's form. */
export function toValues(editing: NamedSchedule): ScheduleForm {
  const { title, message, recurrence, RValue, sendAt, whatsapp, contacts, template, medias } = editing;
  const audience = { ...toChosen(editing), contacts };
  const whatsappId = whatsapp ? String(whatsapp.id) : "";
  const when = { recurrence, RValue, day: toDayKey(sendAt), clock: toClock(sendAt) };
  return { title, message, ...when, whatsappId, audience, template, medias };
}

/** The body of a new schedule; its files travel in a form. */
export function toCreateBody(values: ScheduleForm, log: Sender) {
  const { title, message, recurrence, RValue, whatsappId, audience, template } = values;
  return {
    ...{ title, message, RValue, template, log },
    recurrence: toRecurrence(recurrence),
    sendAt: toSendAt(values),
    whatsappId: toConnectionId(whatsappId),
    ...toAudienceBody(audience ?? NOBODY),
  };
}

/**
 * The body of a change. A recurrence and its value are one thing, a day and its time another; `keepMedias` names the stored files that
 * stay, and new ones travel in a form.
 */
export function toChangeBody(editing: NamedSchedule, changes: Partial<ScheduleForm>, log: Sender) {
  const { recurrence, RValue, day, clock, whatsappId, audience, medias, ...texts } = changes;
  const whole = { ...toValues(editing), ...changes };
  return {
    ...texts,
    ...((recurrence ?? RValue) !== undefined && { recurrence: toRecurrence(whole.recurrence), RValue: whole.RValue }),
    ...((day ?? clock) !== undefined && { sendAt: toSendAt(whole) }),
    ...(whatsappId !== undefined && { whatsappId: toConnectionId(whatsappId) }),
    ...(audience !== undefined && toAudienceBody(audience ?? NOBODY)),
    ...(medias && { keepMedias: medias.flatMap((file) => (file instanceof File ? [] : [file.id])) }),
    log,
  };
}

/** The same body as a form with the new files; nothing where there are none. */
export function withFiles(body: object, files: readonly ListedFile[] | null | undefined): { readonly form?: FormData } {
  const added = (files ?? []).filter((file) => file instanceof File);
  if (added.length === 0) return {};
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, toField(value));
  for (const file of added) form.append("medias", file);
  return { form };
}

/** Fields of a form are texts: ids are joined by commas, other objects travel as JSON. */
function toField(value: unknown): string {
  if (value === null) return "";
  if (Array.isArray(value)) return value.join(",");
  return typeof value === "string" ? value : JSON.stringify(value);
}
