import type { SheetImportView, SheetNumbersView, SheetRowProblem } from "@balcao/contracts/contacts";
import { CAPABILITIES } from "@balcao/domain/connections";
import { formatPhone } from "@balcao/domain/contacts";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import PhoneAndroidOutlined from "@mui/icons-material/PhoneAndroidOutlined";
import UploadFileOutlined from "@mui/icons-material/UploadFileOutlined";
import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { connectionsQuery, type Connection } from "../../lib/data/connections";
import { useSelf } from "../../lib/session";
import { Spinner } from "../../ui";
import { ImportColumns, SHEET_FILES } from "../../ui/sheets/ImportColumns";
import { TitledDialog } from "../../ui/TitledDialog";
import { ImportNote } from "./ImportNotes";
import { saveSheet } from "./saveSheet";
import { type ImportKind, type ImportSource, useSheetImport } from "./useSheetImport";
import "./contacts.css";

interface FromPhoneProps {
  readonly busy: boolean;
  readonly onChoose: () => void;
}

/** What to say about the phone of a connection; "note" when its contacts can be imported. */
function noteOf(connection: Connection | undefined): "note" | "noConnection" | "atMeta" | "notKept" | "offline" {
  if (!connection) return "noConnection";
  const { addressBook, qr } = CAPABILITIES[connection.api];
  if (!addressBook) return qr === null ? "atMeta" : "notKept";
  return connection.status === "CONNECTED" ? "note" : "offline";
}

/**
 * Imports the people who are saved on the phone of the person's default connection, else of the
 * default one; says why when it cannot.
 */
function FromPhone({ busy, onChoose }: FromPhoneProps) {
  const { t } = useTranslation("contacts");
  const { whatsappId } = useSelf();
  const { data } = useQuery(connectionsQuery);
  const noteId = useId();
  if (!data) return null;
  const connection = data.find(({ id }) => id === whatsappId) ?? data.find(({ isDefault }) => isDefault);
  const note = noteOf(connection);
  return (
    <div className="contactFromPhone">
      <Button
        variant="outlined"
        startIcon={<PhoneAndroidOutlined />}
        disabled={busy || note !== "note"}
        aria-describedby={noteId}
        onClick={onChoose}
      >
        {t("phone.choose")}
      </Button>
      <p id={noteId} className="contactNote">
        {t(`phone.${note}`, { name: connection?.name ?? "" })}
      </p>
    </div>
  );
}

interface SheetNumbersProps {
  readonly title: string;
  readonly numbers: SheetNumbersView;
}

/** Numbers of a spreadsheet of which something was concluded, with samples: who imports sees whether it is right. */
function SheetNumbers({ title, numbers }: SheetNumbersProps) {
  const { t } = useTranslation("contacts");
  return (
    <li>
      {title}
      <ul className="contactNumberSamples">
        {numbers.samples.map(({ line, written, number }) => (
          <li key={line}>{t("sheet.sample", { line, written, number: formatPhone(number) })}</li>
        ))}
      </ul>
    </li>
  );
}

/** The rows of a spreadsheet that cannot be imported, each with its problem. */
function SheetProblems({ problems }: { readonly problems: readonly SheetRowProblem[] }) {
  const { t } = useTranslation("contacts");
  if (problems.length === 0) return null;
  return (
    <ul className="contactRowProblems" tabIndex={0} aria-label={t("sheet.problems")}>
      {problems.map(({ line, problem, reason, number }) => (
        <li key={line}>
          <b>{t("sheet.line", { line })}</b> {number !== "" && `· ${number} `}·{" "}
          {reason === undefined ? t(`sheet.rowProblem.${problem}`) : t(`fieldProblem.number.${reason}`)}
        </li>
      ))}
    </ul>
  );
}

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
  const { source, checked, busy, writing, problem, check, send } = useSheetImport(kind, onClose);
  const acceptable = isAcceptable(kind, checked);
  return (
    <TitledDialog title={t(`contacts:${kind}.title`)} width={640} onClose={busy && !writing ? undefined : onClose}>
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
        {kind === "import" && <FromPhone busy={busy} onChoose={() => check("phone", null)} />}
        <input
          ref={picker}
          type="file"
          hidden
          accept={SHEET_FILES}
          aria-label={t("contacts:sheet.choose")}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) check(chosen, null);
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
        {checked && (
          <Checked {...{ kind, source, checked, busy, writing }} onAssign={(columns) => source !== null && check(source, columns)} />
        )}
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

interface CheckedProps extends SummaryProps {
  readonly busy: boolean;
  readonly writing: boolean;
  readonly onAssign: (columns: readonly string[]) => void;
}

/** How the columns were understood, and what would happen once they are. */
function Checked({ busy, writing, onAssign, ...summary }: CheckedProps) {
  const { kind, checked } = summary;
  const { columns } = checked;
  return (
    <>
      {columns && !writing && <ImportColumns {...{ kind, columns, busy, onAssign }} />}
      {columns?.isMissing !== true && <Summary {...summary} />}
    </>
  );
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
