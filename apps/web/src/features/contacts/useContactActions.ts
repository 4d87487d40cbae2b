import AssignmentIndOutlined from "@mui/icons-material/AssignmentIndOutlined";
import CleaningServicesOutlined from "@mui/icons-material/CleaningServicesOutlined";
import FileDownloadOutlined from "@mui/icons-material/FileDownloadOutlined";
import FileUploadOutlined from "@mui/icons-material/FileUploadOutlined";
import type { SvgIconComponent } from "@mui/icons-material";
import { useTranslation } from "react-i18next";
import { useJob } from "../../lib/data/jobs";
import { useMayImportContacts } from "../../lib/data/settings";
import { useSelf } from "../../lib/session";
import { startExport, useExporting } from "./exporting";
import type { SheetName } from "./saveSheet";

export type ContactDialog = "import" | "delegation" | "clear";

export interface ContactAction {
  readonly id: "delegation" | "delegationExport" | "import" | "export" | "clear";
  readonly icon: SvgIconComponent;
  /** Why it cannot be used now; null while it can. */
  readonly reason: string | null;
  /** Its work is under way. */
  readonly busy: boolean;
  readonly run: () => void;
}

/** Why an import cannot begin now: one of the person runs, here or in another browser, or imports are switched off (D-133). */
function useImportReasons() {
  const { t } = useTranslation("contacts");
  const mayImport = useMayImportContacts();
  const contacts = useJob("contactImport");
  const delegations = useJob("delegationImport");
  const toReason = (job: typeof contacts) => (job?.state === "running" ? t("action.importRunning") : null);
  return { contacts: mayImport ? toReason(contacts) : t("action.importBlocked"), delegations: toReason(delegations) };
}

/** What the person's flags allow with all contacts: beside the search, and in the menu (CONTACT-004 to CONTACT-007). */
export function useContactActions(open: (dialog: ContactDialog) => void) {
  const { t } = useTranslation("contacts");
  const { addContact, editContact, delContact } = useSelf();
  const reasons = useImportReasons();
  const exporting = useExporting();
  const opens = (id: ContactDialog, icon: SvgIconComponent, reason: string | null = null): ContactAction => ({
    ...{ id, icon, reason, busy: false },
    run: () => open(id),
  });
  const saves = (id: "export" | "delegationExport", name: SheetName): ContactAction => ({
    ...{ id, icon: FileDownloadOutlined, busy: exporting?.name === name },
    reason: exporting === null ? null : t("action.exporting"),
    run: () => void startExport(name),
  });
  return {
    shown: [
      ...(addContact ? [opens("delegation", AssignmentIndOutlined, reasons.delegations)] : []),
      ...(editContact ? [opens("import", FileUploadOutlined, reasons.contacts), saves("export", "export")] : []),
    ],
    hidden: [
      ...(addContact ? [saves("delegationExport", "exportDelegations")] : []),
      ...(delContact ? [opens("clear", CleaningServicesOutlined)] : []),
    ],
  };
}
