import type { ImportedUsersView, ImportRowView } from "@balcao/contracts/users";
import ContentCopy from "@mui/icons-material/ContentCopy";
import DownloadOutlined from "@mui/icons-material/DownloadOutlined";
import UploadFileOutlined from "@mui/icons-material/UploadFileOutlined";
import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toasts } from "../../lib/toasts";
import { ImportColumns, SHEET_FILES } from "../../ui/sheets/ImportColumns";
import { TitledDialog } from "../../ui/TitledDialog";
import { UserImportNote } from "./UserImportNote";
import { useUserImport } from "./useUserImport";
import "./importUsers.css";

interface ImportRowsProps {
  readonly rows: readonly ImportRowView[];
  /** The numbers of the rows to import. */
  readonly chosen: ReadonlySet<number>;
  readonly onToggle: (line: number) => void;
}

/** The rows of a spreadsheet: those without an error can be chosen, the others say what is wrong. */
function ImportRows({ rows, chosen, onToggle }: ImportRowsProps) {
  const { t } = useTranslation("users");
  return (
    <ul className="importRows" aria-label={t("import.rows")}>
      {rows.map((row) => {
        const { line, name, email, exists, problems } = row;
        const label = t("import.line", { line, name: name || email });
        return (
          <li key={line}>
            <Checkbox
              size="small"
              checked={chosen.has(line)}
              disabled={exists || problems.length > 0}
              onChange={() => onToggle(line)}
              slotProps={{ input: { "aria-label": label } }}
            />
            <div>
              <strong>{label}</strong>
              <p>{email}</p>
              {problems.length > 0 && (
                <p data-error>{[...new Set(problems.map(({ column }) => t(`import.problem.${column}`)))].join(" · ")}</p>
              )}
            </div>
            {problems.length === 0 && (
              <span className="chip" data-tone={exists ? "warning" : "success"}>
                {t(exists ? "import.exists" : "import.ready")}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface ImportFileProps {
  readonly file: File | null;
  readonly disabled: boolean;
  readonly onChoose: (file: File) => void;
}

/** Chooses one spreadsheet, and offers the template. */
function ImportFile({ file, disabled, onChoose }: ImportFileProps) {
  const { t } = useTranslation("users");
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="importFile">
      {file && <strong className="ellipsis">{file.name}</strong>}
      <Button variant="outlined" startIcon={<UploadFileOutlined />} disabled={disabled} onClick={() => input.current?.click()}>
        {t(file ? "import.other" : "import.choose")}
      </Button>
      <Button startIcon={<DownloadOutlined />} href="/usersTemplate.xlsx" download>
        {t("import.template")}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("import.choose")}
        accept={SHEET_FILES}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          if (chosen) onChoose(chosen);
          event.target.value = "";
        }}
      />
    </div>
  );
}

/** The imported accounts with their one-time passwords, which are stored nowhere and cannot be shown again. */
function ImportedList({ result: { created, accounts } }: { readonly result: ImportedUsersView }) {
  const { t } = useTranslation("users");
  const copy = () =>
    navigator.clipboard.writeText(accounts.map(({ name, email, password }) => `${name}\t${email}\t${password}`).join("\n")).then(
      () => toasts.success(t("password.copied")),
      () => toasts.warning(t("password.notCopied")),
    );
  return (
    <>
      <p role="status">{t("import.done", { count: created })}</p>
      {accounts.length > 0 && (
        <>
          <p className="userNote">{t("import.passwords")}</p>
          <ul className="importRows" aria-label={t("import.passwords")}>
            {accounts.map(({ line, name, email, password }) => (
              <li key={line}>
                <div>
                  <strong>{name}</strong>
                  <p>{email}</p>
                </div>
                <code>{password}</code>
              </li>
            ))}
          </ul>
          <Button startIcon={<ContentCopy />} onClick={() => void copy()}>
            {t("import.copy")}
          </Button>
        </>
      )}
    </>
  );
}

/** Imports users from a spreadsheet: its rows are shown with their errors before anything is written (USER-003, USER-005 to USER-007). */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(["users", "common"]);
  const [result, setResult] = useState<ImportedUsersView | null>(null);
  const { file, rows, columns, chosen, busy, ready, running, stopped, choose, assign, toggle, submit } = useUserImport(setResult);
  const start = () => {
    if (!file) return toasts.warning(t("import.noFile"));
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
            {columns && <ImportColumns kind="users" {...{ columns, busy }} onAssign={assign} />}
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
            <Button variant="contained" color="primary" disabled={!ready} onClick={start}>
              {rows ? t("users:import.submit", { count: chosen.size }) : t("users:import.start")}
            </Button>
          </>
        )}
      </div>
    </TitledDialog>
  );
}
