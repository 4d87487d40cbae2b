import Close from "@mui/icons-material/Close";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import IconButton from "@mui/material/IconButton";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useId, type ReactNode, type SyntheticEvent } from "react";
import { useTranslation } from "react-i18next";
import { toErrorText } from "../../../lib/api";
import { Spinner } from "../../../ui";
import "../../../ui/dialog.css";
import "./dialogs.css";

interface TicketDialogProps {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly children: ReactNode;
  /** What the form does, on its button. */
  readonly deed: string;
  /** Of the dialog on a wide screen, in pixels. */
  readonly width?: number;
  /** It is being done: the button turns and waits. */
  readonly pending: boolean;
  /** It cannot be done as the form stands. */
  readonly unable?: boolean;
  /** Why it was refused, shown above the fields. */
  readonly error?: Error | null;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
}

/** A form over the conversation: title, what it is about, a refusal, fields, the way out and the deed; the whole screen on a phone. */
export function TicketDialog({
  title,
  subtitle,
  children,
  deed,
  width = 444,
  pending,
  unable = false,
  error,
  onClose,
  onSubmit,
}: TicketDialogProps) {
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
      slotProps={{ paper: { sx: { width: narrow ? "100%" : width, maxWidth: narrow ? "100%" : width } } }}
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
        <div className="dialogBody ticketDialog">
          {error && (
            <p className="notice" data-error role="alert">
              <span />
              {toErrorText(error)}
            </p>
          )}
          {children}
        </div>
        <div className="dialogFoot">
          <Button variant="text" onClick={onClose}>
            {t("action.cancel")}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color="primary"
            disabled={pending || unable}
            startIcon={pending ? <Spinner /> : undefined}
          >
            {deed}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
