import { useTranslation } from "react-i18next";
import { JobNote } from "../../ui";
import type { ImportKind } from "./useSheetImport";

/** How far the person's imports are, or what they did. */
export function ImportNotes() {
  return (
    <>
      <ImportNote kind="import" />
      <ImportNote kind="delegation" />
    </>
  );
}

/** The same of one kind of import. */
export function ImportNote({ kind }: { readonly kind: ImportKind }) {
  const { t } = useTranslation("contacts");
  return (
    <JobNote
      kind={kind === "import" ? "contactImport" : "delegationImport"}
      toText={({ created = 0, changed = 0, skipped = 0, problems = 0, leftOut = 0 }) =>
        [
          kind === "import" ? t("import.done", { count: created }) : t("delegation.done", { count: changed }),
          skipped > 0 && t("sheet.skipped", { count: skipped }),
          leftOut > 0 && t("phone.leftOut", { count: leftOut }),
          problems > 0 && t(`${kind}.problems`, { count: problems }),
        ]
          .filter(Boolean)
          .join(" · ")
      }
    />
  );
}
