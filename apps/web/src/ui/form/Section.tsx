import ExpandMore from "@mui/icons-material/ExpandMore";
import Switch from "@mui/material/Switch";
import { useId, type ReactNode } from "react";

/** The place of a section in its form: its number, and whether it is open. */
export interface SectionPlace {
  readonly number: number;
  readonly open: boolean;
  readonly onToggle: () => void;
}

interface SectionProps extends SectionPlace {
  readonly title: string;
  /** Shown when the section is closed: a summary of it, or its error. */
  readonly fact?: ReactNode;
  readonly children: ReactNode;
}

/** One section of a long form; when closed, it shows a summary or an error. */
export function Section({ number, title, fact, open, onToggle, children }: SectionProps) {
  const id = useId();
  return (
    <section className="formSection" aria-labelledby={`${id}-title`}>
      <h3>
        <button type="button" aria-expanded={open} aria-controls={`${id}-body`} onClick={onToggle}>
          <span className="formSectionNumber" data-open={open || undefined} aria-hidden="true">
            {number}
          </span>
          <span id={`${id}-title`}>{title}</span>
          <span className="formSectionFact">{fact}</span>
          <ExpandMore aria-hidden />
        </button>
      </h3>
      <div id={`${id}-body`} className="formSectionBody" hidden={!open}>
        {children}
      </div>
    </section>
  );
}

interface SwitchRowProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A switch with its label and one sentence of help. */
export function SwitchRow({ label, help, checked, disabled = false, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="switchRow">
      <Switch
        id={id}
        checked={checked}
        disabled={disabled}
        onChange={(_event, next) => onChange(next)}
        slotProps={{ input: { role: "switch", ...(help !== undefined && { "aria-describedby": `${id}-help` }) } }}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {help !== undefined && <p id={`${id}-help`}>{help}</p>}
      </div>
    </div>
  );
}
