import { toAudienceBody, type ChosenAudience } from "../../ui/audience";
import type { TemplateChoice } from "@balcao/contracts/templates";
import type { Recurrence } from "@balcao/domain/schedules";
import type { ListedFile } from "../../ui/files";

/** What is sent of a schedule's form, with its names on the wire. */
interface ScheduleFields {
  readonly title: string;
  readonly message: string;
  readonly recurrence: Recurrence;
  readonly RValue: string;
  readonly sendAt: string;
  readonly whatsappId: number | null;
  readonly template: TemplateChoice | null;
  readonly log: { readonly userId: number; readonly userName: string };
}

/** The body of a schedule. `keepMedias` names the stored files that stay; new ones travel in a form. */
export function toScheduleBody(fields: ScheduleFields, audience: ChosenAudience, files: readonly ListedFile[]) {
  const kept = files.flatMap((file) => (file instanceof File ? [] : [file.id]));
  return { ...fields, ...toAudienceBody(audience), keepMedias: kept };
}

/** The same body as a form with the new files; undefined when there are none. */
export function toScheduleForm(body: Readonly<Record<string, unknown>>, files: readonly ListedFile[]): FormData | undefined {
  const added = files.filter((file) => file instanceof File);
  if (added.length === 0) return undefined;
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, toField(value));
  for (const file of added) form.append("medias", file);
  return form;
}

/** Fields of a form are texts: ids are joined by commas, other objects travel as JSON. */
function toField(value: unknown): string {
  if (value === null) return "";
  if (Array.isArray(value)) return value.join(",");
  return typeof value === "string" ? value : JSON.stringify(value);
}
