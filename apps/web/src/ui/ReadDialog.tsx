import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { TitledDialog } from "./TitledDialog";

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
