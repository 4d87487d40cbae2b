import type { ScheduleView } from "@balcao/contracts/schedules";
import type { TicketView } from "@balcao/contracts/tickets";
import type { PlannedForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { plannedChoices, plannedMoment } from "@balcao/domain/schedules";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api";
import { refreshPlanned } from "../../../lib/data/planned";
import { useSettings } from "../../../lib/data/settings";
import { queryClient } from "../../../lib/queryClient";
import { useSelf } from "../../../lib/session";
import { usePreference } from "../../../lib/storage";
import { companyZone, toClock, toDayKey } from "../../../lib/time";
import { toasts } from "../../../lib/toasts";
import { FormDialog, FormText, useItemForm } from "../../../ui/form";
import { toWindowEnd } from "../serviceWindow";
import { toPlannedTime } from "./plannedTime";
import "../dialogs/dialogs.css";

const schema = async () => (await import("@balcao/domain/forms")).plannedForm(companyZone(), () => new Date());

/** A moment as the field of day and time writes it, in the company's zone. */
const toField = (at: string | Date): string => `${toDayKey(at)}T${toClock(at)}`;

/** The moment of a field that the schema has accepted. */
function toMoment(field: string): Date {
  const [day = "", clock = ""] = field.split("T");
  return plannedMoment(day, clock, companyZone()) ?? new Date(Number.NaN);
}

interface PlanDialogProps {
  readonly ticket: TicketView;
  /** What is changed; null for a new message. */
  readonly editing: ScheduleView | null;
  readonly onClose: () => void;
}

/** The words of a message that goes out later in this conversation, and when (SCHED-010, D-273). */
export function PlanDialog({ ticket, editing, onClose }: PlanDialogProps) {
  const { t, i18n } = useTranslation("planned");
  const { id: userId, name: userName } = useSelf();
  const log = { userId, userName };
  const { forceSign } = useSettings();
  const [signOption] = usePreference("signOption", ["on", "off"]);
  const signed = forceSign || signOption === "on";
  const form = useItemForm<ScheduleView, PlannedForm, ScheduleView>({
    editing,
    schema,
    values: { message: editing?.message ?? "", sendAt: editing && editing.failure === null ? toField(editing.sendAt) : "" },
    area: "planned",
    create: ({ message, sendAt }, idempotencyKey) =>
      call(
        "schedules",
        "create",
        { body: { ticketId: ticket.id, message, sendAt: toMoment(sendAt).toISOString(), signed, log } },
        { idempotencyKey },
      ),
    change: ({ id }, { message, sendAt }) =>
      call("schedules", "change", {
        params: { scheduleId: id },
        body: {
          ...(message !== undefined && { message }),
          // It goes out in the name of whoever wrote its words.
          ...((message !== undefined || editing?.failure !== null) && { signed }),
          ...(sendAt !== undefined && { sendAt: toMoment(sendAt).toISOString() }),
          log,
        },
      }),
    onSaved: ({ sendAt }) => {
      refreshPlanned(queryClient, ticket);
      toasts.success(t("toast.saved", { when: toPlannedTime(sendAt, t, i18n.language) }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(editing ? "editTitle" : "title")}
      subtitle={t("form.subtitle", { name: ticket.contact.name, connection: ticket.whatsapp?.name ?? "" })}
      form={form}
      submitLabel={t(editing ? "form.save" : "form.submit")}
      onClose={onClose}
    >
      <FormText
        of={form}
        name="message"
        label={t("form.message")}
        multiline
        minRows={3}
        maxRows={8}
        limit={LIMITS.planned.message.max}
        help={t(signed ? "form.signed" : "form.unsigned", { name: userName })}
      />
      <Moment of={form} ticket={ticket} />
    </FormDialog>
  );
}

interface MomentProps {
  readonly of: ReturnType<typeof useItemForm<ScheduleView, PlannedForm, ScheduleView>>;
  readonly ticket: TicketView;
}

/** When it goes out, with the moments that take one press. */
function Moment({ of, ticket }: MomentProps) {
  const { t } = useTranslation("planned");
  const [now] = useState(() => new Date());
  const sendAt = useWatch({ control: of.form.control, name: "sendAt" });
  const choose = (at: Date) =>
    of.form.setValue("sendAt", toField(at), { shouldDirty: true, shouldValidate: of.form.formState.isSubmitted });
  const until = toWindowEnd(ticket, []);
  const isAfterWindow = until !== undefined && sendAt !== "" && toMoment(sendAt).getTime() > (until ?? 0);
  const help = [isAfterWindow && t("form.window"), ticket.status === "closed" && t("form.closed")].filter(Boolean).join(" ");
  return (
    <>
      <div className="tagChips" role="group" aria-label={t("form.choices")}>
        {plannedChoices(now, companyZone()).map(({ choice, at }) => (
          <button key={choice} type="button" className="tagChip" aria-pressed={sendAt === toField(at)} onClick={() => choose(at)}>
            {t(`choice.${choice}`)}
          </button>
        ))}
      </div>
      <FormText of={of} name="sendAt" type="datetime-local" label={t("form.at")} {...(help !== "" && { help })} />
    </>
  );
}
