import { useTranslation } from "react-i18next";
import { JobNote } from "../../ui";

/** How far the person's import of users is, or what it did. */
export function UserImportNote() {
  const { t } = useTranslation("users");
  return (
    <JobNote
      kind="userImport"
      isWhole
      toText={({ created = 0, skipped = 0 }) =>
        [t("import.done", { count: created }), skipped > 0 && t("import.skipped", { count: skipped })].filter(Boolean).join(" · ")
      }
    />
  );
}
