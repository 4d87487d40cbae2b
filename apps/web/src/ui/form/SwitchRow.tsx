import Switch from "@mui/material/Switch";
import { useId } from "react";

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
