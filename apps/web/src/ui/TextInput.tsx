import ErrorRounded from "@mui/icons-material/ErrorRounded";
import OutlinedInput, { type OutlinedInputProps } from "@mui/material/OutlinedInput";
import { useId, type ReactNode } from "react";

interface TextInputProps extends Omit<OutlinedInputProps, "error" | "id" | "label"> {
  readonly label: string;
  readonly help?: ReactNode;
  /** The error below the field; it replaces the help. */
  readonly error?: string | undefined;
  /** Shown right of the help, such as "12/255". */
  readonly counter?: string | undefined;
  readonly optional?: string | undefined;
}

/** A labelled text field: label above, help or error below, both linked for screen readers. */
export function TextInput({
  label,
  help,
  error,
  counter,
  optional,
  inputProps: _unused,
  slotProps,
  ...input
}: TextInputProps & { readonly inputProps?: never }) {
  const id = useId();
  const helpId = `${id}-help`;
  const described = error !== undefined || help !== undefined;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional !== undefined && <span className="fieldOptional">{optional}</span>}
      </label>
      <OutlinedInput
        fullWidth
        {...input}
        id={id}
        error={error !== undefined}
        slotProps={{ ...slotProps, input: { ...slotProps?.input, ...(described && { "aria-describedby": helpId }) } }}
      />
      {(described || counter !== undefined) && (
        <div className="fieldHelp" data-error={error !== undefined || undefined}>
          <span id={helpId} role={error !== undefined ? "alert" : undefined}>
            {error !== undefined && <ErrorRounded aria-hidden />}
            {error ?? help}
          </span>
          {counter !== undefined && <span className="fieldCounter">{counter}</span>}
        </div>
      )}
    </div>
  );
}
