import type { ScheduleView } from "@balcao/contracts/schedules";
import type { TicketView } from "@balcao/contracts/tickets";
import EventOutlined from "@mui/icons-material/EventOutlined";
import WarningRounded from "@mui/icons-material/WarningRounded";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import { refreshPlanned } from "../../../lib/data/planned";
import { addRemark } from "../../../lib/data/remarks";
import { useSettings } from "../../../lib/data/settings";
import { useOffline } from "../../../lib/live";
import { queryClient } from "../../../lib/queryClient";
import { useSelf } from "../../../lib/session";
import { toFullDate } from "../../../lib/time";
import { toasts } from "../../../lib/toasts";
import { ConfirmDialog } from "../../../ui/form";
import { toPlannedTime } from "./plannedTime";
import "./planned.css";

const PlanDialog = lazy(() => import("./PlanDialog").then((door) => ({ default: door.PlanDialog })));

/** How many are shown before the person asks for the others. */
const SHOWN = 2;
const EXCERPT = 80;

async function cancel({ id, message }: ScheduleView): Promise<void> {
  await call("schedules", "delete", { params: { scheduleId: id } });
  addRemark({ descricao: `Cancelou a mensagem agendada ${message.slice(0, EXCERPT)}`, origem: "Agendamento", agendamentoId: id });
}

interface PlannedStripProps {
  readonly ticket: TicketView;
  readonly planned: readonly ScheduleView[];
}

/** What is scheduled in a conversation and what of it did not go out, with edit and cancel (D-273). */
export function PlannedStrip({ ticket, planned }: PlannedStripProps) {
  const { t } = useTranslation(["planned", "common"]);
  const [open, setOpen] = useState(false);
  const [editing, setEditing] = useState<ScheduleView | null>(null);
  const [leaving, setLeaving] = useState<ScheduleView | null>(null);
  const removal = useMutation({
    mutationFn: cancel,
    onSuccess: () => toasts.success(t("planned:toast.cancelled")),
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: () => {
      refreshPlanned(queryClient, ticket);
      setLeaving(null);
    },
  });
  const shown = open ? planned : planned.slice(0, SHOWN);
  const hidden = planned.length - shown.length;
  const waits = planned.some(({ failure }) => failure === null);
  return (
    <>
      {planned.length > 0 && (
        <section className="planned" aria-label={t("planned:list")}>
          {ticket.status === "closed" && waits && <p>{t("planned:closed")}</p>}
          <ul>
            {shown.map((each) => (
              <Planned
                key={each.id}
                message={each}
                onEdit={() => setEditing(each)}
                onCancel={() => (each.failure === null ? setLeaving(each) : removal.mutate(each))}
              />
            ))}
          </ul>
          {hidden > 0 && (
            <Button size="small" variant="text" color="inherit" onClick={() => setOpen(true)}>
              {t("planned:more", { count: hidden })}
            </Button>
          )}
        </section>
      )}
      <Suspense>{editing && <PlanDialog ticket={ticket} editing={editing} onClose={() => setEditing(null)} />}</Suspense>
      <ConfirmDialog
        open={leaving !== null}
        title={t("planned:confirm.title")}
        confirmLabel={t("planned:confirm.submit")}
        cancelLabel={t("planned:confirm.keep")}
        busy={removal.isPending}
        onConfirm={() => leaving && removal.mutate(leaving)}
        onCancel={() => setLeaving(null)}
      >
        {leaving && t("planned:confirm.text", { text: leaving.message.slice(0, EXCERPT) })}
      </ConfirmDialog>
    </>
  );
}

interface PlannedProps {
  readonly message: ScheduleView;
  readonly onEdit: () => void;
  readonly onCancel: () => void;
}

function Planned({ message: { message, sendAt, failure, user }, onEdit, onCancel }: PlannedProps) {
  const { t, i18n } = useTranslation("planned");
  const self = useSelf();
  const offline = useOffline();
  const { allowAgendador } = useSettings();
  const isFailed = failure !== null;
  const Icon = isFailed ? WarningRounded : EventOutlined;
  const when = toPlannedTime(sendAt, t, i18n.language);
  return (
    <li data-failed={isFailed || undefined}>
      <Icon aria-hidden />
      <div>
        <b title={toFullDate(sendAt, i18n.language)}>
          {isFailed ? t("failed", { reason: t(`failure.${failure}`) }) : t("scheduled", { when })}
          {user && user.id !== self.id && <span> · {t("by", { name: user.name })}</span>}
        </b>
        <span className="ellipsis" title={message}>
          {message}
        </span>
      </div>
      {allowAgendador && (
        <Button size="small" variant="text" color="inherit" disabled={offline} onClick={onEdit}>
          {t(isFailed ? "again" : "edit")}
        </Button>
      )}
      <Button size="small" variant="text" color="inherit" disabled={offline} onClick={onCancel}>
        {t(isFailed ? "dismiss" : "cancel")}
      </Button>
    </li>
  );
}
