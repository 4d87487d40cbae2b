import Close from "@mui/icons-material/Close";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useId, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "./Dialog";

interface ReadDialogProps {
  readonly title: string;
  /** What can be done with what is shown; the button that closes it comes before. */
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** A dialog that shows something and changes nothing. */
export function ReadDialog({ title, buttons, children, onClose }: ReadDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const narrow = useMediaQuery("(max-width: 599.95px)");
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={narrow}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width: narrow ? "100%" : 640, maxWidth: narrow ? "100%" : 640 } } }}
    >
      <div className="dialogHead">
        <div>
          <h2 id={titleId}>{title}</h2>
        </div>
        <IconButton aria-label={t("action.close")} onClick={onClose}>
          <Close />
        </IconButton>
      </div>
      <div className="dialogBody readDialog" tabIndex={0}>
        {children}
      </div>
      <div className="dialogFoot">
        <Button variant={buttons ? "text" : "outlined"} onClick={onClose}>
          {t("action.close")}
        </Button>
        {buttons}
      </div>
    </Dialog>
  );
}
