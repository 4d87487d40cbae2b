import type { SettingKey } from "@balcao/domain/settings";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSettings } from "../../lib/data/settings";

/** Asks before an opening after the closing is saved (D-380): whose hours run past midnight says so first. */
export function useOvernightQuestion(key: SettingKey, save: (value: string) => void) {
  const { t } = useTranslation("settings");
  const { horarioAbertura: opening, horarioFechamento: closing } = useSettings();
  const [value, setValue] = useState("");
  const [asked, setAsked] = useState<string | null>(null);
  const saveOrAsk = (wanted: string) => {
    const isOfHours = key === "horarioAbertura" || key === "horarioFechamento";
    const [from, until] = key === "horarioAbertura" ? [wanted, closing] : [opening, wanted];
    if (!isOfHours || from <= until) return save(wanted);
    setValue(wanted);
    setAsked(t("hoursNote.ask", { from, until }));
  };
  const answer = (act: () => void) => {
    setAsked(null);
    act();
  };
  return { asked, value, saveOrAsk, answer };
}

interface OvernightQuestionProps {
  /** Null while nothing is asked. */
  readonly text: string | null;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** The question, beside the time that was typed. */
export function OvernightQuestion({ text, onYes, onNo }: OvernightQuestionProps) {
  const { t } = useTranslation("settings");
  if (text === null) return null;
  return (
    <div className="settingConflict" role="alert">
      <p>{text}</p>
      <Button size="small" variant="outlined" onClick={onNo}>
        {t("hoursNote.no")}
      </Button>
      <Button size="small" variant="text" onClick={onYes}>
        {t("hoursNote.yes")}
      </Button>
    </div>
  );
}
