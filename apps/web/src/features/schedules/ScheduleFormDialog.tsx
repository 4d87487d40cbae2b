import type { AudienceView } from "@balcao/contracts/massSends";
import { byNewestSchedule, type ScheduleView } from "@balcao/contracts/schedules";
import type { TemplateChoice } from "@balcao/contracts/templates";
import { DEFAULT_CONNECTOR, type ConnectorApi } from "@balcao/domain/connections";
import { LIMITS } from "@balcao/domain/limits";
import { nextOccurrences, RECURRENCES, toRuleValue, type Recurrence } from "@balcao/domain/schedules";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { connectionsQuery } from "../../lib/data/connections";
import { useRights } from "../../lib/data/rights";
import { updateRow } from "../../lib/data/wholeLists";
import { queryClient } from "../../lib/queryClient";
import { useSelf } from "../../lib/session";
import { companyZone, toClock, toDateAndClock, toDayKey, toInstant } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { uploadProblem } from "../../lib/uploadProblem";
import { DropField, SelectField } from "../../ui";
import { AudienceField, isTemplateComplete, NightHint, NOBODY, useAudience, WindowTemplate, type ChosenAudience } from "../../ui/audience";
import { FileRows } from "../../ui/files/FileRows";
import type { ListedFile } from "../../ui/files/FileThumb";
import { FormDialog, FormText, useItemForm } from "../../ui/form";
import {
  toChangeBody,
  toConnectionId,
  toCreateBody,
  toRecurrence,
  toValues,
  withFiles,
  type NamedSchedule,
  type ScheduleForm,
} from "./scheduleBody";
import "./schedules.css";
import { ValueField } from "./ValueField";

interface NextDatesProps {
  readonly recurrence: Recurrence;
  readonly value: string;
  readonly day: string;
  readonly clock: string;
}

const SHOWN = 3;

/** The next three moments of what is typed, in the company's zone (D-190 to D-192). */
function NextDates({ recurrence, value, day, clock }: NextDatesProps) {
  const { t } = useTranslation("schedules");
  const [now] = useState(() => Date.now());
  const stored = toRuleValue(recurrence, value);
  if (stored === null || day === "" || clock === "") return null;
  const sendAt = toInstant(day, clock);
  const rule = { recurrence, value: stored, sendAt };
  const dates = nextOccurrences(rule, companyZone(), new Date(Math.max(sendAt.getTime() - 1, now)), SHOWN);
  if (dates.length === 0) return null;
  return (
    <p className="nextDates" role="note">
      {t("form.next", { dates: dates.map((at) => toDateAndClock(at)).join(" · ") })}
    </p>
  );
}

const limits = LIMITS.schedule;
const MINUTE_MS = 60_000;
/** How far ahead the first moment is at first (SCHED-024). */
const AHEAD_MINUTES = 5;

const schema = async () => {
  const { anything, form, optionalText, requiredText } = await import("@balcao/domain/forms");
  const short = { min: 1, max: 20 };
  return form({
    title: optionalText(limits.title.max),
    message: requiredText(limits.message),
    recurrence: requiredText(short),
    RValue: optionalText(20),
    day: requiredText(short),
    clock: requiredText(short),
    whatsappId: optionalText(20),
    audience: anything<ChosenAudience>(),
    template: anything<TemplateChoice>(),
    medias: anything<readonly ListedFile[]>(),
  });
};

interface ScheduleFormDialogProps {
  readonly editing: NamedSchedule | null;
  /** What a new one begins with. */
  readonly draft?: Partial<ScheduleForm>;
  readonly onClose: () => void;
}

/** The values of a new schedule, which is for nobody yet; of whoever may not send to many, for contacts. */
function newValues(sendToMany: boolean): ScheduleForm {
  const at = new Date(Date.now() + AHEAD_MINUTES * MINUTE_MS);
  const audience: ChosenAudience = sendToMany ? NOBODY : { kind: "contacts", contacts: [], tagIds: [] };
  const when = { recurrence: "once", RValue: "", day: toDayKey(at), clock: toClock(at) };
  return { title: "", message: "", ...when, whatsappId: "", audience, template: null, medias: [] };
}

/** Whether somebody receives it, and of whoever may not send to many one contact alone. */
const reachesRight = (counted: AudienceView | undefined, { contacts }: ChosenAudience, sendToMany: boolean): boolean =>
  (counted?.total ?? 0) > 0 && (sendToMany || contacts.length === 1);

interface FilesFieldProps {
  readonly value: readonly ListedFile[];
  readonly api: ConnectorApi;
  readonly error: string | undefined;
  readonly onChange: (files: readonly ListedFile[]) => void;
}

const sizeOf = (files: readonly ListedFile[]): number => files.reduce((sum, { size }) => sum + size, 0);

/** The files of a schedule in their order, with what they show and their size; chosen, dropped or pasted. */
function FilesField({ value, api, error, onChange }: FilesFieldProps) {
  const { t } = useTranslation("schedules");
  const [isFull, setFull] = useState(false);
  const most = LIMITS.schedule.files;
  const add = (list: FileList) => {
    const files = [...value, ...list];
    setFull(files.length > most);
    if (list.length > 0) onChange(files.slice(0, most));
  };
  return (
    <DropField
      label={t("form.files")}
      button={t("form.chooseFiles")}
      problem={uploadProblem(sizeOf(value), api) ?? error ?? (isFull ? t("form.tooMany", { count: most }) : undefined)}
      help={t("form.dropFiles", { count: most })}
      multiple
      onFiles={add}
    >
      {value.length > 0 && (
        <FileRows files={value} ordered={false} label={(_deed, name) => t("form.removeFile", { name })} onChange={onChange} />
      )}
    </DropField>
  );
}

