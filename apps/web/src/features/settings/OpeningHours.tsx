import type { QueueView } from "@balcao/contracts/queues";
import { hoursOf, localDay, previewDays, printOwnHours, readOwnHours, type OwnHoursProblem } from "@balcao/domain/calendar";
import { LIMITS } from "@balcao/domain/limits";
import type { CalendarSettings, Settings } from "@balcao/domain/settings";
import ArrowBack from "@mui/icons-material/ArrowBack";
import Button from "@mui/material/Button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router-dom";
import { call, toErrorText } from "../../lib/api";
import { queuesQuery } from "../../lib/data/queues";
import { addRemark } from "../../lib/data/remarks";
import { useChangeSetting, useSettings } from "../../lib/data/settings";
import { toasts } from "../../lib/toasts";
import { SelectField, Spinner, TextInput, UnreadChoices } from "../../ui";
import { DatedHoursEditor } from "./DatedHoursEditor";
import { problemOf } from "./hoursDraft";
import { usePreviewWords, useProblemText } from "./hoursWords";
import "./openingHours.css";
import { PlainSelect } from "./OpenIntervals";
import { RecountCard } from "./RecountCard";
import { WeekEditor } from "./WeekEditor";

const COMPANY = "company";

/** Opening hours by day, of the company or of a queue whose id is the scope (D-380). */
export function OpeningHours({ scope }: { readonly scope: string }) {
  const { t } = useTranslation("settings");
  const { openingHours } = useSettings();
  const { data: queues, isError } = useQuery(queuesQuery);
  if (!queues) return isError ? <UnreadChoices /> : <Spinner />;
  const queue = queues.find(({ id }) => String(id) === scope) ?? null;
  const stored = queue ? toFields(queue) : { openingHours, outOfHoursMessage: "", outOfHoursQueueId: null };
  return (
    <>
      <Link className="hoursBack" to="?section=tickets">
        <ArrowBack aria-hidden />
        {t("ownHours.back")}
      </Link>
      <HoursForm queue={queue} queues={queues} stored={stored} />
    </>
  );
}

type HoursFields = Pick<QueueView, "openingHours" | "outOfHoursMessage" | "outOfHoursQueueId">;
const toFields = ({ openingHours, outOfHoursMessage, outOfHoursQueueId }: QueueView): HoursFields => ({
  openingHours,
  outOfHoursMessage,
  outOfHoursQueueId,
});
const isSame = (one: HoursFields, other: HoursFields): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Saves the hours of a queue, or of the company. */
function useSaveHours(queue: QueueView | null, stored: HoursFields, onSaved: () => void) {
  const { t } = useTranslation("settings");
  const onError = (error: Error) => toasts.error(toErrorText(error));
  const done = () => {
    toasts.success(t("toast.saved"));
    onSaved();
  };
  const ofCompany = useChangeSetting(onError);
  const ofQueue = useMutation({
    mutationFn: ({ id, fields }: { readonly id: number; readonly fields: Partial<HoursFields> }) =>
      call("queues", "change", { params: { queueId: id }, body: fields }),
    onError,
    onSuccess: ({ id, name }) => addRemark({ descricao: `Alterou os horários da fila ${name}`, origem: "Configurações", queueId: id }),
  });
  const save = (fields: HoursFields) => {
    if (!queue) {
      const remark = "Alterou os horários por dia";
      ofCompany.mutate({ key: "openingHours", value: fields.openingHours, expected: stored.openingHours, remark }, { onSuccess: done });
      return;
    }
    const changed = Object.fromEntries(Object.entries(fields).filter(([key, value]) => stored[key as keyof HoursFields] !== value));
    ofQueue.mutate({ id: queue.id, fields: changed }, { onSuccess: done });
  };
  return { save, isPending: ofCompany.isPending || ofQueue.isPending };
}

const DAYS = 14;

