import type { LoginForm as Credentials } from "@balcao/domain/forms";
import Button from "@mui/material/Button";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../lib/api";
import { useSecondsUntil } from "../../lib/useSecondsUntil";
import { PasswordInput, Spinner } from "../../ui";
import { FormText, type SchemaForm } from "../../ui/form";

/** The wait after too many attempts when the api does not name one, in seconds. */
const DEFAULT_WAIT_S = 60;

/**
 * Whether a field should get the focus at once; on a phone that would open the keyboard over the
 * page.
 */
export const wantsFocus = (): boolean => !window.matchMedia("(pointer: coarse)").matches;

/** Whether Caps Lock is on, by the last key pressed in the form. */
export function useCapsLock() {
  const [on, setOn] = useState(false);
  const note = (event: KeyboardEvent) => setOn(event.getModifierState("CapsLock"));
  return { on, keys: { onKeyDown: note, onKeyUp: note } };
}

/** The wait after too many attempts. `startFor` returns whether the error starts a wait. */
export function useForcedWait() {
  const { t } = useTranslation("login");
  const [until, setUntil] = useState<number | null>(null);
  const seconds = useSecondsUntil(until);
  return {
    seconds,
    startFor: (error: unknown): boolean => {
      if (!(error instanceof ApiError) || error.status !== 429) return false;
      setUntil(Date.now() + (error.retryAfterSeconds ?? DEFAULT_WAIT_S) * 1000);
      return true;
    },
    notice: seconds > 0 && (
      <p className="loginWait" role="alert">
        {t("wait", { count: seconds })}
      </p>
    ),
  };
}

/** Why a form was refused, where that concerns none of its fields. */
export function Refused({ problem }: { readonly problem: string | undefined }) {
  return (
    problem !== undefined && (
      <p className="loginRefused" role="alert">
        {problem}
      </p>
    )
  );
}

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

interface CredentialFieldsProps {
  readonly of: SchemaForm<Credentials>;
  /** The e-mail is filled in already: the password comes first. */
  readonly emailKnown: boolean;
  readonly readOnly: boolean;
  readonly capsLock: boolean;
}

/** E-mail and password of somebody who signs in (AUTH-021). */
export function CredentialFields({ of, emailKnown, readOnly, capsLock }: CredentialFieldsProps) {
  const { t } = useTranslation("login");
  return (
    <>
      <FormText
        of={of}
        name="email"
        label={t("email")}
        type="email"
        autoComplete="username"
        autoFocus={!emailKnown && wantsFocus()}
        placeholder={t("emailExample")}
        readOnly={readOnly}
      />
      <FormText
        of={of}
        name="password"
        as={PasswordInput}
        label={t("password")}
        autoComplete="current-password"
        autoFocus={emailKnown && wantsFocus()}
        placeholder={t("passwordExample")}
        readOnly={readOnly}
        help={capsLock ? t("capsLock") : undefined}
      />
    </>
  );
}
