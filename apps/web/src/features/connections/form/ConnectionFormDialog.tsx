import type { ConnectionView } from "@balcao/contracts/connections";
import Close from "@mui/icons-material/Close";
import Button from "@mui/material/Button";
import Dialog from "@mui/material/Dialog";
import IconButton from "@mui/material/IconButton";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfig } from "../../../lib/config";
import type { Connection } from "../../../lib/data/connections";
import { ConfirmDialog, Spinner } from "../../../ui";
import { ConnectionSections } from "./ConnectionSections";
import { useConnectionForm } from "./useConnectionForm";
import "../../../ui/dialog.css";
import "./connectionForm.css";

interface ConnectionFormDialogProps {
  readonly connections: readonly Connection[];
  readonly onClose: () => void;
  /** The connection to change; null for a new one. */
  readonly editing: ConnectionView | null;
  readonly onSaved: (connection: ConnectionView) => void;
}

/** Adds or changes a connection: what it needs first, the rest closed in sections with good defaults (CONN-010…CONN-020). */
export function ConnectionFormDialog({ connections, editing, onClose, onSaved }: ConnectionFormDialogProps) {
  const { t } = useTranslation(["connections", "common"]);
  const titleId = useId();
  const full = useMediaQuery("(max-width: 899.95px)");
  const offered = useConfig()?.connectors ?? [];
  const { form, submit } = useConnectionForm({ editing, offered, isFirst: connections.length === 0, onSaved });
  const { isDirty, isSubmitting, errors } = form.formState;
  const [asking, setAsking] = useState(false);
  const wrong = Object.keys(errors).length;
  const leave = () => (isDirty ? setAsking(true) : onClose());
  return (
    <>
      <Dialog
        open
        onClose={leave}
        fullScreen={full}
        aria-labelledby={titleId}
        slotProps={{ paper: { sx: { width: 720, maxWidth: full ? "100%" : 720 } } }}
      >
        <form className="dialogForm" noValidate onSubmit={(event) => void submit(event)}>
          <div className="dialogHead formHead">
            <h2 id={titleId}>{editing ? t("form.titleEdit", { name: editing.name }) : t("form.title")}</h2>
            <IconButton aria-label={t("common:action.close")} onClick={leave}>
              <Close />
            </IconButton>
          </div>
          <div className="formSections">
            <ConnectionSections form={form} offered={offered} connections={connections} editing={editing} />
          </div>
          <div className="dialogFoot">
            <span className="dialogFootFact" role="status">
              {wrong > 0 && t("form.fieldsMissing", { count: wrong })}
            </span>
            <Button onClick={leave}>{t("common:action.cancel")}</Button>
            <Button
              type="submit"
              variant="contained"
              color="primary"
              disabled={isSubmitting}
              startIcon={isSubmitting ? <Spinner /> : undefined}
            >
              {editing ? t("form.save") : t("form.submit")}
            </Button>
          </div>
        </form>
      </Dialog>
      <ConfirmDialog
        open={asking}
        dangerous
        title={t("form.discardTitle")}
        confirmLabel={t("form.discard")}
        cancelLabel={t("form.keepEditing")}
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      >
        {editing ? t("form.discardEditText") : t("form.discardText")}
      </ConfirmDialog>
    </>
  );
}
