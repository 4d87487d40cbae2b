import Close from "@mui/icons-material/Close";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useId, type KeyboardEventHandler, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "./Dialog";

interface DialogHeadProps {
  /** The id of the title, which names the dialog. */
  readonly id: string;
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** True for a line below it. */
  readonly lined?: boolean | undefined;
  /** Undefined while the dialog cannot be closed. */
  readonly onClose: (() => void) | undefined;
}

/** The title of a dialog with the button that closes it. */
export function DialogHead({ id, title, subtitle, lined, onClose }: DialogHeadProps) {
  const { t } = useTranslation();
  return (
    <div className={lined ? "dialogHead dialogHeadLined" : "dialogHead"}>
      <div>
        <h2 id={id}>{title}</h2>
        {subtitle}
      </div>
      <IconButton aria-label={t("action.close")} disabled={!onClose} onClick={onClose}>
        <Close />
      </IconButton>
    </div>
  );
}

interface FramedDialogProps {
  readonly titleId: string;
  readonly open?: boolean | undefined;
  /** The width on a wide screen, in pixels. */
  readonly width: number;
  /** Below this width of the window the dialog fills the screen, in pixels; 0 for never. */
  readonly fullBelow?: number | undefined;
  readonly onClose: (() => void) | undefined;
  readonly onKeyDown?: KeyboardEventHandler;
  readonly children: ReactNode;
}

/** A dialog of a width, which fills a narrow screen. */
export function FramedDialog({ titleId, open = true, width, fullBelow = 600, onClose, onKeyDown, children }: FramedDialogProps) {
  const full = useMediaQuery(`(max-width: ${fullBelow - 0.05}px)`);
  const size = full ? "100%" : width;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onKeyDown={onKeyDown}
      fullScreen={full}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width: size, maxWidth: size } } }}
    >
      {children}
    </Dialog>
  );
}

interface TitledDialogProps extends Omit<FramedDialogProps, "titleId"> {
  readonly title: string;
  /** A sentence below the title. */
  readonly subtitle?: ReactNode;
  /** For what is named by the title, too. */
  readonly titleId?: string;
}

/** A dialog with a title; its children are what is below, a `dialogBody` and a `dialogFoot`. */
export function TitledDialog({ title, subtitle, titleId, children, ...frame }: TitledDialogProps) {
  const ownId = useId();
  const id = titleId ?? ownId;
  return (
    <FramedDialog titleId={id} {...frame}>
      <DialogHead id={id} title={title} subtitle={subtitle} onClose={frame.onClose} />
      {children}
    </FramedDialog>
  );
}

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
  return (
    <TitledDialog title={title} width={640} onClose={onClose}>
      <div className="dialogBody readDialog" tabIndex={0}>
        {children}
      </div>
      <div className="dialogFoot">
        <Button variant={buttons ? "text" : "outlined"} onClick={onClose}>
          {t("action.close")}
        </Button>
        {buttons}
      </div>
    </TitledDialog>
  );
}
