import ExpandMore from "@mui/icons-material/ExpandMore";
import Checkbox from "@mui/material/Checkbox";
import Popover from "@mui/material/Popover";
import { useId, useState, type CSSProperties } from "react";
import { useTranslation } from "react-i18next";

interface Choice {
  readonly id: number;
  readonly name: string;
  readonly color: string;
}

interface ChoicePickerProps {
  readonly label: string;
  readonly offered: readonly Choice[];
  readonly chosen: readonly number[];
  readonly error?: string | undefined;
  readonly onChoose: (ids: readonly number[]) => void;
}

/** A labelled choice of any number of things with colours; none chosen means any. */
export function ChoicePicker({ label, offered, chosen, error, onChoose }: ChoicePickerProps) {
  const { t } = useTranslation("search");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const picked = offered.filter((choice) => chosen.includes(choice.id));
  const text = picked.length === 0 ? t("any") : picked.map(({ name }) => name).join(", ");
  const color = (choice: Choice) => ({ "--queue": choice.color }) as CSSProperties;
  const toggle = (each: number) => onChoose(chosen.includes(each) ? chosen.filter((other) => other !== each) : [...chosen, each]);
  return (
    <div className="field">
      <span className="fieldLabel" id={`${id}-label`}>
        {label}
      </span>
      <button
        type="button"
        id={id}
        className="choicePicker"
        data-empty={picked.length === 0 || undefined}
        aria-labelledby={`${id}-label ${id}`}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        disabled={offered.length === 0}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {picked.slice(0, 3).map((choice) => (
          <span key={choice.id} className="queueDot" style={color(choice)} />
        ))}
        <span className="ellipsis">{text}</span>
        <ExpandMore aria-hidden />
      </button>
      {error !== undefined && (
        <div className="fieldHelp" data-error>
          <span role="alert">{error}</span>
        </div>
      )}
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        slotProps={{ paper: { role: "dialog", "aria-label": label, sx: { width: 264, maxHeight: 360, marginTop: "6px", padding: "4px" } } }}
      >
        {offered.map((choice) => (
          <label key={choice.id} className="queueOption">
            <Checkbox size="small" checked={chosen.includes(choice.id)} onChange={() => toggle(choice.id)} />
            <span className="queueDot" style={color(choice)} />
            <span className="ellipsis">{choice.name}</span>
          </label>
        ))}
      </Popover>
    </div>
  );
}
