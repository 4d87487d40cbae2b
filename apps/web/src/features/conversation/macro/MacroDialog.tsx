import type { QuickAnswerView } from "@balcao/contracts/quickAnswers";
import type { TicketView } from "@balcao/contracts/tickets";
import { isAsked, NOTHING_ASKED, type ClosingReason } from "@balcao/domain/closing";
import type { WhyForm } from "@balcao/domain/forms";
import { LIMITS } from "@balcao/domain/limits";
import { asksForProtocol } from "@balcao/domain/protocols";
import { NO_DEEDS, type Deeds } from "@balcao/domain/quickAnswers";
import { unfilledPlaceholders } from "@balcao/domain/texts";
import { useEffect, useState, type KeyboardEvent } from "react";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError, call, toErrorText } from "../../../lib/api";
import { useDeedLines } from "./deedLines";
import { putMessage } from "../../../lib/data/messages";
import { useSettings } from "../../../lib/data/settings";
import { useEnterKey } from "../../../lib/keyboard";
import { queryClient } from "../../../lib/queryClient";
import { useSelf } from "../../../lib/session";
import { usePreference } from "../../../lib/storage";
import { toasts } from "../../../lib/toasts";
import { SelectField } from "../../../ui";
import { FormDialog, FormText, SwitchRow, useCreateForm, type SchemaForm } from "../../../ui/form";
import { announceClosed, useClosingQuestion } from "../closing";
import { ClosingNote } from "../dialogs/ReasonDialog";
import { toSentText } from "../composer/composeText";
import { ticketRoom } from "../room";
import { MacroPreview } from "./MacroPreview";

interface MacroForm extends WhyForm {
  body: string;
}

interface MacroDialogProps {
  readonly ticket: TicketView;
  readonly macro: QuickAnswerView;
  readonly onClose: () => void;
  readonly onSent: () => void;
  /** The conversation is somebody else's now. */
  readonly onMoved: () => void;
}

/** What turns the text of a quick answer into the message, as the message box does. */
function useFacts(ticket: TicketView) {
  const { forceSign, timeZone: zone } = useSettings();
  const { name: user } = useSelf();
  const [signOption] = usePreference("signOption", ["on", "off"]);
  const { customer } = ticketRoom(ticket);
  return { name: "", number: "", queue: "", ...customer, user, zone, sign: forceSign || signOption === "on" };
}

/** What is asked before a macro that closes: what a closing asks, and whether the contact gets a protocol. */
function useQuestions(ticket: TicketView, { close, queueId, reasonId }: Deeds) {
  const settings = useSettings();
  const asked = useClosingQuestion([queueId ?? ticket.queueId]);
  const question = (close === null ? null : asked) ?? NOTHING_ASKED;
  return {
    question,
    own: question.reasons.find(({ id }) => id === reasonId),
    asksProtocol: close === "farewell" && asksForProtocol(ticket, settings),
  };
}

/** The form of the preview, with what it asks. */
function useMacroForm({ ticket, macro, onClose, onSent, onMoved }: MacroDialogProps) {
  const { t } = useTranslation("quickAnswers");
  const facts = useFacts(ticket);
  const deeds = macro.deeds ?? NO_DEEDS;
  const questions = useQuestions(ticket, deeds);
  const { question, own, asksProtocol } = questions;
  const [protocol, setProtocol] = useState(asksProtocol);
  const closes = deeds.close !== null;
  const hasText = macro.message !== "";
  const isSilent = !hasText && macro.medias.length === 0;
  const toBody = (text: string, sign: boolean) => toSentText(text, { ...facts, sign, now: new Date() }) ?? "";
  const form = useCreateForm<MacroForm>({
    schema: async () => {
      const { optionalText, requiredText, whyForm } = await import("@balcao/domain/forms");
      const { max } = LIMITS.quickAnswer.message;
      return whyForm(question).shape({ body: hasText ? requiredText({ min: 1, max }) : optionalText(max) });
    },
    values: { body: toBody(macro.message, false), reason: own ? String(own.id) : "", note: "" },
    area: "quickAnswers",
    create: async ({ body, reason, note }, idempotencyKey) => {
      const why = { reasonId: reason === "" ? null : Number(reason), ...(note !== "" && { closingNote: note }), protocol };
      const fields = { body: toBody(body, facts.sign), quickAnswerId: macro.id, ...(closes && why) };
      const sent = await call("messages", "send", { params: { ticketId: ticket.id }, body: fields }, { idempotencyKey });
      for (const message of [sent].flat()) putMessage(queryClient, message);
      toasts.success(t(isSilent ? "macro.doneSilently" : "macro.done", { name: macro.shortcut }));
      onClose();
      if (closes) announceClosed(ticket);
      else if (deeds.queueId === null && deeds.userId === null) onSent();
      else onMoved();
    },
    onRefused: (error, { setError }) => {
      if (!(error instanceof ApiError) || error.code === "ERR_DEED_GONE" || error.code === "ERR_VALIDATION") return false;
      setError("root", { type: "server", message: `${toErrorText(error)} ${t("macro.nothingDone")}` });
      return true;
    },
  });
  return { form, deeds, closes, hasText, isSilent, ...questions, protocol, setProtocol };
}

