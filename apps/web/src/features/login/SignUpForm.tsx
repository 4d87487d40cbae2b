import Button from "@mui/material/Button";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError, toErrorText } from "../../lib/api";
import { signUp } from "../../lib/session/signUp";
import { toasts } from "../../lib/toasts";
import { useSecondsUntil } from "../../lib/useSecondsUntil";
import { Spinner, TextInput } from "../../ui";
import { field, isEmail, useCapsLock, wantsFocus } from "./credentials";
import { ptOnly } from "./literals";
import { PasswordInput } from "./PasswordInput";

interface NewAccount {
  name: string;
  email: string;
  password: string;
}

/** The field that a refusal speaks of. */
function refusedField(error: ApiError): keyof NewAccount | null {
  if (error.code === "ERR_EMAIL_TAKEN") return "email";
  const name = error.details[0]?.field;
  return name === "name" || name === "email" || name === "password" ? name : null;
}

/** Name, e-mail and password for an account that an administrator has to activate (AUTH-008, D-007). `onCreated` gets the e-mail. */
export function SignUpForm({ onCreated }: { readonly onCreated: (email: string) => void }) {
  const { t } = useTranslation("login");
  const form = useForm<NewAccount>({ defaultValues: { name: "", email: "", password: "" } });
  const { errors, isSubmitting } = form.formState;
  const [waitUntil, setWaitUntil] = useState<number | null>(null);
  const waitSeconds = useSecondsUntil(waitUntil);
  const capsLock = useCapsLock();

  const submit = form.handleSubmit(async ({ name, email, password }) => {
    try {
      await signUp(name.trim(), email.trim(), password);
      toasts.success(t("created"));
      onCreated(email.trim());
    } catch (error) {
      refuse(error);
    }
  });

  /** Every failure is told in the documented words (AUTH-009); what can be put right is said at its field as well. */
  function refuse(error: unknown): void {
    toasts.error(ptOnly.signUpFailed);
    if (!(error instanceof ApiError)) return;
    if (error.status === 429) return setWaitUntil(Date.now() + (error.retryAfterSeconds ?? 60) * 1000);
    const name = refusedField(error);
    form.setError(name ?? "root", { type: "server", message: toErrorText(error) });
    if (name) form.setFocus(name, { shouldSelect: true });
  }

  return (
    <form className="loginCard" noValidate onSubmit={(event) => void submit(event)} {...capsLock.keys}>
      <h1>{t("signUp")}</h1>
      <p className="loginSubtitle">{t("signUpSubtitle")}</p>
      <TextInput
        label={t("name")}
        autoComplete="name"
        autoFocus={wantsFocus()}
        placeholder={t("nameExample")}
        readOnly={isSubmitting}
        error={errors.name?.message}
        slotProps={{ input: { maxLength: 50 } }}
        {...field(form, "name", { validate: (value) => value.trim().length >= 2 || t("nameRequired") })}
      />
      <TextInput
        label={t("email")}
        type="email"
        autoComplete="username"
        placeholder={t("emailExample")}
        readOnly={isSubmitting}
        error={errors.email?.message}
        {...field(form, "email", { required: t("emailRequired"), validate: (value) => isEmail(value) || t("emailInvalid") })}
      />
      <PasswordInput
        label={t("password")}
        autoComplete="new-password"
        placeholder={t("passwordExample")}
        readOnly={isSubmitting}
        error={errors.password?.message}
        help={capsLock.on ? t("capsLock") : t("passwordRule")}
        {...field(form, "password", { required: t("passwordRequired") })}
      />
      {errors.root?.message !== undefined && (
        <p className="loginRefused" role="alert">
          {errors.root.message}
        </p>
      )}
      <Button
        type="submit"
        variant="contained"
        color="primary"
        size="large"
        fullWidth
        disabled={waitSeconds > 0}
        aria-busy={isSubmitting}
        startIcon={isSubmitting ? <Spinner /> : undefined}
      >
        {isSubmitting ? t("creating") : t("signUp")}
      </Button>
      {waitSeconds > 0 && (
        <p className="loginWait" role="alert">
          {t("wait", { count: waitSeconds })}
        </p>
      )}
    </form>
  );
}
