import { useTranslation } from "react-i18next";
import { JobNote } from "../../../ui";

/** How far the person's import of chats is, or what it did; an undo is one, too. */
export function ChatImportNote() {
  const { t } = useTranslation("chatImports");
  return (
    <JobNote
      kind="chatImport"
      toText={({ undone, kept = 0, created = 0, here = 0, messages = 0, gone = 0, leftOut = 0 }) =>
        undone === undefined
          ? [
              t("result.whole", { here, messages }),
              created === 0 ? t("result.nothing") : t("result.made", { count: created }),
              gone > 0 && t("gone", { count: gone }),
              leftOut > 0 && t("result.leftOut", { count: leftOut }),
            ]
              .filter(Boolean)
              .join(" · ")
          : kept > 0
            ? t("undo.kept")
            : t("undo.done", { count: undone })
      }
    />
  );
}
