import { useId, type KeyboardEventHandler, type ReactNode } from "react";
import { Dialog } from "./Dialog";

interface QuestionDialogProps {
  readonly open?: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** The answers; the focus starts on one of them. */
  readonly buttons: ReactNode;
  /** Undefined where one of the answers must be chosen. */
  readonly onClose?: () => void;
  readonly onKeyDown?: KeyboardEventHandler;
}

/** A question, or news that needs an answer. */
export function QuestionDialog({ open = true, title, children, buttons, onClose, onKeyDown }: QuestionDialogProps) {
  const titleId = useId();
  const textId = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onKeyDown={onKeyDown}
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      slotProps={{ paper: { sx: { width: 444 } } }}
    >
      <div className="dialogHead">
        <h2 id={titleId}>{title}</h2>
      </div>
      <div id={textId} className="dialogBody">
        {children}
      </div>
      <div className="dialogFoot">{buttons}</div>
    </Dialog>
  );
}
