import Lock from "@mui/icons-material/Lock";
import Refresh from "@mui/icons-material/Refresh";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { ApiError, toErrorText } from "../../lib/api";
import { useLicence } from "../../lib/licence";
import { login } from "../../lib/session";
import { toasts } from "../../lib/toasts";
import { useSecondsUntil } from "../../lib/useSecondsUntil";
import { Spinner, TextInput } from "../../ui";
import { BlockedNotice } from "./BlockedNotice";
import { field, isEmail, useCapsLock, wantsFocus } from "./credentials";
import { ptOnly } from "./literals";
import { PasswordInput } from "./PasswordInput";

interface Credentials {
  email: string;
  password: string;
}

/** E-mail and password, the e-mail filled in for somebody who has just made an account; every refusal is said where it concerns the person (AUTH-001, AUTH-018, AUTH-020, AUTH-021). */
export function LoginForm({ email: known = "", onSubmit }: { readonly email?: string; readonly onSubmit: () => void }) {
  const { t } = useTranslation("login");
  const form = useForm<Credentials>({ defaultValues: { email: known, password: "" } });
  const { errors, isSubmitting } = form.formState;
  const capsLock = useCapsLock();
  const [waitUntil, setWaitUntil] = useState<number | null>(null);
  const waitSeconds = useSecondsUntil(waitUntil);
  const { blocked, licence, checking, checkAgain } = useLicence();
  const held = blocked || isSubmitting;

  const submit = form.handleSubmit(async ({ email, password }) => {
    try {
      onSubmit();
      await login(email.trim(), password);
      toasts.success(t("success"));
    } catch (error) {
      refuse(error);
    }
  });

  function refuse(error: unknown): void {
    const text = toErrorText(error);
    if (error instanceof ApiError && error.code === "ERR_INVALID_WORKING_TIME") return toasts.info(text);
    if (error instanceof ApiError && error.status === 429) return setWaitUntil(Date.now() + (error.retryAfterSeconds ?? 60) * 1000);
    form.setError("password", { type: "server", message: text });
    form.setFocus("password", { shouldSelect: true });
    toasts.error(t("failed"));
  }

  return (
    <form className="loginCard" noValidate onSubmit={(event) => void submit(event)} {...capsLock.keys}>
      <h1>{t("title")}</h1>
      {blocked && licence ? <BlockedNotice licence={licence} /> : <p className="loginSubtitle">{t("subtitle")}</p>}
      <TextInput
        label={t("email")}
        type="email"
        autoComplete="username"
        autoFocus={known === "" && wantsFocus()}
        placeholder={t("emailExample")}
        readOnly={held}
        error={errors.email?.message}
        {...field(form, "email", { required: t("emailRequired"), validate: (value) => isEmail(value) || t("emailInvalid") })}
      />
      <PasswordInput
        label={t("password")}
        autoFocus={known !== "" && wantsFocus()}
        placeholder={t("passwordExample")}
        readOnly={held}
        error={errors.password?.message}
        help={capsLock.on ? t("capsLock") : undefined}
        {...field(form, "password", { required: t("passwordRequired") })}
      />
      <Button
        type="submit"
        variant="contained"
        color="primary"
        size="large"
        fullWidth
        disabled={blocked || waitSeconds > 0}
        aria-busy={isSubmitting}
        startIcon={blocked ? <Lock /> : isSubmitting ? <Spinner /> : undefined}
      >
        {blocked ? ptOnly.systemBlocked : isSubmitting ? t("submitting") : t("submit")}
      </Button>
      {waitSeconds > 0 && (
        <p className="loginWait" role="alert">
          {t("wait", { count: waitSeconds })}
        </p>
      )}
      {blocked && (
        <Button
          variant="text"
          color="primary"
          size="small"
          startIcon={checking ? <Spinner size={14} /> : <Refresh />}
          disabled={checking}
          onClick={checkAgain}
          sx={{ alignSelf: "center" }}
        >
          {t("checkAgain")}
        </Button>
      )}
    </form>
  );
}
