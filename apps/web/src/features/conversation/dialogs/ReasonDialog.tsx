import { CLOSING_LIMITS, isAsked, type ClosingQuestion } from "@balcao/domain/closing";
import type { WhyForm } from "@balcao/domain/forms";
import type { WhyClosed } from "@balcao/domain/tickets";
import type { KeyboardEvent, ReactNode } from "react";
import type { Path } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ColorDot } from "../../../ui";
import { FormDialog, FormText, useFormDialog, type SchemaForm } from "../../../ui/form";
import { closeLater, undoClose, type Closing } from "../closing";
import "../snooze/snooze.css";

/** Digits choose the first nine. */
const KEYED = 9;

/** Asks why a conversation is closed (D-500, D-501). */
export function ReasonDialog({ closing: { ticket, step, question } }: { readonly closing: Closing }) {
  const { t } = useTranslation("closing");
  return (
    question && (
      <ReasonQuestion
        title={t("ask.title")}
        subtitle={ticket.contact.name}
        question={question}
        onChoose={(why) => closeLater(ticket, step, why)}
        onClose={() => undoClose(ticket.id)}
      />
    )
  );
}

const isTyping = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.matches("textarea");

interface ReasonQuestionProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly question: ClosingQuestion;
  readonly onChoose: (why: WhyClosed) => void;
  readonly onClose: () => void;
  /** Asked besides. */
  readonly children?: ReactNode;
}

/** The question for the reason and the note of a closing. */
export function ReasonQuestion({ title, subtitle, question, onChoose, onClose, children }: ReasonQuestionProps) {
  const { t } = useTranslation("closing");
  const { reasons, isRequired } = question;
  const asks = reasons.length > 0;
  const close = ({ reason, note }: WhyForm) => onChoose({ ...(reason !== "" && { reason: Number(reason) }), ...(note !== "" && { note }) });
  const form = useFormDialog<WhyForm>({
    schema: async () => (await import("@balcao/domain/forms")).whyForm(question),
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
    <FormDialog title={title} {...(subtitle !== undefined && { subtitle })} form={form} submitLabel={t("ask.submit")} onClose={onClose}>
      {asks && (
        <div className="snoozeChoices" role="radiogroup" aria-label={t("ask.label")} onKeyDown={chooseByKey}>
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
              <span className="ellipsis">{t("ask.none")}</span>
            </label>
          )}
        </div>
      )}
      {form.faultOf("reason") && (
        <p className="fieldError" role="alert">
          {form.faultOf("reason")}
        </p>
      )}
      <ClosingNote of={form} question={question} />
      {children}
    </FormDialog>
  );
}

interface ClosingNoteProps<Form extends WhyForm> {
  readonly of: SchemaForm<Form>;
  readonly question: ClosingQuestion;
}

/** The note of a closing, where anything is asked (D-501). */
export function ClosingNote<Form extends WhyForm>({ of, question }: ClosingNoteProps<Form>) {
  const { t } = useTranslation(["closing", "common"]);
  if (!isAsked(question)) return null;
  return (
    <FormText
      of={of}
      // A form that extends WhyForm has the field, which the compiler does not see in a generic one.
      name={"note" as Path<Form>}
      label={t("closing:ask.note")}
      optional={t("common:form.optional")}
      help={t("closing:ask.noteHelp")}
      multiline
      minRows={2}
      maxRows={5}
      limit={CLOSING_LIMITS.note}
    />
  );
}
