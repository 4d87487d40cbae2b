import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useOffline } from "../../lib/live";
import { QuestionDialog } from "../QuestionDialog";
import { Spinner } from "../Spinner";
import { useOnceOpen } from "../useOnceOpen";
import { WithReason } from "../Tooltip";

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** Names the action and its object: "Excluir Vendas". */
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly dangerous?: boolean;
  readonly busy?: boolean;
  /** True while what the question asks for is missing, so that it cannot be confirmed. */
  readonly unable?: boolean;
  /** True for what this browser does alone; the rest cannot be confirmed without the server. */
  readonly local?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks before an action that cannot be undone easily; the focus starts on the cancel button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return useOnceOpen(props.open) && <Question {...props} />;
}

function Question(props: ConfirmDialogProps) {
  const { t } = useTranslation();
  const offline = useOffline() && props.local !== true;
  return (
    <QuestionDialog
      open={props.open}
      title={props.title}
      onClose={props.onCancel}
      buttons={
        <>
          <span className="dialogFootFact" role="status">
            {offline && t("form.offline")}
          </span>
          <Button autoFocus variant="text" onClick={props.onCancel}>
            {props.cancelLabel ?? t("action.cancel")}
          </Button>
          <WithReason reason={offline ? t("form.offline") : null}>
            <Button
              variant="contained"
              color={props.dangerous ? "error" : "primary"}
              disabled={props.busy === true || props.unable === true}
              startIcon={props.busy ? <Spinner /> : undefined}
              onClick={props.onConfirm}
            >
              {props.confirmLabel}
            </Button>
          </WithReason>
        </>
      }
    >
      {props.children}
    </QuestionDialog>
  );
}