/** Enter as in the message box. */
function useSendByEnter() {
  const [enter] = useEnterKey();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const sends = event.ctrlKey || event.metaKey || (enter === "sends" && !event.shiftKey && !event.altKey);
    if (event.key !== "Enter" || event.nativeEvent.isComposing || event.repeat || !sends) return;
    event.preventDefault();
    event.currentTarget.closest("form")?.requestSubmit();
  };
  return { onKeyDown, isSending: enter === "sends" };
}

/**
 * Where there is nothing to write or to choose, Enter presses the button as soon as it can be pressed. It is a part of the dialog, which is
 * on the page only after the effects of what opens it.
 */
function FocusedButton({ isReady }: { readonly isReady: boolean }) {
  useEffect(() => {
    if (isReady) document.querySelector<HTMLElement>(".dialogForm [type=submit]")?.focus();
  }, [isReady]);
  return null;
}

const labelOf = (isSilent: boolean, closes: boolean) => {
  if (isSilent) return closes ? "macro.runAndClose" : "macro.run";
  return closes ? "macro.sendAndClose" : "macro.send";
};

/** Shows what a macro sends and does before it does it, and asks what a closing asks (D-531, D-533). */
export function MacroDialog(props: MacroDialogProps) {
  const { ticket, macro, onClose } = props;
  const { t } = useTranslation("quickAnswers");
  const { form, deeds, closes, hasText, isSilent, protocol, setProtocol, asksProtocol, question, own } = useMacroForm(props);
  const { reasons } = question;
  const lines = useDeedLines(deeds);
  const { onKeyDown, isSending } = useSendByEnter();
  const isAble = lines?.some(({ gone }) => gone) === false;
  const body = useWatch({ control: form.form.control, name: "body" });
  return (
    <FormDialog
      title={`/${macro.shortcut}`}
      subtitle={t("macro.to", { name: ticket.contact.name })}
      form={form}
      submitLabel={t(labelOf(isSilent, closes))}
      unable={!isAble}
      onClose={onClose}
    >
      <FocusedButton isReady={isAble && !hasText && !asksProtocol && !isAsked(question)} />
      {hasText && (
        <FormText
          of={form}
          name="body"
          label={t("macro.message")}
          help={isSending ? t("macro.enter") : undefined}
          multiline
          minRows={2}
          maxRows={8}
          limit={LIMITS.quickAnswer.message.max}
          onKeyDown={onKeyDown}
        />
      )}
      <MacroPreview lines={lines ?? []} files={macro.medias} unfilled={unfilledPlaceholders(body, {})} isSilent={isSilent} />
      {reasons.length > 0 && <ReasonField form={form} reasons={reasons} isGone={deeds.reasonId !== null && !own} />}
      <ClosingNote of={form} question={question} />
      {asksProtocol && <SwitchRow label={t("macro.protocol")} checked={protocol} onChange={setProtocol} />}
    </FormDialog>
  );
}

interface ReasonFieldProps {
  readonly form: SchemaForm<MacroForm>;
  readonly reasons: readonly ClosingReason[];
  /** The macro's own reason is not among them. */
  readonly isGone: boolean;
}

function ReasonField({ form, reasons, isGone }: ReasonFieldProps) {
  const { t } = useTranslation("quickAnswers");
  const value = useWatch({ control: form.form.control, name: "reason" });
  return (
    <SelectField
      label={t("macro.reason")}
      value={value}
      error={form.faultOf("reason")}
      help={isGone ? t("macro.reasonGone") : undefined}
      options={[{ value: "", label: t("macro.noReason") }, ...reasons.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={(chosen) => form.form.setValue("reason", chosen, { shouldDirty: true, shouldValidate: form.form.formState.isSubmitted })}
    />
  );
}
