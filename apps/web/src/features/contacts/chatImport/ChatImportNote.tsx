import { useTranslation } from "react-i18next";
import { JobNote } from "../../../ui";

const NOTHING = { kept: 0, created: 0, here: 0, messages: 0, gone: 0, leftOut: 0, files: 0, filesHere: 0 };

/** How far the person's import of chats is, or what it did; an undo is one, too. */
export function ChatImportNote() {
  const { t } = useTranslation("chatImports");
  const toImported = (result: Readonly<Record<string, number>>): string => {
    const { created, here, messages, gone, leftOut, files, filesHere } = { ...NOTHING, ...result };
    return [
      t("result.whole", { here, messages }),
      created === 0 ? t("result.nothing") : t("result.made", { count: created }),
      files > 0 && t("result.files", { here: filesHere, files }),
      gone > 0 && t("gone", { count: gone }),
      leftOut > 0 && t("result.leftOut", { count: leftOut }),
    ]
      .filter(Boolean)
      .join(" · ");
  };
  const toText = (result: Readonly<Record<string, number>>): string => {
    const { undone, kept = 0 } = result;
    if (undone === undefined) return toImported(result);
    return kept > 0 ? t("undo.kept") : t("undo.done", { count: undone });
  };
  return <JobNote kind="chatImport" toText={toText} />;
}
