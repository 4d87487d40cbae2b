import { CLOSING_LIMITS, offeredReasons, type ClosingReason } from "@balcao/domain/closing";
import type { WhyForm } from "@balcao/domain/forms";
import { useEffect, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../../lib/data/settings";
import { ColorDot } from "../../../ui";
import { FormDialog, FormText, useFormDialog } from "../../../ui/form";
import { closeLater, undoClose, type Closing } from "../closing";
import "../snooze/snooze.css";

/** Digits choose the first nine. */
const KEYED = 9;

/** Asks why a conversation is closed, where there is something to choose (D-500, D-501). */
export function ReasonDialog({ closing }: { readonly closing: Closing }) {
  const { ticket, step } = closing;
  const reasons = offeredReasons(useSettings().closingReasons, ticket.queueId);
  const isEmpty = reasons.length === 0;
  useEffect(() => {
    if (isEmpty) closeLater(ticket, step, {});
  }, [isEmpty, ticket, step]);
  return isEmpty ? null : <Question closing={closing} reasons={reasons} />;
}

const isTyping = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.matches("textarea");

function Question({ closing: { ticket, step }, reasons }: { readonly closing: Closing; readonly reasons: readonly ClosingReason[] }) {
  const { t } = useTranslation(["closing", "common"]);
  const isRequired = useSettings().closingReason === "required";
  const close = ({ reason, note }: WhyForm) =>
    closeLater(ticket, step, { ...(reason !== "" && { reason: Number(reason) }), ...(note !== "" && { note }) });
  const form = useFormDialog<WhyForm>({
    schema: async () => (await import("@balcao/domain/forms")).whyForm(isRequired),
    values: { reason: "", note: "" },
    area: "closing",
    send: (values) => Promise.resolve(close(values)),
  });
  const chooseByKey = (event: KeyboardEvent) => {
    const chosen =
      /^[1-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey ? reasons[Number(event.key) - 1] : undefined;
    if (!chosen || isTyping(event)) return;
    event.preventDefault();
    close({ reason: String(chosen.id), note: form.form.getValues("note").trim() });
  };
  const { register } = form.form;
  return (
    <FormDialog
      title={t("closing:ask.title")}
      subtitle={ticket.contact.name}
      form={form}
      submitLabel={t("closing:ask.submit")}
      onClose={() => undoClose(ticket.id)}
    >
      <div className="snoozeChoices" role="radiogroup" aria-label={t("closing:ask.label")} onKeyDown={chooseByKey}>
        {reasons.map(({ id, name, color }, at) => (
          <label key={id} className="snoozeChoice">
            <input type="radio" value={id} {...register("reason")} />
            <ColorDot color={color} />
            <span className="ellipsis">{name}</span>
            {at < KEYED && (
              <span className="menuKeys">
                <kbd className="keyCap">{at + 1}</kbd>
              </span>
            )}
          </label>
        ))}
        {!isRequired && (
          <label className="snoozeChoice">
            <input type="radio" value="" {...register("reason")} />
            <span className="ellipsis">{t("closing:ask.none")}</span>
          </label>
        )}
      </div>
      {form.faultOf("reason") && (
        <p className="fieldError" role="alert">
          {form.faultOf("reason")}
        </p>
      )}
      <FormText
        of={form}
        name="note"
        label={t("closing:ask.note")}
        optional={t("common:form.optional")}
        help={t("closing:ask.noteHelp")}
        multiline
        minRows={2}
        maxRows={5}
        limit={CLOSING_LIMITS.note}
      />
    </FormDialog>
  );
}
