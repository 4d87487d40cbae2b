import Close from "@mui/icons-material/Close";
import Dialog from "@mui/material/Dialog";
import IconButton from "@mui/material/IconButton";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useId, type ReactNode, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import "../../../ui/dialog.css";
import "./dialogs.css";

interface TicketDialogProps {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly children: ReactNode;
  readonly foot: ReactNode;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
}

/** A form over the conversation: title, what it is about, fields, deeds; the whole screen on a phone. */
export function TicketDialog({ title, subtitle, children, foot, onClose, onSubmit }: TicketDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const narrow = useMediaQuery("(max-width: 599.95px)");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  return (
    <Dialog
      open
      fullScreen={narrow}
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width: narrow ? "100%" : 444 } } }}
    >
      <form noValidate className="ticketDialogForm" onSubmit={submit}>
        <div className="dialogHead">
          <div>
            <h2 id={titleId}>{title}</h2>
            {subtitle !== undefined && <p>{subtitle}</p>}
          </div>
          <IconButton aria-label={t("action.close")} onClick={onClose}>
            <Close />
          </IconButton>
        </div>
        <div className="dialogBody ticketDialog">{children}</div>
        <div className="dialogFoot">{foot}</div>
      </form>
    </Dialog>
  );
}
