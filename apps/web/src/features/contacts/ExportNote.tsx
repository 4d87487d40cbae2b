import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import { useTranslation } from "react-i18next";
import { formatBytes } from "../../lib/bytes";
import { NoteCard } from "../../ui";
import { useExporting } from "./exporting";

/** How much of an export has come, of how many rows it is made, and the button that cancels it. */
export function ExportNote() {
  const { t, i18n } = useTranslation(["contacts", "common"]);
  const exporting = useExporting();
  if (!exporting) return null;
  const { rows, bytes, cancel } = exporting;
  const title = t("contacts:sheet.exporting");
  return (
    <NoteCard label={title}>
      <div role="status">
        <b>{title}</b>{" "}
        {rows === null
          ? t("contacts:action.exporting")
          : t("contacts:sheet.received", { count: rows, size: formatBytes(bytes, i18n.language) })}
      </div>
      <Button size="small" variant="outlined" onClick={cancel}>
        {t("common:action.cancel")}
      </Button>
      <LinearProgress aria-label={title} />
    </NoteCard>
  );
}
