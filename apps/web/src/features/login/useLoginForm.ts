import type { LoginForm as Credentials } from "@balcao/domain/forms";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, toErrorText } from "../../lib/api";
import { login } from "../../lib/session";
import { toDate } from "../../lib/time";
import { toasts } from "../../lib/toasts";
import { useSchemaForm, type SchemaForm } from "../../ui/form";

const schema = async () => (await import("@balcao/domain/forms")).loginForm;

interface LoginFormOptions {
  readonly email: string;
  readonly onSubmit: () => void;
  /** Starts the wait after too many attempts; returns whether an error is about that. */
  readonly startWait: (error: unknown) => boolean;
}

interface LoginState extends SchemaForm<Credentials> {
  /** Whether the password was right, and the code of the second factor is asked for. */
  readonly asksCode: boolean;
  /** Goes back to e-mail and password. */
  readonly startAgain: () => void;
}

/** The credentials and their submission; a refusal is shown where it concerns the person (AUTH-018, AUTH-020). */
export function useLoginForm({ email: known, onSubmit, startWait }: LoginFormOptions): LoginState {
  const { t } = useTranslation("login");
  const [asksCode, setAsksCode] = useState(false);
  const form = useSchemaForm<Credentials>({
    schema,
    values: { email: known, password: "", code: "" },
    area: "login",
    send: async ({ email, password, code }) => {
      onSubmit();
      const { secondFactorDue } = await login(email, password, code);
      if (secondFactorDue === null) toasts.success(t("success"));
      else toasts.warning(t("secondFactorDue", { day: toDate(secondFactorDue) }));
    },
    onRefused: (error, { setError, setFocus, setValue }) => {
      const text = toErrorText(error);
      const refusal = error instanceof ApiError ? error.code : null;
      if (refusal === "ERR_SECOND_FACTOR" && !asksCode) setAsksCode(true);
      else if (refusal === "ERR_SECOND_FACTOR" || refusal === "ERR_SECOND_FACTOR_CODE") {
        setValue("code", "");
        setError("code", { type: "server", message: refusal === "ERR_SECOND_FACTOR" ? t("fieldProblem.code.required") : text });
        setFocus("code");
      } else if (refusal === "ERR_INVALID_WORKING_TIME") toasts.info(text);
      else if (!startWait(error)) {
        setAsksCode(false);
        setError("password", { type: "server", message: text });
        setFocus("password", { shouldSelect: true });
      }
      return true;
    },
  });
  const startAgain = () => {
    setAsksCode(false);
    form.form.reset();
  };
  return { ...form, asksCode, startAgain };
}