/** The next fourteen days in words, as they would be with what is typed. */
function HoursPreview({ settings, today }: { readonly settings: CalendarSettings; readonly today: string }) {
  const { t } = useTranslation("settings");
  const words = usePreviewWords();
  return (
    <section className="settingCard" aria-labelledby="hours-preview">
      <h2 id="hours-preview">{t("ownHours.preview")}</h2>
      <ol className="hoursPreview">
        {previewDays(settings, today, DAYS).map((day) => {
          const { date, hours, why } = words(day);
          return (
            <li key={day.day} data-closed={day.open.length === 0 || undefined}>
              <b>{date}</b> <span>{hours}</span>
              {why && <small>{why}</small>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface HoursFormProps {
  readonly queue: QueueView | null;
  readonly queues: readonly QueueView[];
  readonly stored: HoursFields;
}

function HoursForm({ queue, queues, stored }: HoursFormProps) {
  const { t } = useTranslation("settings");
  const settings = useSettings();
  const [draft, setDraft] = useState<{ readonly base: HoursFields; readonly fields: HoursFields } | null>(null);
  const { save, isPending } = useSaveHours(queue, stored, () => setDraft(null));
  const fields = draft?.fields ?? stored;
  // What is typed may be incomplete, so it is kept as it is and only checked.
  const hours = draft ? readDraft(fields.openingHours) : readOwnHours(stored.openingHours);
  const change = (more: Partial<HoursFields>) => {
    const next = { ...fields, ...more };
    setDraft(isSame(next, stored) ? null : { base: draft?.base ?? stored, fields: next });
  };
  const problem = problemOf(hours);
  const today = localDay(new Date(), settings.timeZone);
  const shown = problem ? stored.openingHours : printOwnHours(hours);
  const editor = { hours, problem, onChange: (next: typeof hours) => change({ openingHours: JSON.stringify(next) }) };
  return (
    <>
      <section className="settingCard" aria-labelledby="hours-week">
        <h2 id="hours-week">{t("ownHours.title")}</h2>
        <p className="settingNote">{t(queue ? "ownHours.queueText" : "ownHours.text")}</p>
        <ScopeSelect queue={queue} queues={queues} disabled={draft !== null} />
        <RecountCard changedAt={`${stored.openingHours} ${String(queue?.id ?? 0)}`} />
        <WeekEditor {...editor} isQueue={queue !== null} />
      </section>
      <section className="settingCard" aria-labelledby="hours-dates">
        <h2 id="hours-dates">{t("ownHours.dates")}</h2>
        <p className="settingNote">{t("ownHours.datesText")}</p>
        <DatedHoursEditor {...editor} today={today} />
      </section>
      {queue && <AfterHours queue={queue} queues={queues} fields={fields} onChange={change} />}
      <HoursPreview settings={withHours(settings, queue, shown)} today={today} />
      {draft && (
        <SaveBar
          problem={problem}
          isOutdated={!isPending && !isSame(draft.base, stored)}
          disabled={problem !== null || isPending}
          onDiscard={() => setDraft(null)}
          onSave={() => save({ ...fields, openingHours: printOwnHours(hours) })}
        />
      )}
    </>
  );
}

interface SaveBarProps {
  readonly problem: OwnHoursProblem | null;
  /** Somebody else has saved other hours meanwhile. */
  readonly isOutdated: boolean;
  readonly disabled: boolean;
  readonly onDiscard: () => void;
  readonly onSave: () => void;
}

/** What can be done with hours that are not saved. */
function SaveBar({ problem, isOutdated, disabled, onDiscard, onSave }: SaveBarProps) {
  const { t } = useTranslation("settings");
  const problemText = useProblemText();
  return (
    <div className="hoursSave" role="group" aria-label={t("ownHours.unsaved")}>
      {isOutdated && <p role="alert">{t("ownHours.outdated")}</p>}
      {problem && <p className="hoursProblem">{problemText(problem)}</p>}
      <Button variant="outlined" onClick={onDiscard}>
        {t("ownHours.discard")}
      </Button>
      <Button variant="contained" color="primary" disabled={disabled} onClick={onSave}>
        {t("ownHours.save")}
      </Button>
    </div>
  );
}

interface AfterHoursProps {
  readonly queue: QueueView;
  readonly queues: readonly QueueView[];
  readonly fields: HoursFields;
  readonly onChange: (fields: Partial<HoursFields>) => void;
}

/** What customers of a closed queue get: its words, and an open queue that takes over (D-381). */
function AfterHours({ queue, queues, fields, onChange }: AfterHoursProps) {
  const { t } = useTranslation("settings");
  const others = queues.filter(({ id }) => id !== queue.id).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <section className="settingCard" aria-labelledby="hours-after">
      <h2 id="hours-after">{t("ownHours.after")}</h2>
      <div className="hoursAfter">
        <TextInput
          label={t("ownHours.message")}
          help={t("ownHours.messageHelp")}
          multiline
          minRows={2}
          maxRows={6}
          value={fields.outOfHoursMessage}
          slotProps={{ input: { maxLength: LIMITS.queue.greetingMessage } }}
          onChange={({ target }) => onChange({ outOfHoursMessage: target.value })}
        />
        <SelectField
          label={t("ownHours.other")}
          help={t("ownHours.otherHelp")}
          value={String(fields.outOfHoursQueueId ?? "")}
          onChange={(value) => onChange({ outOfHoursQueueId: value === "" ? null : Number(value) })}
          options={[{ value: "", label: t("ownHours.noOther") }, ...others]}
        />
      </div>
    </section>
  );
}

/** The settings as they would be with other hours of the queue, or of the company. */
const withHours = (settings: Settings, queue: QueueView | null, openingHours: string): CalendarSettings =>
  queue ? hoursOf({ settings, queues: new Map([[queue.id, { id: queue.id, openingHours }]]) }, queue.id) : { ...settings, openingHours };

/** The draft as typed: it was written by this page, and is checked apart. */
const readDraft = (text: string) => (text === "" ? readOwnHours("") : (JSON.parse(text) as ReturnType<typeof readOwnHours>));

interface ScopeSelectProps {
  readonly queue: QueueView | null;
  readonly queues: readonly QueueView[];
  /** While something is not saved. */
  readonly disabled: boolean;
}

/** Whose hours are shown; queues with hours of their own say so. */
function ScopeSelect({ queue, queues, disabled }: ScopeSelectProps) {
  const { t } = useTranslation("settings");
  const [, setSearch] = useSearchParams();
  return (
    <div className="hoursScope">
      <PlainSelect
        aria-label={t("ownHours.scope")}
        value={queue ? String(queue.id) : COMPANY}
        disabled={disabled}
        onChange={({ target }) => setSearch({ section: "tickets", hours: target.value }, { replace: true })}
      >
        <option value={COMPANY}>{t("ownHours.company")}</option>
        {queues.map(({ id, name, openingHours }) => (
          <option key={id} value={id}>
            {openingHours === "" ? name : t("ownHours.ofQueue", { name })}
          </option>
        ))}
      </PlainSelect>
      {disabled && <small>{t("ownHours.saveFirst")}</small>}
    </div>
  );
}
