import { byNewestSchedule, type ScheduleView } from "@balcao/contracts/schedules";
import { reachesMany } from "@balcao/domain/sends";
import EventOutlined from "@mui/icons-material/EventOutlined";
import PauseOutlined from "@mui/icons-material/PauseOutlined";
import PlayArrowOutlined from "@mui/icons-material/PlayArrowOutlined";
import History from "@mui/icons-material/History";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { addRemark } from "../../lib/data/remarks";
import { useRights } from "../../lib/data/rights";
import { useSettings } from "../../lib/data/settings";
import { updateRow, wholeList } from "../../lib/data/wholeLists";
import { queryClient } from "../../lib/queryClient";
import { toClock, toDate } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { EmptyState, Page } from "../../ui";
import { SendStops, toChosen, toIds, useShownSend } from "../../ui/audience";
import { ConfirmDialog } from "../../ui/form";
import { ListPage, useWholeList, type Column, type RowAction } from "../../ui/list";
import { mayChange } from "./mayChange";
import { RuleValue } from "./ValueField";
import "./schedules.css";

const ScheduleFormDialog = lazy(() => import("./ScheduleFormDialog").then((module) => ({ default: module.ScheduleFormDialog })));

/** Warns first, and then opens the form (SCHED-004). */
function NewSchedule({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation("schedules");
  const [understood, setUnderstood] = useState(false);
  if (understood)
    return (
      <Suspense>
        <ScheduleFormDialog editing={null} onClose={onClose} />
      </Suspense>
    );
  return (
    <ConfirmDialog
      local
      open
      title={t("warning.title")}
      confirmLabel={t("warning.understood")}
      onConfirm={() => setUnderstood(true)}
      onCancel={onClose}
    >
      {t("warning.text")}
    </ConfirmDialog>
  );
}

const ScheduleDialog = lazy(() => import("./ScheduleDialog").then((module) => ({ default: module.ScheduleDialog })));
const ScheduleEditDialog = lazy(() => import("./ScheduleEditDialog").then((module) => ({ default: module.ScheduleEditDialog })));
const ScheduleLogDialog = lazy(() => import("./ScheduleLogDialog").then((module) => ({ default: module.ScheduleLogDialog })));

/** The list searches in the title, or in the message where there is none. */
type Listed = ScheduleView & { readonly name: string };

const COLUMNS: readonly Column<Listed>[] = [
  { id: "recurrence", cell: (schedule) => <RecurrenceName schedule={schedule} /> },
  { id: "value", cell: (schedule) => <RuleValue schedule={schedule} /> },
  { id: "time", cell: ({ sendAt }) => toClock(sendAt) },
  { id: "day", cell: ({ sendAt, nextAt }) => toDate(nextAt ?? sendAt) },
  { id: "sent", headed: true, numeric: true, cell: (schedule) => schedule.enviados },
  { id: "total", headed: true, cell: (schedule) => <Total schedule={schedule} /> },
];

const toListed = (list: readonly ScheduleView[]): readonly Listed[] => list.map((each) => ({ ...each, name: each.title || each.message }));

/** Who receives a schedule, as the key of its words; deleted tags are named. */
function toRecipients({ allContacts, tagsIds, missingTags }: ScheduleView): "all" | "chosen" | "nobody" | "goneTags" {
  if (allContacts) return "all";
  if (missingTags === 0) return "chosen";
  return missingTags === toIds(tagsIds).length ? "nobody" : "goneTags";
}

async function remove({ id, name }: Listed): Promise<void> {
  await call("schedules", "delete", { params: { scheduleId: id } });
  addRemark({ descricao: `Excluiu o agendamento ${name.slice(0, 80)}`, origem: "Agendamento", agendamentoId: id });
}

const DEEDS = { pause: "Pausou", resume: "Retomou" } as const;

async function act(action: keyof typeof DEEDS, { id, name }: Listed): Promise<void> {
  try {
    const row = await call("schedules", action, { params: { scheduleId: id } });
    updateRow(queryClient, "schedules", { id, row }, byNewestSchedule);
    addRemark({ descricao: `${DEEDS[action]} o agendamento ${name.slice(0, 80)}`, origem: "Agendamento", agendamentoId: id });
  } catch (error) {
    toasts.error(toErrorText(error));
  }
}

/** The scheduled messages, for everybody while the setting allows them (SCHED-001, SCHED-003, SCHED-008, SHELL-014). */
export function SchedulesPage() {
  const { t } = useTranslation("schedules");
  if (!useSettings().allowAgendador)
    return (
      <Page title={t("title")}>
        <EmptyState icon={EventOutlined} title={t("off")} text={t("offText")} />
      </Page>
    );
  return <ScheduleList />;
}

function ScheduleList() {
  const { t } = useTranslation(["schedules", "audience"]);
  const { sendToMany, mayAlter } = useRights();
  const mine = ({ user }: Listed) => mayAlter("maintain", user?.id);
  const mayReach = (schedule: Listed) => sendToMany || !reachesMany({ ...toChosen(schedule), allContacts: schedule.allContacts });
  const pauseOf = (schedule: Listed): readonly RowAction[] => {
    const { name, paused, nextAt, status } = schedule;
    if (paused && mine(schedule) && mayReach(schedule))
      return [{ icon: PlayArrowOutlined, label: t("resume", { name }), run: () => void act("resume", schedule) }];
    if (paused || !mine(schedule) || (nextAt === null && status !== "running")) return [];
    return [{ icon: PauseOutlined, label: t("pause", { name }), run: () => void act("pause", schedule) }];
  };
  const [logId, setLogId] = useState<number | null>(null);
  const read = useQuery({ ...wholeList("schedules"), select: toListed });
  const [shownId, setShownId] = useShownSend("schedule", read.isSuccess);
  const shown = read.data?.find(({ id }) => id === shownId);
  const logged = read.data?.find(({ id }) => id === logId);
  return (
    <>
      <SendStops runs={read.data ?? []} />
      <ListPage
        area="schedules"
        event="agendamento"
        icon={EventOutlined}
        list={useWholeList<Listed>(read)}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        subtitleOf={(schedule) =>
          [
            t(`recipients.${toRecipients(schedule)}`, { count: schedule.missingTags }),
            ...(schedule.paused ? [t("paused")] : []),
            ...(schedule.held ? [t("audience:held")] : []),
            ...(schedule.user?.active === false ? [t("audience:gone", { name: schedule.user.name })] : []),
          ].join(" · ")
        }
        columns={COLUMNS}
        form={({ editing, onClose }) => {
          if (!editing) return <NewSchedule onClose={onClose} />;
          return mayChange(editing) ? (
            <ScheduleEditDialog editing={editing} onClose={onClose} />
          ) : (
            <ScheduleDialog schedule={editing} onClose={onClose} />
          );
        }}
        mayEdit={(schedule) => mine(schedule) && mayReach(schedule)}
        mayRemove={mine}
        remove={remove}
        actionsOf={(schedule) => {
          const { id, name } = schedule;
          return [
            ...pauseOf(schedule),
            { icon: VisibilityOutlined, label: t("view", { name }), run: () => setShownId(id) },
            { icon: History, label: t("log", { name }), run: () => setLogId(id) },
          ];
        }}
      />
      <Suspense>
        {shown && <ScheduleDialog schedule={shown} onClose={() => setShownId(null)} />}
        {logged && <ScheduleLogDialog schedule={logged} onClose={() => setLogId(null)} />}
      </Suspense>
    </>
  );
}

function RecurrenceName({ schedule: { recurrence } }: { readonly schedule: ScheduleView }) {
  const { t } = useTranslation("schedules");
  return t(`recurrence.${recurrence}`);
}

/** The number of recipients of the last run; before it, a word (SCHED-002). */
function Total({ schedule: { total } }: { readonly schedule: ScheduleView }) {
  const { t } = useTranslation("schedules");
  return total === 0 ? t("waiting") : total;
}
