import WarningRounded from "@mui/icons-material/WarningRounded";
import Button from "@mui/material/Button";
import { use, useEffect, useId, useRef, useState, type ReactNode, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { keepFocus } from "../../lib/keyboard/keepFocus";
import { useOffline } from "../../lib/live";
import { Spinner } from "../Spinner";
import { DialogHead, FramedDialog } from "../TitledDialog";
import { UnreadChoices } from "../UnreadChoices";
import { WithReason } from "../Tooltip";
import { ConfirmDialog } from "./ConfirmDialog";
import { ItemGone } from "./itemGone";
import { refuseHeldEnter } from "./useIntention";
import type { FormState } from "./useSchemaForm";

keepFocus();

interface FormDialogProps {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly form: FormState;
  /** The label of the submit button. */
  readonly submitLabel: string;
  /** True while a required part of the form is missing, so that it cannot be submitted. */
  readonly unable?: boolean;
  /** The width on a wide screen, in pixels. */
  readonly width?: number;
  /** Below this width of the window the dialog fills the screen, in pixels. */
  readonly fullBelow?: number;
  readonly cancelLabel?: string | undefined;
  /**
   * A form of sections: these have their own spacing, and the footer shows the number of invalid
   * fields.
   */
  readonly long?: boolean;
  /** The question before typed values are discarded. */
  readonly discardText?: string | undefined;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

const FIRST_FIELD =
  "input:not([type=hidden]):not(:disabled):not([readonly]), textarea:not(:disabled):not([readonly]), select:not(:disabled)";

/** Focuses the first text field, except on a phone, where the keyboard would cover the dialog. */
function useFirstFieldFocus() {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (window.matchMedia("(pointer: coarse)").matches) return;
    const fields = [...(body.current?.querySelectorAll<HTMLElement>(FIRST_FIELD) ?? [])];
    fields.find((field) => field.closest("[hidden]") === null && field.getAttribute("aria-hidden") !== "true")?.focus();
  }, []);
  return body;
}

/** Why the form cannot be sent, if that concerns none of its fields. */
function Problem({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="formProblem" role="alert">
      <WarningRounded aria-hidden />
      {text}
    </p>
  );
}

interface SubmitProps {
  readonly label: string;
  readonly busy: boolean;
  readonly unable: boolean;
}

/** Sends the form, and says why it cannot while there is no connection. */
function Submit({ label, busy, unable }: SubmitProps) {
  const { t } = useTranslation();
  const offline = useOffline();
  return (
    <WithReason reason={offline ? t("form.offline") : null}>
      <Button type="submit" variant="contained" color="primary" disabled={busy || unable} startIcon={busy ? <Spinner /> : undefined}>
        {label}
      </Button>
    </WithReason>
  );
}

/** Whether an event comes from a field that a person writes into or gives files to; what was only chosen is quickly chosen again. */
const isWriting = ({ target }: SyntheticEvent): boolean =>
  target instanceof Element &&
  target.matches("input, textarea") &&
  !target.matches("[role='combobox'], [type='checkbox'], [type='radio'], [type='range']");

interface FrameProps extends FormDialogProps {
  readonly titleId: string;
  /** A field was written into. */
  readonly onWritten: () => void;
}

function FormFrame({ form, title, titleId, onWritten, ...props }: FrameProps) {
  const { t } = useTranslation();
  const body = useFirstFieldFocus();
  const gone = use(ItemGone);
  return (
    <form
      className="dialogForm"
      noValidate
      onInput={(event) => isWriting(event) && onWritten()}
      onDrop={onWritten}
      onSubmit={gone ? (event) => event.preventDefault() : form.submit}
    >
      <DialogHead
        id={titleId}
        title={title}
        subtitle={props.subtitle !== undefined && <p>{props.subtitle}</p>}
        lined={props.long}
        onClose={props.onClose}
      />
      <div ref={body} className={props.long ? "formDialogLong" : "dialogBody formDialogBody"}>
        <Problem text={form.problem} />
        <Problem text={gone ? t("form.gone") : undefined} />
        <UnreadChoices />
        {props.children}
      </div>
      <div className="dialogFoot">
        {props.long && (
          <span className="dialogFootFact" role="status">
            {form.wrong > 0 && t("form.fieldsMissing", { count: form.wrong })}
          </span>
        )}
        <Button variant="text" onClick={props.onClose}>
          {props.cancelLabel ?? t("action.cancel")}
        </Button>
        <Submit label={props.submitLabel} busy={form.busy} unable={gone || props.unable === true} />
      </div>
    </form>
  );
}

/**
 * A form in a dialog: Enter submits it, Esc closes it, and typed values are discarded only after a
 * question, which what was only chosen does not need.
 */
export function FormDialog(props: FormDialogProps) {
  const { form, width = 444, fullBelow, discardText, onClose } = props;
  const { t } = useTranslation();
  const titleId = useId();
  const [asking, setAsking] = useState(false);
  const written = useRef(false);
  const leave = () => (form.dirty && written.current ? setAsking(true) : onClose());
  return (
    <>
      <FramedDialog titleId={titleId} width={width} fullBelow={fullBelow} onClose={leave} onKeyDown={refuseHeldEnter}>
        <FormFrame {...props} titleId={titleId} onWritten={() => void (written.current = true)} onClose={leave} />
      </FramedDialog>
      <ConfirmDialog
        local
        open={asking}
        dangerous
        title={t("form.discardTitle")}
        confirmLabel={t("form.discard")}
        cancelLabel={t("form.keepEditing")}
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      >
        {discardText ?? t("form.discardText")}
      </ConfirmDialog>
    </>
  );
}
