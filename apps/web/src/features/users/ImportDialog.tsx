import type { ImportedUsersView } from "@balcao/contracts/users";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toasts } from "../../lib/toasts";
import { ptOnly } from "../../i18n/literals";
import { ImportedList } from "./ImportedList";
import { ImportFile } from "./ImportFile";
import { ImportRows } from "./ImportRows";
import { UserImportNote } from "./UserImportNote";
import { useUserImport } from "./useUserImport";
import "./importUsers.css";
import { TitledDialog } from "../../ui/TitledDialog";

/** Imports users from a spreadsheet: its rows are shown with their errors before anything is written (USER-003, USER-005 to USER-007). */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(["users", "common"]);
  const [result, setResult] = useState<ImportedUsersView | null>(null);
  const { file, rows, chosen, busy, running, stopped, choose, toggle, submit } = useUserImport(setResult);
  const start = () => {
    if (!file) return toasts.warning(ptOnly.importWithoutFile);
    submit();
  };
  return (
    <TitledDialog
      title={t("users:import.title")}
      subtitle={<p>{t("users:import.subtitle")}</p>}
      width={600}
      onClose={busy ? undefined : onClose}
    >
      <div className="dialogBody">
        {result ? (
          <ImportedList result={result} />
        ) : (
          <>
            <ImportFile file={file} disabled={busy} onChoose={choose} />
            {rows && <ImportRows rows={rows} chosen={chosen} onToggle={toggle} />}
            {(running || stopped) && <UserImportNote />}
            {running && <p className="userNote">{t("users:import.stay")}</p>}
          </>
        )}
      </div>
      <div className="dialogFoot">
        {result ? (
          <Button variant="contained" color="primary" onClick={onClose}>
            {t("users:import.close")}
          </Button>
        ) : (
          <>
            <Button variant="text" disabled={busy} onClick={onClose}>
              {t("common:action.cancel")}
            </Button>
            <Button variant="contained" color="primary" disabled={busy || (rows !== null && chosen.size === 0)} onClick={start}>
              {rows ? t("users:import.submit", { count: chosen.size }) : t("users:import.start")}
            </Button>
          </>
        )}
      </div>
    </TitledDialog>
  );
}
