import DataObjectRounded from "@mui/icons-material/DataObjectRounded";
import Button from "@mui/material/Button";
import { useTexts } from "../../../i18n/useTexts";
import type { useUnfilled } from "./useUnfilled";

type UnfilledNoteProps = ReturnType<typeof useUnfilled>["note"] & { readonly onSend: () => void };

/** Names the variables that the customer would read as they are written; once somebody tries to send them it asks. */
export function UnfilledNote({ slots, asks, onFill, onSend }: UnfilledNoteProps) {
  const { t, language } = useTexts("conversation");
  if (slots.length === 0) return null;
  const names = new Intl.ListFormat(language, { type: "conjunction" }).format(slots);
  return (
    <p className="windowNote" data-soon role={asks ? "alert" : "status"}>
      <DataObjectRounded aria-hidden />
      <span>{t("unfilled.text", { names, count: slots.length })}</span>
      {onFill && (
        <Button size="small" variant="text" color="inherit" onClick={onFill}>
          {t("unfilled.fill")}
        </Button>
      )}
      {asks && (
        <Button size="small" variant="text" color="inherit" onClick={onSend}>
          {t("answered.send")}
        </Button>
      )}
    </p>
  );
}
