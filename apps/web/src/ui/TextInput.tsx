import ErrorRounded from "@mui/icons-material/ErrorRounded";
import VisibilityOffOutlined from "@mui/icons-material/VisibilityOffOutlined";
import VisibilityOutlined from "@mui/icons-material/VisibilityOutlined";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput, { type OutlinedInputProps } from "@mui/material/OutlinedInput";
import { useId, useState, type ComponentProps, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

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

/** A password field with a button that shows the typed text. */
export function PasswordInput(props: ComponentProps<typeof TextInput>) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      autoComplete="current-password"
      {...props}
      type={shown ? "text" : "password"}
      endAdornment={
        <InputAdornment position="end">
          <IconButton size="small" aria-label={t("action.showPassword")} aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? <VisibilityOffOutlined /> : <VisibilityOutlined />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
