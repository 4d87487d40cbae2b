import type { TicketView } from "@balcao/contracts/tickets";
import type { SnoozeForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { plannedChoices, plannedMoment } from "@balcao/domain/schedules";
import type { TicketIntents } from "@balcao/domain/tickets";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/api";
import { companyZone, toClock } from "../../../lib/time";
import { toasts } from "../../../lib/toasts";
import { FormDialog, FormText, useFormDialog } from "../../../ui/form";
import { closeLater } from "../closing";
import { toPlannedTime } from "../planned/plannedTime";
import "../dialogs/dialogs.css";
import "./snooze.css";

const schema = async () => (await import("@balcao/domain/forms")).snoozeForm(companyZone(), () => new Date());

/** The moment of a day and time that the schema has accepted; null where none was named. */
function toMoment(field: string): Date | null {
  const [day = "", clock = ""] = field.split("T");
  return plannedMoment(day, clock, companyZone());
}

/** Whether the customer has written since then: nobody would see it in a conversation that sleeps. */
async function hasWritten({ id, updatedAt }: TicketView): Promise<boolean> {
  const now = await call("tickets", "get", { params: { ticketId: id } });
  return now.updatedAt !== updatedAt && now.lastMessageState === null;
}

/** Lets a ticket sleep, a moment after the choice, which can be undone until then (D-440, D-615). */
export function SnoozeDialog({ ticket, onClose }: { readonly ticket: TicketView; readonly onClose: () => void }) {
  const { t, i18n } = useTranslation("planned");
  return (
    <SnoozeQuestion
      title={t("snooze.title")}
      subtitle={t("snooze.text", { name: ticket.contact.name })}
      pauseTag={ticket.pauseTag ?? ""}
      onChoose={(input) => {
        const { wakesAt } = input;
        const done = wakesAt ? t("snooze.toast.until", { when: toPlannedTime(wakesAt, t, i18n.language) }) : t("snooze.toast.untilMessage");
        const isWanted = async () => {
          const wrote = await hasWritten(ticket);
          if (wrote) toasts.info(t("snooze.toast.wrote", { name: ticket.contact.name }));
          return !wrote;
        };
        closeLater(ticket, "snooze", input, { isWanted, onDone: () => toasts.success(done) });
        onClose();
        return Promise.resolve();
      }}
      onClose={onClose}
    />
  );
}

interface SnoozeQuestionProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly pauseTag?: string;
  readonly onChoose: (input: TicketIntents["snooze"]) => Promise<void>;
  readonly onClose: () => void;
}

/** The question until when: an offered moment, one that the person names, or the customer's message; with a reason or without. */
export function SnoozeQuestion({ title, subtitle, pauseTag: tag = "", onChoose, onClose }: SnoozeQuestionProps) {
  const { t } = useTranslation("planned");
  const { t: common } = useTranslation("common");
  const [choices] = useState(() => plannedChoices(new Date(), companyZone()));
  const form = useFormDialog<SnoozeForm>({
    schema,
    values: { end: choices[0]?.choice ?? "named", snoozeUntil: "", pauseTag: tag },
    area: "planned",
    send: async ({ end, snoozeUntil, pauseTag }) => {
      const wakesAt = end === "named" ? toMoment(snoozeUntil) : (choices.find(({ choice }) => choice === end)?.at ?? null);
      await onChoose({ wakesAt, ...(pauseTag !== "" && { pauseTag }) });
    },
  });
  const end = useWatch({ control: form.form.control, name: "end" });
  const choice = (value: string, label: string, clock = "") => (
    <label key={value} className="snoozeChoice">
      <input type="radio" value={value} {...form.form.register("end")} />
      {label}
      <span className="snoozeClock">{clock}</span>
    </label>
  );
  return (
    <FormDialog title={title} {...(subtitle !== undefined && { subtitle })} form={form} submitLabel={t("snooze.submit")} onClose={onClose}>
      <div className="snoozeChoices" role="radiogroup" aria-label={t("snooze.until")}>
        {choices.map(({ choice: name, at }) => choice(name, t(`choice.${name}`), name === "inOneHour" ? toClock(at) : ""))}
        {choice("message", t("snooze.message"))}
        {choice("named", t("snooze.named"))}
      </div>
      {end === "named" && <FormText of={form} name="snoozeUntil" type="datetime-local" label={t("snooze.at")} />}
      <FormText
        of={form}
        name="pauseTag"
        label={t("snooze.reason")}
        optional={common("form.optional")}
        slotProps={{ input: { maxLength: LIMITS.ticket.pauseTag } }}
      />
    </FormDialog>
  );
}
