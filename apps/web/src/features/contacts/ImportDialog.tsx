import type { SheetImportView } from "@balcao/contracts/contacts";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import UploadFileOutlined from "@mui/icons-material/UploadFileOutlined";
import Button from "@mui/material/Button";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { TitledDialog } from "../../ui/TitledDialog";
import { Spinner } from "../../ui";
import { FromPhone } from "./FromPhone";
import { ImportNote } from "./ImportNotes";
import { SheetNumbers } from "./SheetNumbers";
import { SheetProblems } from "./SheetProblems";
import { saveSheet } from "./saveSheet";
import { useSheetImport, type ImportKind, type ImportSource } from "./useSheetImport";
import "./contacts.css";

interface ImportDialogProps {
  readonly kind: ImportKind;
  readonly onClose: () => void;
}

/**
 * Imports a spreadsheet of contacts or delegations, or the contacts of the phone: they are checked
 * first, with the problems of each row, and written when the person agrees (CONTACT-009, D-133 to
 * D-135, D-252).
 */
export function ImportDialog({ kind, onClose }: ImportDialogProps) {
  const { t } = useTranslation(["contacts", "common"]);
  const picker = useRef<HTMLInputElement>(null);
  const { source, checked, busy, writing, problem, choose, send } = useSheetImport(kind, onClose);
  const acceptable = isAcceptable(kind, checked);
  return (
    <TitledDialog title={t(`contacts:${kind}.title`)} width={560} onClose={busy && !writing ? undefined : onClose}>
      <div className="dialogBody contactImport">
        <p>{t(`contacts:${kind}.text`)}</p>
        <div className="contactImportButtons">
          <Button variant="outlined" startIcon={<UploadFileOutlined />} disabled={busy} onClick={() => picker.current?.click()}>
            {source instanceof File ? source.name : t("contacts:sheet.choose")}
          </Button>
          <Button
            variant="text"
            startIcon={<FileDownloadOutlined />}
            onClick={() => void saveSheet(kind === "import" ? "export" : "exportDelegations", { template: true })}
          >
            {t("contacts:sheet.template")}
          </Button>
        </div>
        {kind === "import" && <FromPhone busy={busy} onChoose={() => choose("phone")} />}
        <input
          ref={picker}
          type="file"
          hidden
          accept=".xlsx,.xls"
          aria-label={t("contacts:sheet.choose")}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) choose(chosen);
            event.target.value = "";
          }}
        />
        {problem !== null && (
          <p className="contactProblem" role="alert">
            {problem}
          </p>
        )}
        {writing && (
          <>
            <ImportNote kind={kind} />
            <p className="contactNote">{t("contacts:sheet.goesOn")}</p>
          </>
        )}
        {checked && <Summary kind={kind} source={source} checked={checked} />}
      </div>
      <div className="dialogFoot">
        <Button variant="text" onClick={onClose}>
          {t(writing ? "common:action.close" : "common:action.cancel")}
        </Button>
        <Button
          variant="contained"
          color="primary"
          disabled={!acceptable || busy}
          startIcon={busy ? <Spinner /> : undefined}
          onClick={send}
        >
          {t(`contacts:${kind}.submit`)}
        </Button>
      </div>
    </TitledDialog>
  );
}

/** Whether there is something to write; a delegation is written whole or not at all. */
function isAcceptable(kind: ImportKind, checked: SheetImportView | null): boolean {
  if (!checked) return false;
  return kind === "import" ? checked.created > 0 : checked.problemCount === 0 && checked.changed > 0;
}

interface SummaryProps {
  readonly kind: ImportKind;
  readonly source: ImportSource | null;
  readonly checked: SheetImportView;
}

/** What would happen, and the rows that would be left out. */
function Summary({ kind, source, checked }: SummaryProps) {
  const { t } = useTranslation("contacts");
  return (
    <div role="status">
      <ul className="contactSummary">
        <li>{kind === "import" ? t("sheet.created", { count: checked.created }) : t("sheet.changed", { count: checked.changed })}</li>
        {checked.skipped > 0 && <li>{t("sheet.skipped", { count: checked.skipped })}</li>}
        {checked.problemCount > 0 && (
          <li>{t(source === "phone" ? "phone.leftOut" : `${kind}.problems`, { count: checked.problemCount })}</li>
        )}
        {checked.numbers && checked.numbers.completed.count > 0 && (
          <SheetNumbers
            title={t("sheet.completed", { count: checked.numbers.completed.count, code: checked.numbers.code })}
            numbers={checked.numbers.completed}
          />
        )}
        {checked.numbers && checked.numbers.abroad.count > 0 && (
          <SheetNumbers title={t("sheet.abroad", { count: checked.numbers.abroad.count })} numbers={checked.numbers.abroad} />
        )}
      </ul>
      <SheetProblems problems={checked.problems} />
    </div>
  );
}
