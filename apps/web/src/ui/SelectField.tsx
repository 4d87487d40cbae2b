import ErrorRounded from "@mui/icons-material/ErrorRounded";
import ExpandMore from "@mui/icons-material/ExpandMore";
import { useId, type ReactNode, type Ref } from "react";

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Shown while nothing is chosen. */
  readonly placeholder?: string;
  /** The value while nothing is chosen. */
  readonly none?: string;
  readonly error?: string | undefined;
  /** Shown below the field while there is no error. */
  readonly help?: string | undefined;
  /** Shown left of the choice, for example the colour of a queue. */
  readonly adornment?: ReactNode;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLSelectElement>;
}

/** A labelled choice from a short list, with the browser's own select element. */
export function SelectField({ label, value, onChange, options, placeholder, none = "", error, help, ...props }: SelectFieldProps) {
  const { adornment, disabled, ref } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="selectField" data-error={error !== undefined || undefined}>
        {adornment}
        <select
          ref={ref}
          id={id}
          value={value}
          disabled={disabled}
          aria-invalid={error !== undefined}
          aria-describedby={error !== undefined ? `${id}-error` : help !== undefined ? `${id}-help` : undefined}
          onChange={(event) => onChange(event.target.value)}
        >
          {placeholder !== undefined && (
            <option value={none} disabled>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ExpandMore aria-hidden />
      </span>
      {error === undefined && help !== undefined && (
        <div className="fieldHelp">
          <span id={`${id}-help`}>{help}</span>
        </div>
      )}
      {error !== undefined && (
        <div className="fieldHelp" data-error>
          <span id={`${id}-error`} role="alert">
            <ErrorRounded aria-hidden />
            {error}
          </span>
        </div>
      )}
    </div>
  );
}