/** Text, recurrence with its value, first moment, connection and recipients of a schedule. */
export function ScheduleFormDialog({ editing, draft, onClose }: ScheduleFormDialogProps) {
  const { t } = useTranslation(["schedules", "common"]);
  const { id: userId, name: userName } = useSelf();
  const { sendToMany } = useRights();
  const log = { userId, userName };
  const form = useItemForm<NamedSchedule, ScheduleForm, ScheduleView>({
    editing,
    schema,
    values: editing ? toValues(editing) : { ...newValues(sendToMany), ...draft },
    area: "schedules",
    create: (values, idempotencyKey) => {
      const body = toCreateBody(values, log);
      return call("schedules", "create", { body }, { ...withFiles(body, values.medias), idempotencyKey });
    },
    change: (item, changes) => {
      const body = toChangeBody(item, changes, log);
      return call("schedules", "change", { params: { scheduleId: item.id }, body }, withFiles(body, changes.medias));
    },
    onSaved: (row) => {
      updateRow(queryClient, "schedules", { id: row.id, row }, byNewestSchedule);
      toasts.success(t("schedules:toast.saved"));
      onClose();
    },
  });
  const { control, setValue } = form.form;
  const [recurrence, RValue, day, clock] = useWatch({ control, name: ["recurrence", "RValue", "day", "clock"] });
  const [chosen, whatsappId, template, medias] = useWatch({ control, name: ["audience", "whatsappId", "template", "medias"] });
  const audience = chosen ?? NOBODY;
  const files = medias ?? [];
  const counted = useAudience(audience, toConnectionId(whatsappId));
  const api = useConnectorOf(toConnectionId(whatsappId));
  return (
    <FormDialog
      title={t(editing ? "schedules:form.editTitle" : "schedules:form.title")}
      form={form}
      width={560}
      submitLabel={t(editing ? "schedules:form.save" : "schedules:form.submit")}
      unable={!reachesRight(counted, audience, sendToMany) || !isTemplateComplete(template) || uploadProblem(sizeOf(files), api) !== null}
      onClose={onClose}
    >
      <FormText of={form} name="title" label={t("schedules:form.name")} optional={t("common:form.optional")} limit={limits.title.max} />
      <FormText of={form} name="message" label={t("schedules:form.message")} multiline minRows={3} maxRows={8} limit={limits.message.max} />
      <FilesField
        value={files}
        api={api}
        error={form.faultOf("medias")}
        onChange={(next) => setValue("medias", next, { shouldDirty: true })}
      />
      <SelectField
        label={t("schedules:column.recurrence")}
        value={recurrence}
        options={RECURRENCES.map((each) => ({ value: each, label: t(`schedules:recurrence.${each}`) }))}
        onChange={(value) => {
          setValue("recurrence", value, { shouldDirty: true });
          setValue("RValue", "");
        }}
      />
      <ValueField
        recurrence={toRecurrence(recurrence)}
        value={RValue}
        error={form.faultOf("RValue")}
        onChange={(value) => setValue("RValue", value, { shouldDirty: true })}
      />
      <div className="formPair">
        <FormText of={form} name="day" type="date" label={t("schedules:form.day")} />
        <FormText of={form} name="clock" type="time" label={t("schedules:form.time")} />
      </div>
      <NextDates recurrence={toRecurrence(recurrence)} value={RValue} day={day} clock={clock} />
      <ConnectionField of={whatsappId} onChange={(value) => setValue("whatsappId", value, { shouldDirty: true })} />
      <AudienceField
        value={audience}
        counted={counted}
        error={form.faultOf("contactsIds") ?? form.faultOf("tagsIds")}
        onChange={(next) => setValue("audience", next, { shouldDirty: true })}
      />
      {reachesMany(counted) && day !== "" && clock !== "" && <NightHint counted={counted} at={toInstant(day, clock)} />}
      <WindowTemplate
        counted={counted}
        value={template}
        error={form.faultOf("template")}
        onChange={(next) => setValue("template", next, { shouldDirty: true })}
      />
    </FormDialog>
  );
}

const reachesMany = (counted: AudienceView | undefined): boolean => (counted?.total ?? 0) > 1;

/** The kind of the chosen connection, or of the default one. */
function useConnectorOf(connectionId: number | null): ConnectorApi {
  const { data = [] } = useQuery(connectionsQuery);
  const found = data.find(({ id, isDefault }) => (connectionId === null ? isDefault : id === connectionId));
  return found?.api ?? DEFAULT_CONNECTOR;
}

/** Over which connection it goes out; the default one unless one is chosen. */
function ConnectionField({ of, onChange }: { readonly of: string; readonly onChange: (value: string) => void }) {
  const { t } = useTranslation("schedules");
  const { data = [] } = useQuery(connectionsQuery);
  return (
    <SelectField
      label={t("form.connection")}
      value={of === "" ? "default" : of}
      options={[{ value: "default", label: t("detail.default") }, ...data.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={(value) => onChange(value === "default" ? "" : value)}
    />
  );
}
