import Button from "@mui/material/Button";
import type { ReactNode } from "react";
import { Spinner } from "../../ui";

interface SubmitButtonProps {
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly icon?: ReactNode;
  /** Another button comes first. */
  readonly isSecond?: boolean;
  readonly children: ReactNode;
}

/** The full-width submit button of the login forms. */
export function SubmitButton({ busy, disabled, icon, isSecond = false, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      variant={isSecond ? "outlined" : "contained"}
      color="primary"
      size="large"
      fullWidth
      disabled={disabled}
      aria-busy={busy}
      startIcon={icon ?? (busy ? <Spinner /> : undefined)}
    >
      {children}
    </Button>
  );
}
