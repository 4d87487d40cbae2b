import Button from "@mui/material/Button";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../Dialog";
import { useOffline } from "../../lib/live";
import { Spinner } from "../Spinner";
import { useOnceOpen } from "../useOnceOpen";
import { WithReason } from "../WithReason";

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
  const titleId = useId();
  const textId = useId();
  const offline = useOffline() && props.local !== true;
  return (
    <Dialog
      open={props.open}
      onClose={props.onCancel}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      slotProps={{ paper: { sx: { width: 444 } } }}
    >
      <div className="dialogHead">
        <h2 id={titleId}>{props.title}</h2>
      </div>
      <div id={textId} className="dialogBody">
        {props.children}
      </div>
      <div className="dialogFoot">
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
      </div>
    </Dialog>
  );
}
